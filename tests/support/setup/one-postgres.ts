import { readFileSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { startPostgres } from "../shop/postgres";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of the run's PostgreSQL server, for `databases.ts`. */
    postgres: string;
  }
}

/** Of several files at once, each with several processes that have 16 each. */
const CONNECTIONS = 600;

/** Starts one PostgreSQL server for all files that open databases by `databases.ts`. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env.ENGINES === "SQLite") return undefined;
  const isUsed = project.vitest.state
    .getPaths()
    .some((file) => /from ".+\/(databases|describe-shop)"/.test(readFileSync(file, "utf8")));
  if (!isUsed) return undefined;
  const server = await startPostgres({ connections: CONNECTIONS });
  project.provide("postgres", server.address);
  return () => server.stop();
}
