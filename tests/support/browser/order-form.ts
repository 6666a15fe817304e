import type { Page } from "playwright";
import { expect } from "vitest";
import { arriveAt, chooseCommune, confirmation, open, press, shopper, showCommunes } from "./journeys";
import { openLive } from "./scripts";

/** A shopper sees the truth on the way to an order, whether scripts work or not. */

export const PRODUCT = "/product/boston-santa-cruz";
/** Differs in colour and size from the first choice. */
export const CHOSEN = "Bleu nuit, pointure 42";

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
export const radio = (page: Page, name: string) => page.getByRole("radio", { name: new RegExp(`^${name}`) }).first();
const sizeBox = (page: Page, size: string) =>
  page.getByRole("group", { name: "Pointure" }).getByRole("radio", { name: size });
/** Home, then the pickup points, unless they are folded. */
export const waysOfDelivery = (page: Page) => page.getByRole("group", { name: "Mode de livraison" }).getByRole("radio");
export const pickupPoint = (page: Page) => waysOfDelivery(page).nth(1);
/** Opens the list of pickup points, which is folded where it is long, and chooses the first one. */
export async function choosePickupPoint(page: Page): Promise<void> {
  await page.locator("summary").filter({ hasText: "Au point relais" }).click();
  await pickupPoint(page).check();
}
export const drawer = (page: Page) => page.getByRole("dialog", { name: /^Votre panier/ });
export const commune = (page: Page, id: string) => page.locator(`option[value="${id}"]`).waitFor({ state: "attached" });

/** The text in one line with plain spaces. */
export async function read(page: Page, within: "main" | "dialog" = "main"): Promise<string> {
  const text = await page.getByRole(within).first().innerText();
  return text.replace(/\s+/g, " ").replace(/ ,/g, ",");
}
export const reads = (page: Page, text: string | RegExp, within?: "main" | "dialog") =>
  expect.poll(() => read(page, within)).toMatch(text);

/** Waits until scripts have started, or long enough for those that never do. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  await page
    .locator("html[data-scripts=on]")
    .waitFor({ timeout: 1000 })
    .catch(() => undefined);
}
/** Waits until islands that wake at the first sign of use are awake. */
export const wake = (page: Page) => page.waitForTimeout(400);

export async function choose(page: Page, color = "Bleu nuit", size = "42"): Promise<void> {
  await radio(page, color).check();
  await sizeBox(page, size).check();
}

/** The phone as the shop writes it; the kind of its spaces may differ. */
const typed = { Nom: shopper.nom, Prénom: shopper.prenom, Téléphone: "0550 12 34 56", Adresse: shopper.adresse };
export async function type(page: Page): Promise<void> {
  for (const [label, text] of Object.entries(typed)) await field(page, label).fill(text);
}
async function fillIn(page: Page): Promise<void> {
  await type(page);
  await field(page, "Wilaya").selectOption(shopper.wilaya);
  await wake(page);
  await showCommunes(page);
  await chooseCommune(page, shopper.commune);
}
export async function keepsTyped(page: Page): Promise<void> {
  for (const [label, text] of Object.entries(typed))
    expect((await field(page, label).inputValue()).replace(/\s/g, " "), label).toBe(text);
}

/** The page is there, and shows the true choice where it shows one. */
export async function isTrue(page: Page, chosen = CHOSEN): Promise<void> {
  const text = await read(page);
  expect(text).not.toMatch(/Erreur \d|à choisir/);
  for (const [, shown] of text.matchAll(/Vous commandez : Boston Santa Cruz, (.*?), \d+ paires?\./g))
    expect(shown).toBe(chosen);
}

/** What shoppers do besides ordering. */
export interface Manner {
  /** Comes to the product's page. */
  arrive: (page: Page) => Promise<void>;
  /** Before each page, or the drawer, is left; what follows must still be true. */
  linger: (stage: string) => Promise<void>;
}
const straight: Manner = { arrive: (page) => open(page, PRODUCT), linger: async () => undefined };

/** @returns the order's number */
async function orderDirectly(page: Page, { arrive, linger } = straight): Promise<string> {
  await arrive(page);
  await settle(page);
  await choose(page);
  await field(page, "Quantité").fill("2");
  await wake(page);
  await fillIn(page);
  await settle(page);
  await linger("product");
  await wake(page);
  await keepsTyped(page);
  expect(await radio(page, "Bleu nuit").isChecked()).toBe(true);
  expect(await sizeBox(page, "42").isChecked()).toBe(true);
  expect(await field(page, "Quantité").inputValue()).toBe("2");
  await isTrue(page);
  await press(page, "Commander maintenant");
  const number = await confirmation(page);
  expect(await read(page)).toMatch(new RegExp(`${CHOSEN} 2 × 8 900 DA`));
  await linger("confirmation");
  return number;
}

/** By the cart's drawer and page. @returns the order's number */
async function orderByCart(page: Page, { arrive, linger } = straight): Promise<string> {
  await arrive(page);
  await settle(page);
  await choose(page);
  await linger("product");
  await wake(page);
  await press(page, "Ajouter au panier");
  await page.getByText("Produit ajouté au panier avec succès !").first().waitFor();
  await settle(page);
  // With scripts the drawer is open.
  if (!(await drawer(page).isVisible()))
    await page
      .getByRole("banner")
      .getByRole("link", { name: /^Panier/ })
      .click();
  // The message that a pair was added has such a link as well, and says nothing of either.
  const isInCart = async () => (await drawer(page).isVisible()) || new URL(page.url()).pathname === "/cart";
  await expect.poll(isInCart).toBe(true);
  await page.getByRole("link", { name: "Passer à la commande" }).first().waitFor();
  await linger("drawer");
  await open(page, "/cart");
  await settle(page);
  await page.getByRole("button", { name: /^Augmenter la quantité/ }).click();
  await reads(page, /Sous-total 17 800 DA/);
  await linger("cart");
  await page.getByRole("link", { name: "Passer à la commande" }).click();
  await arriveAt(page, "/checkout");
  await settle(page);
  await fillIn(page);
  await settle(page);
  await linger("checkout");
  await wake(page);
  await keepsTyped(page);
  await isTrue(page);
  for (const step of ["/checkout/paiement", "/checkout/verification"]) {
    await press(page, "Continuer");
    await arriveAt(page, step);
    await settle(page);
    await linger(step);
  }
  expect(await read(page)).toContain(CHOSEN);
  expect(await read(page)).toContain("0550");
  await press(page, "Passer la commande");
  const number = await confirmation(page);
  expect(await read(page)).toMatch(new RegExp(`${CHOSEN} 2 × 8 900 DA`));
  await linger("confirmation");
  return number;
}

export const ways = { "from the product page": orderDirectly, "through the cart": orderByCart };
export type Way = keyof typeof ways;

const COLORS: Record<string, string> = { taupe: "Taupe", "bleu-nuit": "Bleu nuit", "terre-cuite": "Terre cuite" };

/** Chooses a second colour, reloads and orders; the page follows what the browser restores. */
export async function reloadChosen(page: Page): Promise<void> {
  await openLive(page, PRODUCT);
  await choose(page, "Terre cuite", "40");
  await choose(page);
  await reads(page, /Bleu nuit, pointure 42, 1 paire\./);
  await page.reload({ waitUntil: "domcontentloaded" });
  await settle(page);
  await wake(page);
  const chosen = (name: string) => page.locator(`input[name=${name}]:checked`).getAttribute("value");
  const color = COLORS[(await chosen("couleur")) ?? ""] ?? "";
  const words = `${color}, pointure ${await chosen("pointure")}`;
  await reads(page, `Vous commandez : Boston Santa Cruz, ${words}, 1 paire.`);
  await reads(page, `${words} : `);
  const picture = page
    .getByRole("region", { name: /photos$/ })
    .getByRole("img")
    .first();
  expect((await picture.getAttribute("alt"))?.toLowerCase()).toContain(color.toLowerCase());
  await fillIn(page);
  await isTrue(page, words);
  await press(page, "Commander maintenant");
  await confirmation(page);
  expect(await read(page)).toContain(words);
}
