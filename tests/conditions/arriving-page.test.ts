import { describe, expect, it } from "vitest";
import { MOST_SHIFT, watchShifts } from "../support/browser/layout-shift";
import { lineTo, shopWithVisitors } from "../support/shop/served-shop";

/** What is read stays where it is while the rest of a page arrives over a slow line (P-4). */

// The header's icons differ with a phone; tests/journeys/home.test.ts has them.
const { shop, visitor } = shopWithVisitors({ env: { SHOP_PHONE: "" } });
const line = lineTo(shop);

const PAGES = ["/", "/homme", "/nouveaute", "/product/boston-santa-cruz", "/about", "/login", "/suivi", "/nulle-part"];
const PIECE_BYTES = 400;

describe.each([
  { device: "a phone", width: 412, height: 915, isMobile: true, pages: PAGES },
  { device: "a tablet", width: 768, height: 1024, isMobile: true, pages: ["/", "/nouveaute"] },
  { device: "a small desktop", width: 1100, height: 700, isMobile: false, pages: ["/", "/nouveaute"] },
  { device: "a desktop", width: 1440, height: 900, isMobile: false, pages: PAGES },
])("on $device", ({ width, height, isMobile, pages }) => {
  it.each(pages)("%s moves nothing while it arrives in pieces (P-4)", async (path) => {
    const { page } = await visitor({ viewport: { width, height }, isMobile });
    const shifts = await watchShifts(page);
    line.fail("pieces", (_, asked) => asked === path, PIECE_BYTES);
    await page.goto(`${line.url}${path}`, { waitUntil: "load" });
    expect(line.failed).toBe(1);
    await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))));
    const { sum, arriving, whole } = await shifts();
    expect(sum, [...arriving, ...whole].join("\n")).toBeLessThan(MOST_SHIFT);
  });
});
