import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { openDatabase } from "~/database/connection.server";
import { migrate } from "~/database/migrations.server";
import { seedWhenEmpty } from "~/database/seed.server";
import { settings } from "~/settings.server";
import { openLocalShop } from "./local/index.server";
import type { Shop } from "./shop";

/** The one shop of this process. A reloaded module (development) finds the open one. */
const globals = globalThis as { openShop?: Promise<Shop> };

async function open(): Promise<Shop> {
  const database = await openDatabase({ url: settings.databaseUrl, file: join(settings.dataDir, "shop.sqlite") });
  await migrate(database);
  await seedWhenEmpty(database);
  return openLocalShop({ database, now: () => new Date(), randomBytes });
}

/** Opens, migrates and fills the database. A shop that cannot open ends the process with one line. */
export async function shopReady(): Promise<void> {
  globals.openShop ??= open();
  try {
    await globals.openShop;
  } catch (error) {
    console.error(`The database cannot be opened: ${error instanceof Error ? error.message : error}`);
    process.exit(1);
  }
}

export async function getShop(): Promise<Shop> {
  globals.openShop ??= open();
  return globals.openShop;
}
