import { type Browser, chromium, type Locator } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { violationsOf } from "../support/browser/axe";
import { goOnAs, WHOLE } from "../support/browser/browser";
import { openRefined } from "../support/browser/gestures";
import { addToCart, arriveAt, open } from "../support/browser/journeys";
import { live, openLive } from "../support/browser/scripts";
import { accountHolder } from "../support/http/signed-in";
import { hold } from "../support/shop/failures";
import { shopWithVisitors } from "../support/shop/served-shop";

/** Scripts of every page: header, menus, theme, way back (section 2, Layout; section 4). */

const { shop, visitor } = shopWithVisitors();

it.each([true, false])("tests come with the user agent of a real browser, phone: %s (T-8)", async (phone) => {
  const { page } = await visitor({ phone });
  const [request] = await Promise.all([page.waitForRequest("**/terms"), open(page, "/terms")]);
  const { "user-agent": sent = "" } = await request.allHeaders();
  expect(sent).toMatch(/^Mozilla\/5\.0 .+ Chrome\/\d/);
  expect(sent).not.toContain("Headless");
  expect(sent.includes("Mobile")).toBe(phone);
});

describe("the header", () => {
  it("gets its shadow behind 60 px, and stays on top", async () => {
    const { page } = await visitor();
    await openLive(page, "/shop");
    const shadow = () => page.getByRole("banner").evaluate((bar) => getComputedStyle(bar).boxShadow);
    expect(await shadow()).toBe("none");
    await page.evaluate(() => scrollTo(0, 61));
    await expect.poll(shadow).not.toBe("none");
    expect((await page.getByRole("banner").boundingBox())?.y).toBe(0);
    await page.evaluate(() => scrollTo(0, 59));
    await expect.poll(shadow).toBe("none");
  });

  it("the theme changes at once, is posted behind it, holds on the next page, and keeps the focus", async () => {
    const { page } = await visitor({ colorScheme: "light" });
    await openLive(page, "/shop");
    const release = await hold(page, "**/theme");
    await page.getByRole("button", { name: "Thème sombre" }).click();
    await page.locator("html.dark").waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Thème clair");
    expect(await page.locator("meta[name=color-scheme]").getAttribute("content")).toBe("dark");
    // The next page was rendered before the shop knew of it, and is dark from the first paint.
    await openLive(page, "/cart");
    expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe("rgb(242, 235, 226)");
    release();
    await expect.poll(async () => (await page.context().cookies()).some(({ name }) => name === "theme")).toBe(true);
    await page.evaluate(() => sessionStorage.clear());
    await openLive(page, "/shop");
    expect(await page.locator("html").getAttribute("class")).toBe("dark");
  });

  it("a chosen light theme stays light where the browser darkens sites by itself", async () => {
    const { page } = await visitor({ colorScheme: "dark", reducedMotion: "reduce" });
    await openLive(page, "/shop");
    await page.getByRole("button", { name: "Thème clair" }).click();
    await page.locator("html.light").waitFor();
    const look = () => page.getByRole("banner").screenshot();
    const chosen = await look();
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setAutoDarkModeOverride", { enabled: true });
    expect((await look()).equals(chosen)).toBe(true);
  });

  it.each([
    ["opens a panel", "/shop", "a[data-panel=cart]"],
    ["is a heart", "/shop", ".heart button"],
    ["is a choice in a list", "/shop", ".filters label.pick"],
    ["opens a picture", "/product/boston-santa-cruz", "#galerie section a"],
  ])(
    "what is pressed and %s has the focus, also where a press gives none, as in Safari",
    async (what, path, selector) => {
      const { page } = await visitor();
      await page.addInitScript(() => addEventListener("mousedown", (event) => event.preventDefault(), true));
      await openLive(page, path);
      const pressed = page.locator(selector).first();
      await pressed.click();
      const dialog = page.locator("dialog[open]");
      if (what.startsWith("opens")) await dialog.waitFor();
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "hidden" });
      const hasFocus = (element: Element) =>
        ((element as HTMLLabelElement).control ?? element) === document.activeElement;
      expect(await pressed.evaluate(hasFocus)).toBe(true);
    },
  );

  it("the user menu closes on a click beside it and on Escape, which gives the focus back", async () => {
    const { page } = await visitor();
    await openLive(page, "/shop");
    const summary = page.locator("summary", { hasText: "Mon espace" });
    const entry = page.getByRole("banner").getByRole("link", { name: "Suivre ma commande" });
    await summary.click();
    await entry.waitFor();
    await page.mouse.click(300, 600);
    await entry.waitFor({ state: "hidden" });
    await summary.click();
    await entry.focus();
    await page.keyboard.press("Escape");
    await entry.waitFor({ state: "hidden" });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Mon espace");
  });
});

describe("the user menu, by keys", () => {
  it("closes behind the focus, which Escape then leaves where it is", async () => {
    const { page } = await visitor();
    await openLive(page, "/shop");
    const summary = page.locator("summary", { hasText: "Mon espace" });
    const entry = page.getByRole("banner").getByRole("link", { name: "Suivre ma commande" });
    await summary.focus();
    await page.keyboard.press("Enter");
    await entry.waitFor();
    await page.keyboard.press("Tab");
    expect(await entry.isVisible()).toBe(true);
    await page
      .getByRole("banner")
      .getByRole("link", { name: /^Panier/ })
      .focus();
    await entry.waitFor({ state: "hidden" });
    await page.keyboard.press("Escape");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("href"))).toBe("/cart");
  });
});

/** As Opera Mini: no custom properties, each <details> open, and no later choice drawn. */
describe("a browser of a proxy", () => {
  it.each(["/shop", "/product/boston-santa-cruz"])("has its menu above %s, and its own radio buttons", async (path) => {
    const { page } = await visitor({ phone: true, javaScriptEnabled: false, bypassCSP: true });
    await page.route(`**${path}`, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text())
        .replace(/@supports ?\(--a: ?0\)/g, "@supports (none: 0)")
        .replaceAll("<details", "<details open");
      await route.fulfill({ response: answer, body });
    });
    await open(page, path);
    const menu = await page.getByRole("navigation", { name: "Menu" }).boundingBox();
    const main = await page.getByRole("main").boundingBox();
    expect((menu?.y ?? 0) + (menu?.height ?? 0)).toBeLessThanOrEqual(main?.y ?? 0);
    const picks = page.locator(".pick input");
    expect(await picks.count()).toBeGreaterThan(1);
    const looks = picks.evaluateAll((all) =>
      all.map((one) => [getComputedStyle(one).opacity, getComputedStyle(one).position].join()),
    );
    expect(new Set(await looks)).toEqual(new Set(["1,static"]));
  });
});

describe("the side menu on a phone", () => {
  const phone = { viewport: { width: 320, height: 640 } };

  it.each([false, true])("is there in one row of 44 px targets, and leads (scripts: %s)", async (javaScriptEnabled) => {
    const { page } = await visitor({ ...phone, javaScriptEnabled });
    await open(page, "/shop");
    if (javaScriptEnabled) await live(page);
    const bar = await page.getByRole("banner").boundingBox();
    expect(bar?.height).toBeLessThan(60);
    for (const target of [
      page.locator("summary", { hasText: "Menu" }),
      page.getByRole("banner").getByRole("link", { name: "Rechercher" }),
      page.getByRole("banner").getByRole("link", { name: /^Panier/ }),
    ]) {
      const box = await target.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect(box?.width).toBeGreaterThanOrEqual(44);
    }
    const summary = page.locator("summary", { hasText: "Menu" });
    const menu = javaScriptEnabled ? page.getByRole("dialog", { name: "Menu" }) : page.getByRole("banner");
    if (javaScriptEnabled) await openRefined(summary, menu);
    else await summary.click();
    expect(await menu.getByRole("link", { name: "Boutique", exact: true }).getAttribute("aria-current")).toBe("page");
    await menu.getByRole("link", { name: "Suivre ma commande" }).click();
    await arriveAt(page, "/suivi");
  });

  it("is a dialog: focus inside, Escape and a click beside it close it, the focus returns (A-5)", async () => {
    const { page } = await visitor({ ...phone, reducedMotion: "reduce" });
    await openLive(page, "/shop");
    const summary = page.locator("summary", { hasText: "Menu" });
    const menu = page.getByRole("dialog", { name: "Menu" });
    await summary.focus();
    await openRefined(summary, menu, () => page.keyboard.press("Enter"));
    expect(await menu.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    expect(await violationsOf(page, [320])).toEqual([]);
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "hidden" });
    expect(await summary.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.setViewportSize(phone.viewport);
    await summary.click();
    await menu.waitFor();
    await page.mouse.click(310, 300);
    await menu.waitFor({ state: "hidden" });
    await summary.click();
    await menu.getByRole("button", { name: "Fermer le menu" }).click();
    await menu.waitFor({ state: "hidden" });
  });
});

describe("products in rows", () => {
  it("four of them fill a row at every width of a desktop", async () => {
    const { page } = await visitor({ javaScriptEnabled: false });
    await open(page, "/product/boston-santa-cruz");
    const row = page.getByRole("region", { name: "Produits similaires" }).getByRole("list");
    const right = async (part: Locator) => {
      const box = await part.boundingBox();
      return Math.round((box?.x ?? 0) + (box?.width ?? 0));
    };
    const cards = row.locator(":scope > li");
    expect(await cards.count()).toBe(4);
    for (const width of [768, 1440, 1920]) {
      await page.setViewportSize({ width, height: 1000 });
      expect(await right(cards.last()), `${width} px`).toBe(await right(row));
    }
  });

  it("say the old price below the new one, from the same edge, where there is no room beside it", async () => {
    const { page } = await visitor({ viewport: { width: 320, height: 640 }, javaScriptEnabled: false });
    await open(page, "/sales/summer");
    const card = page.locator("main .products > li").first();
    const [price, old] = await Promise.all([card.getByTestId("price").boundingBox(), card.locator("s").boundingBox()]);
    expect(old?.y).toBeGreaterThan((price?.y ?? 0) + 10);
    expect(old?.x).toBe(price?.x);
  });
});

describe.each([true, false])("the order form of a product (scripts: %s)", (javaScriptEnabled) => {
  it("fits a laptop below the header, with wilaya and commune beside each other where they have room", async () => {
    const { page } = await visitor({ viewport: { width: 1440, height: 900 }, javaScriptEnabled });
    await open(page, "/product/boston-santa-cruz");
    const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const field = (label: string) => boxOf(page.getByLabel(label, { exact: true }));
    const [name, button] = [
      await field("Nom"),
      await boxOf(page.getByRole("button", { name: "Commander maintenant" })),
    ];
    expect(button.y + button.height - name.y).toBeLessThan(900 - 60);
    const [wilaya, commune] = [await field("Wilaya"), await field("Commune")];
    expect(commune.x).toBeGreaterThan(wilaya.x + wilaya.width);
    expect(commune.y).toBe(wilaya.y);
    for (const width of [768, 412, 320]) {
      await page.setViewportSize({ width, height: 900 });
      const [wilaya, commune] = [await field("Wilaya"), await field("Commune")];
      expect({ width, isBelow: commune.y > wilaya.y + wilaya.height }).toEqual({ width, isBelow: true });
    }
  });

  it("keeps labels and fields that stand beside each other on one line when one is refused", async () => {
    const { page } = await visitor({ viewport: { width: 1440, height: 900 }, javaScriptEnabled });
    await open(page, "/product/boston-santa-cruz");
    await page.getByLabel("Prénom", { exact: true }).fill("Samira");
    await page.getByLabel("Wilaya", { exact: true }).selectOption("31");
    await page.getByRole("button", { name: "Commander maintenant" }).click();
    await page.locator(".wrong").filter({ hasText: "Le nom est requis" }).waitFor();
    // Both at once, since the page may scroll to what is wrong.
    const tops = await page.evaluate(() =>
      [".pair .field", ".places .field", ".pair:not(.places) label"].map((parts) =>
        [...document.querySelectorAll(parts)].slice(0, 2).map((part) => part.getBoundingClientRect().top),
      ),
    );
    for (const [one, other] of tops) expect(one).toBe(other);
  });
});

describe("Back, out of the browser's memory", () => {
  let browser: Browser;
  beforeAll(async () => {
    // Playwright switches that memory off.
    browser = await chromium.launch({ ...WHOLE, ignoreDefaultArgs: ["--disable-back-forward-cache"] });
  });
  afterAll(() => browser.close());

  it("shows nothing of an account after logging out", async () => {
    const context = await browser.newContext({ baseURL: shop.url });
    const page = await context.newPage();
    const { client, email } = await accountHolder(shop);
    await goOnAs(client, context);
    for (const path of ["/femme", "/shop"]) {
      await open(page, path);
      expect(await page.content()).toContain(email);
    }
    // Its button stands in a menu that has to be opened.
    await page
      .locator("form[action='/logout'] button")
      .first()
      .evaluate((button: HTMLElement) => button.click());
    await page.getByText("Votre session est fermée.").first().waitFor();
    for (const path of ["/shop", "/femme"]) {
      await page.evaluate(() => history.back());
      await page.waitForURL((url) => url.pathname === path, { waitUntil: "commit" });
      await expect.poll(() => page.content(), { message: path }).not.toContain(email);
    }
    await context.close();
  });

  it("shows nothing of an account after another one has signed in", async () => {
    const context = await browser.newContext({ baseURL: shop.url });
    const page = await context.newPage();
    const [one, another] = [await accountHolder(shop), await accountHolder(shop)];
    await goOnAs(one.client, context);
    await openLive(page, "/femme");
    expect(await page.content()).toContain(one.email);
    await goOnAs(another.client, context);
    await openLive(page, "/shop");
    await page.evaluate(() => history.back());
    await page.waitForURL((url) => url.pathname === "/femme", { waitUntil: "commit" });
    await expect.poll(() => page.content()).not.toContain(one.email);
    await expect.poll(() => page.content()).toContain(another.email);
    await context.close();
  });

  it("brings the page as it was left, panels closed, with the theme and the badge of today", async () => {
    const context = await browser.newContext({ baseURL: shop.url, colorScheme: "light" });
    const page = await context.newPage();
    await open(page, "/product/boston-santa-cruz");
    await addToCart(page);
    await openLive(page, "/shop");
    await page.evaluate(() => {
      scrollTo(0, 400);
      addEventListener("pageshow", ({ persisted }) => {
        document.title = `${persisted}`;
      });
      document.querySelector<HTMLElement>("[data-panel=cart]")?.click();
    });
    await page
      .getByRole("dialog", { name: /^Votre panier/ })
      .getByRole("listitem")
      .first()
      .waitFor();
    await page.evaluate(() =>
      location.assign(document.querySelector<HTMLAnchorElement>("main a[href^='/product/']")?.href ?? ""),
    );
    await arriveAt(page, /^\/product\//);
    await live(page);
    await page.evaluate(async () => {
      document.querySelector<HTMLElement>("[value=dark]")?.click();
      // The same pair again, as another page would.
      const { cart } = await (await fetch("/cart/contents")).json();
      const body = new URLSearchParams({ intent: "quantite", variante: cart.lines[0].variantId, quantite: "3" });
      await fetch("/cart/contents", { method: "POST", body });
    });
    await page.evaluate(() => setTimeout(() => history.back()));
    // No new document arrives: the page that was left is there again.
    await expect.poll(() => page.title(), { timeout: 5000 }).toBe("true");
    expect(await page.locator("dialog[open]").count()).toBe(0);
    expect(await page.evaluate(() => scrollY)).toBe(400);
    await expect.poll(() => page.locator(".badge").innerText()).toBe("3");
    expect(await page.locator("html").getAttribute("class")).toBe("dark");
    await context.close();
  });
});
