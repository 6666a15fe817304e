import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseAddress, Dialect } from "~/database/connection.server";
import { type PostgresServer, startPostgres } from "./postgres";

/** Both database engines, with empty databases for a test file. Call `stop` in an afterAll. */
export interface Engine {
  name: string;
  dialect: Dialect;
  /** The address of a new, empty database. */
  fresh(): Promise<DatabaseAddress>;
  /** Ends the server, removes the files. */
  stop(): Promise<void>;
}

export function engines(): Engine[] {
  return [sqlite(), postgres()];
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

/** The server starts with the first database. */
export function postgres(): Engine {
  let server: Promise<PostgresServer> | undefined;
  return {
    name: "PostgreSQL",
    dialect: "postgres",
    async fresh() {
      server ??= startPostgres();
      return { url: await (await server).createDatabase(), file: "" };
    },
    async stop() {
      await (await server)?.stop();
    },
  };
}
