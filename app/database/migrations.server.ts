import { dirname, join } from "node:path";
import type SQLite from "better-sqlite3";
import { type Kysely, type Migration, Migrator, sql } from "kysely";
import { version } from "../../package.json";
import type { Database } from "./connection.server";
import { copySqlite } from "./copy.server";
import * as tables from "./migrations/001-tables";
import * as lists from "./migrations/002-lists";
import * as search from "./migrations/003-search";
import * as published from "./migrations/016-published";
import * as office from "./migrations/024-office";
import { productColumn } from "./migrations/columns";

/**
 * What 0.1.0, the oldest version that was released, recorded of the days before it. Four migrations
 * make its tables at once; the others have only their names left, by which its databases are known.
 */
const beforeRelease = `001_shop 002_refine 003_search 004_wishlist 005_mail 006_accounts 007_courier 008_import
  009_ordering 010_tracking 011_open_orders 012_accounts 013_new_guests 015_numbers_of_an_api 016_published
  017_newest_words 018_field_words 019_fit 020_stock_alerts 021_reviews 022_material`.split(/\s+/);

/**
 * Run in the order of their names, each recorded in `kysely_migration` and the version that ran the
 * last in `shop_versions`; forward only. A released migration is never edited: the next one changes
 * what it made. They use `Kysely<unknown>`: a migration knows the tables of its own day only.
 */
export const migrations: Record<string, Migration> = {
  ...Object.fromEntries(beforeRelease.map((name) => [name, { up: async () => {} }])),
  "001_shop": tables,
  "002_refine": lists,
  "003_search": search,
  "016_published": published,
  "023_brand": productColumn("brand", "text", ""),
  "024_office": office,
};

/**
 * Makes or updates the tables. Several processes may start at once: PostgreSQL holds an advisory
 * lock, SQLite the write lock of one transaction.
 * @param wanted all of them, unless a test makes an older or a failing version
 * @throws the first error; everything is then as it was
 */
export async function migrate({ db, dialect, file }: Database, wanted = migrations): Promise<void> {
  if (dialect === "postgres") await refuseEncoding(db);
  const names = Object.keys(wanted).sort();
  const made = await madeBy(db);
  if (made) {
    refuseStrange(made, names);
    if (file && made.migrations.length < names.length) copyBefore(file, made);
  }
  const signed = signedBy(wanted, names.at(-1) ?? "");
  const provider = { getMigrations: async () => ({ ...wanted, ...signed }) };
  // Kysely would take the order from the clock, which may have been wrong: `refuseStrange` has it.
  const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** Another one lacks Arabic letters, which PostgreSQL says only when one is to be stored. */
async function refuseEncoding(db: Database["db"]): Promise<void> {
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(db);
  const encoding = rows[0]?.server_encoding;
  if (encoding !== "UTF8")
    throw new Error(
      `its encoding is ${encoding}, and the shop needs UTF8: create database … owner … encoding 'UTF8' locale 'C' ` +
        "template template0. Nothing was changed.",
    );
}

interface Made {
  /** Sorted, as they ran: a database with a gap among them is refused before the gap is filled. */
  migrations: string[];
  /** The version of the shop that ran the last of them; 0.1.0 did not write it down. */
  version?: string | undefined;
}

/** @returns undefined of an empty database */
async function madeBy(db: Database["db"]): Promise<Made | undefined> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const has = (table: string) => tables.some(({ name }) => name === table);
  if (!has("kysely_migration")) return undefined;
  const { rows: ran } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  if (ran.length === 0) return undefined;
  const { rows: signatures } = has("shop_versions")
    ? await sql<{ version: string }>`select version from shop_versions order by migration desc`.execute(db)
    : { rows: [] };
  return { migrations: ran.map(({ name }) => name).sort(), version: signatures[0]?.version };
}

/** Refuses the database of a later version, or of another line of development, as it is. */
function refuseStrange({ migrations: ran, version: by }: Made, names: readonly string[]): void {
  const at = ran.findIndex((name, index) => name !== names[index]);
  const strange = ran[at];
  if (strange === undefined) return;
  const who = by === undefined ? "a version before 0.2.0" : `${by === version ? "another state of " : ""}version ${by}`;
  const why = names.includes(strange)
    ? `where its migration ${strange} ran without ${names[at]}`
    : `which does not know its migration ${strange}`;
  throw new Error(
    `${who} of the shop made this database, and this is version ${version}, ${why}. Nothing was changed. ` +
      "Start that version or a later one again, or put back a copy from before it: docs/upgrading.md.",
  );
}

/** One copy a version, beside the file: what its version opens again. */
function copyBefore(file: string, { migrations: ran, version: by = "0.1.0" }: Made): void {
  const target = join(dirname(file), `shop-${by}.sqlite`);
  // Another process may have migrated while this one copied.
  const count = (copy: SQLite.Database) => copy.prepare("select count(*) from kysely_migration").pluck().get();
  try {
    copySqlite(file, target, (copy) => count(copy) === ran.length);
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new Error(`its copy before the migration, ${target}, cannot be made: ${reason}. Nothing was changed.`);
  }
  console.info("The database is being migrated to version %s. As version %s left it: %s", version, by, target);
}

/** The last migration, which runs whenever one does: it writes down who ran it. */
function signedBy(wanted: Record<string, Migration>, last: string): Record<string, Migration> {
  return {
    [last]: {
      async up(db: Kysely<unknown>) {
        await wanted[last]?.up(db);
        await sql`create table if not exists shop_versions (migration text primary key, version text not null)`.execute(
          db,
        );
        await sql`insert into shop_versions values (${last}, ${version})`.execute(db);
      },
    },
  };
}
