import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, inject } from "vitest";
import type { DatabaseAddress, Dialect } from "~/database/connection.server";
import { createDatabase, dropDatabase } from "./postgres";

/** Both database engines, with databases for a test file. Call `stop` in an afterAll. */
export interface Engine {
  name: string;
  dialect: Dialect;
  /** The address of a new, empty database. */
  fresh(): Promise<DatabaseAddress>;
  /** The address of a new database with all tables and the demo catalogue. */
  seeded(): Promise<DatabaseAddress>;
  /** Removes the databases. */
  stop(): Promise<void>;
}

/** Both, unless `ENGINES` names one, as `npm test` and a search for mutants do. */
export function engines(): Engine[] {
  return [sqlite(), postgres()].filter(({ name }) => name === (process.env.ENGINES ?? name));
}

/**
 * Declares the same tests on each of them.
 * @param name with `%s` for the engine's
 */
export function describeOnEach(name: string, suite: (engine: Engine) => void | Promise<void>): void {
  describe.each(engines().map((engine) => [engine.name, engine] as const))(name, (_, engine) => {
    afterAll(() => engine.stop());
    return suite(engine);
  });
}

export function sqlite(): Engine {
  const folders: string[] = [];
  const fresh = async () => {
    const folder = mkdtempSync(join(tmpdir(), "boutique-sqlite-"));
    folders.push(folder);
    return { file: join(folder, "shop.sqlite") };
  };
  return {
    name: "SQLite",
    dialect: "sqlite",
    fresh,
    seeded: async () => seededIn(dirname((await fresh()).file)),
    async stop() {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A copy of the run's one file with the demo catalogue. */
export function seededIn(folder: string): DatabaseAddress {
  const file = join(folder, "shop.sqlite");
  copyFileSync(inject("seeded").file, file);
  return { file };
}

/** Databases of the run's one server (one-postgres.ts). */
export function postgres(): Engine {
  const made: string[] = [];
  const create = async (template?: string) => {
    const url = await createDatabase(inject("postgres"), { template });
    made.push(url);
    return { url, file: "" };
  };
  return {
    name: "PostgreSQL",
    dialect: "postgres",
    fresh: () => create(),
    seeded: () => create(inject("seeded").url),
    async stop() {
      for (const url of made.splice(0)) await dropDatabase(inject("postgres"), url);
    },
  };
}
