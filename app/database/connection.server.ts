import { dirname } from "node:path";
import { Kysely, PostgresDialect, sql } from "kysely";
import { closeFile, makePrivateFile, makePrivateFolder } from "~/private-files.server";
import { type ChangeToken, postgresChangeToken, sqliteChangeToken } from "./change-token.server";
import { setSyncExecutor } from "./prepared.server";
import type { Schema } from "./schema";
import { openSqliteFile, ShopSqliteDialect } from "./sqlite.server";
import { groupedCommits, separateCommits, type Transact } from "./transactions.server";

export type Dialect = "sqlite" | "postgres";

export interface Database {
  /** For reading. On PostgreSQL with its own connections: reads never wait for writers' locks. */
  db: Kysely<Schema>;
  dialect: Dialect;
  /** The SQLite file; PostgreSQL has none. */
  file?: string;
  /** Every write goes through it. */
  transact: Transact;
  changeToken: ChangeToken;
  close(): Promise<void>;
}

export interface DatabaseAddress {
  /** `postgres://…`; without it the shop lives in `file`. */
  url?: string;
  /** Path of the SQLite file; its folder is made when missing. */
  file: string;
}

/** Connections of one process, 16 in all: six processes stay within PostgreSQL's default of 100. */
const READING = 6;
/** More than orders at once (server/order-queue.server.ts): other writes still find one. */
const WRITING = 10;

/**
 * Opens the shop's database; `migrate` makes its tables.
 * @throws when the file cannot be opened; a PostgreSQL server is contacted by the first query only
 */
export async function openDatabase({ url, file }: DatabaseAddress): Promise<Database> {
  if (url) {
    // Loaded only here, since the driver takes some megabytes of memory.
    const { openPool } = await import("./postgres-pool.server");
    const pooled = (size: number) =>
      new Kysely<Schema>({ dialect: new PostgresDialect({ pool: openPool(url, size) }) });
    const [db, writing] = [pooled(READING), pooled(WRITING)];
    const close = async () => {
      await Promise.all([db.destroy(), writing.destroy()]);
    };
    return { db, dialect: "postgres", transact: separateCommits(writing), changeToken: postgresChangeToken(db), close };
  }
  makePrivateFolder(dirname(file));
  // SQLite gives the files beside it the mode of this one.
  makePrivateFile(file);
  for (const beside of ["-wal", "-shm"]) closeFile(`${file}${beside}`);
  const sqlite = new ShopSqliteDialect(openSqliteFile(file));
  const db = new Kysely<Schema>({ dialect: sqlite });
  // Kysely has one connection here: queries outside an open transaction must wait for it.
  setSyncExecutor(db, (text, parameters) => (sqlite.inTransaction ? undefined : sqlite.execute(text, parameters)));
  // Makes the file, which the read-only connection of the change token needs.
  await sql`select 1`.execute(db);
  const { changeToken, close: closeToken } = sqliteChangeToken(file);
  const close = async () => {
    closeToken();
    await db.destroy();
  };
  const transact = groupedCommits(db, (...query) => sqlite.execute(...query));
  return { db, dialect: "sqlite", file, transact, changeToken, close };
}
