import { chromium, type Page } from "playwright";
import { describe, expect, it } from "vitest";
import { LAUNCH } from "../support/browser/browser";
import { open } from "../support/browser/journeys";
import { shopWithVisitors } from "../support/shop/served-shop";

/** What is laid out only as it comes near (styles/products.css) is there for everybody. */

const { shop, visitor } = shopWithVisitors();
const PHONE = { phone: true, viewport: { width: 360, height: 740 }, reducedMotion: "reduce" } as const;

/** How many elements with a guessed height there are, and how many of them are laid out. */
const counts = (page: Page) =>
  page.locator("main").evaluate((main) => {
    const late = [...main.querySelectorAll("*")].filter(
      (element) => getComputedStyle(element).contentVisibility === "auto",
    );
    const isLaidOut = (element: Element) => element.firstElementChild?.checkVisibility({ contentVisibilityAuto: true });
    return [late.length, late.filter(isLaidOut).length];
  });

const card = (page: Page) => page.locator(".products > li").nth(15);
const top = async (page: Page) => Math.round((await card(page).boundingBox())?.y ?? Number.NaN);

describe("/shop on a phone", () => {
  it("lays out the first products alone, and the others as they come near", async () => {
    const { page } = await visitor(PHONE);
    await open(page, "/shop");
    const [all, laidOut] = await counts(page);
    expect([all, (laidOut ?? 0) < 10]).toEqual([14, true]);
    await card(page).scrollIntoViewIfNeeded();
    await expect.poll(async () => (await counts(page))[1]).toBeGreaterThan(10);
  });

  it("is as high before as after, wherever names take one line", async () => {
    const { page } = await visitor({ ...PHONE, javaScriptEnabled: false });
    await open(page, "/shop");
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    const before = await height();
    for (const item of await page.locator(".products > li").all()) await item.scrollIntoViewIfNeeded();
    expect(Math.abs((await height()) - before)).toBeLessThan(40);
  });

  it.each([true, false])("Back leads to the same product, as far down as it was (scripts: %s)", async (scripts) => {
    const { page } = await visitor({ ...PHONE, javaScriptEnabled: scripts });
    await open(page, "/shop");
    await card(page).scrollIntoViewIfNeeded();
    const before = await top(page);
    // A finger, as Playwright's click may scroll first.
    const { x = 0, y = 0 } = (await card(page).boundingBox()) ?? {};
    await page.touchscreen.tap(x + 60, y + 60);
    await page.waitForURL("**/product/**");
    await page.goBack();
    await page.waitForURL("**/shop*");
    await expect.poll(async () => Math.abs((await top(page)) - before)).toBeLessThan(3);
  });

  it("a screen reader and the search within the page find the last product", async () => {
    // Without a screen reader, Chromium makes parts of its tree as they are asked for.
    const args = [...LAUNCH.args, "--force-renderer-accessibility"];
    const browser = await chromium.launch({ ...LAUNCH, args });
    try {
      const page = await browser.newPage({ viewport: PHONE.viewport, baseURL: shop.url });
      await page.goto("/shop");
      const last = page.locator(".products > li").last();
      const [name = ""] = (await last.locator("a").evaluate(({ textContent }) => textContent ?? "")).split(" –");
      const session = await page.context().newCDPSession(page);
      const { nodes } = await session.send("Accessibility.getFullAXTree");
      const named = nodes.filter(({ role, name: text }) => role?.value === "link" && text?.value.startsWith(name));
      expect([name.length > 0, named.length]).toEqual([true, 1]);
      const find = (text: string) => (window as unknown as { find: (text: string) => boolean }).find(text);
      expect(await page.evaluate(find, name)).toBe(true);
      await expect.poll(async () => ((await last.boundingBox())?.y ?? 9_999) < 740).toBe(true);
    } finally {
      await browser.close();
    }
  });

  it("a frame of the focus is not cut off at a card's edge, and all of it is printed", async () => {
    const { page } = await visitor(PHONE);
    await open(page, "/shop");
    const clip = () =>
      card(page).evaluate((element) => {
        const { contentVisibility, overflowClipMargin } = getComputedStyle(element);
        return [contentVisibility, overflowClipMargin];
      });
    expect(await clip()).toEqual(["auto", "8px"]);
    await page.emulateMedia({ media: "print" });
    expect((await clip())[0]).toBe("visible");
  });
});

describe("the home page on a phone", () => {
  it("lays out its last sections as they come near, and prints all", async () => {
    const { page } = await visitor(PHONE);
    await open(page, "/");
    const last = page.locator(".sections > section").last();
    const how = () => last.evaluate((section) => getComputedStyle(section).contentVisibility);
    expect([await how(), (await counts(page))[0]]).toEqual(["auto", 4]);
    await page.emulateMedia({ media: "print" });
    expect(await how()).toBe("visible");
  });

  it("an address with a section's anchor leads there, below the bar", async () => {
    const { page } = await visitor({ ...PHONE, javaScriptEnabled: false });
    await open(page, "/#section-6");
    const heading = page.locator("#section-6");
    await expect.poll(async () => Math.round((await heading.boundingBox())?.y ?? -1)).toBeGreaterThan(0);
    expect((await heading.boundingBox())?.y).toBeLessThan(600);
  });
});

// The End key would lead to the end of a guessed height.
it.each(["/", "/shop"])("on a desktop nothing of %s is guessed", async (path) => {
  const { page } = await visitor();
  await open(page, path);
  expect((await counts(page))[0]).toBe(0);
});
