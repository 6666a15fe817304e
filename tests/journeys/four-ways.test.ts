import type { CDPSession } from "playwright";
import { afterAll, describe, expect, it } from "vitest";
import {
  arriveAt,
  confirmation,
  fillDelivery,
  findAPair,
  journeyNames,
  journeys,
  open,
  press,
  watch,
} from "../support/browser/journeys";
import { live } from "../support/browser/scripts";
import { slowDown } from "../support/browser/slow-phone";
import { covering } from "../support/setup/sweeps";
import { sharedWindow, shopWithVisitors } from "../support/shop/served-shop";

/** One table of journeys: without scripts, on a phone, on a desktop (PE-1). */

const { shop, visitor } = shopWithVisitors();

describe("scripts off", () => {
  const browsing = sharedWindow(shop, { javaScriptEnabled: false });

  it.each(journeyNames)("%s", async (name) => {
    await journeys[name](browsing.page, shop);
  });
});

describe("a desktop", () => {
  const browsing = sharedWindow(shop, {});

  // Those in which scripts do what the others do not have.
  const scripted = covering(journeyNames, [
    "orders a pair through the cart",
    "orders from the product page",
    "corrects a refused form with nothing lost",
    "changes the cart",
    "searches, and keeps what was found in the wishlist",
    "sorts, pages and changes the theme",
  ]);

  it.each(scripted)("%s", async (name) => {
    const complaints = watch(browsing.page);
    await journeys[name](browsing.page, shop);
    expect(complaints).toEqual([]);
  });
});

describe("a phone: 412 px, four times slower, 1.6 Mb/s, 150 ms", () => {
  let session: CDPSession;
  let endSlowness: (() => Promise<void>) | undefined;
  const browsing = sharedWindow(shop, { phone: true }, async (page) => {
    session = await page.context().newCDPSession(page);
    await endSlowness?.();
    endSlowness = await slowDown(page, 4);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 150,
      downloadThroughput: (1.6 * 1024 * 1024) / 8,
      uploadThroughput: (750 * 1024) / 8,
    });
  });

  afterAll(() => endSlowness?.());

  it.each(covering(journeyNames, ["orders from the product page"]))("%s", async (name) => {
    // Each journey is a first visit: everything has to come over the slow network.
    await session.send("Network.clearBrowserCache");
    await journeys[name](browsing.page, shop);
  });
});

describe("with scripts", () => {
  it("the select of the wilaya brings communes and fee by itself, the button is never needed (PE-7)", async () => {
    const { page } = await visitor();
    await findAPair(page);
    await live(page);
    await page.getByLabel("Nom", { exact: true }).fill("Benali");
    await page.getByLabel("Prénom", { exact: true }).fill("Samira");
    await page.getByLabel("Téléphone", { exact: true }).fill("0550123456");
    await page.getByLabel("Adresse", { exact: true }).fill("12, rue Larbi Ben M'hidi");
    const before = page.url();
    await page.getByLabel("Wilaya", { exact: true }).selectOption("16");
    const commune = page.getByLabel("Commune", { exact: true });
    await expect.poll(() => commune.locator("option").count()).toBeGreaterThan(10);
    // A second thought: the first wilaya's communes are gone, and so is the choice.
    await commune.selectOption({ index: 3 });
    await page.getByLabel("Wilaya", { exact: true }).selectOption("31");
    await expect.poll(() => commune.locator("option", { hasText: /^Bir El Djir/ }).count()).toBe(1);
    expect(await commune.inputValue()).toBe("");
    await commune.selectOption({ label: await commune.locator("option", { hasText: /^Oran\b/ }).innerText() });
    expect(page.url()).toBe(before);
    await press(page, "Commander maintenant");
    await confirmation(page);
  });

  it.each([false, true])("Enter in a text field presses the right button (scripts: %s)", async (javaScriptEnabled) => {
    const { page } = await visitor({ javaScriptEnabled });
    await findAPair(page);
    await page.getByLabel("Quantité", { exact: true }).press("Enter");
    await page.getByText("Produit ajouté au panier avec succès !").first().waitFor();
    await open(page, "/checkout");
    await fillDelivery(page);
    await page.getByLabel("Téléphone", { exact: true }).press("Enter");
    await arriveAt(page, "/checkout/paiement");
  });
});
