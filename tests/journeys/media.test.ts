import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { chooseAPair, giveCart, giveOrder, open } from "../support/browser/journeys";
import { shopWithVisitors } from "../support/shop/served-shop";

/** Pages in the browser's own colours, and on paper (components/layout/media.css). */

const { shop, visitor } = shopWithVisitors();

const PRODUCT = "/product/boston-santa-cruz";

const styleOf = (page: Page, selector: string, property: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

describe("in forced colours", () => {
  const inForced = async (path: string) => {
    const { page } = await visitor({ colorScheme: "dark", forcedColors: "active" });
    await page.goto(path, { waitUntil: "networkidle" });
    return page;
  };

  it("pictures are not blended into the ground", async () => {
    const page = await inForced("/shop");
    expect(await styleOf(page, ".plate img", "mix-blend-mode")).toBe("normal");
    await page.goto(PRODUCT, { waitUntil: "networkidle" });
    expect(await styleOf(page, ".plate img", "mix-blend-mode")).toBe("normal");
    await page.goto("/", { waitUntil: "networkidle" });
    const blended = await page
      .locator("main img")
      .evaluateAll((all) => all.filter((item) => getComputedStyle(item).mixBlendMode !== "normal").length);
    expect(blended).toBe(0);
  });

  it("nor are the large photo and the pictures of the search, which are outside the page's content", async () => {
    const page = await inForced(PRODUCT);
    await page.locator("#galerie a").first().click();
    await page.getByRole("dialog").getByRole("img").waitFor();
    expect(await styleOf(page, "dialog[open] img", "mix-blend-mode")).toBe("normal");
    await page.keyboard.press("Escape");
    await page.locator("[data-panel=search]").filter({ visible: true }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Rechercher" }).fill("boston");
    await page.locator("dialog[open] img").first().waitFor();
    expect(await styleOf(page, "dialog[open] img", "mix-blend-mode")).toBe("normal");
  });

  it("the chosen colour and size are outlined, and no other", async () => {
    const page = await inForced(PRODUCT);
    const outlined = await page
      .locator(".pick")
      .evaluateAll((all) =>
        all
          .filter((item) => getComputedStyle(item.querySelector("span") as Element).outlineStyle === "solid")
          .map((item) => (item.querySelector("input") as HTMLInputElement).name),
      );
    expect(outlined.sort()).toEqual(["couleur", "pointure"]);
  });

  it("the chosen part of a list looks like no other", async () => {
    const page = await inForced("/category/boston?subcategory=boston-daim");
    const ground = (selector: string) => styleOf(page, `[data-chips] ${selector}`, "background-color");
    expect(await ground("[aria-current]")).not.toBe(await ground("a:not([aria-current])"));
  });

  it("the picture that is shown has another dot, a product on the list another heart", async () => {
    const page = await inForced(PRODUCT);
    await page.locator("main section").first().hover();
    await page.locator(".dot[aria-current]").waitFor();
    const shown = await styleOf(page, ".dot[aria-current]", "background-color");
    expect(shown).not.toBe(await styleOf(page, ".dot:not([aria-current])", "background-color"));
    await open(page, "/shop");
    const heart = page.locator(".heart button").first();
    const before = await heart.locator("path").evaluate((path) => getComputedStyle(path).fill);
    await heart.click();
    await page.locator('.heart [name="retirer"]').first().waitFor();
    expect(await styleOf(page, '.heart [name="retirer"] path', "fill")).not.toBe(before);
  });
});

describe("on paper", () => {
  /** What a sheet of A4 shows of a dark page. */
  const printed = async (page: Page) => {
    await page.waitForLoadState("networkidle");
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await page.setViewportSize({ width: 718, height: 1000 });
    expect(await styleOf(page, "html", "background-color")).toBe("rgb(255, 255, 255)");
    expect(await styleOf(page, "h1", "color")).toBe("rgb(0, 0, 0)");
    // Else fields are drawn dark.
    expect(await styleOf(page, "html", "color-scheme")).toBe("light");
    for (const outside of ["banner", "contentinfo"] as const)
      expect(await page.getByRole(outside, { includeHidden: true }).isVisible()).toBe(false);
    expect(await page.locator("main button").filter({ visible: true }).count()).toBe(0);
    const { wide, room } = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth,
      room: document.documentElement.clientWidth,
    }));
    expect(wide).toBeLessThanOrEqual(room);
    return page.getByRole("main").innerText();
  };

  it("the cart: lines, prices and sum", async () => {
    const { page } = await visitor({ colorScheme: "dark" });
    await giveCart(page, shop);
    await open(page, "/cart");
    const text = await printed(page);
    expect(text).toContain("Boston Santa Cruz");
    expect(text).toMatch(/8\s900\sDA/);
  });

  it("the product: picture, price, and all that is written of it", async () => {
    const { page } = await visitor({ colorScheme: "dark" });
    await open(page, PRODUCT);
    const text = await printed(page);
    expect(text).toMatch(/8\s900\sDA/);
    // Controls that can only be pressed are not there.
    expect(text).not.toMatch(/Commande directe|Partager|Favoris|Quantité/);
    for (const part of await page.locator("#details > section").all()) expect(await part.isVisible()).toBe(true);
    expect(await page.locator("main img").first().isVisible()).toBe(true);
    // In Firefox a grid that goes on over the page lies over what follows it.
    expect(await styleOf(page, ".beside", "display")).toBe("block");
  });

  it("a list without its filters, which took a page, and answers that were closed", async () => {
    const { page } = await visitor({ colorScheme: "dark" });
    await open(page, "/shop");
    const text = await printed(page);
    expect(text).toMatch(/8\s900\sDA/);
    expect(text).not.toMatch(/Filtres|Affiner la recherche|Pointure/);
    await open(page, "/faq");
    const answers = page.locator("main details > :not(summary)");
    expect(await answers.count()).toBeGreaterThan(5);
    for (const answer of await answers.all())
      expect(await answer.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }))).toBe(true);
  });

  it("the product's tiles of colour and size are whole, and the chosen ones are marked", async () => {
    const { page } = await visitor({ colorScheme: "dark" });
    await open(page, PRODUCT);
    await chooseAPair(page);
    await printed(page);
    const tiles = await page.locator(".pick").evaluateAll((all) =>
      all.map((tile) => {
        const [input, face] = [tile.querySelector("input"), tile.querySelector("span")];
        if (!input || !face) throw new Error("A tile without its parts.");
        const words = document.createRange();
        words.selectNodeContents(face);
        const box = ({ left, top, right, bottom }: DOMRect) => [left, top, right, bottom].map(Math.round);
        return {
          tile: box(tile.getBoundingClientRect()),
          face: box(face.getBoundingClientRect()),
          input: box(input.getBoundingClientRect()),
          words: box(words.getBoundingClientRect()),
          chosen: input.checked ? input.name : "",
          isMarked: getComputedStyle(face).boxShadow !== "none",
        };
      }),
    );
    expect(tiles.length).toBeGreaterThan(10);
    const isWithin = ([left = 0, top = 0, right = 0, bottom = 0]: number[], [l = 0, t = 0, r = 0, b = 0]: number[]) =>
      left >= l && top >= t && right <= r && bottom <= b;
    for (const [index, first] of tiles.entries()) {
      // Its border goes around all of it, what is chosen lies over it, and its words are inside.
      expect([first.face, first.input]).toEqual([first.tile, first.tile]);
      expect(isWithin(first.words, first.tile), JSON.stringify(first)).toBe(true);
      for (const { tile } of tiles.slice(index + 1)) {
        const isApart = [0, 1].some(
          (axis) =>
            (tile[axis] ?? 0) >= (first.tile[axis + 2] ?? 0) || (tile[axis + 2] ?? 0) <= (first.tile[axis] ?? 0),
        );
        expect(isApart).toBe(true);
      }
    }
    expect(
      tiles
        .filter(({ isMarked }) => isMarked)
        .map(({ chosen }) => chosen)
        .sort(),
    ).toEqual(["couleur", "pointure"]);
  });

  it("the order: number, lines, address and what is to be paid", async () => {
    const { page } = await visitor({ colorScheme: "dark" });
    await giveOrder(page, shop);
    const text = await printed(page);
    // The message of what was just done is a bar of its own, and is not printed.
    expect(text).not.toContain("créée avec succès");
    expect(text).toMatch(/Commande n°\s\S+/);
    expect(text).toContain("12, rue Larbi Ben M'hidi");
    expect(text).toMatch(/À payer à la livraison\s+9\s400\sDA/);
  });
});
