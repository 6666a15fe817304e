import type { Page, Route } from "playwright";
import { beforeEach, describe, expect, it } from "vitest";
import { openLive } from "../support/scripts";
import { shopWithVisitors } from "../support/served-shop";
import { inDatabase } from "../support/shop-server";

/** Lists with scripts: the next pages come to the shopper. tests/contract has them without. */

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

describe("more of a list, with scripts", () => {
  it("come by themselves as one scrolls, 12 at a time, twice, each said once; then by a press, which leads on to them (A-7)", async () => {
    await openList();
    await page.evaluate(() => {
      const said: string[] = [];
      const status = document.querySelector("[data-total] [role=status]");
      if (status) new MutationObserver(() => said.push(status.textContent ?? "")).observe(status, { childList: true });
      Object.assign(window, { said });
    });
    expect(await cards().count()).toBe(20);
    await more().evaluate((link) => link.scrollIntoView({ block: "end" }));
    await expect.poll(() => cards().count()).toBe(32);
    await more().evaluate((link) => link.scrollIntoView({ block: "end" }));
    await expect.poll(() => cards().count()).toBe(44);
    // The third time nothing comes: the footer is within reach.
    await more().evaluate((link) => link.scrollIntoView({ block: "end" }));
    await page.locator("footer").scrollIntoViewIfNeeded();
    await page.waitForTimeout(1_000);
    expect(await cards().count()).toBe(44);
    expect(await page.locator("footer").evaluate((footer) => footer.getBoundingClientRect().top < innerHeight)).toBe(
      true,
    );
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    expect(new URL(page.url()).search).toBe("?page=3");

    await more().click();
    await expect.poll(() => cards().count()).toBe(56);
    expect(await page.evaluate(() => document.activeElement?.getAttribute("href"))).toBe((await slugs())[44]);
    await said().scrollIntoViewIfNeeded();
    await expect.poll(() => cards().count()).toBe(67);
    expect(new Set(await slugs()).size).toBe(67);
    expect(await more().count()).toBe(0);
    expect(await page.evaluate(() => (window as unknown as { said: string[] }).said)).toEqual([
      "12 produits de plus, 32 affichés sur 67",
      "12 produits de plus, 44 affichés sur 67",
      "12 produits de plus, 56 affichés sur 67",
      "11 produits de plus, 67 affichés sur 67",
    ]);
  });

  it("do not come by themselves on a slow connection, nor where the shopper is past the list", async () => {
    const slow = await visitor({ phone: true });
    await slow.page.addInitScript(() =>
      Object.defineProperty(navigator, "connection", { value: { effectiveType: "2g", saveData: false } }),
    );
    await openLive(slow.page, "/shop");
    await slow.page.getByRole("link", { name: "Voir plus" }).scrollIntoViewIfNeeded();
    await slow.page.waitForTimeout(1_500);
    expect(await slow.page.locator("[data-products] > ul > li").count()).toBe(20);
    await slow.page.getByRole("link", { name: "Voir plus" }).click();
    await expect.poll(() => slow.page.locator("[data-products] > ul > li").count()).toBe(32);

    await openList();
    await page.evaluate(() => {
      document.body.style.paddingBlockEnd = "3000px";
      const end = document.querySelector("[data-total]")?.getBoundingClientRect().bottom ?? 0;
      scrollTo({ top: end + scrollY + 200, behavior: "instant" });
    });
    await page.waitForTimeout(1_500);
    expect(await cards().count()).toBe(20);
  });

  it("returns to the same place, also when the browser has kept nothing", async () => {
    await openList("/shop?tri=prix-croissant");
    await more().evaluate((link) => link.scrollIntoView({ block: "end" }));
    await expect.poll(() => cards().count()).toBe(32);
    await more().evaluate((link) => link.scrollIntoView({ block: "end" }));
    await expect.poll(() => cards().count()).toBe(44);
    const before = await slugs();
    const chosen = cards().nth(27).locator("a").first();
    const address = await chosen.getAttribute("href");
    await chosen.scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => scrollY);
    await chosen.click();
    await page.waitForURL(new RegExp(`${address}$`), { waitUntil: "domcontentloaded" });
    await page.goBack({ waitUntil: "domcontentloaded" });
    await expect.poll(() => cards().count()).toBe(44);
    expect(await slugs()).toEqual(before);
    await expect.poll(() => page.evaluate(() => scrollY).then((now) => Math.abs(now - place))).toBeLessThan(300);
    expect(new URL(page.url()).search).toBe("?tri=prix-croissant&page=3");
    // What was fetched and not shown comes next, and nothing twice; now it needs a press.
    await said().scrollIntoViewIfNeeded();
    await page.waitForTimeout(1_000);
    expect(await cards().count()).toBe(44);
    await more().click();
    await expect.poll(() => cards().count()).toBe(56);
    await said().scrollIntoViewIfNeeded();
    await expect.poll(() => cards().count()).toBe(67);
    expect(new Set(await slugs()).size).toBe(67);
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

  it("keeps what a new visitor presses who leaves the page at once (decision 021)", async () => {
    await openList();
    const begun = () =>
      inDatabase(shop, (database) => database.prepare("select count(*) from new_guests").pluck().get());
    const before = begun();
    await Promise.all([page.waitForResponse(/favoris\?garde=liste$/), heart().click()]);
    expect(begun()).toBe(before);
  });

  it.each([
    ["the script cannot be had", /\/assets\/toggle-wish-/],
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
