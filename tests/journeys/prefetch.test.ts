import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { addToCart, arriveAt, open } from "../support/browser/journeys";
import { openLive } from "../support/browser/scripts";
import { shopWithVisitors } from "../support/shop/served-shop";

/** The next page, fetched when it is about to be opened (P-2). */

const { shop, visitor } = shopWithVisitors();

describe("prefetch on intent", () => {
  const asked = (page: Page) => page.locator('link[rel="prefetch"]').count();

  it("a product that is pointed at is fetched, and used without asking again", async () => {
    const { page } = await visitor();
    await openLive(page, "/shop");
    const card = page.getByRole("main").locator('a[href^="/product/"]').first();
    const fetched = page.waitForResponse((response) => /\/product\//.test(response.url()));
    await page.waitForLoadState("networkidle");
    await card.hover();
    await (await fetched).finished();
    await page.waitForTimeout(100);
    const before = shop.log().length;
    await card.click();
    await arriveAt(page, /^\/product\//);
    expect(shop.log().slice(before)).not.toMatch(/GET \/product\//);
  });

  it("ten at most, none that is private, none for a visitor with a cart", async () => {
    const { page } = await visitor();
    await openLive(page, "/shop");
    await page.waitForLoadState("networkidle");
    await page
      .getByRole("banner")
      .getByRole("link", { name: /^Panier/ })
      .hover();
    await page.waitForTimeout(150);
    expect(await asked(page)).toBe(0);
    for (const card of (await page.getByRole("main").locator('a[href^="/product/"]').all()).slice(0, 12)) {
      await card.focus();
      await page.waitForTimeout(90);
    }
    expect(await asked(page)).toBe(10);
    await open(page, "/product/boston-santa-cruz");
    await addToCart(page);
    await openLive(page, "/shop");
    await page.waitForLoadState("networkidle");
    await page.getByRole("main").locator('a[href^="/product/"]').first().hover();
    await page.waitForTimeout(150);
    expect(await asked(page)).toBe(0);
  });

  it.each([{ saveData: true }, { effectiveType: "slow-2g" }])("none with %j", async (connection) => {
    const { page } = await visitor();
    await page.context().addInitScript((given) => {
      Object.defineProperty(navigator, "connection", { value: given });
    }, connection);
    await openLive(page, "/shop");
    await page.waitForLoadState("networkidle");
    await page.getByRole("main").locator('a[href^="/product/"]').first().hover();
    await page.waitForTimeout(150);
    expect(await asked(page)).toBe(0);
  });
});
