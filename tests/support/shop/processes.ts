import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RawBuilder, sql } from "kysely";
import { type Database, type DatabaseAddress, openDatabase } from "~/database/connection.server";
import { type Engine, seededIn } from "./databases";
import { type RunningShop, startShop } from "./shop-server";
import { type LocalTestShop, openTestShop } from "./test-shop";

/** Several processes of one shop on one database, with the merchant's tools in this process. */
export interface Processes {
  /** One for each environment. */
  shops: RunningShop[];
  testShop: LocalTestShop;
  /** Queries the database itself, past the shop. */
  query: <Row = Record<string, unknown>>(...text: Parameters<typeof sql>) => Promise<Row[]>;
  transact: Database["transact"];
  close: () => Promise<void>;
}

/**
 * @param environments added for one process each
 * @param prepare changes the database before any process starts
 */
export async function openProcesses(
  engine: Engine,
  environments: Record<string, string>[],
  prepare: (shop: Pick<Processes, "testShop" | "query">) => Promise<void>,
): Promise<Processes> {
  const dataDir = mkdtempSync(join(tmpdir(), "shop-"));
  const address: DatabaseAddress = engine.dialect === "sqlite" ? seededIn(dataDir) : await engine.seeded();
  const testShop = await openTestShop(address);
  const database = await openDatabase(address);
  const { transact } = database;
  const query: Processes["query"] = async (...text) => {
    const statement = sql(...text) as RawBuilder<never>;
    return (await transact((transaction) => statement.execute(transaction))).rows;
  };
  // As if a process had just tried to read the courier's data.
  await query`update courier_state set due_at = ${Date.now() + 3_600_000}`;
  await prepare({ testShop, query });
  const shops = await Promise.all(
    environments.map((own) =>
      startShop({
        dataDir,
        env: {
          ...(address.url ? { DATABASE_URL: address.url } : {}),
          SESSION_SECRET: "one secret for all processes of the shop",
          SITE_URL: "http://boutique.example",
          ...own,
        },
      }),
    ),
  );
  return {
    shops,
    testShop,
    query,
    transact,
    async close() {
      await testShop.close();
      await database.close();
      for (const shop of shops) await shop.stop();
    },
  };
}
