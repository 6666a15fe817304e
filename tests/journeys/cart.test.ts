import type { Page, Route } from "playwright";
import { describe, expect, it } from "vitest";
import { violationsAt, violationsOf } from "../support/browser/axe";
import { goOnAs, type VisitorOptions } from "../support/browser/browser";
import { goesThrough } from "../support/browser/focus";
import { arriveAt, open } from "../support/browser/journeys";
import { someLooks } from "../support/browser/looks";
import { scriptFailures } from "../support/browser/script-failures";
import { live, openLive } from "../support/browser/scripts";
import { Client } from "../support/http/client";
import { fillCart } from "../support/http/orders";
import { covering } from "../support/setup/sweeps";
import { type Failure, failures, hold } from "../support/shop/failures";
import { shopWithVisitors } from "../support/shop/served-shop";

/** The cart with scripts: drawer and page (section 2, Cart drawer; sections 4 and 9). */

const { shop, visitor } = shopWithVisitors();

/** The page need not wait to see that the shop fails. */
const KNOWN_AT_ONCE: Failure[] = ["answers 503", "is cut off", "answers HTML"];

/** A visitor with pairs of one product in the cart, put there over HTTP. */
async function withPairs(pairs: number, options?: VisitorOptions): Promise<Page> {
  const { context, page } = await visitor(options);
  const client = new Client(shop.url);
  await fillCart(client, "boston-santa-cruz", pairs);
  await goOnAs(client, context);
  return page;
}

const cartLink = (page: Page) => page.getByRole("banner").getByRole("link", { name: /^Panier/ });
const drawer = (page: Page) => page.getByRole("dialog", { name: /^Votre panier/ });
const badge = (page: Page) => page.locator(".badge").innerText();
const more = (page: Page) => page.getByRole("button", { name: /^Augmenter la quantité/ });
const less = (page: Page) => page.getByRole("button", { name: /^Diminuer la quantité/ });
const quantity = (page: Page) => page.getByRole("textbox", { name: "Quantité" });
/** The texts that describe the quantity. */
const described = (page: Page) =>
  quantity(page).evaluate((field) =>
    (field.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent),
  );

async function openDrawer(page: Page) {
  await cartLink(page).click();
  await drawer(page)
    .getByRole("link", { name: "Passer à la commande" })
    .or(drawer(page).getByText("Votre panier est vide"))
    .waitFor();
  return drawer(page);
}

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

describe("the cart drawer", () => {
  it("shows count, lines, subtotal and note, and closes four ways with the focus back on the link (A-5)", async () => {
    const page = await withPairs(2, { reducedMotion: "reduce" });
    await openLive(page, "/shop");
    const panel = await openDrawer(page);
    expect(await panel.getByRole("heading").innerText()).toMatch(/2 articles$/);
    expect(await panel.innerText()).toContain("Les frais de livraison seront calculés à l'étape suivante");
    expect(await panel.innerText()).toMatch(/Sous-total\s+[\d\s]+DA/);
    expect(await panel.innerText()).toMatch(/pointure \d\d/);
    const line = panel.getByRole("listitem");
    expect(await line.getByRole("link").first().getAttribute("href")).toMatch(/^\/product\//);
    expect(await panel.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    expect(await violationsAt(page, someLooks)).toEqual([]);
    await page.setViewportSize({ width: 1350, height: 900 });
    expect((await line.locator("img").boundingBox())?.width).toBe(160);

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

  it("has the focus each time that it opens, on its heading once its lines have come", async () => {
    const page = await withPairs(1);
    await openLive(page, "/shop");
    for (let opening = 0; opening < 3; opening++) {
      const panel = await openDrawer(page);
      expect(await panel.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
      await page.keyboard.press("Escape");
      await panel.waitFor({ state: "hidden" });
    }
  });

  it.each([
    [412, 740],
    [320, 256],
  ])("what gets the focus is not covered by its sums, at %d × %d", async (width, height) => {
    const { context, page } = await visitor({ viewport: { width, height } });
    const client = new Client(shop.url);
    for (const slug of ["boston-santa-cruz", "sandale-les-andalouses", "mule-tafna", "boston-tlemcen"])
      await fillCart(client, slug);
    await goOnAs(client, context);
    await openLive(page, "/shop");
    await openDrawer(page);
    await goesThrough(page, 20);
  });

  it("changes at once, up to 'Stock max'; a removed last line leaves the empty state", async () => {
    const page = await withPairs(1);
    await openLive(page, "/shop");
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
    // In the dialog, as the page behind it is inert, and over nothing that stands there.
    await panel.locator(".drawer-message", { hasText: "Article retiré du panier" }).waitFor();
    expect(await page.locator(".toast").count()).toBe(0);
    expect(await violationsOf(page, [412])).toEqual([]);
    await openLive(page, "/cart");
    await page.getByText("Votre panier est vide").first().waitFor();
  });

  it("a picture that does not come is replaced", async () => {
    const page = await withPairs(1);
    await openLive(page, "/terms");
    await page.route("**/pictures/**", (route) => route.abort());
    const panel = await openDrawer(page);
    await panel.locator("img[src^='data:'][src*='disponible']").waitFor();
  });

  it("the checkout waits for what is under way", async () => {
    const page = await withPairs(1);
    await openLive(page, "/shop");
    await openDrawer(page);
    await slow(page, 400);
    for (let presses = 0; presses < 3; presses++) await more(page).click();
    await page.getByRole("link", { name: "Passer à la commande" }).click();
    await arriveAt(page, "/checkout");
    expect(await page.locator("summary", { hasText: "Votre panier" }).textContent()).toMatch(
      /^Votre panier \(4\), 35\s600\sDA$/,
    );
  });

  it("the checkout is gone to once for a press, and not after a change that was refused", async () => {
    const page = await withPairs(1);
    await openLive(page, "/shop");
    await openDrawer(page);
    let visits = 0;
    // The page stays, as one to which Back returns.
    await page.route("**/checkout", (route) => {
      visits += 1;
      return route.fulfill({ status: 204 });
    });
    const checkout = page.getByRole("link", { name: "Passer à la commande" });
    await slow(page, 400);
    await more(page).click();
    await checkout.click();
    await expect.poll(() => visits).toBe(1);
    await page.unroute("**/cart/contents");
    const answered = () => page.waitForResponse("**/cart/contents").then((answer) => answer.finished());
    await Promise.all([answered(), more(page).click()]);

    await page.route("**/cart/contents", async (route) => {
      const { cart } = await (await route.fetch()).json();
      const refused = { variantId: cart.lines[0].variantId, message: "Plus que 3 en stock !" };
      await new Promise((go) => setTimeout(go, 400));
      await route.fulfill({ status: 400, json: { cart, refused } });
    });
    await more(page).click();
    await checkout.click();
    await drawer(page).getByRole("listitem").getByText("Plus que 3 en stock !").waitFor();
    await page.unroute("**/cart/contents");
    await Promise.all([answered(), less(page).click()]);
    await drawer(page).getByText("Plus que 3 en stock !").first().waitFor({ state: "hidden" });
    expect(visits).toBe(1);
    await checkout.click();
    await expect.poll(() => visits).toBe(2);
  });

  it.each(scriptFailures)("when its script %s the link is a link", async (how) => {
    const page = await withPairs(1);
    await page.route(/open-drawer/, failures[how]);
    await page.clock.install();
    await openLive(page, "/shop");
    await cartLink(page).click();
    // The page waits so long; the other failures are known at once.
    if (how === "never answers") await page.clock.runFor(4000);
    await arriveAt(page, "/cart");
  });

  it("leads to the cart's page, which says that the session of an account has ended", async () => {
    const { context, page } = await visitor();
    const client = new Client(shop.url);
    client.cookies.set("session", encodeURIComponent(Buffer.from(JSON.stringify("a".repeat(43))).toString("base64")));
    await goOnAs(client, context);
    await openLive(page, "/");
    await cartLink(page).click();
    await arriveAt(page, "/cart");
    await page.getByRole("main").getByText("Votre session a pris fin").waitFor();
  });

  it("when the cart cannot be read the link is a link", async () => {
    const page = await withPairs(1);
    await openLive(page, "/shop");
    await page.route("**/cart/contents", (route) => route.fulfill({ status: 503, body: "" }));
    await cartLink(page).click();
    await arriveAt(page, "/cart");
  });

  it("leaves the page where it is; the next page begins at its top", async () => {
    const page = await withPairs(1);
    await openLive(page, "/shop");
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

describe("optimistic lines", () => {
  it("are there once the page has loaded, before anybody touches it: the first press stays on the page", async () => {
    const page = await withPairs(1);
    await page.goto("/cart");
    await page.locator("[data-island=cart][data-awake]").waitFor();
    const loaded = await page.evaluate(() => performance.timeOrigin);
    await more(page).click();
    await expect.poll(() => badge(page)).toBe("2");
    await expect.poll(() => page.title()).toMatch(/^Panier \(2\)/);
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded);
  });

  it("ten rapid presses and slow answers end in the right cart, badge, total and title", async () => {
    const page = await withPairs(1);
    await openLive(page, "/cart");
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
    await openLive(page, "/cart");
    expect(await page.title()).toMatch(/^Panier \(10\)/);
  });

  it("says beside the line and aloud when the stock refused, and settles (A-7)", async () => {
    const page = await withPairs(2);
    await openLive(page, "/cart");
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

  it("says why a quantity out of bounds does not count once its field is left, and keeps it there", async () => {
    const page = await withPairs(3);
    await openLive(page, "/cart");
    const { posts } = await slow(page, 0);
    const line = page.getByRole("listitem").filter({ has: quantity(page) });
    const refusal = "La quantité doit être un nombre entier de 1 à 99";
    for (const typed of ["150", "0", "2,5"]) {
      const before = posts();
      await quantity(page).fill(typed);
      await page.keyboard.press("Tab");
      await line.getByText(refusal).waitFor();
      await expect.poll(() => page.getByRole("status").last().innerText()).toBe(refusal);
      expect(await quantity(page).inputValue()).toBe(typed);
      expect(await quantity(page).getAttribute("aria-invalid")).toBe("true");
      expect(await described(page)).toContain(refusal);
      expect(await page.title()).toMatch(/^Panier \(3\)/);
      // Left again, it says nothing again.
      await quantity(page).focus();
      await page.keyboard.press("Tab");
      expect(posts()).toBe(before + 1);
    }
    await quantity(page).fill("3");
    await page.keyboard.press("Tab");
    await line.getByText(refusal).waitFor({ state: "hidden" });
    expect(await quantity(page).getAttribute("aria-invalid")).toBeNull();
    await quantity(page).fill("150");
    await more(page).click();
    await expect.poll(() => page.title()).toMatch(/^Panier \(4\)/);
    expect(await quantity(page).inputValue()).toBe("4");
    await line.getByText(refusal).waitFor({ state: "hidden" });
    expect(new URL(page.url()).pathname).toBe("/cart");
  });

  it("a removed line goes at once, its message is a toast, the focus is on the heading", async () => {
    const page = await withPairs(1);
    await openLive(page, "/cart");
    await slow(page, 300);
    await page.getByRole("button", { name: "Retirer" }).click();
    expect(await page.getByText("Votre panier est vide").first().isVisible()).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    const toast = page.locator(".toast", { hasText: "Article retiré du panier" });
    await toast.waitFor();
    await page.unroute("**/cart/contents");
    await openLive(page, "/cart");
    expect(await page.title()).toMatch(/^Panier –/);
  });

  it.each(covering(KNOWN_AT_ONCE, ["answers HTML"]))("when the shop %s the browser's own form does it", async (how) => {
    const page = await withPairs(1);
    await openLive(page, "/cart");
    await page.route("**/cart/contents", failures[how]);
    const posted = page.waitForRequest((request) => request.isNavigationRequest() && request.method() === "POST");
    await more(page).click();
    expect((await posted).postData()).toContain("quantite=2");
    await expect.poll(() => page.title()).toMatch(/^Panier \(2\)/);
    await live(page);
    expect(await quantity(page).inputValue()).toBe("2");
  });

  it("a link that is followed while a change fails is followed, and no form takes its place", async () => {
    const page = await withPairs(1);
    await openLive(page, "/cart");
    const fail = await hold(page, "**/cart/contents", (route) => route.abort());
    const answer = await hold(page, "**/faq");
    await more(page).click();
    await page.evaluate(() => document.querySelector<HTMLElement>("footer a[href='/faq']")?.click());
    fail();
    await page.waitForTimeout(500);
    answer();
    await arriveAt(page, "/faq");
  });

  it("a page that is left sends what it still had to say, where its requests end with it as well", async () => {
    const page = await withPairs(1);
    // As in Firefox before 133.
    await page.addInitScript(() => {
      const { fetch } = window;
      window.fetch = (address, init) => (init?.method === "POST" ? new Promise(() => {}) : fetch(address, init));
    });
    await openLive(page, "/cart");
    for (let presses = 0; presses < 4; presses++) await more(page).click();
    await open(page, "/terms");
    await expect
      .poll(async () => {
        await open(page, "/cart");
        return page.title();
      })
      .toMatch(/^Panier \(5\)/);
  });
});
