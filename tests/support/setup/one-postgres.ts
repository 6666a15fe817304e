import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { createDatabase, startPostgres } from "../shop/postgres";
import { openTestShop } from "../shop/test-shop";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of the run's PostgreSQL server, for `databases.ts`. */
    postgres: string;
    /** A file and a database of that server with the demo catalogue, to be copied. */
    seeded: { file: string; url: string };
  }
}

/** Of several files at once, each with several processes that have 16 each. */
const CONNECTIONS = 600;

/**
 * Starts one PostgreSQL server for all files that open databases by `databases.ts`, and makes the
 * demo catalogue once, since each of them would make it many times.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const isUsed = project.vitest.state
    .getPaths()
    .some((file) => /from ".+\/(databases|describe-shop(-in-part)?|remote-shop)"/.test(readFileSync(file, "utf8")));
  if (!isUsed) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "boutique-seeded-"));
  const file = join(folder, "shop.sqlite");
  await (await openTestShop({ file })).close();
  const server = process.env.ENGINES === "SQLite" ? undefined : await startPostgres({ connections: CONNECTIONS });
  let url = "";
  if (server) {
    url = await createDatabase(server.address);
    await (await openTestShop({ url, file: "" })).close();
    project.provide("postgres", server.address);
  }
  project.provide("seeded", { file, url });
  return async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
