import { readdirSync } from "node:fs";
import { chromium, type Page, type Route } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { violationsOf } from "../support/axe";
import { closeBrowser, LAUNCH, type Visit, visit } from "../support/browser";
import { Client } from "../support/http";
import { addToCart, arriveAt, open } from "../support/journeys";
import { addToCart as putIntoCart } from "../support/orders";
import { type RunningShop, restock, startShop } from "../support/shop-server";

/** What scripts add to header, menus, cart and messages (section 2, Layout and Cart drawer; sections 4 and 9; A-5). */

let shop: RunningShop;
let current: Visit;

beforeAll(async () => {
  shop = await startShop();
});

beforeEach(() => restock(shop));

afterEach(async () => {
  await current?.close();
});

afterAll(async () => {
  await closeBrowser();
  await shop?.stop();
});

async function visitor(options: Parameters<typeof visit>[1] = {}): Promise<Page> {
  current = await visit(shop.url, options);
  return current.page;
}

const live = (page: Page) => page.locator("html[data-scripts=on]").waitFor();

/** A visitor with pairs of one product in the cart, put there over HTTP. */
async function withPairs(pairs: number, options?: Parameters<typeof visit>[1]): Promise<Page> {
  const page = await visitor(options);
  const client = new Client(shop.url);
  await putIntoCart(client, "boston-santa-cruz", { quantite: String(pairs) });
  const value = client.cookies.get("visitor") ?? "";
  await current.context.addCookies([{ name: "visitor", value, url: shop.url }]);
  return page;
}

/** On the page that says that a pair was added. */
async function justAdded(options?: Parameters<typeof visit>[1]): Promise<Page> {
  const page = await visitor(options);
  await open(page, "/product/boston-santa-cruz");
  await addToCart(page);
  await live(page);
  return page;
}

async function goTo(page: Page, path: string): Promise<void> {
  await open(page, path);
  await live(page);
}

const cartLink = (page: Page) => page.getByRole("banner").getByRole("link", { name: /^Panier/ });
const drawer = (page: Page) => page.getByRole("dialog", { name: /^Votre panier/ });
const badge = (page: Page) => page.locator(".badge").innerText();
const more = (page: Page) => page.getByRole("button", { name: /^Augmenter la quantité/ });
const quantity = (page: Page) => page.getByRole("textbox", { name: "Quantité" });
const less = (page: Page) => page.getByRole("button", { name: /^Diminuer la quantité/ });

async function openDrawer(page: Page) {
  await cartLink(page).click();
  await drawer(page)
    .getByRole("link", { name: "Passer à la commande" })
    .or(drawer(page).getByText("Votre panier est vide"))
    .waitFor();
  return drawer(page);
}

describe("hydration", () => {
  it("goes on when the shopper presses in the middle of it", async () => {
    const page = await visitor();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    // Between any two tasks of the page there is a press.
    await page.addInitScript(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        document.querySelector<HTMLElement>("#app h1")?.click();
        if (document.documentElement.dataset.scripts !== "on") port2.postMessage(0);
      };
      document.addEventListener("DOMContentLoaded", () => port2.postMessage(0));
    });
    await goTo(page, "/shop");
    expect(errors).toEqual([]);
  });
});

describe("the header", () => {
  it("gets its shadow behind 60 px, and stays on top", async () => {
    const page = await visitor();
    await goTo(page, "/shop");
    const shadow = () => page.getByRole("banner").evaluate((bar) => getComputedStyle(bar).boxShadow);
    expect(await shadow()).toBe("none");
    await page.evaluate(() => scrollTo(0, 61));
    await expect.poll(shadow).not.toBe("none");
    expect((await page.getByRole("banner").boundingBox())?.y).toBe(0);
    await page.evaluate(() => scrollTo(0, 59));
    await expect.poll(shadow).toBe("none");
  });

  it("the theme changes at once, is posted behind it, holds on the next page, and keeps the focus", async () => {
    const page = await visitor({ colorScheme: "light" });
    await goTo(page, "/shop");
    let release = () => {};
    const gate = new Promise<void>((go) => {
      release = go;
    });
    await page.route("**/theme", async (route) => {
      await gate;
      await route.continue();
    });
    await page.getByRole("button", { name: "Thème sombre" }).click();
    await page.locator("html.dark").waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Thème clair");
    // The next page was written before the shop had heard of it: it is dark before it is painted.
    await goTo(page, "/cart");
    expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe("rgb(242, 235, 226)");
    release();
    await expect.poll(async () => (await current.context.cookies()).some(({ name }) => name === "theme")).toBe(true);
    await page.evaluate(() => sessionStorage.clear());
    await goTo(page, "/shop");
    expect(await page.locator("html").getAttribute("class")).toBe("dark");
  });

  it("the user menu closes on a click beside it and on Escape, which gives the focus back", async () => {
    const page = await visitor();
    await goTo(page, "/shop");
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

describe("the side menu on a phone", () => {
  const phone = { viewport: { width: 320, height: 640 } };

  it.each([false, true])("is there in one row of 44 px targets, and leads (scripts: %s)", async (javaScriptEnabled) => {
    const page = await visitor({ ...phone, javaScriptEnabled });
    await open(page, "/shop");
    if (javaScriptEnabled) await live(page);
    const bar = await page.getByRole("banner").boundingBox();
    expect(bar?.height).toBeLessThan(60);
    for (const target of [
      page.locator("summary", { hasText: "Menu" }),
      page.getByRole("banner").getByRole("link", { name: "Rechercher" }),
      cartLink(page),
    ]) {
      const box = await target.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect(box?.width).toBeGreaterThanOrEqual(44);
    }
    await page.locator("summary", { hasText: "Menu" }).click();
    const menu = javaScriptEnabled ? page.getByRole("dialog", { name: "Menu" }) : page.getByRole("banner");
    expect(await menu.getByRole("link", { name: "Boutique" }).getAttribute("aria-current")).toBe("page");
    await menu.getByRole("link", { name: "Suivre ma commande" }).click();
    await arriveAt(page, "/suivi");
  });

  it("is a dialog: focus inside, Escape and a click beside it close it, the focus returns", async () => {
    const page = await visitor({ ...phone, reducedMotion: "reduce" });
    await goTo(page, "/shop");
    const summary = page.locator("summary", { hasText: "Menu" });
    const menu = page.getByRole("dialog", { name: "Menu" });
    await summary.focus();
    await page.keyboard.press("Enter");
    await menu.waitFor();
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

describe("the cart drawer", () => {
  it("shows count, lines, subtotal and note, and closes four ways with the focus back on the link", async () => {
    const page = await withPairs(2, { reducedMotion: "reduce" });
    await goTo(page, "/shop");
    const panel = await openDrawer(page);
    expect(await panel.getByRole("heading").innerText()).toMatch(/2 articles$/);
    expect(await panel.innerText()).toContain("Les frais de livraison seront calculés à l'étape suivante");
    expect(await panel.innerText()).toMatch(/Sous-total\s+[\d\s]+DA/);
    expect(await panel.innerText()).toMatch(/pointure \d\d/);
    const line = panel.getByRole("listitem");
    expect(await line.getByRole("link").first().getAttribute("href")).toMatch(/^\/product\//);
    expect(await panel.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    expect(await violationsOf(page, [320, 1350])).toEqual([]);
    await page.setViewportSize({ width: 1350, height: 900 });

    const isClosed = async () => {
      await panel.waitFor({ state: "hidden" });
      expect(await cartLink(page).evaluate((link) => link === document.activeElement)).toBe(true);
    };
    await page.keyboard.press("Escape");
    await isClosed();
    await openDrawer(page);
    await page.mouse.click(200, 400);
    await isClosed();
    await openDrawer(page);
    await panel.getByRole("button", { name: "Continuer les achats" }).click();
    await isClosed();
    await openDrawer(page);
    await panel.getByRole("button", { name: "Fermer le panier" }).click();
    await isClosed();
    expect(new URL(page.url()).pathname).toBe("/shop");
  });

  it("changes at once, up to 'Stock max'; a removed last line leaves the empty state", async () => {
    const page = await withPairs(1);
    await goTo(page, "/shop");
    const panel = await openDrawer(page);
    await more(page).click();
    await expect.poll(() => panel.getByRole("heading").innerText()).toMatch(/2 articles$/);
    await expect.poll(() => badge(page)).toBe("2");
    for (let pairs = 3; pairs <= 20; pairs++) await more(page).click();
    await panel.getByText("Stock max").waitFor();
    expect(await more(page).getAttribute("aria-disabled")).toBe("true");
    await panel.getByRole("button", { name: /^Retirer/ }).click();
    await panel.getByText("Votre panier est vide", { exact: true }).first().waitFor();
    await panel.getByText("Ajoutez des produits à votre panier pour commencer vos achats").waitFor();
    expect(await panel.getByRole("link", { name: "Découvrir nos produits" }).getAttribute("href")).toBe("/shop");
    expect(await page.locator(".badge").isHidden()).toBe(true);
    // Said in the dialog itself: what is behind it is out of reach.
    await panel.locator(".toast", { hasText: "Article retiré du panier" }).waitFor();
    expect(await violationsOf(page, [412])).toEqual([]);
    await goTo(page, "/cart");
    await page.getByText("Votre panier est vide").first().waitFor();
  });

  it("a picture that does not come is replaced", async () => {
    const page = await withPairs(1);
    await goTo(page, "/terms");
    await page.route("**/pictures/**", (route) => route.abort());
    const panel = await openDrawer(page);
    await panel.getByText("Image non disponible").waitFor();
  });

  it("the checkout waits for what is under way", async () => {
    const page = await withPairs(1);
    await goTo(page, "/shop");
    await openDrawer(page);
    await slow(page, 400);
    for (let presses = 0; presses < 3; presses++) await more(page).click();
    await page.getByRole("link", { name: "Passer à la commande" }).click();
    await arriveAt(page, "/checkout");
    expect(await badge(page)).toBe("4");
  });

  it.each(["is cut off", "answers HTML", "never answers"])("when its script %s the link is a link", async (how) => {
    const page = await withPairs(1);
    await page.route(/open-drawer/, (route) => {
      if (how === "is cut off") return route.abort();
      if (how === "answers HTML") return route.fulfill({ contentType: "text/html", body: "<p>Portail" });
    });
    await goTo(page, "/shop");
    await cartLink(page).click();
    await arriveAt(page, "/cart");
  });

  it("when the cart cannot be read the link is a link", async () => {
    const page = await withPairs(1);
    await goTo(page, "/shop");
    await page.route("**/cart/contents", (route) => route.fulfill({ status: 503, body: "" }));
    await cartLink(page).click();
    await arriveAt(page, "/cart");
  });

  it("cart and search exclude each other", async () => {
    const page = await withPairs(1);
    await goTo(page, "/shop");
    const panel = await openDrawer(page);
    await page.evaluate(() => window.dispatchEvent(new CustomEvent("shop:panel", { detail: "search" })));
    await panel.waitFor({ state: "hidden" });
    const opened = page.evaluate(
      () => new Promise((said) => addEventListener("shop:panel", (event) => said((event as CustomEvent).detail))),
    );
    await cartLink(page).click();
    expect(await opened).toBe("cart");
  });

  it("leaves the page where it is; the next page begins at its top", async () => {
    const page = await withPairs(1);
    await goTo(page, "/shop");
    await page.evaluate(() => scrollTo(0, 400));
    // By the mouse: a click by name scrolls a sticky bar to its own place first.
    const box = await cartLink(page).boundingBox();
    await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
    await drawer(page).getByRole("listitem").first().waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(400);
    await drawer(page).getByRole("listitem").getByRole("link").last().click();
    await arriveAt(page, /^\/product\//);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
});

describe("Back, out of the browser's memory", () => {
  it("brings the page as it was left, panels closed, with the theme and the badge of today", async () => {
    // Playwright switches that memory off.
    const browser = await chromium.launch({ ...LAUNCH, ignoreDefaultArgs: ["--disable-back-forward-cache"] });
    const context = await browser.newContext({ baseURL: shop.url, colorScheme: "light" });
    const page = await context.newPage();
    await open(page, "/product/boston-santa-cruz");
    await addToCart(page);
    await goTo(page, "/shop");
    await page.evaluate(() => {
      scrollTo(0, 400);
      addEventListener("pageshow", ({ persisted }) => {
        document.title = `${persisted}`;
      });
      document.querySelector<HTMLElement>("[data-panel=cart]")?.click();
    });
    await drawer(page).getByRole("listitem").first().waitFor();
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
    // No new document, hence nothing to arrive at: the page that was left is there again.
    await expect.poll(() => page.title(), { timeout: 5000 }).toBe("true");
    expect(await page.locator("dialog[open]").count()).toBe(0);
    expect(await page.evaluate(() => scrollY)).toBe(400);
    await expect.poll(() => badge(page)).toBe("3");
    expect(await page.locator("html").getAttribute("class")).toBe("dark");
    await browser.close();
  });
});

/** Every change of the cart takes so long. */
async function slow(page: Page, wait: number): Promise<{ posts: () => number }> {
  let posts = 0;
  await page.route("**/cart/contents", async (route: Route) => {
    if (route.request().method() === "POST") posts += 1;
    await new Promise((go) => setTimeout(go, wait));
    await route.continue().catch(() => undefined);
  });
  return { posts: () => posts };
}

describe("optimistic lines", () => {
  it("ten rapid presses and slow answers end in the right cart, badge, total and title", async () => {
    const page = await withPairs(1);
    await goTo(page, "/cart");
    const { posts } = await slow(page, 500);
    const price = Number((await page.getByText(/la paire/).innerText()).replace(/\D/g, ""));
    await more(page).evaluate(async (button: HTMLButtonElement) => {
      for (let presses = 0; presses < 10; presses++) {
        button.click();
        await new Promise((go) => setTimeout(go, 10));
      }
    });
    // Before any answer.
    expect(posts()).toBeLessThanOrEqual(2);
    expect(await badge(page)).toBe("11");
    expect(await quantity(page).inputValue()).toBe("11");
    expect(await page.title()).toMatch(/^Panier \(11\)/);
    const total = () => page.getByRole("region", { name: "Récapitulatif" }).locator("dd").innerText();
    expect(Number((await total()).replace(/\D/g, ""))).toBe(11 * price);
    await less(page).click();
    await expect
      .poll(() => page.getByRole("status").last().innerText(), { timeout: 5000 })
      .toMatch(/^10 articles, sous-total/);
    expect(posts()).toBeLessThanOrEqual(4);
    await page.unroute("**/cart/contents");
    await goTo(page, "/cart");
    expect(await page.title()).toMatch(/^Panier \(10\)/);
  });

  it("says beside the line and aloud when the stock refused, and settles", async () => {
    const page = await withPairs(2);
    await goTo(page, "/cart");
    // Somebody else was faster: the shop has three, the page still believes in twenty.
    await page.route("**/cart/contents", async (route) => {
      const response = await route.fetch();
      const { cart } = await response.json();
      cart.lines[0] = { ...cart.lines[0], quantity: 2, stock: 3 };
      const refused = { variantId: cart.lines[0].variantId, message: "Plus que 3 en stock !" };
      await route.fulfill({ status: 400, json: { cart: { ...cart, count: 2 }, refused } });
    });
    await more(page).click();
    await page.getByRole("listitem").getByText("Plus que 3 en stock !").waitFor();
    expect(await page.getByRole("status").last().innerText()).toBe("Plus que 3 en stock !");
    expect(await quantity(page).inputValue()).toBe("2");
    expect(await badge(page)).toBe("2");
  });

  it("a removed line goes at once, its message is a toast, the focus is on the heading", async () => {
    const page = await withPairs(1);
    await goTo(page, "/cart");
    await slow(page, 300);
    await page.getByRole("button", { name: "Retirer" }).click();
    expect(await page.getByText("Votre panier est vide").first().isVisible()).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    const toast = page.locator(".toast", { hasText: "Article retiré du panier" });
    await toast.waitFor();
    await page.unroute("**/cart/contents");
    await goTo(page, "/cart");
    expect(await page.title()).toMatch(/^Panier –/);
  });

  it.each(["answers 503", "is cut off", "answers HTML"])(
    "when the shop %s the browser's own form does it",
    async (how) => {
      const page = await withPairs(1);
      await goTo(page, "/cart");
      await page.route("**/cart/contents", async (route) => {
        if (how === "answers 503") await route.fulfill({ status: 503, body: "" });
        if (how === "is cut off") await route.abort();
        if (how === "answers HTML") await route.fulfill({ contentType: "text/html", body: "<h1>Portail</h1>" });
      });
      const posted = page.waitForRequest((request) => request.isNavigationRequest() && request.method() === "POST");
      await more(page).click();
      expect((await posted).postData()).toContain("quantite=2");
      await expect.poll(() => page.title()).toMatch(/^Panier \(2\)/);
      await live(page);
      expect(await quantity(page).inputValue()).toBe("2");
    },
  );

  it("a page that is left sends what it still had to say", async () => {
    const page = await withPairs(1);
    await goTo(page, "/cart");
    // The first answer is slow, so that the last wish still waits when the page is left.
    const session = await current.context.newCDPSession(page);
    await session.send("Network.enable");
    const line = { offline: false, downloadThroughput: -1, uploadThroughput: -1 };
    await session.send("Network.emulateNetworkConditions", { ...line, latency: 1000 });
    for (let presses = 0; presses < 4; presses++) await more(page).click();
    await open(page, "/terms");
    await session.send("Network.emulateNetworkConditions", { ...line, latency: 0 });
    await expect
      .poll(async () => {
        await open(page, "/cart");
        return page.title();
      })
      .toMatch(/^Panier \(5\)/);
  });
});

describe("toasts", () => {
  const toasts = (page: Page) => page.locator(".toast");

  it("the page's message is a toast in the top right corner for 2 s, and stays in the page", async () => {
    const page = await justAdded();
    const toast = toasts(page).filter({ hasText: "Produit ajouté au panier avec succès !" });
    await toast.waitFor();
    const box = await toast.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1350 - 40);
    expect(box?.y).toBeLessThan(120);
    expect(await page.locator("[data-flash]").getAttribute("role")).toBeNull();
    expect(await page.getByRole("status").filter({ hasText: "Produit ajouté" }).count()).toBe(1);
    await toast.waitFor({ state: "detached", timeout: 3000 });
    await page.locator("[data-flash]").getByText("Produit ajouté au panier avec succès !").waitFor();
  });

  it("are twenty at most, for as long as section 9 says, and longer under the pointer or with the focus", async () => {
    const page = await visitor();
    await page.clock.install();
    await goTo(page, "/terms");
    const script = readdirSync("build/client/assets").find((file) => file.startsWith("toast-"));
    const say = (messages: [message: string, type?: string][]) =>
      page.evaluate(
        `import("/assets/${script}").then(({ toast }) => ${JSON.stringify(messages)}.forEach((one) => toast(...one)))`,
      );
    const shown = async () => (await toasts(page).allInnerTexts()).map((text) => text.replace(/\W+$/, ""));

    await say(Array.from({ length: 25 }, (_, index) => [`Message ${index}`]));
    await page.clock.runFor(200);
    expect(await shown()).toHaveLength(20);
    expect((await shown()).at(-1)).toBe("Message 24");
    await page.clock.runFor(5000);
    expect(await shown()).toEqual([]);

    await say([["blanc"], ["succès", "success"], ["erreur", "error"], ["commande", "order"]]);
    await page.clock.runFor(1900);
    expect(await shown()).toEqual(["blanc", "succès", "erreur", "commande"]);
    await page.clock.runFor(300);
    expect(await shown()).toEqual(["blanc", "erreur", "commande"]);
    await toasts(page).filter({ hasText: "erreur" }).hover();
    await page.clock.runFor(9000);
    expect(await shown()).toEqual(["blanc", "erreur", "commande"]);
    await page.mouse.move(100, 600);
    await page.clock.runFor(4100);
    expect(await shown()).toEqual(["commande"]);
    await toasts(page).getByRole("button", { name: "Fermer ce message" }).focus();
    await page.clock.runFor(9000);
    expect(await shown()).toEqual(["commande"]);
    expect(await page.locator(".toasts").getAttribute("role")).toBe("status");
    await page.keyboard.press("Enter");
    expect(await shown()).toEqual([]);
  });

  it("on a phone, where it would cover the very message, it is only said", async () => {
    const page = await justAdded({ phone: true });
    const said = page.locator(".toasts", { hasText: "Produit ajouté au panier avec succès !" });
    await said.waitFor({ state: "attached" });
    expect(await toasts(page).count()).toBe(0);
  });
});

describe("prefetch on intent", () => {
  const asked = (page: Page) => page.locator('link[rel="prefetch"]').count();

  it("a product that is pointed at is fetched, and used without asking again", async () => {
    const page = await visitor();
    await goTo(page, "/shop");
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
    const page = await visitor();
    await goTo(page, "/shop");
    await page.waitForLoadState("networkidle");
    await cartLink(page).hover();
    await page.waitForTimeout(150);
    expect(await asked(page)).toBe(0);
    for (const card of (await page.getByRole("main").locator('a[href^="/product/"]').all()).slice(0, 12)) {
      await card.focus();
      await page.waitForTimeout(90);
    }
    expect(await asked(page)).toBe(10);
    await open(page, "/product/boston-santa-cruz");
    await addToCart(page);
    await goTo(page, "/shop");
    await page.waitForLoadState("networkidle");
    await page.getByRole("main").locator('a[href^="/product/"]').first().hover();
    await page.waitForTimeout(150);
    expect(await asked(page)).toBe(0);
  });

  it.each([{ saveData: true }, { effectiveType: "2g" }, { effectiveType: "slow-2g" }])(
    "none with %j",
    async (connection) => {
      const page = await visitor();
      await current.context.addInitScript((given) => {
        Object.defineProperty(navigator, "connection", { value: given });
      }, connection);
      await goTo(page, "/shop");
      await page.waitForLoadState("networkidle");
      await page.getByRole("main").locator('a[href^="/product/"]').first().hover();
      await page.waitForTimeout(150);
      expect(await asked(page)).toBe(0);
    },
  );
});
