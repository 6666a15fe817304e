import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import type { DatabaseAddress, Dialect } from "~/database/connection.server";
import { createDatabase, dropDatabase } from "./postgres";

/** Both database engines, with empty databases for a test file. Call `stop` in an afterAll. */
export interface Engine {
  name: string;
  dialect: Dialect;
  /** The address of a new, empty database. */
  fresh(): Promise<DatabaseAddress>;
  /** Removes the databases. */
  stop(): Promise<void>;
}

/** Both, unless `ENGINES` names one: a search for mutants (tools/mutants) has one database. */
export function engines(): Engine[] {
  return [sqlite(), postgres()].filter(({ name }) => name === (process.env.ENGINES ?? name));
}

export function sqlite(): Engine {
  const folders: string[] = [];
  return {
    name: "SQLite",
    dialect: "sqlite",
    async fresh() {
      const folder = mkdtempSync(join(tmpdir(), "boutique-sqlite-"));
      folders.push(folder);
      return { file: join(folder, "shop.sqlite") };
    },
    async stop() {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Databases of the run's one server (one-postgres.ts). */
export function postgres(): Engine {
  const made: string[] = [];
  return {
    name: "PostgreSQL",
    dialect: "postgres",
    async fresh() {
      const url = await createDatabase(inject("postgres"));
      made.push(url);
      return { url, file: "" };
    },
    async stop() {
      for (const url of made.splice(0)) await dropDatabase(inject("postgres"), url);
    },
  };
}
