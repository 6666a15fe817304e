import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { violationsAt } from "../support/browser/axe";
import { goOnAs, leaveBrowser, visit } from "../support/browser/browser";
import { type JourneyName, journeyNames, journeys, watch } from "../support/browser/journeys";
import { someLooks } from "../support/browser/looks";
import { problemsOf } from "../support/browser/validity";
import type { FakeApi } from "../support/fakes/fake-api";
import { sectionSevenApi } from "../support/fakes/section-seven-api";
import { Client } from "../support/http/client";
import { checkout, fillCart, followed, orderNumberOf, someoneElse } from "../support/http/orders";
import { accountHolder, deliverAll } from "../support/http/signed-in";
import { covering } from "../support/setup/sweeps";
import { servedShop, sharedWindow } from "../support/shop/served-shop";
import { type RunningShop, untilOpen } from "../support/shop/shop-server";
import { restock, rowsIn, runIn } from "../support/shop/stored";

/** The table of journeys in a shop on another running shop's API (SHOP_API_URL), two ways. */

/** Actions that are impossible there, and why. The last tests check that this is still so. */
const leftOut = {
  "is given the seventh pair":
    "stamps are counted by the shop that takes the orders, for accounts of its own (decision 034)",
} satisfies Partial<Record<JourneyName, string>>;

const possible = journeyNames.filter((name) => !(name in leftOut));

// Scripts ask this shop for three things: a cart, fees, a wish. The rest is answered as without.
const onDesktop = covering(possible, ["orders a pair through the cart"]);

// What this shop keeps in its own database is asked in tests/shop as well, while the API is away.
const withoutScripts = covering(possible, [
  "corrects an order, then cancels it",
  "opens an account, orders, and finds the order in it",
]);

const api = servedShop();
beforeAll(() => restock(api));
const shop = servedShop(() => ({ env: { SHOP_API_URL: api.url } }));
beforeAll(async () => {
  shop.ordersAt = api;
  await untilOpen(shop);
});
// Restocks the API's shop; an order requests again what it has taken.
beforeEach(() => {
  restock(api);
  // Orders of the test before are not of these minutes here either.
  runIn(shop, "update orders set created_at = created_at - 3600000");
});
afterAll(leaveBrowser);

describe("scripts off", () => {
  const browsing = sharedWindow(shop, { javaScriptEnabled: false });

  it.each(withoutScripts)("%s", async (name) => {
    await journeys[name](browsing.page, shop);
  });
});

describe("a desktop", () => {
  const browsing = sharedWindow(shop, {});

  it.each(onDesktop)("%s", async (name) => {
    const complaints = watch(browsing.page);
    await journeys[name](browsing.page, shop);
    expect(complaints).toEqual([]);
  });
});

describe("afterwards", () => {
  it("every order is the API's, and stands here as it stands there", () => {
    const ordersOf = (item: RunningShop) =>
      rowsIn(item, "select number, status, phone, address, subtotal, total from orders order by number");
    expect(ordersOf(shop)).toEqual(ordersOf(api));
    const ordering = [...withoutScripts, ...onDesktop].filter((name) => /order/.test(name));
    expect(ordersOf(api).length).toBeGreaterThanOrEqual(ordering.length);
  });

  it("the seventh pair is neither offered nor given: six delivered ones here are none there", async () => {
    const { client, id } = await accountHolder(shop, { phone: "0550123456" });
    await fillCart(client, "boston-santa-cruz", 6);
    expect(orderNumberOf(await (await checkout(client)).send())).toBeTruthy();
    deliverAll(shop, id);
    await fillCart(client, "boston-santa-cruz");
    const { review, send } = await checkout(client);
    expect(review.text).not.toContain("7ᵉ paire offerte");
    expect(orderNumberOf(await send())).toBeTruthy();
  });
});

describe("on an API that keeps to section 7", () => {
  let fake: FakeApi;
  beforeAll(async () => {
    fake = await sectionSevenApi();
  });
  afterAll(() => fake.stop());
  const careful = servedShop(() => ({ env: { SHOP_API_URL: fake.url } }));

  it("'Nous vérifions votre commande' has no barrier, nor has the page that leads to it again", async () => {
    await untilOpen(careful);
    const client = new Client(careful.url);
    await fillCart(client, "modele-p1");
    const { send } = await checkout(client, someoneElse());
    fake.fail("lost answer", "/api/orders", 1);
    const address = followed(await send());
    const { page, context, close } = await visit(careful.url);
    await goOnAs(client, context);
    for (const path of [address, "/suivi"]) {
      await page.goto(path);
      await page.getByText(address.slice("/verification/".length)).first().waitFor();
      expect(await violationsAt(page, someLooks)).toEqual([]);
      expect(await problemsOf((await client.get(path)).text)).toEqual([]);
    }
    await close();
  });
});
