import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { goOnAs, LAUNCH_WITHOUT_PICTURES } from "../support/browser/browser";
import { arriveAt, chooseCommune, confirmation, open, press } from "../support/browser/journeys";
import {
  CHOSEN,
  choose,
  choosePickupPoint,
  commune,
  field,
  isTrue,
  keepsTyped,
  PRODUCT,
  pickupPoint,
  radio,
  read,
  reads,
  reloadChosen,
  settle,
  type,
  type Way,
  wake,
  ways,
} from "../support/browser/order-form";
import { begun, keepTrying, openLive, withInjected } from "../support/browser/scripts";
import { fillWithNodes, forbidden, missing, throwing, translate } from "../support/browser/torn-page-faults";
import { Client } from "../support/http/client";
import { addToCart, landed } from "../support/http/orders";
import { covering, isSweep } from "../support/setup/sweeps";
import { sharedWindow, shopWithVisitors } from "../support/shop/served-shop";
import { runIn } from "../support/shop/stored";

/**
 * Pages that translators, extensions and old engines alter, and reloaded pages (PE-8): what
 * shoppers see is what they chose, and what is ordered.
 */

const { shop, visitor } = shopWithVisitors(undefined, LAUNCH_WITHOUT_PICTURES);

/** Visitors with two lines in the cart, two pairs and one, put there over HTTP. */
async function withTwoLines(): Promise<Page> {
  const { context, page } = await visitor();
  const client = new Client(shop.url);
  for (const choice of [
    { couleur: "taupe", pointure: "38", quantite: "2" },
    { couleur: "bleu-nuit", pointure: "42", quantite: "1" },
  ])
    await landed(client, await addToCart(client, "boston-santa-cruz", choice));
  await goOnAs(client, context);
  return page;
}

// The first way, without a translator, is the measure of the others.
const moments = covering(["never", "before scripts", "after scripts", "while it is used"] as const, [
  "before scripts",
  "while it is used",
]);
describe.each(moments)("translated %s", (moment) => {
  /** Outside of a sweep each test sees one of the two moments, in turns. */
  const inTurn = (test: number) => (isSweep || moments.indexOf(moment) === test % moments.length ? [moment] : []);

  /** @param use a first sign of use, which wakes what is to change */
  async function openTranslated(page: Page, path: string, use: () => Promise<unknown>): Promise<void> {
    if (moment === "before scripts") await page.addInitScript(translate);
    await open(page, path);
    await begun(page);
    if (moment === "after scripts") await page.evaluate(translate);
    if (moment === "while it is used") {
      await use();
      await wake(page);
      await page.evaluate(translate);
    }
    expect((await page.locator("main font").count()) > 20).toBe(moment !== "never");
  }
  const product = async (): Promise<Page> => {
    const { page } = await visitor();
    await openTranslated(page, PRODUCT, () => radio(page, "Vert cyprès").check({ force: true }));
    return page;
  };

  it.each(inTurn(0))(
    "the summary, the stock, the fees and the total follow the choice, and the order is what they say (T-11)",
    async () => {
      runIn(shop, "update variants set stock = 2 where color_slug = 'bleu-nuit' and size = 42 and stock > 0");
      const page = await product();
      await choose(page);
      await reads(page, /Vous commandez : Boston Santa Cruz, Bleu nuit, pointure 42, 1 paire\./);
      await reads(page, /Bleu nuit, pointure 42 : Plus que 2 en stock !/);
      await choose(page, "Terre cuite", "40");
      await reads(page, /Vous commandez : Boston Santa Cruz, Terre cuite, pointure 40, 1 paire\./);
      await reads(page, /Terre cuite, pointure 40 : En stock/);
      await choose(page);
      await field(page, "Quantité").fill("2");
      await reads(page, /Sous-total 17 800 DA/);
      await reads(page, /Bleu nuit, pointure 42, 2 paires\./);
      await type(page);
      await field(page, "Wilaya").selectOption("31");
      await chooseCommune(page, "Oran");
      await reads(page, /Livraison 500 DA .*À payer à la livraison 18 300 DA/);
      await choosePickupPoint(page);
      await reads(page, /Livraison 300 DA .*À payer au retrait 18 100 DA/);
      await isTrue(page);
      await press(page, "Commander maintenant");
      await confirmation(page);
      expect(await read(page)).toMatch(new RegExp(`${CHOSEN} 2 × 8 900 DA`));
    },
  );

  it.each(inTurn(1))(
    "a colour without the size, and one wilaya after the other, lose nothing of what was typed",
    async () => {
      const page = await product();
      await type(page);
      // Vert cyprès is not to be had in 46.
      await choose(page, "Taupe", "46");
      await reads(page, /Vous commandez : Boston Santa Cruz, Taupe, pointure 46, 1 paire\./);
      await radio(page, "Vert cyprès").check({ force: true });
      await reads(page, /Choisissez une pointure/);
      await reads(page, /Vous commandez : Boston Santa Cruz, Vert cyprès(, pointure à choisir)?, 1 paire\./);
      await choose(page);
      for (const wilaya of ["16", "31", "25"]) {
        await field(page, "Wilaya").selectOption(wilaya);
        await commune(page, `${wilaya}01`);
      }
      await field(page, "Wilaya").selectOption("31");
      await chooseCommune(page, "Oran");
      await choosePickupPoint(page);
      await chooseCommune(page, "Bir El Djir");
      await wake(page);
      await chooseCommune(page, "Oran");
      // The pickup point that was chosen there before.
      await reads(page, /À payer au retrait 9 200 DA/);
      await keepsTyped(page);
      await isTrue(page);
      await press(page, "Commander maintenant");
      await confirmation(page);
      expect(await read(page)).toMatch(new RegExp(`${CHOSEN} 1 × 8 900 DA`));
    },
  );

  it.each(inTurn(2))("the checkout's fees follow wilaya, commune and way of delivery", async () => {
    const page = await withTwoLines();
    await openTranslated(page, "/checkout", () => field(page, "Nom").fill("B"));
    await type(page);
    await field(page, "Wilaya").selectOption("31");
    await chooseCommune(page, "Oran");
    await reads(page, /Livraison 500 DA .*À payer à la livraison 27 200 DA/);
    await choosePickupPoint(page);
    await reads(page, /Livraison 300 DA .*À payer au retrait 27 000 DA/);
    await field(page, "Wilaya").selectOption("16");
    await commune(page, "1601");
    await reads(page, /Livraison 600 DA .*À payer à la livraison 27 300 DA/);
    await field(page, "Wilaya").selectOption("31");
    await chooseCommune(page, "Oran");
    await reads(page, /Livraison 500 DA/);
    await keepsTyped(page);
    await press(page, "Continuer");
    await arriveAt(page, "/checkout/paiement");
  });

  const carts = (["main", "dialog"] as const).filter((_, index) => inTurn(3 + index).length > 0);
  it.each(carts)("the cart's figures follow, and lines can be removed (%s)", async (where) => {
    const page = await withTwoLines();
    const inCart = page.getByRole(where).first();
    const count = (lines: number) =>
      where === "main"
        ? expect.poll(() => page.title()).toMatch(new RegExp(`^Panier \\(${lines}\\)`))
        : reads(page, new RegExp(`Votre panier ${lines} articles?`), where);
    const openDrawer = async () => {
      await page
        .getByRole("banner")
        .getByRole("link", { name: /^Panier/ })
        .click();
      await inCart.getByRole("listitem").first().waitFor();
    };
    const more = inCart.getByRole("button", { name: /^Augmenter la quantité/ });
    await openTranslated(page, where === "main" ? "/cart" : "/shop", () =>
      where === "main" ? more.first().focus() : openDrawer(),
    );
    if (where === "dialog" && moment !== "while it is used") await openDrawer();
    if (where === "main") await page.locator("[data-island=cart][data-awake]").waitFor();
    await more.first().click();
    await count(4);
    await reads(page, /Sous-total 35 600 DA/, where);
    await reads(page, where === "main" ? /Panier \(4\).*Total de la ligne : 26 700 DA/ : /Quantité : 3/, where);
    await expect.poll(() => page.locator(".badge").innerText()).toBe("4");
    const remove = inCart.getByRole("button", { name: /^Retirer/ });
    await remove.first().click();
    await count(1);
    await reads(page, /Sous-total 8 900 DA/, where);
    expect(await read(page, where)).toContain(CHOSEN);
    expect(await read(page, where)).not.toContain("Taupe");
    await remove.first().click();
    await reads(page, /Votre panier est vide/, where);
    // A line disappears before the shop's answer; the announcement follows once all is answered.
    await inCart.getByRole("status").getByText("Votre panier est vide").waitFor();
    await open(page, "/cart");
    await reads(page, /Votre panier est vide/);
  });
});

/** All of a kind in a sweep, else one example of it. */
const ofKind = <Name extends string>(table: Record<Name, () => unknown>, representative: NoInfer<Name>, kind = "") =>
  covering(Object.keys(table) as Name[], [representative]).map((name) => [`${kind}${name}`, table[name]] as const);

const tears = [
  ["foreign nodes everywhere", fillWithNodes] as const,
  ...ofKind(throwing, "every listener for input and change", "throwing: "),
  ...ofKind(missing, "an engine of 2021"),
  ...(isSweep ? ofKind(forbidden, "fetch", "forbidden: ") : []),
];

describe.each((Object.keys(ways) as Way[]).map((way, index) => [way, index] as const))("an order %s", (way, index) => {
  const browsing = sharedWindow(shop, {}, keepTrying);
  const order = (...scripts: (() => unknown)[]) => withInjected(browsing.page, scripts, () => ways[way](browsing.page));

  // Each tears a page of one of the two ways; in a sweep of both.
  it.each(tears.filter((_, number) => isSweep || number % 2 === index))("%s", async (name, tear) => {
    await order(tear);
    // What an old engine lacks ends no script.
    if (name === "an engine of 2021") await begun(browsing.page);
  });

  it("all that browsers forbid, at once", () => order(...Object.values(forbidden)));
});

// A key that is pressed while the fields are gone is lost.
it("a form that throws has its fields at every moment", async () => {
  const { page } = await visitor();
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    window.FormData = class {
      constructor() {
        setTimeout(() => seen.push(document.querySelector<HTMLInputElement>("[name=telephone]")?.value ?? "gone"));
        throw new Error("No FormData.");
      }
    } as unknown as typeof FormData;
  });
  await open(page, PRODUCT);
  await settle(page);
  await field(page, "Téléphone").pressSequentially("0550 12 34 56", { delay: 20 });
  const seen = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  await expect.poll(seen).not.toEqual([]);
  expect(await seen()).not.toContain("gone");
  expect((await field(page, "Téléphone").inputValue()).replace(/\s/g, " ")).toBe("0550 12 34 56");
});

describe("a page that is loaded again", () => {
  it("by F5, after a second colour was chosen: what it says is what is chosen, and what is chosen is ordered", async () => {
    const { page } = await visitor();
    await reloadChosen(page);
  });

  it.each([PRODUCT, "/checkout"])("by Back, not from the browser's memory: delivery stays on %s", async (path) => {
    const page = await withTwoLines();
    await openLive(page, path);
    if (path === PRODUCT) await choose(page);
    await type(page);
    await field(page, "Wilaya").selectOption("31");
    await chooseCommune(page, "Oran");
    await choosePickupPoint(page);
    await reads(page, /Livraison 300 DA/);
    await page.evaluate(() => Object.assign(window, { isRemembered: true }));
    await page
      .getByRole("banner")
      .getByRole("link", { name: /accueil/ })
      .click();
    await arriveAt(page, "/");
    await page.goBack({ waitUntil: "domcontentloaded" });
    expect(await page.evaluate(() => "isRemembered" in window)).toBe(false);
    await settle(page);
    await wake(page);
    await keepsTyped(page);
    expect(await field(page, "Wilaya").inputValue()).toBe("31");
    await expect.poll(() => field(page, "Commune").inputValue()).toBe("3101");
    await expect.poll(() => pickupPoint(page).isChecked()).toBe(true);
    await reads(page, /Livraison 300 DA/);
    if (path === PRODUCT) await isTrue(page);
    await press(page, path === PRODUCT ? "Commander maintenant" : "Continuer");
    await arriveAt(page, path === PRODUCT ? /^\/commande\// : "/checkout/paiement");
  });

  // Chromium does so where the last script runs before its own task for that, and fires no event.
  it.each([PRODUCT, "/checkout"])("what is put back after `load`, before `pageshow`, counts on %s", async (path) => {
    const page = await withTwoLines();
    await page.addInitScript(() => {
      const kept: unknown[] = [];
      const replace = history.replaceState;
      history.replaceState = (state, ...words) => {
        kept.push(state?.livraison?.wilaya);
        replace.call(history, state, ...words);
      };
      Object.assign(window, { kept });
      const putBack = () => {
        history.replaceState({ livraison: { wilaya: "31", commune: "3101", way: "domicile" } }, "");
        for (const list of document.querySelectorAll<HTMLSelectElement>("[name=wilaya]")) list.value = "31";
      };
      // The page's own listeners are there by then, so this one runs after them.
      document.addEventListener("readystatechange", () => {
        if (document.readyState === "complete") addEventListener("load", putBack);
      });
    });
    await open(page, path);
    await expect.poll(() => field(page, "Wilaya").inputValue()).toBe("31");
    await expect.poll(() => field(page, "Commune").inputValue()).toBe("3101");
    await reads(page, /Livraison 500 DA/);
    // A page that is left in between finds its choice again.
    expect(await page.evaluate(() => (window as unknown as { kept: unknown[] }).kept)).not.toContain("");
  });
});
