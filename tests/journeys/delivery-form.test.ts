import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { arriveAt, chooseCommune, giveCart, open, press } from "../support/browser/journeys";
import { choosePickupPoint, waysOfDelivery } from "../support/browser/order-form";
import { live } from "../support/browser/scripts";
import { covering } from "../support/setup/sweeps";
import { type Failure, failures, hold } from "../support/shop/failures";
import { shopWithVisitors } from "../support/shop/served-shop";

/** What scripts add to the delivery form, and that they only add (PE-7, PE-8, section 4). */

const { shop, visitor } = shopWithVisitors();

async function atCheckout(): Promise<Page> {
  const { page } = await visitor();
  await giveCart(page, shop);
  await open(page, "/checkout");
  return page;
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const commune = (page: Page, id: string) => page.locator(`option[value="${id}"]`).waitFor({ state: "attached" });
const sums = (page: Page) => page.getByRole("main").locator("form dl.rows").innerText();

async function fillNames(page: Page) {
  await field(page, "Nom").fill("Benali");
  await field(page, "Prénom").fill("Samira");
  await field(page, "Téléphone").fill("0550123456");
  await field(page, "Adresse").fill("12, rue");
}

describe("with scripts", () => {
  it("the list fills in communes and fees, says so, and a change of wilaya clears them", async () => {
    const page = await atCheckout();
    await live(page);
    await field(page, "Wilaya").selectOption("31");
    await page.getByText(/^\d+ communes\. Domicile dès \d+\sDA · Point relais \d/).waitFor();
    await chooseCommune(page, "Oran");
    await page.getByText("Au point relais : 5 adresses").waitFor();
    expect(await sums(page)).toContain("500");
    expect(await waysOfDelivery(page).count()).toBe(1);
    await choosePickupPoint(page);
    expect(await waysOfDelivery(page).count()).toBe(6);
    await expect.poll(() => sums(page)).toContain("300");
    await field(page, "Wilaya").selectOption("16");
    await commune(page, "1601");
    expect(await field(page, "Commune").inputValue()).toBe("");
    expect(await waysOfDelivery(page).count()).toBe(0);
    expect(await sums(page)).toMatch(/Livraison\s*600\sDA/);
    await field(page, "Wilaya").selectOption("31");
    await expect.poll(() => sums(page)).toMatch(/Livraison\s*de 500\sDA à 700\sDA/);
    expect(await sums(page)).toMatch(/À payer à la livraison\s*de \d+\s\d+\sDA à \d+\s\d+\sDA/);
    await field(page, "Wilaya").selectOption("");
    expect(await sums(page)).toContain("selon la commune");
  });

  /** Oran has more pickup points than are shown at once. */
  async function atFoldedPoints() {
    const page = await atCheckout();
    await live(page);
    await field(page, "Wilaya").selectOption("31");
    await chooseCommune(page, "Oran");
    return { page, summary: page.locator("summary").filter({ hasText: "Au point relais" }) };
  }

  it("folded pickup points are reached by keys, and stay unfolded", async () => {
    const { page, summary } = await atFoldedPoints();
    await summary.focus();
    await page.keyboard.press("Enter");
    const focused = () => page.evaluate(() => (document.activeElement as HTMLInputElement).value);
    await expect.poll(focused).toMatch(/^relais-/);
    const posts: string[] = [];
    page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
    await page.keyboard.press("Enter");
    await page.keyboard.press("Space");
    await expect.poll(() => sums(page)).toContain("À payer au retrait");
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => sums(page)).toContain("À payer à la livraison");
    expect(await focused()).toBe("domicile");
    expect(await waysOfDelivery(page).count()).toBe(6);
    await page.keyboard.press("ArrowDown");
    expect(await focused()).toMatch(/^relais-/);
    expect(posts, "a second Enter sent the form").toEqual([]);
  });

  it("a click unfolds the pickup points and leaves the focus where it is", async () => {
    const { page, summary } = await atFoldedPoints();
    await summary.click();
    await expect.poll(() => waysOfDelivery(page).count()).toBe(6);
    expect(await summary.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it("the way of delivery stays as it was chosen in every commune that has it", async () => {
    const page = await atCheckout();
    await live(page);
    await field(page, "Wilaya").selectOption("16");
    await commune(page, "1609");
    await field(page, "Commune").selectOption("1609");
    await waysOfDelivery(page).nth(1).check();
    await field(page, "Commune").selectOption("1601");
    await page.locator('input[value="relais-160101"]').waitFor();
    expect(await waysOfDelivery(page).nth(1).isChecked()).toBe(true);
    await expect.poll(() => sums(page)).toContain("À payer au retrait");
    // Of several points none is chosen for the shopper.
    await field(page, "Wilaya").selectOption("31");
    await commune(page, "3101");
    await chooseCommune(page, "Oran");
    await page.getByText("Au point relais : 5 adresses").waitFor();
    expect(await page.locator("[name=mode]:checked").count()).toBe(0);
    await expect.poll(() => sums(page)).toContain("À payer au retrait");
    await waysOfDelivery(page).nth(0).check();
    await expect.poll(() => sums(page)).toContain("À payer à la livraison");
    await field(page, "Wilaya").selectOption("16");
    await commune(page, "1601");
    await field(page, "Commune").selectOption("1601");
    await page.locator('input[value="relais-160101"]').waitFor();
    expect(await waysOfDelivery(page).nth(0).isChecked()).toBe(true);
  });

  it("an answer that comes under a press moves nothing away from it", async () => {
    const page = await atCheckout();
    await live(page);
    await fillNames(page);
    await field(page, "Wilaya").selectOption("31");
    await commune(page, "3101");
    const answer = await hold(page, /\/livraison\?.*commune=3101/);
    await chooseCommune(page, "Oran");
    await page.getByRole("button", { name: "Continuer" }).hover();
    await page.mouse.down();
    const answered = page.waitForResponse(/\/livraison\?.*commune=3101/);
    answer();
    await answered;
    await page.waitForTimeout(300);
    await page.mouse.up();
    await arriveAt(page, "/checkout/paiement");
  });

  it("ways of delivery that come under a finger take no press meant for the button", async () => {
    const page = await atCheckout();
    await live(page);
    await field(page, "Wilaya").selectOption("31");
    await commune(page, "3101");
    await page.evaluate(() => {
      // From the first way of delivery on: what a press on it meets in each frame.
      const { pressed } = Object.assign(window, { pressed: [] as string[] });
      const press = () => {
        const way = document.querySelector("[name=mode]")?.closest("label");
        way?.scrollIntoView({ block: "center" });
        const { x, y, height } = way?.getBoundingClientRect() ?? { x: 0, y: 0, height: 0 };
        const isMet = way?.contains(document.elementFromPoint(x + 20, y + height / 2));
        if (way) pressed.push(isMet ? "way" : "nothing");
        if (!isMet) requestAnimationFrame(press);
      };
      press();
    });
    await chooseCommune(page, "Oran");
    const pressed = () => page.evaluate(() => (window as unknown as { pressed: string[] }).pressed);
    await expect.poll(pressed).toContain("way");
    expect((await pressed())[0]).toBe("nothing");
  });

  it("an answer that was overtaken is dropped", async () => {
    const page = await atCheckout();
    await live(page);
    await page.route(/\/livraison\?wilaya=31/, async (route) => {
      await new Promise((go) => setTimeout(go, 1000));
      await route.continue().catch(() => undefined);
    });
    await field(page, "Wilaya").selectOption("31");
    await page.waitForTimeout(300);
    await field(page, "Wilaya").selectOption("16");
    await commune(page, "1601");
    await page.waitForTimeout(1200);
    expect(await page.locator('option[value="3101"]').count()).toBe(0);
  });

  it("a second press is ignored while the first is under way", async () => {
    const page = await atCheckout();
    await live(page);
    let posts = 0;
    await page.route("**/checkout*", async (route) => {
      if (route.request().method() === "POST") {
        posts += 1;
        await new Promise((go) => setTimeout(go, 500));
      }
      await route.continue();
    });
    const words = await page.evaluate(async () => {
      const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Continuer");
      button?.click();
      await new Promise((go) => setTimeout(go, 50));
      button?.click();
      return button?.textContent;
    });
    expect(words).toBe("Traitement en cours...");
    await page.getByRole("heading", { name: "Il y a un problème" }).waitFor();
    expect(posts).toBe(1);
  });
});

describe("when /livraison fails", () => {
  it.each(covering(Object.keys(failures) as Failure[], ["is cut off", "never answers"]))(
    "it %s: the button does it",
    async (how) => {
      const page = await atCheckout();
      await page.route(/\/livraison\?/, failures[how]);
      await live(page);
      await fillNames(page);
      if (how === "never answers") await page.clock.install();
      await field(page, "Wilaya").selectOption("31");
      if (how === "never answers") await page.clock.runFor(4000);
      else await page.getByRole("main").getByText("Impossible de charger les communes").waitFor();
      await page.getByRole("button", { name: "Afficher les communes" }).waitFor({ timeout: 4000 });
      await press(page, "Afficher les communes");
      await chooseCommune(page, "Oran");
      expect(await field(page, "Nom").inputValue()).toBe("Benali");
      expect(await field(page, "Adresse").inputValue()).toBe("12, rue");
      await press(page, "Continuer");
      await arriveAt(page, "/checkout/paiement");
    },
  );
});
