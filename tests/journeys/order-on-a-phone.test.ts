import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { chooseCommune, confirmation, open, shopper, showCommunes } from "../support/browser/journeys";
import { choosePickupPoint } from "../support/browser/order-form";
import { openLive } from "../support/browser/scripts";
import { isVisited } from "../support/setup/sweeps";
import { shopWithVisitors } from "../support/shop/served-shop";

/** From a product's address to the placed order on a phone: taps, pages, and what stands where. */

const PATH = "/product/boston-santa-cruz";

const { visitor } = shopWithVisitors();

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** Fills in the form and orders. @returns taps, of which a list takes two, and pages that came */
async function order(page: Page): Promise<{ taps: number; pages: number }> {
  const count = { taps: 0, pages: 0 };
  page.on("domcontentloaded", () => {
    count.pages++;
  });
  const type = async (label: string, text: string) => {
    count.taps++;
    await field(page, label).tap();
    await page.keyboard.type(text);
  };
  await type("Nom", shopper.nom);
  await type("Prénom", shopper.prenom);
  await type("Téléphone", shopper.telephone);
  count.taps += 2;
  await field(page, "Wilaya").selectOption(shopper.wilaya);
  const before = count.pages;
  await showCommunes(page);
  await expect.poll(() => field(page, "Commune").isEnabled()).toBe(true);
  // The button that shows the communes without scripts.
  count.taps += count.pages - before;
  count.taps += 2;
  await chooseCommune(page, shopper.commune);
  await type("Adresse", shopper.adresse);
  count.taps++;
  await page.getByRole("button", { name: "Commander maintenant" }).tap();
  await confirmation(page);
  return count;
}

async function chooseSize(page: Page, size: string): Promise<void> {
  await page.getByRole("group", { name: "Pointure" }).getByRole("radio", { name: size }).tap();
}

describe("with scripts", () => {
  it("takes 9 taps and one page in a browser that has chosen a size before, and one more in another", async () => {
    const { page } = await visitor({ phone: true });
    await openLive(page, "/product/boston-murdjajo");
    await chooseSize(page, "40");
    await openLive(page, PATH);
    expect(await page.locator("[data-order]").innerText()).toContain("Taupe, pointure 40, 1 paire");
    expect(await order(page)).toEqual({ taps: 9, pages: 1 });
    await page.getByText("Taupe, pointure 40").first().waitFor();
  });

  it("finds the size that was chosen last wherever it is in stock, unless the address names one", async () => {
    const { page } = await visitor({ phone: true });
    await openLive(page, "/product/boston-murdjajo");
    const chosen = () => page.locator("[name=pointure]:checked").inputValue();
    expect(await chosen()).toBe("36");
    await chooseSize(page, "45");
    await openLive(page, PATH);
    expect(await chosen()).toBe("45");
    expect(await page.locator(".buy-bar .in-bar").innerText()).toContain("Pointure 45");
    await openLive(page, `${PATH}?pointure=38`);
    expect(await chosen()).toBe("38");
    // Cypress green has no 45 left.
    await openLive(page, `${PATH}?couleur=vert-cypres`);
    expect(await chosen()).toBe("36");
    // No child's shoe is a 45.
    await openLive(page, "/product/sandale-petit-crabe");
    expect(Number(await chosen())).toBeLessThan(36);
  });

  it("folds the address away at a pickup point, where none is needed", async () => {
    const { page } = await visitor({ phone: true });
    await openLive(page, PATH);
    await field(page, "Wilaya").selectOption("31");
    await page.getByText("Domicile dès 500 DA · Point relais 300 DA").first().waitFor();
    await chooseCommune(page, "Oran");
    expect(await field(page, "Adresse").isVisible()).toBe(true);
    await choosePickupPoint(page);
    await expect.poll(() => field(page, "Adresse").isVisible()).toBe(false);
    await page.getByRole("radio", { name: /^À domicile/ }).check();
    await expect.poll(() => field(page, "Adresse").isVisible()).toBe(true);
  });
});

describe("without scripts", () => {
  it("takes 10 taps and two pages from an address that names the size", async () => {
    const { page } = await visitor({ phone: true, javaScriptEnabled: false });
    await open(page, `${PATH}?pointure=40`);
    expect(await order(page)).toEqual({ taps: 10, pages: 2 });
    await page.getByText("Taupe, pointure 40").first().waitFor();
  });
});

/** 1.6 screens of the phone that most have: 412 × 915. */
const FIRST_FIELD = 1.6 * 915;

describe.each([true, false])("with scripts: %s", (javaScriptEnabled) => {
  const sizes = [
    [320, 640],
    [412, 915],
    [768, 1024],
  ] as const;
  it.each(sizes.filter((_, index) => isVisited(javaScriptEnabled, index)))(
    "at %i × %i the form is near, the total beside its button, the bar below sizes that were seen",
    async (width, height) => {
      const { page } = await visitor({
        phone: width < 768,
        javaScriptEnabled,
        viewport: { width, height },
      });
      await (javaScriptEnabled ? openLive : open)(page, PATH);
      const topOf = async (selector: string) => (await page.locator(selector).first().boundingBox())?.y ?? 1e9;
      expect(await topOf("[name=nom]")).toBeLessThan(FIRST_FIELD);
      if (width < 700) {
        // Nobody orders a size unseen.
        expect(await topOf(".buy-bar")).toBeGreaterThan(height);
        await page.locator("[data-stock]").scrollIntoViewIfNeeded();
        await page.mouse.wheel(0, 120);
        await expect.poll(() => topOf(".buy-bar")).toBeLessThan(height);
        expect(await topOf("[name=pointure] + span")).toBeLessThan(height);
        await field(page, "Nom").focus();
        expect(await page.locator(".buy-bar").isVisible()).toBe(false);
      }
      await field(page, "Wilaya").selectOption("31");
      await showCommunes(page);
      await chooseCommune(page, "Oran");
      const total = page.locator("form dl.rows").getByText("À payer à la livraison");
      await total.waitFor();
      // Pickup points may come meanwhile, so both are measured at the same moment.
      const between = await total.evaluate((label) => {
        const button = document.querySelector("button[value=commander]") as HTMLElement;
        return button.getBoundingClientRect().top - (label.parentElement as HTMLElement).getBoundingClientRect().bottom;
      });
      expect(between).toBeLessThan(200);
    },
  );
});
