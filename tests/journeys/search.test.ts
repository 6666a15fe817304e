import type { Locator, Page, Route } from "playwright";
import { beforeEach, describe, expect, it } from "vitest";
import { violationsAt } from "../support/browser/axe";
import { arriveAt } from "../support/browser/journeys";
import { someLooks } from "../support/browser/looks";
import { openLive } from "../support/browser/scripts";
import { shopWithVisitors } from "../support/shop/served-shop";

/** The search overlay, which needs scripts; its page is in tests/contract/search.test.ts. */

const { visitor } = shopWithVisitors();
let page: Page;

beforeEach(async () => {
  ({ page } = await visitor());
});

/** The bar's link, or its field in wide windows. */
const opener = () => page.locator("[data-panel=search]").filter({ visible: true });
const overlay = () => page.getByRole("dialog", { name: "Recherche" });
const field = () => overlay().getByRole("textbox", { name: "Rechercher" });
const results = () => overlay().locator('a[href^="/product/"]');
const said = () => overlay().getByRole("status");

async function openOverlay(): Promise<void> {
  await openLive(page, "/terms");
  await opener().click();
  await overlay().waitFor();
}

/** Addresses of requested results, in order. */
function watch(): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === "/search/suggestions" && searchParams.has("q")) asked.push(searchParams.get("q") ?? "");
  });
  return asked;
}

describe("the search overlay", () => {
  it("opens with the focus in its field, says what to do, and closes by Escape, backdrop and button (A-5)", async () => {
    await openOverlay();
    expect(await field().evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await field().getAttribute("placeholder")).toBe("Rechercher des produits...");
    expect(await said().textContent()).toBe("Commencez à taper pour rechercher des produits");
    const ways = [
      () => page.keyboard.press("Escape"),
      () => page.mouse.click(20, 850),
      () => overlay().getByRole("button", { name: "Fermer la recherche" }).click(),
    ];
    for (const close of ways) {
      await close();
      await overlay().waitFor({ state: "hidden" });
      expect(await opener().evaluate((element) => element === document.activeElement)).toBe(true);
      await opener().click();
      await overlay().waitFor();
    }
  });

  it.each([
    [320, 480],
    [1350, 900],
  ])(
    "leaves room beside ten results at %i × %i: a press there closes it, as Escape does, and the focus returns",
    async (width, height) => {
      await page.setViewportSize({ width, height });
      await openOverlay();
      for (const close of [() => page.mouse.click(width / 2, height - 22), () => page.keyboard.press("Escape")]) {
        await field().fill("");
        await field().fill("sabots");
        await expect.poll(() => results().count()).toBe(10);
        const box = await overlay().locator(".search-box").boundingBox();
        // As much as a button has.
        expect(height - ((box?.y ?? 0) + (box?.height ?? 0))).toBeGreaterThanOrEqual(44);
        // All of them can be reached, with the field still in sight.
        const all = overlay().getByRole("link", { name: /^Voir les \d+ résultats$/ });
        await all.scrollIntoViewIfNeeded();
        const last = await all.boundingBox();
        expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual((box?.y ?? 0) + (box?.height ?? 0));
        expect((await field().boundingBox())?.y).toBeGreaterThanOrEqual(0);
        await close();
        await overlay().waitFor({ state: "hidden" });
        expect(await opener().evaluate((element) => element === document.activeElement)).toBe(true);
        await opener().click();
        await overlay().waitFor();
      }
    },
  );

  it("stays open where text is selected past its edge, or a press beside it is given up (WCAG 2.5.2)", async () => {
    await openOverlay();
    await field().fill("sandale");
    const box = await field().boundingBox();
    const within = { x: (box?.x ?? 0) + 80, y: (box?.y ?? 0) + 20 };
    const beside = { x: 20, y: 850 };
    for (const [from, to] of [
      [within, beside],
      [beside, within],
    ] as const) {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y);
      await page.mouse.up();
      expect(await overlay().isVisible(), `from ${from.x} to ${to.x}`).toBe(true);
    }
  });

  it("shows its button while that has the focus in a narrow window (WCAG 2.4.7)", async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await openOverlay();
    const send = overlay().getByRole("button", { name: "Rechercher", exact: true });
    expect((await send.boundingBox())?.width).toBe(1);
    await page.keyboard.press("Tab");
    expect(await send.evaluate((button) => button === document.activeElement)).toBe(true);
    expect((await send.boundingBox())?.width).toBeGreaterThan(44);
  });

  it("shows the colour that was asked for, and leads to it", async () => {
    await openOverlay();
    await field().fill("santa cruz bleu nuit");
    await results().first().waitFor();
    expect(await results().first().innerText()).toMatch(/^Boston Santa Cruz – sabot, Bleu nuit\s/);
    expect(await results().first().locator("img").getAttribute("src")).toContain("/bleu-nuit-");
    await results().first().click();
    await arriveAt(page, "/product/boston-santa-cruz");
    expect(await page.getByRole("radio", { name: /Bleu nuit/ }).isChecked()).toBe(true);
  });

  it("asks once typing pauses for 300 ms, and shows ten results with thumbnail, name, price and link", async () => {
    await openOverlay();
    const asked = watch();
    const begun = Date.now();
    await field().pressSequentially("sabots", { delay: 40 });
    await results().first().waitFor();
    expect(Date.now() - begun).toBeGreaterThanOrEqual(500);
    expect(asked).toEqual(["sabots"]);
    expect(await results().count()).toBe(10);
    const first = results().first();
    expect(await first.getAttribute("href")).toBe("/product/boston-misserghin");
    expect(await first.innerText()).toMatch(/^Boston Misserghin – sabot femme\s+9\s200\sDA$/);
    const box = await first.locator("img").boundingBox();
    expect(box).toMatchObject({ width: 80, height: 80 });
    expect(await said().textContent()).toMatch(/^\d+ résultats pour «\ssabots\s»$/);
    await overlay()
      .getByRole("link", { name: /^Voir les \d+ résultats$/ })
      .click();
    await arriveAt(page, "/search");
    expect(await page.title()).toMatch(/résultats pour «\ssabots\s»/);
  });

  it("says of more than 1,000 that there are more, and leads to them", async () => {
    await page.route("**/search/suggestions?*", async (route) => {
      const answer = await route.fetch();
      const found = (await answer.json()) as object;
      await route.fulfill({ json: { ...found, total: 1_000, isCut: true } });
    });
    await openOverlay();
    await field().fill("sabots");
    await results().first().waitFor();
    expect(await said().textContent()).toMatch(/^Plus de 1\s000 résultats pour «\ssabots\s»$/);
    await overlay().getByRole("link", { name: "Voir plus de résultats" }).click();
    await arriveAt(page, "/search");
  });

  it("has popular terms that fill the field, and says when nothing was found", async () => {
    await openOverlay();
    await overlay().getByRole("heading", { name: "Recherches populaires" }).waitFor();
    const terms = overlay().getByRole("listitem").getByRole("button");
    expect(await terms.allInnerTexts()).toEqual(["Chaussures", "Sandales", "Sabots", "Boston", "Enfant"]);
    await terms.nth(3).click();
    await results().first().waitFor();
    expect(await field().inputValue()).toBe("Boston");
    expect(await field().evaluate((element) => element === document.activeElement)).toBe(true);
    await field().fill("smartphone");
    await overlay().getByText("Aucun résultat pour «\u00a0smartphone\u00a0»").waitFor();
    expect(await results().count()).toBe(0);
    await field().fill("");
    await overlay().getByText("Commencez à taper pour rechercher des produits").waitFor();
  });

  it("shows that it is asking, and forgets the answer to what was typed before", async () => {
    await openOverlay();
    const held: Route[] = [];
    await page.route(/suggestions\?q=sandale$/, (route) => void held.push(route));
    await field().fill("sandale");
    await expect.poll(() => held.length).toBe(1);
    expect(await overlay().locator(".search-spinner").isVisible()).toBe(true);
    const aborted = page.waitForEvent("requestfailed");
    await field().fill("boston");
    expect(new URL((await aborted).url()).searchParams.get("q")).toBe("sandale");
    await overlay()
      .getByText(/résultats pour «\sboston\s»$/)
      .waitFor();
    expect(await overlay().locator(".search-spinner").isVisible()).toBe(false);
    expect(await results().first().innerText()).toContain("Boston");
  });

  it("says when the shop does not answer, and searches again", async () => {
    await openOverlay();
    await page.route(/suggestions\?q=/, (route) => route.fulfill({ status: 503, json: null }));
    await field().fill("sabot");
    await overlay().getByText("Impossible d'effectuer la recherche. Veuillez réessayer.").waitFor();
    await page.unroute(/suggestions\?q=/);
    await field().fill("sabots");
    await results().first().waitFor();
  });

  it("is accessible, empty and with results, at every width, light and dark", async () => {
    await openOverlay();
    await overlay().getByRole("heading", { name: "Recherches populaires" }).waitFor();
    expect(await violationsAt(page, someLooks)).toEqual([]);
    await field().fill("sandale noire");
    await results().first().waitFor();
    expect(await violationsAt(page, someLooks)).toEqual([]);
  });

  it("goes to the search page by Enter, as its form says", async () => {
    await openOverlay();
    await field().fill("tong enfant");
    await page.keyboard.press("Enter");
    await arriveAt(page, "/search");
    expect(new URL(page.url()).searchParams.get("q")).toBe("tong enfant");
  });

  it("gives way to the cart, and the cart to it", async () => {
    await openOverlay();
    const cart = page.getByRole("dialog", { name: /^Votre panier/ });
    // Behind a dialog no pointer presses anything.
    const press = (link: Locator) => link.evaluate((element: HTMLElement) => element.click());
    await press(page.getByRole("banner").locator("[data-panel=cart]").filter({ visible: true }));
    await cart.waitFor();
    expect(await overlay().isVisible()).toBe(false);
    await press(opener());
    await overlay().waitFor();
    expect(await cart.isVisible()).toBe(false);
  });

  it("leaves the way to the page when its script does not come", async () => {
    await page.route(/open-search/, (route) => route.abort());
    await openLive(page, "/terms");
    await opener().click();
    await page.keyboard.type("boston");
    await page.keyboard.press("Enter");
    await arriveAt(page, "/search");
    await page.setViewportSize({ width: 412, height: 839 });
    await openLive(page, "/terms");
    await opener().click();
    await arriveAt(page, "/search");
  });
});
