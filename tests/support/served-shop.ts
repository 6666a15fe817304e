import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { closeBrowser, type Visit, type VisitorOptions, visit } from "./browser";
import { type RunningShop, restock, type StartOptions, startShop } from "./shop-server";

/** A shop for the tests of a file or of a group. What it is called and where it stands is known once they run. */
export function servedShop(options?: StartOptions): RunningShop {
  const shop = {} as RunningShop;
  let isOpen = false;
  beforeAll(async () => {
    Object.assign(shop, await startShop(options));
    isOpen = true;
  });
  afterAll(async () => {
    if (isOpen) await shop.stop();
  });
  return shop;
}

/** A shop of which parts can fail. Tests name the tables that cannot be read from then on, and none when they are done. */
export function failingShop() {
  const list = join(mkdtempSync(join(tmpdir(), "failing-")), "tables");
  const loaded = pathToFileURL(join(import.meta.dirname, "failing-tables.mjs")).href;
  const shop = servedShop({ env: { NODE_OPTIONS: `--import=${loaded}`, FAILING_TABLES: list } });
  return { shop, fail: (tables: string) => writeFileSync(list, tables) };
}

/** A shop and a browser: full shelves for every test, and visitors who have left when it ends. */
export function shopWithVisitors(options?: StartOptions) {
  const shop = servedShop(options);
  const visits: Visit[] = [];
  beforeEach(() => restock(shop));
  afterEach(async () => {
    for (const { close } of visits.splice(0)) await close();
  });
  afterAll(closeBrowser);
  const visitor = async (options?: VisitorOptions): Promise<Visit> => {
    const entered = await visit(shop.url, options);
    visits.push(entered);
    return entered;
  };
  return { shop, visitor };
}
