import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DESKTOP, WHOLE } from "../support/browser/browser";
import { chooseAPair, confirmation, fillDelivery, open, press } from "../support/browser/journeys";
import { live } from "../support/browser/scripts";
import { covering } from "../support/setup/sweeps";
import { servedShop } from "../support/shop/served-shop";
import { restock } from "../support/shop/stored";

/** A browser whose settings refuse all cookies, and with them everything that scripts may keep. */

const shop = servedShop();

async function refusing(javaScriptEnabled: boolean): Promise<BrowserContext> {
  const profile = mkdtempSync(join(tmpdir(), "refusing-"));
  mkdirSync(join(profile, "Default"));
  const content = { profile: { default_content_setting_values: { cookies: 2 } } };
  writeFileSync(join(profile, "Default", "Preferences"), JSON.stringify(content));
  const options = { baseURL: shop.url, locale: "fr-DZ", viewport: DESKTOP, javaScriptEnabled };
  const context = await chromium.launchPersistentContext(profile, { ...WHOLE, ...options });
  context.setDefaultTimeout(20_000);
  return context;
}

const WAYS = [
  ["on", true],
  ["off", false],
] as const;

describe.each(covering(WAYS, [WAYS[0]]))("without cookies, scripts %s", (_, withScripts) => {
  let context: BrowserContext;
  let page: Page;
  beforeEach(async () => {
    restock(shop);
    context = await refusing(withScripts);
    page = await context.newPage();
    await open(page, "/product/boston-santa-cruz");
    if (withScripts) await live(page);
  });
  afterEach(async () => {
    expect(await context.cookies()).toEqual([]);
    await context.close();
  });
  const said = (text: string) => page.getByRole("main").getByText(text).first();

  it("the cart says that it cannot be kept, and the order from the product's page is there to be read", async () => {
    await chooseAPair(page);
    await press(page, "Ajouter au panier");
    await said("le panier ne peut pas être gardé").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    await chooseAPair(page);
    await fillDelivery(page);
    await press(page, "Commander maintenant");
    const number = await confirmation(page);
    await said("Votre navigateur refuse les cookies").waitFor();
    expect(await page.getByRole("main").innerText()).not.toContain("12 34");

    await open(page, "/suivi");
    await page.getByLabel("Numéro de commande").fill(number);
    await page.getByLabel("Téléphone", { exact: true }).fill("0550123456");
    await page.getByRole("main").getByRole("button").first().click();
    expect(await confirmation(page)).toBe(number);
  });

  it("a heart says that the list cannot be kept, and stays as it is", async () => {
    await open(page, "/shop");
    if (withScripts) await live(page);
    const heart = page.locator(".heart button").first();
    const label = await heart.innerText();
    await heart.click();
    await page.getByText("la liste de souhaits ne peut pas être gardée").first().waitFor();
    expect(await page.locator(".heart button").first().innerText()).toBe(label);
    if (withScripts) expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/shop");
  });
});
