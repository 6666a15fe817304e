import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { addToCart, arriveAt, open, watch } from "../support/browser/journeys";
import { openLive } from "../support/browser/scripts";
import { shopWithVisitors } from "../support/shop/served-shop";

/** The wilaya is chosen below the order form or in the cart; pages name it (decision 048). */

const PATH = "/product/boston-santa-cruz";
const ORAN = /Livraison à Oran : dès 500 DA à domicile, 300 DA en point relais, entre \S+ \d+(er)? et \S+ \d+/;
const ADRAR = /Livraison à Adrar : dès 1 400 DA à domicile, 850 DA en point relais, entre \S+ \d+(er)? et \S+ \d+/;

const { visitor } = shopWithVisitors();

const text = async (page: Page) => (await page.locator("body").innerText()).replace(/[\u00a0\u202f]/g, " ");
const list = (page: Page) => page.getByLabel("Livraison vers");
const openChoice = (page: Page) => page.getByText("Choisir ma wilaya").click();
const isLive = (page: Page) => page.locator("[data-enhance=wilaya][data-awake]").waitFor();

describe("scripts off", () => {
  it("a choice and its button name the fees of the wilaya on every page", async () => {
    const { page } = await visitor({ javaScriptEnabled: false, phone: true });
    await open(page, PATH);
    await openChoice(page);
    await list(page).selectOption("31");
    await page.getByRole("button", { name: "Valider", exact: true }).click();
    await expect.poll(() => text(page)).toMatch(ORAN);
    await addToCart(page);
    await open(page, "/cart");
    expect(await text(page)).toMatch(ORAN);
    await openChoice(page);
    await list(page).selectOption("1");
    await page.getByRole("button", { name: "Valider", exact: true }).click();
    await expect.poll(() => text(page)).toMatch(ADRAR);
    await open(page, "/checkout");
    expect(await text(page)).toMatch(ADRAR);
    expect(await page.getByLabel("Wilaya", { exact: true }).inputValue()).toBe("1");
  });
});

describe("scripts on", () => {
  it("the choice names them at once, without leaving the page, and the order form follows", async () => {
    const { page } = await visitor();
    const complaints = watch(page);
    await openLive(page, PATH);
    await isLive(page);
    await openChoice(page);
    expect(await page.getByRole("button", { name: "Valider", exact: true }).count()).toBe(0);
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    await list(page).selectOption("31");
    await expect.poll(() => text(page)).toMatch(ORAN);
    await expect.poll(() => page.getByLabel("Wilaya", { exact: true }).inputValue()).toBe("31");
    await expect.poll(() => page.getByLabel("Commune", { exact: true }).locator("option").count()).toBeGreaterThan(20);
    // Another one: the order form follows, as nothing was chosen there.
    await list(page).selectOption("1");
    await expect.poll(() => text(page)).toMatch(ADRAR);
    await expect.poll(() => page.getByLabel("Wilaya", { exact: true }).inputValue()).toBe("1");
    // A choice in the order form stays.
    await page.getByLabel("Wilaya", { exact: true }).selectOption("16");
    await list(page).selectOption("31");
    await expect.poll(() => text(page)).toMatch(ORAN);
    expect(await page.getByLabel("Wilaya", { exact: true }).inputValue()).toBe("16");
    expect(await page.evaluate(() => "isSame" in window)).toBe(true);
    expect(complaints).toEqual([]);
  });

  it("drawer, cart and checkout name them, and the cart's choice changes them in place", async () => {
    const { page } = await visitor({ reducedMotion: "reduce" });
    const complaints = watch(page);
    await openLive(page, PATH);
    await isLive(page);
    await openChoice(page);
    await list(page).selectOption("31");
    await expect.poll(() => text(page)).toMatch(ORAN);
    await addToCart(page);
    const drawer = page.getByRole("dialog");
    await expect.poll(async () => (await drawer.innerText()).replace(/[\u00a0\u202f]/g, " ")).toMatch(ORAN);
    await open(page, "/cart");
    await page.locator("[data-island=cart][data-awake]").waitFor();
    expect(await text(page)).toMatch(ORAN);
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    await openChoice(page);
    await list(page).selectOption("1");
    await expect.poll(() => text(page)).toMatch(ADRAR);
    expect(await page.evaluate(() => "isSame" in window)).toBe(true);
    await page.getByRole("link", { name: "Passer à la commande" }).click();
    await arriveAt(page, "/checkout");
    expect(await text(page)).toMatch(ADRAR);
    expect(await page.getByLabel("Commune", { exact: true }).locator("option").count()).toBeGreaterThan(10);
    expect(complaints).toEqual([]);
  });

  it("a remembered wilaya fills the order form without a word, when it is touched", async () => {
    const { page } = await visitor();
    await openLive(page, PATH);
    await isLive(page);
    await openChoice(page);
    await list(page).selectOption("31");
    await expect.poll(() => text(page)).toMatch(ORAN);
    await openLive(page, PATH);
    expect(await page.getByLabel("Wilaya", { exact: true }).inputValue()).toBe("31");
    await page.getByLabel("Nom", { exact: true }).focus();
    await expect.poll(() => page.getByLabel("Commune", { exact: true }).locator("option").count()).toBeGreaterThan(20);
    expect(await text(page)).not.toMatch(/\d communes\. Domicile/);
    expect(await page.locator(".toast").count()).toBe(0);
  });

  it("when the shop does not answer, the button does it", async () => {
    const { page } = await visitor();
    await openLive(page, PATH);
    await isLive(page);
    await openChoice(page);
    await page.route("**/livraison", (route) => route.abort());
    await list(page).selectOption("31");
    await page.getByRole("button", { name: "Valider", exact: true }).click();
    await expect.poll(() => text(page)).toMatch(ORAN);
  });
});
