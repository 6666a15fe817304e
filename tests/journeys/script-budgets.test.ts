import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { giveCart, open } from "../support/browser/journeys";
import { begun } from "../support/browser/scripts";
import { Client } from "../support/http/client";
import { covering, isSweep } from "../support/setup/sweeps";
import { shopWithVisitors } from "../support/shop/served-shop";

/** Sizes of scripts (P-2): at the start of a page, at its first use, at a field's first touch. */

const { shop, visitor } = shopWithVisitors();

const LIST = 22_000;
const TEXT = 8_000;
/** Pages with islands, until these are used. */
const ASLEEP = 30_000;
const PRODUCT = 68_000;
const FORM = 64_000;
const FIELD = 26_000;

const performance = readFileSync(join(import.meta.dirname, "../../docs/performance.md"), "utf8");
/** The table of docs/performance.md names the two pages that need more than their path. */
const rowOf = (path: string) =>
  ({ "/product/boston-santa-cruz": "a product", "/cart": "`/cart`, two lines" })[path] ?? `\`${path}\``;

/** Expects the figure of docs/performance.md, within 2 %, where its table has this page. */
function isAsInReadme(path: string, column: "asleep" | "used", bytes: number): void {
  const row = performance.split("\n").find((line) => line.startsWith(`| ${rowOf(path)} |`));
  const figure = row?.split("|")[column === "asleep" ? 4 : 5]?.trim().replaceAll(",", "");
  if (figure) expect(Math.abs(Number(figure) / bytes - 1), `${path}, ${column}: ${bytes}`).toBeLessThan(0.02);
}

const sizes = new Map<string, number>();

/** Bytes of all scripts that this page has requested, with gzip. */
function weighed(page: Page): () => Promise<number> {
  const asked = new Set<string>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.isNavigationRequest()) asked.clear();
    if (pathname.endsWith(".js")) asked.add(pathname);
  });
  return async () => {
    // Waits until none is requested any more.
    for (let known = -1; known < asked.size; await page.waitForTimeout(400)) known = asked.size;
    for (const script of asked)
      if (!sizes.has(script)) {
        const { status, bytes } = await new Client(shop.url).get(script, { "accept-encoding": "gzip" });
        expect(status, script).toBe(200);
        sizes.set(script, bytes.byteLength);
      }
    return [...asked].reduce((sum, script) => sum + (sizes.get(script) ?? 0), 0);
  };
}

describe("a page that is only looked at", () => {
  const pages = [
    ["/", LIST],
    ["/shop", LIST],
    ["/shop?couleur=noir&pointure=40", LIST],
    ["/femme", LIST],
    ["/nouveaute", LIST],
    ["/categories", LIST],
    ["/collections", LIST],
    ["/collection/premium", LIST],
    ["/search?q=sabot", LIST],
    ["/faq", TEXT],
    ["/terms", TEXT],
    ["/privacy", TEXT],
    ["/about", TEXT],
    ["/loyalty-program", TEXT],
  ] as const;
  // One of each kind; "/nouveaute" has a figure of its own in docs/performance.md.
  const chosen = pages.filter(([path]) => isSweep || ["/", "/nouveaute", "/faq"].includes(path));

  it.each(chosen)("%s begins with at most %d bytes", async (path, most) => {
    const { page } = await visitor({ phone: true });
    const weight = weighed(page);
    await open(page, path);
    await begun(page);
    const bytes = await weight();
    expect(bytes).toBeGreaterThan(1_000);
    expect(bytes).toBeLessThanOrEqual(most);
    isAsInReadme(path, "asleep", bytes);
  });
});

describe("a page that is used (T-5)", () => {
  const own = [
    ["/product/boston-santa-cruz", "Téléphone", PRODUCT],
    ["/checkout", "Téléphone", FORM],
    ["/cart", undefined, FORM],
    ["/contact", "E-mail", FORM],
  ] as const;
  // With the same script as the page Contact.
  const others = [
    ["/login", "E-mail", FORM],
    ["/register", "E-mail", FORM],
    ["/suivi", "Téléphone", FORM],
  ] as const;

  it.each(covering([...own, ...others], own))("%s", async (path, field, most) => {
    const { page } = await visitor({ phone: true });
    if (path === "/cart" || path === "/checkout") {
      await giveCart(page, shop);
    }
    const weight = weighed(page);
    await page.mouse.move(0, 0);
    await open(page, path);
    await begun(page);
    // The cart wakes by itself, so that a first press there does not load a page.
    const asleep = await weight();
    expect(asleep).toBeGreaterThan(1_000);
    expect(asleep).toBeLessThanOrEqual(path === "/cart" ? most : ASLEEP);
    isAsInReadme(path, "asleep", asleep);
    for (const island of await page.locator("[data-island]").all()) await island.dispatchEvent("pointerover");
    await page.locator("[data-awake]").first().waitFor();
    const used = await weight();
    expect(used).toBeGreaterThan(45_000);
    isAsInReadme(path, "used", used);
    if (field === undefined) {
      expect(used).toBeLessThanOrEqual(most);
      return;
    }
    await page.getByRole("main").getByLabel(field, { exact: true }).focus();
    await expect.poll(weight).toBeGreaterThan(used);
    // All that the page may begin with, and what a first touch may bring.
    expect(await weight()).toBeLessThanOrEqual(most + FIELD);
  });
});
