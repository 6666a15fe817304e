import type { BrowserContext, Page } from "playwright";
import { expect } from "vitest";
import { fillDelivery, press, shopper } from "./journeys";
import { live, openLive } from "./scripts";

/** The order form of a product's page while the line is down. */

export const PRODUCT = "/product/boston-santa-cruz";
export const ANOTHER = "/product/boston-tlemcen";
export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
export const status = (page: Page, text: RegExp) =>
  page.getByRole("main").getByRole("status").filter({ hasText: text });

/** The answer to the last choice is there: nothing that comes later changes the form. */
const hasPoints = (page: Page) => page.locator("[name=mode][type=radio]").nth(1).waitFor({ state: "attached" });

/** Each with a phone of its own, since the shop counts the open orders of a phone. */
let shoppers = 0;
export async function filledIn(page: Page, path = PRODUCT): Promise<void> {
  await openLive(page, path);
  await fillDelivery(page, { telephone: `0550 00 00 ${String(++shoppers).padStart(2, "0")}` });
  await hasPoints(page);
}

/** The script that keeps what is typed has come with the first letter, and has run. */
export const isKept = (page: Page) =>
  expect.poll(() => page.evaluate(() => localStorage.saisie ?? "")).toContain(shopper.nom);

/** The worker that sends an order is installed, which it is only while the line is there. */
export const hasWorker = (page: Page) =>
  expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration("/assets/"))?.active?.state))
    .toBe("activated");

/** An order is pressed once the line is down. */
export async function pressOffline(
  context: BrowserContext,
  page: Page,
  order = () => press(page, "Commander maintenant"),
): Promise<void> {
  await filledIn(page);
  await isKept(page);
  await hasWorker(page);
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await order();
  await status(page, /^Pas de connexion\s: rien n'a été envoyé\./).waitFor();
}

/** The headless shell never wakes a worker, so a page of the shop has to send what waits. */
export const KEEP = "Garder sur cet appareil";

export async function leaveAnOrder(context: BrowserContext, page: Page, order?: () => Promise<void>): Promise<void> {
  await pressOffline(context, page, order);
  await press(page, KEEP);
  await status(page, /^Pas encore envoyée\s: .*Boston Santa Cruz/).waitFor();
}

export async function showsTyped(page: Page): Promise<void> {
  await live(page);
  await expect.poll(() => field(page, "Adresse").inputValue()).toBe(shopper.adresse);
  expect(await field(page, "Nom").inputValue()).toBe(shopper.nom);
  expect(await field(page, "Prénom").inputValue()).toBe(shopper.prenom);
  expect(await field(page, "Wilaya").inputValue()).toBe("31");
  await expect.poll(() => field(page, "Commune").locator("option:checked").innerText()).toMatch(/^Oran/);
  await hasPoints(page);
}

export const losesForms = (of: BrowserContext | Page) =>
  of.route("**/*", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
