import type { CDPSession } from "playwright";
import { afterAll, describe, expect, it } from "vitest";
import { arriveAt, fillDelivery, findAPair, journeyNames, journeys, open, watch } from "../support/browser/journeys";
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
    "corrects a refused form with nothing lost",
    "changes the cart",
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

/** Without scripts it presses the first (contract/product.test.ts). */
it("Enter in a text field presses the right button", async () => {
  const { page } = await visitor();
  await findAPair(page);
  await page.getByLabel("Quantité", { exact: true }).press("Enter");
  await page.getByText("Produit ajouté au panier avec succès !").first().waitFor();
  await open(page, "/checkout");
  await fillDelivery(page);
  await page.getByLabel("Téléphone", { exact: true }).press("Enter");
  await arriveAt(page, "/checkout/paiement");
});
