import type { Locator, Page } from "playwright";
import { describe, expect, it } from "vitest";
import {
  arriveAt,
  chooseCommune,
  fillDelivery,
  giveCart,
  open,
  press,
  showCommunes,
} from "../support/browser/journeys";
import { live } from "../support/browser/scripts";
import { isVisited } from "../support/setup/sweeps";
import { shopWithVisitors } from "../support/shop/served-shop";

/** The checkout on a desktop: what is ordered, and what it costs, beside the form (section 4). */

const { shop, visitor } = shopWithVisitors();

async function atCheckout(javaScriptEnabled: boolean, viewport = { width: 1440, height: 700 }): Promise<Page> {
  const { page } = await visitor({ javaScriptEnabled, viewport });
  await giveCart(page, shop, ["boston-santa-cruz", "ballerine-jasmin"]);
  await open(page, "/checkout");
  if (javaScriptEnabled) await live(page);
  return page;
}

const beside = (page: Page) => page.getByRole("complementary", { name: "Votre commande" });

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error("Not shown.");
  return box;
}

describe.each([true, false])("scripts: %s", (javaScriptEnabled) => {
  it("pictures and sums stay in sight beside every step, and follow the commune", async () => {
    const page = await atCheckout(javaScriptEnabled);
    expect(await beside(page).locator("img").count()).toBe(2);
    expect(await beside(page).innerText()).toContain("selon la commune");

    await fillDelivery(page);
    if (!javaScriptEnabled) await showCommunes(page);
    await chooseCommune(page, "Oran");
    if (javaScriptEnabled) {
      await expect.poll(() => beside(page).innerText()).toContain("500");
      // The delivery modes make the form longer; where it ends, what is beside it leaves.
      await page.getByText("Au point relais : 5 adresses").waitFor();
      await page.getByRole("button", { name: "Continuer" }).evaluate((last) => last.scrollIntoView({ block: "end" }));
      expect(await page.evaluate(() => scrollY)).toBeGreaterThan(50);
      const [sums, button] = [await boxOf(beside(page)), await boxOf(page.getByRole("button", { name: "Continuer" }))];
      expect(sums.y).toBeGreaterThanOrEqual(0);
      expect(sums.y + sums.height).toBeLessThanOrEqual(700);
      expect(sums.x).toBeGreaterThan(button.x + button.width);
    }
    await press(page, "Continuer");
    for (const step of ["/checkout/paiement", "/checkout/verification"]) {
      await arriveAt(page, step);
      expect(await beside(page).locator("img").count()).toBe(2);
      expect(await beside(page).innerText()).toMatch(/Livraison\s+500/);
      // Once, and not in the form again.
      expect(await page.getByText("À payer à la livraison").filter({ visible: true }).count()).toBe(1);
      if (step.endsWith("paiement")) await press(page, "Continuer");
    }
  });

  it.runIf(isVisited(javaScriptEnabled, 0))("what has to be corrected is as wide as the form", async () => {
    const page = await atCheckout(javaScriptEnabled);
    await press(page, "Continuer");
    const summary = page.locator("#erreurs");
    await summary.waitFor();
    const form = await boxOf(page.locator("form#livraison"));
    expect(await boxOf(summary)).toMatchObject({ x: form.x, width: form.width });
  });

  it.runIf(isVisited(javaScriptEnabled, 1))(
    "on a phone what is ordered is folded above the form, and the sums stand before the button",
    async () => {
      const page = await atCheckout(javaScriptEnabled, { width: 412, height: 800 });
      const folded = page.getByText("Votre panier (2)");
      expect(await beside(page).locator("img").first().isVisible()).toBe(false);
      expect((await boxOf(folded)).y).toBeLessThan((await boxOf(page.getByLabel("Nom", { exact: true }))).y);
      await folded.click();
      expect(await beside(page).locator("img").first().isVisible()).toBe(true);
      expect(await page.getByText("Sous-total").filter({ visible: true }).count()).toBe(1);
      expect(await page.locator("form dl.rows").isVisible()).toBe(true);
    },
  );
});

it("the last step of one pair shows its button in the first screen of a phone", async () => {
  const { page } = await visitor({ viewport: { width: 412, height: 915 } });
  await giveCart(page, shop);
  await open(page, "/checkout");
  await fillDelivery(page);
  for (const step of ["/checkout/paiement", "/checkout/verification"]) {
    await press(page, "Continuer");
    await arriveAt(page, step);
  }
  const button = await boxOf(page.getByRole("button", { name: "Passer la commande" }));
  expect(button.y + button.height).toBeLessThanOrEqual(915);
});

describe("the bar of a narrow window", () => {
  const withoutPhone = shopWithVisitors({ env: { SHOP_PHONE: "" } });

  it.each([
    ["says how one pays", withoutPhone, true],
    ["leaves that out beside a number, which it has room for", { shop, visitor }, false],
  ] as const)("%s", async (_, there, isSaid) => {
    const { page } = await there.visitor({ viewport: { width: 320, height: 640 } });
    await giveCart(page, there.shop);
    await open(page, "/checkout");
    const bar = page.getByRole("banner");
    expect(await bar.getByText("Paiement à la livraison").isVisible()).toBe(isSaid);
    expect((await boxOf(bar)).height).toBeLessThan(64);
  });
});
