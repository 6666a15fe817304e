import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { MOST_SHIFT, watchShifts } from "../support/browser/layout-shift";
import { shopWithVisitors } from "../support/shop/served-shop";

/** Nothing waits for the shop's typefaces, and nothing moves when they come (P-3, P-4). */

const { visitor } = shopWithVisitors();

const FONTS = /\.woff2$/;
const PAGES = ["/", "/shop", "/product/boston-santa-cruz", "/login"];

/** @returns the families by which an element's text is drawn */
async function drawnBy(page: Page, selector: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
  await session.detach();
  return fonts.map(({ familyName }) => familyName);
}

const arrive = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    // Chromium reports shifts with the next frames.
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  });

it("the second page is drawn by them, in both weights of text", async () => {
  const { page } = await visitor({ phone: true });
  await page.goto("/faq");
  await arrive(page);
  await page.goto("/login");
  expect(await drawnBy(page, "h1")).toEqual(["Young Serif"]);
  expect(await drawnBy(page, "header .font-display")).toEqual(["Young Serif"]);
  expect((await drawnBy(page, "main label"))[0]).toMatch(/^Figtree/);
  // The system would make a bold of its own.
  const weights = await page.evaluate(() => [...document.fonts].map(({ weight, status }) => [weight, status]));
  expect(weights).toEqual([
    ["400 600", "loaded"],
    ["normal", "loaded"],
  ]);
});

it("a page is painted, and stays as it is, while they are on their way", async () => {
  const { page } = await visitor({ phone: true });
  let arrived = () => {};
  const held = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  await page.route(FONTS, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/faq", { waitUntil: "domcontentloaded" });
  const paints = () => page.evaluate(() => performance.getEntriesByName("first-contentful-paint").length);
  await expect.poll(paints).toBe(1);
  const before = await drawnBy(page, "h1");
  expect(before).not.toContain("Young Serif");
  arrived();
  await arrive(page);
  expect(await page.evaluate(() => [...document.fonts].map(({ status }) => status))).toEqual(["loaded", "loaded"]);
  expect(await drawnBy(page, "h1")).toEqual(before);
});

describe.each([
  { when: "late", isPhone: true },
  { when: "from the browser's cache", isPhone: false },
])("typefaces that come $when, phone: $isPhone", ({ when, isPhone }) => {
  it("move nothing on any page", async () => {
    const { page } = await visitor({ phone: isPhone });
    if (when === "late")
      await page.route(FONTS, async (route) => {
        await sleep(600);
        await route.continue();
      });
    else {
      await page.goto("/faq");
      await arrive(page);
    }
    const shifts = await watchShifts(page);
    for (const path of PAGES) {
      await page.goto(path, { waitUntil: "load" });
      await arrive(page);
      const { sum, arriving, whole } = await shifts();
      expect(sum, `${path}: ${[...arriving, ...whole].join()}`).toBeLessThan(MOST_SHIFT);
    }
  });
});
