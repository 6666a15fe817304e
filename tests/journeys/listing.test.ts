import type { Page, Route } from "playwright";
import { beforeEach, describe, expect, it } from "vitest";
import { openLive } from "../support/scripts";
import { shopWithVisitors } from "../support/served-shop";
import { inDatabase } from "../support/shop-server";

/** What scripts make of a list: the next pages come to where the shopper is. The list without them is in tests/contract. */

const { shop, visitor } = shopWithVisitors();
let page: Page;

beforeEach(async () => {
  ({ page } = await visitor({ phone: true }));
});

const more = () => page.getByRole("link", { name: "Voir plus" });
const said = () => page.locator("main").getByRole("status");
const cards = () => page.locator("[data-products] > ul > li");
const slugs = () =>
  cards()
    .locator("a")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));

const openList = (path = "/shop") => openLive(page, path);

describe("Voir plus, with scripts", () => {
  it("brings the next pages here, says so, and gives the footer back when all is shown", async () => {
    await openList();
    expect(await cards().count()).toBe(20);
    await more().click();
    await expect.poll(() => said().innerText()).toBe("20 produits de plus, 40 affichés sur 67");
    expect(new URL(page.url()).search).toBe("?page=2");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("href"))).toBe((await slugs())[20]);
    // From here on they come by themselves.
    await said().scrollIntoViewIfNeeded();
    await expect.poll(() => said().innerText()).toBe("20 produits de plus, 60 affichés sur 67");
    await said().scrollIntoViewIfNeeded();
    await expect.poll(() => said().innerText()).toBe("7 produits de plus, 67 affichés sur 67");
    expect(new Set(await slugs()).size).toBe(67);
    expect(await more().count()).toBe(0);
    await page.locator("footer").scrollIntoViewIfNeeded();
    expect(await page.locator("footer").isVisible()).toBe(true);
  });

  it("returns to the same place, also when the browser has kept nothing", async () => {
    await openList("/shop?tri=prix-croissant");
    await more().click();
    await expect.poll(() => said().innerText()).toContain("40 affichés");
    const before = await slugs();
    const chosen = cards().nth(27).locator("a").first();
    const address = await chosen.getAttribute("href");
    await chosen.scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => scrollY);
    await chosen.click();
    await page.waitForURL(new RegExp(`${address}$`), { waitUntil: "domcontentloaded" });
    await page.goBack({ waitUntil: "domcontentloaded" });
    await expect.poll(() => cards().count()).toBe(40);
    expect(await slugs()).toEqual(before);
    await expect.poll(() => page.evaluate(() => scrollY).then((now) => Math.abs(now - place))).toBeLessThan(300);
    expect(new URL(page.url()).search).toBe("?tri=prix-croissant&page=2");
  });

  it.each([
    ["the script cannot be had", /\/assets\/add-pages-/],
    ["the page cannot be had", /\/shop\?page=2$/],
  ])("is the link that it was when %s", async (_, address) => {
    await openList();
    await page.route(address, (route: Route) =>
      route.request().resourceType() === "document" ? route.fallback() : route.abort(),
    );
    await more().click();
    await page.getByText("Produits 21 à 40 sur 67").waitFor();
    expect(await cards().count()).toBe(20);
  });

  it("leaves what nobody asked for out of the address", async () => {
    await openList();
    await page.getByText("Filtres").click();
    await page.getByLabel(/^Noir/).check();
    await page.getByRole("button", { name: "Voir les résultats" }).click();
    await page.waitForURL(/couleur/, { waitUntil: "domcontentloaded" });
    expect(new URL(page.url()).search).toBe("?couleur=noir");
  });
});

describe("a heart, with scripts", () => {
  const heart = () => cards().nth(2).getByRole("button");
  const label = async () => (await heart().textContent()) ?? "";

  it("turns a heart over without leaving the page", async () => {
    await openList();
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    const [, name] = /^Ajouter (.+) aux favoris$/.exec(await label()) ?? [];
    await heart().click();
    await page.locator(".toasts").getByText(`${name} ajouté à la liste de souhaits`).waitFor();
    expect(await label()).toBe(`Retirer ${name} des favoris`);
    await heart().click();
    await page.locator(".toasts").getByText("Article retiré de la liste de souhaits").waitFor();
    expect(await label()).toBe(`Ajouter ${name} aux favoris`);
    expect(await page.evaluate(() => "isSame" in window)).toBe(true);
  });

  it("keeps what a new visitor presses who leaves the page at once (decision B86)", async () => {
    await openList();
    const begun = () =>
      inDatabase(shop, (database) => database.prepare("select count(*) from new_guests").pluck().get());
    const before = begun();
    await Promise.all([page.waitForResponse(/favoris\?garde=liste$/), heart().click()]);
    expect(begun()).toBe(before);
  });

  it.each([
    ["the script cannot be had", /\/assets\/press-heart-/],
    ["the shop does not answer it", /\/wishlist\/favoris$/],
  ])("is the form that it was when %s", async (_, address) => {
    await openList();
    await page.route(address, (route: Route) => route.abort());
    const [, name] = /^Ajouter (.+) aux favoris$/.exec(await label()) ?? [];
    await heart().click();
    await page.locator("main [data-flash]").getByText(`${name} ajouté à la liste de souhaits`).waitFor();
    expect(await label()).toBe(`Retirer ${name} des favoris`);
    expect(new URL(page.url()).pathname).toBe("/shop");
  });
});
