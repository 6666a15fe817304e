import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RawBuilder, sql } from "kysely";
import { type Database, type DatabaseAddress, openDatabase } from "~/database/connection.server";
import { type LocalBackstage, openBackstage } from "./backstage";
import type { Engine } from "./databases";
import { type RunningShop, startShop } from "./shop-server";

/** Several processes of one shop on one database, and what happens behind their counter, in the test's own process. */
export interface Together {
  /** As many as there are environments. */
  shops: RunningShop[];
  /** The merchant's tools. */
  counter: LocalBackstage;
  /** Asks the database itself, past the shop. */
  query: <Row = Record<string, unknown>>(...text: Parameters<typeof sql>) => Promise<Row[]>;
  transact: Database["transact"];
  close: () => Promise<void>;
}

/**
 * @param environments of one process each, beside what all of them need
 * @param prepare the database, before there is any process
 */
export async function openTogether(
  engine: Engine,
  environments: Record<string, string>[],
  prepare: (shop: Pick<Together, "counter" | "query">) => Promise<void>,
): Promise<Together> {
  const dataDir = mkdtempSync(join(tmpdir(), "shop-"));
  const address: DatabaseAddress =
    engine.dialect === "sqlite" ? { file: join(dataDir, "shop.sqlite") } : await engine.fresh();
  const counter = await openBackstage(address);
  const database = await openDatabase(address);
  const { transact } = database;
  const query: Together["query"] = async (...text) => {
    const statement = sql(...text) as RawBuilder<never>;
    return (await transact((transaction) => statement.execute(transaction))).rows;
  };
  // As the courier's data are asked for from the first moment on, by a reader that finds nobody.
  await query`update courier_state set due_at = ${Date.now() + 3_600_000}`;
  await prepare({ counter, query });
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
    counter,
    query,
    transact,
    async close() {
      await counter.close();
      await database.close();
      for (const shop of shops) await shop.stop();
    },
  };
}
