import { dirname } from "node:path";
import { setImmediate } from "node:timers/promises";
import { Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import { closeFile, makePrivateFile, makePrivateFolder } from "~/private-files.server";
import { type ChangeToken, postgresChangeToken, sqliteChangeToken } from "./change-token.server";
import { isWorthRetrying } from "./failures.server";
import type { Schema } from "./schema";
import { openSqliteFile, sqliteDialect } from "./sqlite.server";

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
  /** Does the work of a start, or writes a catalogue, for minutes: PostgreSQL ends no statement. */
  patiently(work: (database: Database) => Promise<void>): Promise<void>;
  /** For the planner of queries, which knows nothing of a table's size without them. */
  gatherStatistics(): Promise<void>;
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
/** More than orders at once (http/order-queue.server.ts): other writes still find one. */
const WRITING = 10;

/**
 * Opens the shop's database; `migrate` makes its tables.
 * @throws when the file cannot be opened; a PostgreSQL server is contacted by the first query only
 */
export async function openDatabase({ url, file }: DatabaseAddress): Promise<Database> {
  if (url) {
    // Loaded only here, since the driver takes some megabytes of memory.
    const { openPool } = await import("./postgres-pool.server");
    const pooled = (size: number, use: Parameters<typeof openPool>[2]) =>
      new Kysely<Schema>({ dialect: new PostgresDialect({ pool: openPool(url, size, use) }) });
    const [db, writing] = [pooled(READING, "reading"), pooled(WRITING, "writing")];
    const close = async () => {
      await Promise.all([db.destroy(), writing.destroy()]);
    };
    const changeToken = postgresChangeToken(db);
    // PostgreSQL gathers them by itself.
    const gatherStatistics = async () => {};
    const patiently: Database["patiently"] = async (work) => {
      const starting = pooled(1, "starting");
      await work({ ...database, db: starting, transact: transactOn(starting) }).finally(() => starting.destroy());
    };
    const transact = transactOn(writing);
    const database: Database = { db, dialect: "postgres", transact, changeToken, patiently, gatherStatistics, close };
    return database;
  }
  makePrivateFolder(dirname(file));
  // SQLite gives the files beside it the mode of this one.
  makePrivateFile(file);
  for (const beside of ["-wal", "-shm"]) closeFile(`${file}${beside}`);
  const db = new Kysely<Schema>({ dialect: sqliteDialect(openSqliteFile(file)) });
  // Makes the file, which the read-only connection of the change token needs.
  await sql`select 1`.execute(db);
  const { changeToken, close: closeToken } = sqliteChangeToken(file);
  const gatherStatistics = async () => {
    // Of tables that have grown tenfold since; the lowest bit only lists what would be run. From a
    // sample of rows the lists of the back office grow three times as long.
    const listed = await sql<Record<string, string>>`pragma optimize = 0x10003`.execute(db);
    for (const statement of listed.rows.flatMap(Object.values)) {
      await transact((transaction) => sql.raw(statement).execute(transaction));
      // Nothing is answered meanwhile: with 100,000 orders for 0.7 s at the largest table.
      await setImmediate();
    }
  };
  const close = async () => {
    closeToken();
    await db.destroy();
  };
  const patiently: Database["patiently"] = (work) => work(database);
  const transact = transactOn(db);
  const database: Database = { db, dialect: "sqlite", file, transact, changeToken, patiently, gatherStatistics, close };
  return database;
}

/**
 * Runs the work in one transaction. When it returns, the writes are on disk; when it throws,
 * nothing was written. The work may run twice or be undone, so it must do nothing but query.
 */
type Transact = <Result>(work: (transaction: Transaction<Schema>) => Promise<Result>) => Promise<Result>;

const ATTEMPTS = 3;

/**
 * SQLite: one transaction at a time, since Kysely has one connection there. PostgreSQL: READ
 * COMMITTED, so the work locks rows that it reads to change them. After a deadlock, which our lock
 * order should prevent, the work runs again.
 */
function transactOn(db: Kysely<Schema>): Transact {
  return async (work) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await db.transaction().execute(work);
      } catch (error) {
        if (attempt === ATTEMPTS || !isWorthRetrying(error)) throw error;
      }
    }
  };
}
