import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { violationsOf } from "../support/browser/axe";
import { openRefined } from "../support/browser/gestures";
import { arriveAt, open, watch } from "../support/browser/journeys";
import { scriptFailures } from "../support/browser/script-failures";
import { live, openLive } from "../support/browser/scripts";
import { failures } from "../support/shop/failures";
import { shopWithVisitors } from "../support/shop/served-shop";

/** The bar, the menu and the way to the first products, in a browser (section 2; decision 050). */

const { visitor } = shopWithVisitors();

const bar = (page: Page) => page.getByRole("navigation", { name: "Navigation principale" });
const entry = (page: Page, name: string) => bar(page).getByRole("link", { name, exact: true });
/** Panels that can be seen, and are read, by their first link. */
const panels = (page: Page) =>
  bar(page)
    .locator("ul ul")
    .evaluateAll((all) =>
      all
        .filter((panel) => panel.checkVisibility({ visibilityProperty: true }))
        .map((panel) => panel.querySelector("a")?.getAttribute("href")),
    );
const shows = (page: Page, ...hrefs: string[]) => expect.poll(() => panels(page)).toEqual(hrefs);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

const WOMEN = "/femme?subcategory=femmes-sandales";
const MEN = "/homme?subcategory=homme-sandales";

describe("panels under the links of the bar", () => {
  it("open under the pointer, hold while it is in them, lead on, and close behind it", async () => {
    const { page } = await visitor();
    const complaints = watch(page);
    await openLive(page, "/terms");
    await entry(page, "Femmes").hover();
    await shows(page, WOMEN);
    // From one to the next, and to a link that has none.
    await entry(page, "Hommes").hover();
    await shows(page, MEN);
    await entry(page, "Boutique").hover();
    await shows(page);
    await entry(page, "Femmes").hover();
    await entry(page, "Mules").hover();
    await page.waitForTimeout(500);
    await shows(page, WOMEN);
    await page.mouse.move(600, 700);
    await shows(page);
    await entry(page, "Femmes").hover();
    await entry(page, "Mules").click();
    await arriveAt(page, "/femme");
    expect(new URL(page.url()).search).toBe("?subcategory=femmes-mules");
    expect(complaints).toEqual([]);
  });

  it("stay under a pointer that rests on its way from the link into them (WCAG 1.4.13)", async () => {
    const { page } = await visitor();
    await openLive(page, "/terms");
    await entry(page, "Femmes").hover();
    await shows(page, WOMEN);
    const link = await entry(page, "Femmes").boundingBox();
    const panel = await bar(page).locator(".parts-open ul").boundingBox();
    const bottom = (link?.y ?? 0) + (link?.height ?? 0);
    for (const y of [bottom + 1, (bottom + (panel?.y ?? 0)) / 2, (panel?.y ?? 0) - 1]) {
      await page.mouse.move((link?.x ?? 0) + 20, y);
      await page.waitForTimeout(500);
      expect(await panels(page), `at ${y}`).toEqual([WOMEN]);
    }
  });

  it("close on Escape, also under a pointer that stays, and open again after it was elsewhere", async () => {
    const { page } = await visitor();
    await openLive(page, "/terms");
    await entry(page, "Femmes").hover();
    await shows(page, WOMEN);
    await page.keyboard.press("Escape");
    await shows(page);
    await entry(page, "Femmes").hover({ position: { x: 3, y: 20 } });
    await page.waitForTimeout(400);
    await shows(page);
    await entry(page, "Hommes").hover();
    await shows(page, MEN);
    await entry(page, "Femmes").hover();
    await shows(page, WOMEN);
  });

  it("open with the focus, which goes through them and on; Escape leads past them", async () => {
    const { page } = await visitor();
    await openLive(page, "/terms");
    await page.getByRole("banner").locator('a[href="/"]').filter({ visible: true }).focus();
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("Hommes");
    await shows(page, MEN);
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("Sandales");
    await page.keyboard.press("Escape");
    await shows(page);
    expect(await focused(page)).toBe("Hommes");
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("Femmes");
    await shows(page, WOMEN);
    // Nothing holds the focus: it leaves behind the panel's last link, and goes back.
    const names: (string | null | undefined)[] = [];
    for (let press = 0; press < 7; press++) {
      await page.keyboard.press("Tab");
      names.push(await focused(page));
    }
    expect(names).toEqual(["Sandales", "Mules", "Ballerines", "Baskets", "Tongs", "Sabots", "Enfant"]);
    await page.keyboard.press("Shift+Tab");
    expect(await focused(page)).toBe("Femmes");
    await shows(page, WOMEN);
    await page.getByRole("button", { name: "Thème sombre" }).focus();
    await shows(page);
    // Only buttons are announced as opening something.
    expect(await bar(page).locator("[aria-expanded],[aria-haspopup]").count()).toBe(0);
  });

  it("are fetched with the first use of the bar, once, and are without barriers when open", async () => {
    const { page } = await visitor();
    const asked: string[] = [];
    page.on("request", (request) => {
      if (/api\/categories|bar-panels/.test(request.url())) asked.push(request.url());
    });
    await openLive(page, "/terms");
    await page.waitForTimeout(300);
    expect(asked).toEqual([]);
    for (const name of ["Femmes", "Hommes", "Femmes"]) await entry(page, name).hover();
    await shows(page, WOMEN);
    expect(asked.filter((url) => url.includes("/api/categories"))).toHaveLength(1);
    await entry(page, "Femmes").focus();
    expect(await violationsOf(page, [1350])).toEqual([]);
  });

  it.each(scriptFailures)("when the categories are an answer that %s, the links lead as ever", async (failure) => {
    const { context, page } = await visitor();
    await context.route("**/api/categories", (route) => failures[failure](route));
    await openLive(page, "/terms");
    await entry(page, "Femmes").hover();
    await page.waitForTimeout(300);
    await shows(page);
    await entry(page, "Femmes").click();
    await arriveAt(page, "/femme");
  });

  it.each([
    ["AbortSignal.timeout (Chrome 102)", () => Reflect.deleteProperty(AbortSignal, "timeout"), [WOMEN]],
    ["constructed style sheets (Safari 16.3)", () => Reflect.deleteProperty(window, "CSSStyleSheet"), []],
  ] as const)("in browsers without %s no error is thrown, and the links lead", async (_, prepare, shown) => {
    const { page } = await visitor();
    const complaints = watch(page);
    await page.addInitScript(prepare);
    await openLive(page, "/terms");
    await Promise.all([page.waitForResponse("**/api/categories"), entry(page, "Femmes").hover()]);
    await shows(page, ...shown);
    await entry(page, "Femmes").click();
    await arriveAt(page, "/femme");
    expect(complaints).toEqual([]);
  });

  it("a touch follows the link", async () => {
    const { page } = await visitor({ hasTouch: true });
    await openLive(page, "/terms");
    await entry(page, "Femmes").tap();
    await arriveAt(page, "/femme");
  });
});

describe("the menu of a phone", () => {
  const menu = (page: Page) => page.getByRole("dialog", { name: "Menu" });
  const summary = (page: Page) => page.locator("summary", { hasText: "Menu" });

  it("shows the categories below their department, by a button that says so", async () => {
    const { page } = await visitor({ phone: true, reducedMotion: "reduce" });
    await openLive(page, "/terms");
    await openRefined(summary(page), menu(page));
    const button = menu(page).getByRole("button", { name: "Catégories : Femmes" });
    await button.waitFor();
    expect(
      await menu(page)
        .getByRole("button", { name: /^Catégories/ })
        .count(),
    ).toBe(4);
    expect(await button.getAttribute("aria-expanded")).toBe("false");
    const mules = menu(page).locator('a[href="/femme?subcategory=femmes-mules"]');
    expect(await mules.isVisible()).toBe(false);
    await button.tap();
    expect(await button.getAttribute("aria-expanded")).toBe("true");
    expect(await violationsOf(page, [320, 412])).toEqual([]);
    await button.tap();
    expect(await mules.isVisible()).toBe(false);
    // Opened again, the menu has each of them once.
    await page.keyboard.press("Escape");
    await summary(page).tap();
    await button.waitFor();
    expect(
      await menu(page)
        .getByRole("button", { name: /^Catégories/ })
        .count(),
    ).toBe(4);
    await button.tap();
    await mules.tap();
    await arriveAt(page, "/femme");
  });

  it("has all its links when the categories do not come, and a later opening asks again", async () => {
    const { context, page } = await visitor({ phone: true });
    await context.route("**/api/categories", (route) => route.abort());
    await openLive(page, "/terms");
    await openRefined(summary(page), menu(page));
    await menu(page).getByRole("link", { name: "Soldes" }).waitFor();
    expect(
      await menu(page)
        .getByRole("button", { name: /^Catégories/ })
        .count(),
    ).toBe(0);
    await page.keyboard.press("Escape");
    await context.unrouteAll();
    await summary(page).tap();
    await menu(page).getByRole("button", { name: "Catégories : Hommes" }).waitFor();
  });

  it("leads to the categories without scripts", async () => {
    const { page } = await visitor({ phone: true, javaScriptEnabled: false });
    await open(page, "/terms");
    await summary(page).tap();
    await page.getByRole("banner").getByRole("link", { name: "Catégories" }).tap();
    await arriveAt(page, "/categories");
  });
});

describe("the search field of wide windows", () => {
  const field = (page: Page) => page.getByRole("banner").getByRole("textbox", { name: "Rechercher" });

  it.each([false, true])("is in sight and sends what was typed (scripts: %s)", async (javaScriptEnabled) => {
    const { page } = await visitor({ viewport: { width: 1440, height: 900 }, javaScriptEnabled });
    await open(page, "/terms");
    if (javaScriptEnabled) await live(page);
    expect((await field(page).boundingBox())?.width).toBeGreaterThan(120);
    expect(await page.getByRole("banner").getByRole("link", { name: "Rechercher" }).isVisible()).toBe(false);
    await field(page).focus();
    await page.keyboard.type("boston");
    await page.keyboard.press("Enter");
    await arriveAt(page, "/search");
    expect(new URL(page.url()).search).toBe("?q=boston");
  });

  it("is the link of narrow windows below", async () => {
    const { page } = await visitor({ viewport: { width: 1100, height: 900 } });
    await open(page, "/terms");
    expect(await field(page).isVisible()).toBe(false);
    expect(await page.getByRole("banner").getByRole("link", { name: "Rechercher" }).isVisible()).toBe(true);
  });

  it("opens the search over the page at a click, and hands over what was typed", async () => {
    const { page } = await visitor({ viewport: { width: 1440, height: 900 } });
    await openLive(page, "/terms");
    await field(page).focus();
    await page.keyboard.type("bos");
    await field(page).click();
    const inOverlay = page.getByRole("dialog", { name: "Recherche" }).getByRole("textbox", { name: "Rechercher" });
    await inOverlay.waitFor();
    await page.keyboard.type("ton");
    expect(await inOverlay.inputValue()).toBe("boston");
    await page.getByRole("dialog", { name: "Recherche" }).locator('a[href^="/product/boston"]').first().waitFor();
  });
});

describe("the bar is whole", () => {
  it("at every width: one row, nothing cut off", async () => {
    const { page } = await visitor();
    await open(page, "/femme");
    for (const width of [320, 412, 768, 1024, 1080, 1152, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      expect((await page.getByRole("banner").boundingBox())?.height, `${width} px`).toBeLessThan(64);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${width} px`).toBeLessThanOrEqual(0);
      const heights = await page
        .locator('nav[aria-label="Navigation principale"] a')
        .evaluateAll((links) => [...new Set(links.map((link) => link.getBoundingClientRect().height))]);
      expect(heights, `${width} px`).toEqual([width < 1080 ? 0 : 44]);
    }
  });
});
