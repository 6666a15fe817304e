import type { Page, Route } from "playwright";
import { describe, expect, it } from "vitest";
import { violationsAt } from "../support/browser/axe";
import { goOnAs, type VisitorOptions } from "../support/browser/browser";
import { arriveAt, chooseAPair, open } from "../support/browser/journeys";
import { someLooks } from "../support/browser/looks";
import { listen, live, openLive } from "../support/browser/scripts";
import { Client } from "../support/http/client";
import { fillCart, landed } from "../support/http/orders";
import { covering } from "../support/setup/sweeps";
import { type Failure, failures, hold } from "../support/shop/failures";
import { shopWithVisitors } from "../support/shop/served-shop";

/** 'Ajouter au panier' with scripts: the page stays, and the drawer opens on the new line. */

const PATH = "/product/boston-santa-cruz";
const ADDED = "Produit ajouté au panier avec succès !";

const { shop, visitor } = shopWithVisitors();

const drawer = (page: Page) => page.getByRole("dialog", { name: /^Votre panier/ });
const badge = (page: Page) => page.locator(".badge").innerText();
const addButton = (page: Page) => page.getByRole("button", { name: "Ajouter au panier", exact: true }).first();
const line = (page: Page) => drawer(page).getByRole("listitem");
const hasFocus = (of: ReturnType<Page["locator"]>) => of.evaluate((element) => element === document.activeElement);

/** The page's further requests by method: documents, and the cart's contents. */
function requestsOf(page: Page): { documents: string[]; contents: string[] } {
  const asked = { documents: [] as string[], contents: [] as string[] };
  page.on("request", (request) => {
    if (request.isNavigationRequest()) asked.documents.push(request.method());
    if (new URL(request.url()).pathname === "/cart/contents") asked.contents.push(request.method());
  });
  return asked;
}

/** A new visitor on a product's page. */
async function inFront(options?: VisitorOptions) {
  const { page } = await visitor(options);
  await openLive(page, PATH);
  return { page, asked: requestsOf(page) };
}

/** Somebody who has something in the cart or on the wishlist. */
async function known(fill: (client: Client) => Promise<unknown>, path: string) {
  const { context, page } = await visitor();
  const client = new Client(shop.url);
  await fill(client);
  await goOnAs(client, context);
  await openLive(page, path);
  return { page, asked: requestsOf(page) };
}

/** The drawer is open on the line that was added, and has the focus there. */
async function opened(page: Page, row = line(page).first()): Promise<void> {
  await row.waitFor();
  await expect.poll(() => hasFocus(row.getByRole("link").first())).toBe(true);
}

const isRefused = (page: Page) => page.getByRole("heading", { name: "Il y a un problème" }).waitFor();

async function slowly(route: Route): Promise<void> {
  await new Promise((go) => setTimeout(go, 600));
  await route.continue();
}

async function pairsIn(page: Page): Promise<string> {
  await open(page, "/cart");
  return (await page.title()).replace(/ –.*/, "");
}

describe("'Ajouter au panier'", () => {
  it("stays on the page, opens the drawer on the line, counts and says one message once", async () => {
    const { page, asked } = await inFront({ reducedMotion: "reduce" });
    await chooseAPair(page, 2);
    await addButton(page).scrollIntoViewIfNeeded();
    await page.evaluate(() => scrollBy(0, 120));
    const before = await page.evaluate(() => [scrollY, location.href] as const);
    const said = await listen(page);
    await addButton(page).evaluate((button: HTMLElement) => button.click());

    await opened(page);
    // The button works again at once.
    expect(await page.locator("main [aria-disabled=true]").count()).toBe(0);
    expect(await drawer(page).getByRole("heading").innerText()).toMatch(/2 articles$/);
    expect(await line(page).innerText()).toContain("Boston Santa Cruz");
    expect(await badge(page)).toBe("2");
    await drawer(page).locator(".drawer-message", { hasText: ADDED }).waitFor();
    await page.waitForTimeout(500);
    expect(await said()).toEqual([expect.stringContaining(ADDED)]);
    // It is part of the page's flow, and covers nothing.
    expect(await page.locator(".toast").count()).toBe(0);
    expect(await page.evaluate(() => [scrollY, location.href])).toEqual(before);
    // The second one checks the visitor's first cookie.
    expect(asked).toEqual({ documents: [], contents: ["POST", "GET"] });
    expect(await violationsAt(page, someLooks)).toEqual([]);

    await page.keyboard.press("Escape");
    await drawer(page).waitFor({ state: "hidden" });
    expect(await hasFocus(addButton(page))).toBe(true);
    expect(await addButton(page).innerText()).toBe("Ajouter au panier");

    // The next page shows no message.
    await open(page, "/shop");
    expect(await page.getByText(ADDED).count()).toBe(0);
    expect(await badge(page)).toBe("2");
  });

  it("opens a drawer that works as the one of the header, and adds again", async () => {
    const { page, asked } = await inFront();
    await chooseAPair(page);
    await addButton(page).click();
    await drawer(page)
      .getByRole("button", { name: /^Augmenter la quantité/ })
      .click();
    await expect.poll(() => badge(page)).toBe("2");
    await drawer(page).getByRole("button", { name: "Continuer les achats" }).click();
    asked.contents.length = 0;
    await addButton(page).click();
    await expect.poll(() => badge(page)).toBe("3");
    expect(asked).toEqual({ documents: [], contents: ["POST"] });
    await expect.poll(() => drawer(page).getByRole("heading").innerText()).toMatch(/3 articles$/);
    await drawer(page)
      .getByRole("button", { name: /^Retirer/ })
      .click();
    await drawer(page).getByText("Votre panier est vide").first().waitFor();
    await page.keyboard.press("Escape");
    // Another colour is a line of its own, and has the focus.
    for (const color of ["Taupe", "Bleu nuit"]) {
      await page.getByRole("radio", { name: color }).check({ force: true });
      await page.getByRole("group", { name: "Pointure" }).getByRole("radio", { name: /^42/ }).check({ force: true });
      await addButton(page).click();
      await opened(page, line(page).filter({ hasText: `${color}, pointure 42` }));
      await page.keyboard.press("Escape");
    }
    expect(await pairsIn(page)).toBe("Panier (2)");
  });

  it("has the right number of pairs after Back", async () => {
    const { page } = await inFront();
    await chooseAPair(page);
    await addButton(page).click();
    await opened(page);
    await drawer(page).getByRole("link", { name: "Passer à la commande" }).click();
    await arriveAt(page, "/checkout");
    await page.goBack({ waitUntil: "domcontentloaded" });
    await expect.poll(() => badge(page)).toBe("1");
    expect(await drawer(page).isVisible()).toBe(false);
  });

  it("pressed again on its way adds once", async () => {
    const { page, asked } = await inFront();
    await chooseAPair(page);
    await page.route("**/cart/contents", slowly);
    await addButton(page).evaluate(async (button: HTMLButtonElement) => {
      for (let presses = 0; presses < 4; presses++) {
        button.click();
        await new Promise((go) => setTimeout(go, 50));
      }
    });
    expect(await page.locator("[aria-disabled=true]", { hasText: "Traitement en cours..." }).count()).toBe(1);
    await opened(page);
    expect(asked).toEqual({ documents: [], contents: ["POST", "GET"] });
    expect(await pairsIn(page)).toBe("Panier (1)");
  });

  it("says on the page what is missing", async () => {
    const { page, asked } = await inFront();
    await page.getByLabel("Quantité", { exact: true }).fill("0");
    await addButton(page).click();
    await isRefused(page);
    expect(asked.documents).toEqual(["POST"]);
    expect(await page.title()).toMatch(/^Erreur : /);
    expect(await page.getByLabel("Quantité", { exact: true }).inputValue()).toBe("0");
    expect(await drawer(page).count()).toBe(0);
  });

  it("adds what was chosen before 'Favoris', which stays on the page, says so once and keeps the focus", async () => {
    const { page, asked } = await inFront();
    await page.getByRole("radio", { name: "Bleu nuit" }).check({ force: true });
    await page.getByRole("group", { name: "Pointure" }).getByRole("radio", { name: /^42/ }).check({ force: true });
    await page.getByLabel("Quantité", { exact: true }).fill("2");
    const favourite = page.getByRole("button", { name: "Favoris", exact: true });
    await favourite.focus();
    const before = await page.evaluate(() => [scrollY, location.href]);
    const said = await listen(page);
    for (const [message, isPressed, fill] of [
      ["Boston Santa Cruz ajouté à la liste de souhaits", "true", "currentColor"],
      ["Article retiré de la liste de souhaits", "false", "none"],
    ]) {
      await favourite.press("Enter");
      await page.locator(".toasts", { hasText: message }).waitFor();
      expect(await favourite.getAttribute("aria-pressed")).toBe(isPressed);
      expect(await favourite.locator("svg").getAttribute("fill")).toBe(fill);
      expect((await said()).filter((text) => text.includes(message ?? ""))).toHaveLength(1);
      expect(await hasFocus(favourite)).toBe(true);
    }
    expect(await page.evaluate(() => [scrollY, location.href])).toEqual(before);
    expect(asked).toEqual({ documents: [], contents: [] });
    await addButton(page).click();
    await opened(page, line(page).filter({ hasText: "Bleu nuit, pointure 42" }));
    expect(await badge(page)).toBe("2");
  });

  const CONTENTS = "**/cart/contents";
  type Meeting = (route: Route) => unknown;
  /** The addition succeeded, with different answers. */
  const answers =
    (change: (answer: { cart: unknown; added: unknown }) => unknown): Meeting =>
    async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: change(await answer.json()) });
    };
  const meetings: [how: string, address: string | RegExp, meet: Meeting][] = [
    ...covering(Object.keys(failures) as Failure[], ["never answers"]).map((how): [string, string, Meeting] => [
      `the shop ${how}`,
      CONTENTS,
      failures[how],
    ]),
    ["the shop answers 500 with words", CONTENTS, (route) => route.fulfill({ status: 500, json: { message: "Non." } })],
    ["the drawer's script is cut off", /open-drawer/, failures["is cut off"]],
    ["the shop has added and its answer was lost", CONTENTS, (route) => route.fetch().then(() => route.abort())],
    ["the shop has added and shows an empty cart", CONTENTS, answers((now) => ({ ...now, cart: { lines: [] } }))],
    ["the shop has added and does not say so", CONTENTS, answers(({ cart }) => ({ cart, added: {} }))],
  ];

  it.each(meetings)("is the browser's own form when %s, and adds once", async (how, address, meet) => {
    // The cart has another pair, so that a second addition would show.
    const { page, asked } = await known((client) => fillCart(client, "sandale-les-andalouses", 1), PATH);
    await chooseAPair(page);
    await page.route(address, meet);
    const isAwaited = how === "the shop never answers";
    if (isAwaited) await page.clock.install();
    await addButton(page).click();
    // The page waits so long; the other failures are known at once.
    if (isAwaited) await page.clock.runFor(8000);
    await page.locator("[data-flash]", { hasText: ADDED }).waitFor();
    expect(asked.documents.slice(0, 2)).toEqual(["POST", "GET"]);
    await page.unroute(address);
    expect(await pairsIn(page)).toBe("Panier (2)");
  });

  it("pressed again after the line was cut off adds once, and once more after an answer", async () => {
    const { page } = await known((client) => fillCart(client, "sandale-les-andalouses", 1), PATH);
    await chooseAPair(page);
    await page.route(CONTENTS, (route) => route.fetch().then(() => route.abort()));
    await page.route("**/favicon.svg", failures["is cut off"]);
    await addButton(page).click();
    await page.getByText("La connexion est coupée.").first().waitFor();
    await page.unroute(CONTENTS);
    for (const count of ["2", "3"]) {
      await addButton(page).click();
      await drawer(page).waitFor();
      expect(await badge(page)).toBe(count);
      await page.keyboard.press("Escape");
    }
    expect(await pairsIn(page)).toBe("Panier (3)");
  });

  it("is the browser's own form in an engine that can end no request", async () => {
    const { page, asked } = await known((client) => fillCart(client, "sandale-les-andalouses", 1), PATH);
    await page.addInitScript(() => Reflect.deleteProperty(window, "AbortController"));
    await page.reload();
    await live(page);
    await chooseAPair(page);
    await addButton(page).click();
    await page.locator("[data-flash]", { hasText: ADDED }).waitFor();
    expect(asked.documents.slice(-2)).toEqual(["POST", "GET"]);
    expect(await pairsIn(page)).toBe("Panier (2)");
  });

  it("says so by a message where the drawer's script does not come soon, and opens no drawer later", async () => {
    const { page, asked } = await known((client) => fillCart(client, "sandale-les-andalouses", 1), PATH);
    await chooseAPair(page);
    const release = await hold(page, /open-drawer/);
    await addButton(page).click();
    await page.locator(".toast", { hasText: ADDED }).waitFor();
    expect(await badge(page)).toBe("2");
    release();
    await page.waitForLoadState("networkidle");
    expect(await drawer(page).isVisible()).toBe(false);
    expect(asked.documents).toEqual([]);
    // The next one has its script.
    await addButton(page).click();
    await drawer(page).waitFor();
    expect(await badge(page)).toBe("3");
  });
});

describe("'Ajouter au panier' in the wishlist", () => {
  const withOnTheList = (...products: string[]) =>
    known(async (client) => {
      for (const produit of products)
        await landed(client, await client.post("/wishlist", { intent: "ajouter", produit }));
    }, "/wishlist");
  const choices = (page: Page) => page.getByLabel("Couleur et pointure");

  it("stays on the page as well, and says what is missing there", async () => {
    const { page, asked } = await withOnTheList("p-bos-letang");
    await choices(page).selectOption({ index: 1 });
    await addButton(page).click();
    await drawer(page).locator(".drawer-message", { hasText: "Boston Létang ajouté au panier" }).waitFor();
    await opened(page);
    expect(await badge(page)).toBe("1");
    expect(asked).toEqual({ documents: [], contents: ["POST"] });
    await page.keyboard.press("Escape");
    expect(await hasFocus(addButton(page))).toBe(true);

    await choices(page).selectOption("");
    await addButton(page).click();
    await isRefused(page);
    expect(asked.documents).toEqual(["POST"]);
    await live(page);
    expect(await pairsIn(page)).toBe("Panier (1)");
  });

  it("adds two pairs that are pressed at once, one after the other", async () => {
    const { page, asked } = await withOnTheList("p-bos-letang", "p-fmu-tafn");
    for (const choice of await choices(page).all()) await choice.selectOption({ index: 1 });
    await page.route("**/cart/contents", slowly);
    await page.evaluate(() => {
      const buttons = [...document.querySelectorAll<HTMLElement>('main button[value="panier"]')];
      for (const button of [...buttons, ...buttons]) button.click();
    });
    await opened(page);
    await expect.poll(() => line(page).count()).toBe(2);
    expect(asked).toEqual({ documents: [], contents: ["POST", "POST"] });
    expect(await pairsIn(page)).toBe("Panier (2)");
  });
});
