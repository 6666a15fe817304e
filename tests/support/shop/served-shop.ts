import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { LaunchOptions, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { leaveBrowser, openBrowser, type Visit, type VisitorOptions, visit } from "../browser/browser";
import { Client } from "../http/client";
import { type FlakyLine, openFlakyLine } from "../http/flaky-line";
import { type RunningShop, type StartOptions, startShop } from "./shop-server";
import { restock } from "./stored";

/**
 * A shop for a file or group of tests; its address is known once they run.
 * @param options also evaluated then, if they name another shop
 */
export function servedShop(options?: StartOptions | (() => StartOptions)): RunningShop {
  const shop = {} as RunningShop;
  let isOpen = false;
  beforeAll(async () => {
    Object.assign(shop, await startShop(typeof options === "function" ? options() : options));
    isOpen = true;
  });
  afterAll(async () => {
    if (isOpen) await shop.stop();
  });
  return shop;
}

/** A bad line to a shop, for a file or group of tests, which is good again after each of them. */
export function lineTo(shop: RunningShop): FlakyLine {
  const line = {} as FlakyLine;
  beforeAll(() => openFlakyLine(shop.url, line));
  afterEach(() => line.restore());
  afterAll(() => line.close());
  return line;
}

/** A client that is new, without cookies, for every test, or for all (`beforeAll`). */
export function clientOf(shop: RunningShop, when: (work: () => void) => void = beforeEach): Client {
  const client = new Client("");
  when(() => {
    Object.assign(client, { base: shop.url });
    client.cookies.clear();
  });
  return client;
}

/** A shop of which parts fail: tests name the tables that cannot be read. */
export function failingShop() {
  const list = join(mkdtempSync(join(tmpdir(), "failing-")), "tables");
  const loaded = pathToFileURL(join(import.meta.dirname, "failing-tables.mjs")).href;
  const shop = servedShop({ env: { NODE_OPTIONS: `--import=${loaded}`, FAILING_TABLES: list } });
  return { shop, fail: (tables: string) => writeFileSync(list, tables) };
}

/**
 * A shop with full stock for every test, and visitors who leave at its end.
 * @param launch how Chromium is started, where that matters
 */
export function shopWithVisitors(options?: StartOptions, launch?: LaunchOptions) {
  const shop = servedShop(options);
  const visits: Visit[] = [];
  beforeEach(() => restock(shop));
  afterEach(async () => {
    for (const { close } of visits.splice(0)) await close();
  });
  if (launch) beforeAll(() => void openBrowser(launch));
  afterAll(leaveBrowser);
  const visitor = async (options?: VisitorOptions): Promise<Visit> => {
    const entered = await visit(shop.url, options);
    visits.push(entered);
    return entered;
  };
  return { shop, visitor };
}

/** Makes the visitor of a window a new one, who has only the shop's files. */
export async function forget({ page, context }: Visit, shop: RunningShop): Promise<void> {
  // Ends the page; on the same site the browser keeps the process, with axe and scripts compiled.
  await page.goto(`${shop.url}/robots.txt`);
  await page.evaluate(() => {
    sessionStorage.clear();
    localStorage.clear();
  });
  await context.clearCookies();
}

/**
 * One browser window for a group of tests, since opening one costs more than most pages. It keeps
 * the shop's files and loses its cookies; after a failed test it is a new one.
 */
export function sharedWindow(
  shop: RunningShop,
  options: VisitorOptions,
  prepare?: (page: Page) => Promise<void>,
): { readonly page: Page } {
  let window: Visit | undefined;
  let viewport: ReturnType<Page["viewportSize"]>;
  const leave = async () => {
    await window?.close();
    window = undefined;
  };
  const forgetAll = async (visit: Visit) => {
    const { page } = visit;
    if (page.url() === "about:blank") return;
    await forget(visit, shop);
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: "light", reducedMotion: options.reducedMotion ?? "no-preference" });
  };
  beforeEach(async () => {
    if (window) return;
    window = await visit(shop.url, options);
    viewport = window.page.viewportSize();
    await prepare?.(window.page);
  });
  afterEach(async ({ task }) => {
    if (window && task.result?.state !== "fail") await forgetAll(window);
    else await leave();
  });
  afterAll(leave);
  return {
    get page() {
      if (!window) throw new Error("The window is there while a test runs.");
      return window.page;
    },
  };
}
