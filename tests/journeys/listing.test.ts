import type { Page, Route } from "playwright";
import { beforeEach, describe, expect, it } from "vitest";
import { violationsAt } from "../support/browser/axe";
import { goesThrough } from "../support/browser/focus";
import { openRefined } from "../support/browser/gestures";
import { open } from "../support/browser/journeys";
import { someLooks } from "../support/browser/looks";
import { live, openLive } from "../support/browser/scripts";
import { Client } from "../support/http/client";
import { productsIn } from "../support/http/reading";
import { covering, isVisited } from "../support/setup/sweeps";
import { type Failure, failures, hold } from "../support/shop/failures";
import { shopWithVisitors } from "../support/shop/served-shop";
import { valueIn } from "../support/shop/stored";

/** Lists with scripts: the next pages come to the shopper. tests/contract has them without. */

const { shop, visitor } = shopWithVisitors();
let page: Page;

const onAPhone = () =>
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
  onAPhone();

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
    // Products that were fetched and not shown come next, none twice; now it needs a press.
    await said().scrollIntoViewIfNeeded();
    await page.waitForTimeout(1_000);
    expect(await cards().count()).toBe(44);
    await more().click();
    await expect.poll(() => cards().count()).toBe(56);
    await said().scrollIntoViewIfNeeded();
    await expect.poll(() => cards().count()).toBe(67);
    expect(new Set(await slugs()).size).toBe(67);
  });

  it("keep the page while the line is down", async () => {
    await openList();
    await page.context().setOffline(true);
    await more().click();
    await page.getByText("La connexion est coupée.").first().waitFor();
    expect(await cards().count()).toBe(20);
    expect(await more().innerText()).toBe("Voir plus");
  });

  it.each([
    ["the script cannot be had", /\/assets\/add-pages-/],
    ["the page cannot be had", /\/shop\?page=2&partie=liste$/],
  ])("is the link that it was when %s", async (_, address) => {
    await openList();
    await page.route(address, (route: Route) =>
      route.request().resourceType() === "document" ? route.fallback() : route.abort(),
    );
    await more().click();
    await page.getByText("Produits 21 à 40 sur 67").waitFor();
    expect(await cards().count()).toBe(20);
  });

  it.each([
    ["the script does not come", /\/assets\/add-pages-/],
    ["the page does not come", /\/shop\?page=2&partie=liste$/],
  ])("is the link that it was when %s for long", async (_, address) => {
    await openList();
    await page.route(address, failures["never answers"]);
    await page.clock.install();
    const asked = page.waitForRequest(address);
    await more().click();
    await asked;
    await page.clock.runFor(10_000);
    await page.getByText("Produits 21 à 40 sur 67").waitFor();
    expect(await cards().count()).toBe(20);
  });

  it("come by a press also after one that was made while the list was being restored", async () => {
    await openList();
    await more().evaluate((link) => link.scrollIntoView({ block: "end" }));
    await expect.poll(() => cards().count()).toBe(32);
    const release = await hold(page, /partie=liste$/);
    await page.reload();
    await live(page);
    await more().dispatchEvent("click");
    await page.getByRole("link", { name: "Chargement..." }).waitFor();
    release();
    await expect.poll(() => cards().count()).toBe(32);
    await more().dispatchEvent("click");
    await expect.poll(() => cards().count()).toBe(44);
  });
});

/** A share of the first screen; what comes before the list is about it. */
const FIRST_SCREEN = 0.6;

describe.each([true, false])("the first pairs of a list on a phone, scripts: %s", (javaScriptEnabled) => {
  const begin = async (path: string, width: number, height: number) => {
    ({ page } = await visitor({ phone: true, javaScriptEnabled, viewport: { width, height } }));
    if (javaScriptEnabled) await openLive(page, path);
    else await open(page, path);
    const [first, second] = await Promise.all([0, 1].map((index) => cards().nth(index).boundingBox()));
    expect(second?.y).toBe(first?.y);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    return (first?.y ?? Number.NaN) / height;
  };

  const inTurn = (paths: string[]) => paths.filter((_, index) => isVisited(javaScriptEnabled, index));

  it.each(
    inTurn([
      "/homme",
      "/femme",
      "/femme?subcategory=femmes-sandales",
      "/enfant",
      "/category/boston",
      "/category/boston?subcategory=boston-daim",
      "/nouveaute",
      "/collection/premium",
      "/sales/summer",
    ]),
  )("%s: two beside each other, within 60 % of its screen", async (path) => {
    expect(await begin(path, 412, 915)).toBeLessThanOrEqual(FIRST_SCREEN);
  });

  it.each(inTurn(["/collection/premium", "/sales/summer", "/shop"]))("%s: so on the smallest one", async (path) => {
    expect(await begin(path, 320, 640)).toBeLessThanOrEqual(FIRST_SCREEN);
  });
});

it.each(["/femme", "/category/boston"])(
  "%s on a desktop: the first pairs begin within the first screen",
  async (path) => {
    ({ page } = await visitor({ viewport: { width: 1440, height: 900 } }));
    await openLive(page, path);
    expect((await cards().first().boundingBox())?.y).toBeLessThan(0.9 * 900);
  },
);

describe("choices in the panel, with scripts", () => {
  const inPanel = (name: string | RegExp) => page.locator("#affiner").getByLabel(name);
  const sheet = () => page.getByRole("dialog", { name: "Filtres" });
  /** The count above the list. */
  const counted = () => page.locator("[data-sort]").locator("xpath=..").locator("p");
  /** The address without the page's number, which a list that goes on by itself may add. */
  const search = () => new URL(page.url()).search.replace(/[?&]page=\d+$/, "");
  const status = () => page.locator("[data-enhance] > [role=status]");
  /** What the list shows when its address is opened. */
  const served = async (path: string) => {
    const html = (await new Client(shop.url).get(path)).text;
    return productsIn(/data-products=".*?<\/ul><\/div>/s.exec(html)?.[0] ?? "");
  };
  const shown = async () => (await slugs()).map((href) => href?.replace(/^\/product\/|\?.*$/g, ""));
  const isShown = async () => {
    const first = await served(`/shop${search()}`);
    expect((await shown()).slice(0, first.length)).toEqual(first);
  };
  /** Marks the document: another one does not have the mark. */
  const mark = () => page.evaluate(() => Object.assign(window, { isSame: true }));
  const isSame = () => page.evaluate(() => "isSame" in window);
  /** Opens a wide list, whose panel is beside it, or a phone's panel. */
  async function openPanel(isPhone = false, path = "/shop"): Promise<void> {
    ({ page } = await visitor(isPhone ? { phone: true } : {}));
    await openList(path);
    if (isPhone) {
      await openRefined(page.locator(".filters summary"), sheet());
    }
    await mark();
  }

  it("are followed at once: list, counts, address and title; focus and place stay; it is said", async () => {
    await openPanel();
    await inPanel(/^Noir/).focus();
    await page.evaluate(() => scrollTo({ top: 150, behavior: "instant" }));
    const place = async () => (await inPanel(/^Noir/).boundingBox())?.y;
    const before = await place();
    await page.keyboard.press("Space");
    await expect.poll(search).toBe("?couleur=noir");
    await isShown();
    expect(await page.title()).toBe("Boutique – noir – Wahrane");
    const count = await counted().innerText();
    expect(await status().innerText()).toBe(count);
    expect(await inPanel(/^Noir/).evaluate((box) => box === document.activeElement)).toBe(true);
    expect(await place()).toBe(before);
    const sandals = /\((\d+)\)/.exec(await page.getByText(/^Sandales ?\(/).innerText())?.[1];
    await inPanel(/^Sandales/).check();
    await expect.poll(search).toBe("?type=sandales&couleur=noir");
    await expect.poll(() => counted().innerText()).toBe(`${sandals} produits`);
    await isShown();
    expect(await page.getByRole("link", { name: /^Retirer le filtre/ }).count()).toBe(2);
    await inPanel("Prix à").fill("4 500");
    await inPanel("Prix à").press("Enter");
    await expect.poll(search).toBe("?prix-max=4+500&type=sandales&couleur=noir");
    await isShown();
    expect(await isSame()).toBe(true);
    expect(await violationsAt(page, someLooks)).toEqual([]);
  });

  it("say the count once where the button leads on to it, which has the focus", async () => {
    await openPanel();
    const release = await hold(page, /\?prix-max=4500&partie=liste$/);
    await inPanel("Prix à").fill("4500");
    await page.locator("#affiner [type=submit]").click();
    release();
    await expect.poll(() => counted().evaluate((count) => count === document.activeElement)).toBe(true);
    expect(search()).toBe("?prix-max=4500");
    expect(await status().textContent()).toBe("");
  });

  it("lead on a phone to the list by a button that says how many there are", async () => {
    await openPanel(true);
    const button = sheet().locator("[type=submit]");
    expect(await button.innerText()).toBe("Voir 67 paires");
    const release = await hold(page, /\?matiere=daim&partie=liste$/);
    await inPanel(/^Daim/).check();
    // What it will be nobody knows yet.
    await expect.poll(() => button.innerText()).toBe("Voir les résultats");
    release();
    await expect.poll(search).toBe("?matiere=daim");
    const total = /^\d+/.exec((await counted().textContent()) ?? "")?.[0];
    await expect.poll(() => button.innerText()).toBe(`Voir ${total} paires`);
    expect(await sheet().getByRole("status").textContent()).toBe(`${total} produits`);
    expect(await violationsAt(page, someLooks)).toEqual([]);
    await button.click();
    await sheet().waitFor({ state: "hidden" });
    // A dialog says that it was closed a moment after it has gone.
    await expect.poll(() => page.locator(".filters > #affiner").count()).toBe(1);
    expect(await counted().evaluate((count) => count === document.activeElement)).toBe(true);
    expect(await counted().evaluate((count) => count.getBoundingClientRect().bottom < innerHeight)).toBe(true);
    expect(await isSame()).toBe(true);
    expect(search()).toBe("?matiere=daim");
  });

  it("are made on a phone in a sheet over the list, which stays where it is behind it", async () => {
    await openPanel(true);
    const button = page.locator(".filters summary");
    const isInSheet = () => sheet().evaluate((dialog) => dialog.contains(document.activeElement));
    const place = await page.evaluate(() => scrollY);
    expect(await isInSheet()).toBe(true);
    expect((await sheet().boundingBox())?.height).toBe(page.viewportSize()?.height);
    // Sizes are in sight without a scroll, and the button at any place of the sheet.
    expect(await inPanel(/^40/).evaluate((size) => size.getBoundingClientRect().bottom < innerHeight)).toBe(true);
    for (let index = 0; index < 30; index++) await page.keyboard.press("Tab");
    expect(await isInSheet()).toBe(true);
    await inPanel(/^Cuir/).first().check();
    await expect.poll(search).toBe("?matiere=cuir");
    const submit = sheet().locator("[type=submit]");
    expect(await submit.evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
    await page.keyboard.press("Escape");
    await sheet().waitFor({ state: "hidden" });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await button.innerText()).toMatch(/^Filtres\s*\(1\)$/);
    expect(await page.evaluate(() => scrollY)).toBe(place);
    await isShown();
    // The same once more, and closed by its button.
    await button.click();
    expect(await inPanel(/^Cuir/).first().isChecked()).toBe(true);
    await sheet().getByRole("button", { name: "Fermer les filtres" }).click();
    await sheet().waitFor({ state: "hidden" });
    expect(await isSame()).toBe(true);
  });

  it.each([
    [412, 740],
    [320, 256],
  ])("are seen as they get the focus in the sheet, at %d × %d", async (width, height) => {
    ({ page } = await visitor({ phone: true, viewport: { width, height } }));
    await openList();
    await openRefined(page.locator(".filters summary"), sheet());
    await goesThrough(page, 45);
  });

  it("are made in the page where the sheet's script cannot be had, and where a link has unfolded them", async () => {
    ({ page } = await visitor({ phone: true }));
    await page.route(/\/assets\/filter-sheet-/, (route: Route) => route.abort());
    await openList();
    await page.getByText("Filtres").click();
    await expect.poll(() => page.locator(".filters").getAttribute("open")).not.toBeNull();
    await inPanel(/^Daim/).check();
    await expect.poll(search).toBe("?matiere=daim");
    await isShown();
    await page.unrouteAll();
    await openList("/nouveaute?filtres=genre#filtre-genre");
    await page.getByText("Filtres", { exact: true }).click();
    await expect.poll(() => page.locator(".filters").getAttribute("open")).toBeNull();
    expect(await sheet().count()).toBe(0);
    await page.getByText("Filtres", { exact: true }).click();
    await sheet().waitFor();
  });

  it("are made in the page by a browser without dialogs", async () => {
    ({ page } = await visitor({ phone: true }));
    await page.addInitScript(() => Reflect.deleteProperty(HTMLDialogElement.prototype, "showModal"));
    await openList();
    await page.getByText("Filtres").click();
    await inPanel(/^Daim/).check();
    await expect.poll(search).toBe("?matiere=daim");
    await isShown();
    expect(await page.locator("dialog").count()).toBe(0);
  });

  it("are led to by a link, in the sheet on a phone, beside the list on a desktop", async () => {
    ({ page } = await visitor({ phone: true }));
    await openList("/nouveaute");
    await mark();
    await page.getByRole("link", { name: "Filtrer par genre" }).click();
    await sheet().waitFor();
    const gender = () => page.locator("#filtre-genre").boundingBox();
    expect((await gender())?.y).toBeLessThan(page.viewportSize()?.height ?? 0);
    expect(await isSame()).toBe(true);
    ({ page } = await visitor());
    await openList("/nouveaute");
    await page.getByRole("link", { name: "Filtrer par genre" }).click();
    await page.waitForURL(/filtres=genre#filtre-genre$/, { waitUntil: "domcontentloaded" });
    expect(await sheet().count()).toBe(0);
    expect((await gender())?.y).toBeLessThan(page.viewportSize()?.height ?? 0);
  });

  it("are taken back one after the other by Back, also after a product's page", async () => {
    await openPanel();
    await inPanel(/^En solde/).check();
    await expect.poll(search).toBe("?solde=oui");
    await inPanel(/^Femme/).check();
    await expect.poll(search).toBe("?solde=oui&genre=femme");
    await isShown();
    await page.goBack();
    await expect.poll(() => inPanel(/^Femme/).isChecked()).toBe(false);
    await isShown();
    expect([search(), await inPanel(/^En solde/).isChecked(), await isSame()]).toEqual(["?solde=oui", true, true]);
    await cards().first().locator("a").first().click();
    await page.waitForURL(/product/, { waitUntil: "domcontentloaded" });
    await page.goBack({ waitUntil: "domcontentloaded" });
    await expect.poll(() => inPanel(/^En solde/).isChecked()).toBe(true);
    await isShown();
    await page.goBack();
    await expect.poll(() => inPanel(/^En solde/).isChecked()).toBe(false);
    await expect.poll(isShown).toBeUndefined();
    await page.goForward();
    await expect.poll(() => inPanel(/^En solde/).isChecked()).toBe(true);
    await isShown();
  });

  it("end in the list of the last one, in whatever order the answers come", async () => {
    await openPanel();
    const release = await hold(page, /\?couleur=noir&partie=liste$/);
    await inPanel(/^Noir/).check();
    await inPanel(/^Bleu/).check();
    await expect.poll(search).toBe("?couleur=noir&couleur=bleu");
    release();
    await page.waitForTimeout(500);
    expect(search()).toBe("?couleur=noir&couleur=bleu");
    await isShown();
    const back = await hold(page, /\/shop\?partie=liste$/);
    await inPanel(/^Noir/).uncheck();
    await inPanel(/^Bleu/).uncheck();
    await inPanel(/^Rose/).check();
    await expect.poll(search).toBe("?couleur=rose");
    back();
    await page.waitForTimeout(500);
    expect(search()).toBe("?couleur=rose");
    await isShown();
    expect(await isSame()).toBe(true);
  });

  it("keep their list when the script that adds products comes after them", async () => {
    ({ page } = await visitor());
    const release = await hold(page, /\/assets\/add-pages-/);
    await openList();
    const asked = page.waitForRequest(/\/assets\/add-pages-/);
    await more().scrollIntoViewIfNeeded();
    await asked;
    await inPanel(/^Noir/).check();
    await expect.poll(search).toBe("?couleur=noir");
    release();
    await page.waitForTimeout(500);
    expect(search()).toBe("?couleur=noir");
    await isShown();
  });

  const unanswered: readonly [string, RegExp, Failure][] = [
    ["the script never comes", /\/assets\/refresh-list-/, "never answers"],
    ["the connection is cut", /\/shop\?couleur=noir&partie=liste$/, "is cut off"],
    ["something else is answered", /\/shop\?couleur=noir&partie=liste$/, "answers HTML"],
  ];
  const others: typeof unanswered = [
    ["the script cannot be had", /\/assets\/refresh-list-/, "is cut off"],
    ["the list cannot be had", /\/shop\?couleur=noir&partie=liste$/, "answers 503"],
  ];
  it.each(covering([...unanswered, ...others], unanswered))("send the form when %s", async (_, address, how) => {
    await openPanel();
    await page.route(address, (route: Route) =>
      route.request().resourceType() === "document" ? route.fallback() : failures[how](route),
    );
    const isAwaited = how === "never answers";
    if (isAwaited) await page.clock.install();
    await inPanel(/^Noir/).check();
    // The page waits so long; the other failures are known at once.
    if (isAwaited) await page.clock.runFor(4000);
    await page.waitForURL(/\?couleur=noir$/, { waitUntil: "domcontentloaded" });
    await expect.poll(isSame).toBe(false);
    await isShown();
    expect(await inPanel(/^Noir/).isChecked()).toBe(true);
  });

  it("do not keep a shopper who goes on before their list has come", async () => {
    await openPanel();
    const fail = await hold(page, /\?couleur=noir&partie=liste$/, failures["is cut off"]);
    const arrive = await hold(page, /\/product\//);
    await inPanel(/^Noir/).check();
    const link = cards().first().locator("a").first();
    const address = await link.getAttribute("href");
    await link.click({ noWaitAfter: true });
    fail();
    await page.waitForTimeout(500);
    arrive();
    await page.waitForURL(new RegExp(`${address}$`), { waitUntil: "domcontentloaded" });
  });

  it("keep the order that was chosen, which is followed too, and the list goes on by itself", async () => {
    await openPanel();
    await page.getByLabel("Trier par").selectOption("mieux-notes");
    await expect.poll(search).toBe("?tri=mieux-notes");
    await inPanel(/^Mixte/).check();
    await expect.poll(search).toBe("?genre=mixte&tri=mieux-notes");
    await isShown();
    await page.getByLabel("Trier par").selectOption("meilleures-ventes");
    await expect.poll(search).toBe("?genre=mixte&tri=meilleures-ventes");
    await inPanel(/^Mixte/).uncheck();
    await expect.poll(search).toBe("?tri=meilleures-ventes");
    await isShown();
    expect(await isSame()).toBe(true);
    await more().evaluate((link) => link.scrollIntoView({ block: "end" }));
    await expect.poll(() => cards().count()).toBeGreaterThanOrEqual(32);
    const [first, second] = [
      await served("/shop?tri=meilleures-ventes"),
      await served("/shop?tri=meilleures-ventes&page=2"),
    ];
    expect((await shown()).slice(0, 32)).toEqual([...first, ...second].slice(0, 32));
    // Products that were added are there again, with Back from another choice.
    await inPanel(/^Noir/).check();
    await expect.poll(search).toBe("?couleur=noir&tri=meilleures-ventes");
    await isShown();
    // Products that were fetched for the earlier list are not shown in this one. As its end is near
    // it may have gone on by itself, and then has no link.
    await more().evaluateAll(([link]) => link?.scrollIntoView({ block: "end" }));
    const last = await served("/shop?couleur=noir&tri=meilleures-ventes&page=2");
    await expect.poll(async () => (await shown()).slice(20)).toEqual(last);
    await page.goBack({ waitUntil: "domcontentloaded" });
    await expect.poll(() => cards().count()).toBeGreaterThanOrEqual(32);
    expect((await shown()).slice(0, 32)).toEqual([...first, ...second].slice(0, 32));
  });

  it("stay on their page where Back finds the line down", async () => {
    await openPanel();
    await inPanel(/^Noir/).check();
    await expect.poll(search).toBe("?couleur=noir");
    await page.context().setOffline(true);
    await page.evaluate(() => history.back());
    await page.getByText("La connexion est coupée.").first().waitFor();
    expect(await isSame()).toBe(true);
  });

  it("end in an empty list, which says so, and lead out of it", async () => {
    await openPanel();
    await inPanel("Prix de").fill("900000");
    await inPanel("Prix de").press("Enter");
    await page.getByText("Aucun produit trouvé").last().waitFor();
    // Enter is the button: it leads on to the words, and they are read out once.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Aucun produit trouvé");
    expect(await status().innerText()).toBe("");
    await inPanel("Prix de").fill("");
    await inPanel("Prix de").press("Tab");
    await expect.poll(search).toBe("");
    await isShown();
  });

  it("tick nothing else where an empty list has fewer filters, nor after it", async () => {
    await openPanel();
    const ticked = () =>
      page.locator("#affiner :checked").evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value));
    await inPanel(/^Mules/).check();
    await expect.poll(search).toBe("?type=mules");
    const size = inPanel(/^\d+ \(0\)$/).first();
    const number = await size.inputValue();
    await size.check({ force: true });
    await page.getByText("Aucun produit trouvé").last().waitFor();
    expect(await page.getByRole("group", { name: "Prix" }).count()).toBe(0);
    expect(await ticked()).toEqual([number, "mules"]);
    await page.locator(`#affiner [value="${number}"]`).uncheck({ force: true });
    await expect.poll(search).toBe("?type=mules");
    await isShown();
    expect(await ticked()).toEqual(["mules"]);
  });

  it("narrow and sort what a search found", async () => {
    await openPanel(false, "/search?q=sabot");
    await inPanel(/^Nubuck/).check();
    await expect.poll(search).toBe("?q=sabot&matiere=nubuck");
    const count = /\d+/.exec(await counted().innerText())?.[0];
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toContain(`${count} résultats pour`);
    await page.getByLabel("Trier par").selectOption("nouveautes");
    await expect.poll(search).toBe("?q=sabot&matiere=nubuck&tri=nouveautes");
    await expect.poll(shown).toEqual(await served("/search?q=sabot&matiere=nubuck&tri=nouveautes"));
    expect(await isSame()).toBe(true);
  });

  it("wait for their button without scripts", async () => {
    ({ page } = await visitor({ javaScriptEnabled: false, phone: true }));
    await open(page, "/shop");
    await page.getByText("Filtres").click();
    await inPanel(/^Noir/).check();
    await inPanel(/^En solde/).check();
    expect(search()).toBe("");
    await page.getByRole("button", { name: "Voir 67 paires" }).click();
    await page.waitForURL(/couleur=noir/, { waitUntil: "domcontentloaded" });
    expect(new URL(page.url()).searchParams.get("solde")).toBe("oui");
    expect(await inPanel(/^Noir/).isChecked()).toBe(true);
    const total = /^\d+/.exec((await counted().textContent()) ?? "")?.[0];
    expect(await page.locator("#affiner [type=submit]").textContent()).toMatch(new RegExp(`^Voir ${total} paires?$`));
  });
});

describe("a heart, with scripts", () => {
  onAPhone();

  const heart = () => cards().nth(2).getByRole("button");
  const label = async () => (await heart().textContent()) ?? "";

  it("turns a heart over without leaving the page", async () => {
    await openList();
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    const [, name] = /^Ajouter (.+) à la liste de souhaits$/.exec(await label()) ?? [];
    await heart().click();
    await page.locator(".toasts").getByText(`${name} ajouté à la liste de souhaits`).waitFor();
    expect(await label()).toBe(`Retirer ${name} de la liste de souhaits`);
    await heart().click();
    await page.locator(".toasts").getByText("Article retiré de la liste de souhaits").waitFor();
    expect(await label()).toBe(`Ajouter ${name} à la liste de souhaits`);
    expect(await page.evaluate(() => "isSame" in window)).toBe(true);
  });

  it("keeps what a new visitor presses who leaves the page at once (decision 021)", async () => {
    await openList();
    const begun = () => valueIn(shop, "select count(*) from new_guests");
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
    const [, name] = /^Ajouter (.+) à la liste de souhaits$/.exec(await label()) ?? [];
    await heart().click();
    await page.locator("main [data-flash]").getByText(`${name} ajouté à la liste de souhaits`).waitFor();
    expect(await label()).toBe(`Retirer ${name} de la liste de souhaits`);
    expect(new URL(page.url()).pathname).toBe("/shop");
  });
});
