import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { addToCart, arriveAt, confirmation, fillDelivery, open, press, shopper } from "../support/browser/journeys";
import { live } from "../support/browser/scripts";
import type { Fault } from "../support/http/flaky-line";
import { covering, isSweep } from "../support/setup/sweeps";
import { lineTo, shopWithVisitors } from "../support/shop/served-shop";
import { ordersOf } from "../support/shop/stored";

/**
 * A line that drops, cuts, delays and resets: nothing typed is lost, a press is one order, and each
 * order that exists is named to its shopper on the next page that can name it.
 */

const { shop, visitor } = shopWithVisitors();
const PRODUCT = "/product/boston-santa-cruz";
const line = lineTo(shop);

/** Each with a phone of its own. */
let shoppers = 0;
const newPhone = () => `05500000${String(++shoppers).padStart(2, "0")}`;

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const isPost = (method: string) => method === "POST";

/** The browser has given up: it repeats what it has sent on a connection that was used before. */
async function isLost(): Promise<void> {
  for (let before = 0; line.failed === 0 || line.failed > before; ) {
    before = line.failed;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Chromium has given up, and says so on a page of its own. */
async function isLostOn(page: Page): Promise<void> {
  await isLost();
  await expect.poll(() => page.url()).toMatch(/^chrome-error:/);
  // Its process may still be taking over, and Back would find no page.
  await page.locator("body").waitFor({ state: "attached" });
}

async function goBack(page: Page, path: string): Promise<void> {
  await page.goBack();
  await arriveAt(page, path);
}

async function showsTyped(page: Page): Promise<void> {
  await expect.poll(() => field(page, "Nom").inputValue()).toBe(shopper.nom);
  expect(await field(page, "Adresse").inputValue()).toBe(shopper.adresse);
  await expect.poll(() => field(page, "Commune").locator("option:checked").innerText()).toMatch(/^Oran/);
}

const LOSSES: Fault[] = ["before", "within", "after"];
/** Where an order whose answer was lost is named. */
const PLACES = ["/cart", "/suivi", "/checkout"];

describe.each([
  ["scripts on", true],
  ["scripts off", false],
])("with %s", (_, javaScriptEnabled) => {
  const enter = async (options?: { phone: true }) => {
    const { context, page } = await visitor({ baseURL: line.url, javaScriptEnabled, ...options });
    const openReady = async (path: string) => {
      await open(page, path);
      if (javaScriptEnabled) await live(page);
    };
    return { context, page, openReady };
  };

  // With scripts and without them an order sees each loss once, and the checkout the others.
  it.each(covering(LOSSES, javaScriptEnabled ? ["before", "after"] : ["within"]))(
    "an order from the product's page that is lost %s comes once, by Back and a second press",
    async (fault) => {
      const { context, page, openReady } = await enter();
      const telephone = newPhone();
      await openReady(PRODUCT);
      await fillDelivery(page, { telephone });
      line.fail(fault, isPost);
      await press(page, "Commander maintenant");
      await isLostOn(page);
      expect(ordersOf(shop, telephone)).toHaveLength(fault === "after" ? 1 : 0);
      line.restore();
      for (const path of fault === "after" ? PLACES : []) {
        const other = await context.newPage();
        await open(other, path);
        await other
          .getByRole("main")
          .getByText(String(ordersOf(shop, telephone)[0]))
          .first()
          .waitFor();
        await other.close();
      }
      await goBack(page, PRODUCT);
      await showsTyped(page);
      await press(page, "Commander maintenant");
      // An order that exists is opened, or named where the form is a new one.
      await expect.poll(() => ordersOf(shop, telephone).length).toBe(1);
      await page
        .getByText(String(ordersOf(shop, telephone)[0]))
        .first()
        .waitFor();
      expect(ordersOf(shop, telephone)).toHaveLength(1);
    },
  );

  const inCheckout = covering(LOSSES, javaScriptEnabled ? ["within"] : ["after"]);
  it.each(inCheckout)("the checkout loses nothing typed, and orders once, each step being lost %s", async (fault) => {
    const { page, openReady } = await enter();
    const telephone = newPhone();
    await openReady(PRODUCT);
    await addToCart(page);
    await openReady("/checkout");
    await fillDelivery(page, { telephone });
    const steps = [
      ["/checkout", "Continuer", "/checkout/paiement"],
      ["/checkout/paiement", "Continuer", "/checkout/verification"],
      ["/checkout/verification", "Passer la commande", /^\/commande\//],
    ] as const;
    for (const [path, button, next] of steps) {
      line.fail(fault, isPost);
      await press(page, button);
      await isLostOn(page);
      line.restore();
      await page.goBack();
      if (path === "/checkout") {
        await arriveAt(page, path);
        await showsTyped(page);
      }
      // The last step of an order that exists leads to it.
      if (fault === "after" && path === "/checkout/verification") {
        const [number] = ordersOf(shop, telephone);
        await open(page, path);
        await page.getByRole("main").getByText(String(number)).first().waitFor();
        return;
      }
      await arriveAt(page, path);
      await press(page, button);
      await arriveAt(page, next);
    }
    expect(ordersOf(shop, telephone)).toHaveLength(1);
  });

  // Without scripts the shop alone has to notice: orders over HTTP test that in each run.
  it.skipIf(!isSweep && !javaScriptEnabled)("presses again while the answer is late are one order", async () => {
    const { page, openReady } = await enter();
    const telephone = newPhone();
    await openReady(PRODUCT);
    await fillDelivery(page, { telephone });
    line.fail("late", isPost);
    // This document's button: a press that comes too late must not meet the confirmation's links.
    const button = await page.getByRole("button", { name: "Commander maintenant" }).elementHandle();
    for (let presses = 0; presses < 4; presses += 1) {
      await button?.evaluate((element) => (element as HTMLElement).click()).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    await confirmation(page);
    expect(ordersOf(shop, telephone)).toHaveLength(1);
  });

  const unfinished = covering(["cut", "endless"] as const, [javaScriptEnabled ? "endless" : "cut"]);
  it.each(unfinished)("each page begins to show when it is %s after some 6 kB", async (fault) => {
    const { page } = await enter({ phone: true });
    for (const path of ["/", "/shop", "/femme", PRODUCT, "/cart", "/faq"]) {
      line.fail("endless", (_method, address) => address === path, 6_000);
      await page.goto(path, { waitUntil: "commit" });
      const menu = page.getByRole("banner").locator("summary").first();
      await expect.poll(() => menu.isVisible(), { message: path }).toBe(true);
      if (fault === "cut") {
        // Not before what came is read: Chromium drops the rest of it when a load fails.
        const failed = page.waitForEvent("requestfailed", (request) => request.isNavigationRequest());
        line.cut();
        await failed;
        expect(await menu.isVisible(), path).toBe(true);
      }
      line.restore();
    }
  });
});

it("scripts work on a document whose end does not come", async () => {
  const { page } = await visitor({ baseURL: line.url });
  line.fail("endless", (_method, address) => address === PRODUCT, 12_500);
  await page.goto(PRODUCT, { waitUntil: "commit" });
  await page.locator("html[data-scripts=on]").waitFor();
  expect(await page.evaluate(() => document.readyState)).toBe("loading");
  await page.getByRole("group", { name: "Couleur" }).getByRole("radio").last().check({ force: true });
  await expect.poll(() => page.locator("[data-stock]").innerText()).toMatch(/Terre cuite/);
  await field(page, "Nom").fill(shopper.nom);
  await expect.poll(() => page.evaluate(() => localStorage.saisie ?? "")).toContain(shopper.nom);
  expect(await page.evaluate(() => document.readyState)).toBe("loading");
});
