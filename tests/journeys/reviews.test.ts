import { expect, it } from "vitest";
import { goOnAs } from "../support/browser/browser";
import { live, openLive } from "../support/browser/scripts";
import { Client } from "../support/http/client";
import { decideReviews, received, review } from "../support/shop/reviews";
import { shopWithVisitors } from "../support/shop/served-shop";

/** Reviews with scripts and by keyboard; before scripts see tests/contract and four-ways. */

const { shop, visitor } = shopWithVisitors();
const PRODUCT = "mule-tafna";

/** A visitor who has received these products, on the page of their reviews. */
async function reviewer(...slugs: string[]) {
  const client = new Client(shop.url);
  const number = await received(shop, client, ...slugs);
  const { page, context } = await visitor();
  await goOnAs(client, context);
  await openLive(page, `/commande/${number}/avis`);
  return page;
}

it("is rated and sent by keyboard; too many words are said as one leaves the field, and that goes", async () => {
  const page = await reviewer(PRODUCT);
  const error = page.locator("#avis-texte-error");
  await page.locator("#avis-note").focus();
  await page.keyboard.press("ArrowRight");
  expect(await page.getByRole("radio", { name: "4 – Bien" }).isChecked()).toBe(true);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  expect(await page.getByRole("radio", { name: "petit", exact: true }).isChecked()).toBe(true);
  await page.keyboard.press("Tab");
  const words = page.getByRole("main").getByLabel("Votre avis", { exact: true });
  expect(await words.evaluate((node) => node === document.activeElement)).toBe(true);
  await page.keyboard.insertText("é".repeat(1_001));
  await page.keyboard.press("Tab");
  await expect
    .poll(() => error.textContent())
    .toBe("L'avis est trop long\u00a0: 1\u202f001 caractères, 1\u202f000 au plus");
  await words.focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Backspace");
  await expect.poll(() => error.count()).toBe(0);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Merci pour votre avis", level: 1 }).waitFor();
});

it("of a refused form a choice removes the error of its group", async () => {
  const page = await reviewer(PRODUCT, "boston-santa-cruz");
  await page.getByRole("button", { name: "Envoyer mon avis" }).click();
  await page.getByRole("heading", { name: "Il y a un problème" }).waitFor();
  await live(page);
  expect(await page.locator("#avis-article-error").textContent()).toBe("Choisissez un article");
  expect(await page.locator("#avis-note-error").textContent()).toBe("Choisissez une note");
  await page.locator("[name=article]").last().check({ force: true });
  await expect.poll(() => page.locator("#avis-article-error").count()).toBe(0);
  expect(await page.locator("#avis-note-error").count()).toBe(1);
  await page.locator("[name=note]").first().check({ force: true });
  await expect.poll(() => page.locator("#avis-note-error").count()).toBe(0);
});

it("stands in its tab on the product's page, from where a link leads to all", async () => {
  const client = new Client(shop.url);
  await review(client, await received(shop, client, PRODUCT), "5", "Je recommande.");
  await decideReviews(shop);
  const { page } = await visitor();
  await openLive(page, `/product/${PRODUCT}#avis`);
  const panel = page.getByRole("tabpanel", { name: "Avis" });
  await panel.getByText("Je recommande.").waitFor();
  await panel.getByRole("link", { name: /^Lire / }).click();
  await page.getByRole("heading", { name: /^Avis sur / }).waitFor();
  const ratings = await page.getByRole("main").getByRole("listitem").allInnerTexts();
  expect(ratings).toContainEqual(expect.stringMatching(/^5 étoiles.*avis$/s));
});
