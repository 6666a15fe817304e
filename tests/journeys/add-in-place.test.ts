import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { violationsOf } from "../support/axe";
import { goOnAs, type VisitorOptions } from "../support/browser";
import { type Failure, failures } from "../support/failures";
import { Client } from "../support/http";
import { arriveAt, chooseAPair, open, press } from "../support/journeys";
import { fillCart, landed } from "../support/orders";
import { live, openLive } from "../support/scripts";
import { shopWithVisitors } from "../support/served-shop";

/** 'Ajouter au panier' once scripts run: the page stays, and the cart's drawer opens on the new line. */

const PATH = "/product/boston-santa-cruz";
const ADDED = "Produit ajouté au panier avec succès !";

const { shop, visitor } = shopWithVisitors();

const drawer = (page: Page) => page.getByRole("dialog", { name: /^Votre panier/ });
const badge = (page: Page) => page.locator(".badge").innerText();
const addButton = (page: Page) => page.getByRole("button", { name: "Ajouter au panier", exact: true }).first();
const line = (page: Page) => drawer(page).getByRole("listitem");
const hasFocus = (of: ReturnType<Page["locator"]>) => of.evaluate((element) => element === document.activeElement);

/** Documents that this page asks for, by their method. */
function documents(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) asked.push(request.method());
  });
  return asked;
}

/** Every text that comes into a live region from now on, as it came. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes)
        for (const node of addedNodes) {
          const region = (target as Element).closest?.("[role=status], [role=alert], [aria-live]");
          if (region && node.textContent) said.push(node.textContent);
        }
    }).observe(document.body, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said);
}

async function pairsIn(page: Page): Promise<string> {
  await open(page, "/cart");
  return (await page.title()).replace(/ –.*/, "");
}

describe("'Ajouter au panier'", () => {
  it.each<VisitorOptions>([{}, { phone: true }])(
    "stays on the page, opens the drawer on the line, counts and says one message once (%o)",
    async (options) => {
      const { page } = await visitor({ ...options, reducedMotion: "reduce" });
      await openLive(page, PATH);
      await chooseAPair(page, 2);
      await addButton(page).scrollIntoViewIfNeeded();
      await page.evaluate(() => scrollBy(0, 120));
      const before = await page.evaluate(() => [scrollY, location.href] as const);
      const asked = documents(page);
      const said = await listen(page);
      await addButton(page).evaluate((button: HTMLElement) => button.click());

      await line(page).first().waitFor();
      await expect.poll(() => hasFocus(line(page).getByRole("link").first())).toBe(true);
      expect(await drawer(page).getByRole("heading").innerText()).toMatch(/2 articles$/);
      expect(await line(page).innerText()).toContain("Boston Santa Cruz");
      expect(await badge(page)).toBe("2");
      await drawer(page).locator(".toast", { hasText: ADDED }).waitFor();
      await page.waitForTimeout(500);
      expect(await said()).toEqual([expect.stringContaining(ADDED)]);
      expect(await page.getByText(ADDED).count()).toBe(1);
      expect(await page.evaluate(() => [scrollY, location.href])).toEqual(before);
      expect(asked).toEqual([]);
      if (!options.phone) expect(await violationsOf(page, [320, 1350])).toEqual([]);

      await page.keyboard.press("Escape");
      await drawer(page).waitFor({ state: "hidden" });
      expect(await hasFocus(addButton(page))).toBe(true);
      expect(await addButton(page).innerText()).toBe("Ajouter au panier");
      expect(await addButton(page).getAttribute("aria-disabled")).toBeNull();

      // The next page has nothing more to say.
      await open(page, "/shop");
      expect(await page.getByText(ADDED).count()).toBe(0);
      expect(await badge(page)).toBe("2");
    },
  );

  it("opens a drawer that works as the one of the header, and adds again", async () => {
    const { page } = await visitor();
    await openLive(page, PATH);
    await chooseAPair(page);
    await addButton(page).click();
    await drawer(page)
      .getByRole("button", { name: /^Augmenter la quantité/ })
      .click();
    await expect.poll(() => badge(page)).toBe("2");
    await drawer(page).getByRole("button", { name: "Continuer les achats" }).click();
    await addButton(page).click();
    await expect.poll(() => badge(page)).toBe("3");
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
      const row = line(page).filter({ hasText: `${color}, pointure 42` });
      await row.waitFor();
      await expect.poll(() => hasFocus(row.getByRole("link").first())).toBe(true);
      await page.keyboard.press("Escape");
    }
    expect(await pairsIn(page)).toBe("Panier (2)");
  });

  it("has the right number of pairs after Back", async () => {
    const { page } = await visitor();
    await openLive(page, PATH);
    await chooseAPair(page);
    await addButton(page).click();
    await line(page).first().waitFor();
    await drawer(page).getByRole("link", { name: "Passer à la commande" }).click();
    await arriveAt(page, "/checkout");
    await page.goBack({ waitUntil: "domcontentloaded" });
    await expect.poll(() => badge(page)).toBe("1");
    expect(await drawer(page).isVisible()).toBe(false);
  });

  it("pressed again on its way adds once", async () => {
    const { page } = await visitor();
    await openLive(page, PATH);
    await chooseAPair(page);
    let posts = 0;
    await page.route("**/cart/contents", async (route) => {
      posts += 1;
      await new Promise((go) => setTimeout(go, 600));
      await route.continue();
    });
    const asked = documents(page);
    await addButton(page).evaluate(async (button: HTMLButtonElement) => {
      for (let presses = 0; presses < 4; presses++) {
        button.click();
        await new Promise((go) => setTimeout(go, 50));
      }
    });
    expect(await page.locator("[aria-disabled=true]", { hasText: "Traitement en cours..." }).count()).toBe(1);
    await line(page).first().waitFor();
    // The second one is about the visitor's first cookie.
    expect(posts).toBe(2);
    expect(asked).toEqual([]);
    expect(await pairsIn(page)).toBe("Panier (1)");
  });

  it("says on the page what is missing", async () => {
    const { page } = await visitor();
    await openLive(page, PATH);
    await page.getByLabel("Quantité", { exact: true }).fill("0");
    const asked = documents(page);
    await addButton(page).click();
    await page.getByRole("heading", { name: "Il y a un problème" }).waitFor();
    expect(asked).toEqual(["POST"]);
    expect(await page.title()).toMatch(/^Erreur : /);
    expect(await page.getByLabel("Quantité", { exact: true }).inputValue()).toBe("0");
    expect(await drawer(page).count()).toBe(0);
  });

  it("orders as ever beside it", async () => {
    const { page } = await visitor();
    await openLive(page, PATH);
    const asked = documents(page);
    await press(page, "Commander maintenant");
    await page.getByRole("heading", { name: "Il y a un problème" }).waitFor();
    expect(asked).toEqual(["POST"]);
  });

  it.each(Object.keys(failures) as Failure[])(
    "is the browser's own form when the shop %s, and adds once",
    async (how) => {
      const page = await knownVisitor();
      await page.route("**/cart/contents", failures[how]);
      await addsNatively(page);
    },
  );

  it.each<Failure>(["is cut off", "never answers"])("… when the drawer's script %s", async (how) => {
    const page = await knownVisitor();
    await page.route(/open-drawer/, failures[how]);
    await addsNatively(page);
  });

  it("adds once when the shop has added and its answer was lost", async () => {
    const page = await knownVisitor();
    await page.route("**/cart/contents", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await addsNatively(page);
  });

  it("adds once when the shop answers in a shape that nobody knows", async () => {
    const page = await knownVisitor();
    await page.route("**/cart/contents", async (route) => {
      await route.fetch();
      await route.fulfill({ json: { cart: { lines: [] }, added: {} } });
    });
    await addsNatively(page);
  });

  it("without scripts is a form that leads to its page", async () => {
    const { page } = await visitor({ javaScriptEnabled: false });
    await open(page, PATH);
    await chooseAPair(page);
    const asked = documents(page);
    await press(page, "Ajouter au panier");
    await page.getByText(ADDED).waitFor();
    expect(asked[0]).toBe("POST");
    expect(page.url()).toMatch(/\?couleur=[\w-]+&pointure=\d+$/);
    expect(await badge(page)).toBe("1");
    await page.getByRole("main").getByRole("link", { name: "Voir le panier" }).waitFor();
  });

  /** Whose cart has a pair of something else, so that a second addition would show. */
  async function knownVisitor(): Promise<Page> {
    const { context, page } = await visitor();
    const client = new Client(shop.url);
    await fillCart(client, "sandale-les-andalouses", 1);
    await goOnAs(client, context);
    await openLive(page, PATH);
    await chooseAPair(page);
    return page;
  }

  async function addsNatively(page: Page): Promise<void> {
    const asked = documents(page);
    await addButton(page).click();
    await page.locator("[data-flash]", { hasText: ADDED }).waitFor({ timeout: 15_000 });
    expect(asked.slice(0, 2)).toEqual(["POST", "GET"]);
    await page.unroute("**/cart/contents");
    expect(await pairsIn(page)).toBe("Panier (2)");
  }
});

describe("'Ajouter au panier' in the wishlist", () => {
  it("stays on the page as well, and says what is missing there", async () => {
    const { context, page } = await visitor();
    const client = new Client(shop.url);
    await landed(client, await client.post("/wishlist", { intent: "ajouter", produit: "p-bos-letang" }));
    await goOnAs(client, context);
    await openLive(page, "/wishlist");
    const asked = documents(page);
    await page.getByLabel("Couleur et pointure").selectOption({ index: 1 });
    await addButton(page).click();
    await line(page).first().waitFor();
    await drawer(page).locator(".toast", { hasText: "Boston Létang ajouté au panier" }).waitFor();
    await expect.poll(() => hasFocus(line(page).getByRole("link").first())).toBe(true);
    expect(await badge(page)).toBe("1");
    expect(asked).toEqual([]);
    await page.keyboard.press("Escape");
    expect(await hasFocus(addButton(page))).toBe(true);

    await page.getByLabel("Couleur et pointure").selectOption("");
    await addButton(page).click();
    await page.getByRole("heading", { name: "Il y a un problème" }).waitFor();
    expect(asked).toEqual(["POST"]);
    await live(page);
    expect(await pairsIn(page)).toBe("Panier (1)");
  });
});
