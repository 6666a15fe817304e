import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { LAUNCH_WITHOUT_PICTURES } from "../support/browser";
import { type Failure, failAt, failures } from "../support/failures";
import { addToCart, arriveAt, fillDelivery, findAPair, journeyNames, journeys, open, press } from "../support/journeys";
import { holdScripts, keepTrying, live } from "../support/scripts";
import { sharedWindow, shopWithVisitors } from "../support/served-shop";
import { restock } from "../support/shop-server";

/** The same journeys with scripts that fail, come late, or meet an altered page (PE-8). */

const { shop, visitor } = shopWithVisitors(undefined, LAUNCH_WITHOUT_PICTURES);

const kinds = Object.keys(failures) as Failure[];

const PRODUCT = "/product/boston-santa-cruz";

/** Scripts on the way to an order, by page; `direct` are those on the way without a cart. */
async function scriptsByPage() {
  const { page, close } = await visitor();
  const pages = new Map<string, Set<string>>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.endsWith(".js")) return;
    pages.set(pathname, (pages.get(pathname) ?? new Set()).add(new URL(page.url()).pathname));
  });
  const settle = () => page.waitForLoadState("networkidle");
  for (const path of ["/", "/shop", PRODUCT]) {
    await open(page, path);
    await settle();
  }
  const direct = new Set([...pages].filter(([, where]) => where.has(PRODUCT)).map(([script]) => script));
  await addToCart(page);
  for (const path of ["/cart", "/checkout"]) {
    await open(page, path);
    await settle();
  }
  await fillDelivery(page);
  for (const path of ["/checkout/paiement", "/checkout/verification"]) {
    await press(page, "Continuer");
    await arriveAt(page, path);
    await settle();
  }
  await close();
  return { pages, direct };
}

/** Leaves the checkout's first step filled in: React might reset fields that have a value. */
async function rememberAddress(page: Page): Promise<void> {
  await findAPair(page);
  await addToCart(page);
  await open(page, "/checkout");
  await fillDelivery(page);
  await press(page, "Continuer");
  await arriveAt(page, "/checkout/paiement");
}

/** Whether scripts have begun on this page, by when they would have. */
async function hasScripts(page: Page): Promise<boolean> {
  await page.waitForLoadState("load");
  await page.waitForTimeout(100);
  return (await page.locator("html[data-scripts=on]").count()) > 0;
}

/** In as few rounds as it takes, so that each page misses one script at a time. */
function inRounds(scripts: Map<string, Set<string>>): string[][] {
  const rounds: { scripts: string[]; pages: Set<string> }[] = [];
  for (const [script, pages] of scripts) {
    const round = rounds.find((candidate) => [...pages].every((page) => !candidate.pages.has(page)));
    if (round) {
      round.scripts.push(script);
      for (const page of pages) round.pages.add(page);
    } else rounds.push({ scripts: [script], pages: new Set(pages) });
  }
  return rounds.map((round) => round.scripts);
}

describe("scripts broken", () => {
  it.each(kinds)("the one that begins all %s", async (failure) => {
    const { context, page } = await visitor();
    await keepTrying(page);
    await context.route("**/assets/entry.client*", (route) => failures[failure](route));
    await journeys["orders a pair through the cart"](page, shop);
  });

  it("one on every page, each in turn, by one failure after the other", async () => {
    const { pages, direct } = await scriptsByPage();
    const rounds = inRounds(pages);
    expect(rounds.length).toBeGreaterThan(10);
    for (const [index, scripts] of rounds.entries()) {
      const failure = kinds[index % kinds.length] ?? "never answers";
      restock(shop);
      const { page, close } = await visitor();
      await keepTrying(page);
      const addresses = scripts.map((script) => `*${script}`);
      const failed = await failAt(page, addresses, failure);
      const isDirect = index % 2 === 1 && scripts.every((script) => direct.has(script));
      await journeys[isDirect ? "orders from the product page" : "orders a pair through the cart"](page, shop).catch(
        async (error: Error) => {
          const where = `${page.url()}: ${await page.getByRole("main").innerText()}`;
          throw new Error(`With ${scripts.join(", ")}, which ${failure}: ${error.message} at ${where.slice(0, 500)}`);
        },
      );
      expect(scripts.filter((script) => !failed.has(script))).toEqual([]);
      await close();
    }
  }, 600_000);

  describe("on every journey", () => {
    const browsing = sharedWindow(shop, {}, (page) => keepTrying(page, ["*.js"]));

    it.each(journeyNames)("all scripts cut off: %s", async (name) => {
      await journeys[name](browsing.page, shop);
      expect(await hasScripts(browsing.page)).toBe(false);
    });
  });

  describe("on every journey, an old engine", () => {
    const browsing = sharedWindow(shop, {}, async (page) => {
      await keepTrying(page);
      await page.addInitScript(() => {
        Reflect.deleteProperty(window, "TextEncoderStream");
      });
    });

    it.each(journeyNames)("an engine without TextEncoderStream: %s", async (name) => {
      await journeys[name](browsing.page, shop);
      expect(await hasScripts(browsing.page)).toBe(true);
    });
  });

  const inject = {
    "into html": () => {
      document.addEventListener("readystatechange", () =>
        document.documentElement.append(document.createElement("x-app")),
      );
    },
    "into head": () => {
      document.addEventListener("readystatechange", () => document.head.prepend(document.createElement("style")));
    },
    "first in body": () => {
      document.addEventListener("readystatechange", () => document.body?.prepend(document.createElement("div")));
    },
    "last in body": () => {
      document.addEventListener("readystatechange", () => document.body?.append(document.createElement("x-overlay")));
    },
    "into the page itself": () => {
      document.addEventListener("readystatechange", () =>
        document.querySelector("main")?.prepend(document.createElement("div")),
      );
    },
    "into every field's label": () => {
      document.addEventListener("readystatechange", () => {
        for (const label of document.querySelectorAll("label")) label.append(document.createElement("span"));
      });
    },
  } satisfies Record<string, () => void>;
  const places = Object.keys(inject) as (keyof typeof inject)[];

  it.each(places)("a node injected %s before hydration (T-7)", async (place) => {
    const { context, page } = await visitor();
    await context.addInitScript(inject[place]);
    await journeys["orders a pair through the cart"](page, shop);
  });

  it.each(["as sent", ...places] as const)(
    "a press that began before the scripts, page %s, is a press",
    async (place) => {
      const { context, page } = await visitor();
      await findAPair(page);
      await addToCart(page);
      if (place !== "as sent") await context.addInitScript(inject[place]);
      // The island wakes in the middle of the press, or would.
      const release = await holdScripts(context, "react-*");
      await open(page, "/cart");
      await page.getByRole("main").getByRole("button", { name: "Retirer" }).hover();
      await page.mouse.down();
      release();
      await page.waitForTimeout(300);
      expect(await page.locator("[data-awake]").count()).toBe(0);
      await page.mouse.up();
      await page.getByText("Votre panier est vide").first().waitFor();
    },
  );

  it.each(["as sent", "into the page itself", "into every field's label"] as const)(
    "what is typed while scripts take over stays, page %s",
    async (place) => {
      const { context, page } = await visitor();
      await rememberAddress(page);
      if (place !== "as sent") await context.addInitScript(inject[place]);
      const session = await context.newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate: 6 });
      const begin = await holdScripts(context, "entry.client*");
      await open(page, "/checkout");
      const name = page.getByLabel("Nom", { exact: true });
      const address = page.getByLabel("Adresse", { exact: true });
      const text = "Cité des 1000 logements, bâtiment 12, porte 4, derrière la poste";
      let rounds = 0;
      // From one field to the other until scripts have taken over, and once more.
      for (let isOver = false; !isOver; rounds++) {
        isOver = (await page.locator("[data-awake]").count()) > 0;
        await name.fill(`Benali ${rounds}`);
        begin();
        // Clicks as a person does, since Playwright focuses fields even when they have just gone.
        await address.click();
        await page.keyboard.press("ControlOrMeta+a");
        await page.keyboard.type(text);
        expect(await name.inputValue()).toBe(`Benali ${rounds}`);
        expect(await address.inputValue()).toBe(text);
      }
      expect(rounds).toBeGreaterThan(1);
    },
  );

  describe.each(["as sent", ...places] as const)("scripts that come late, page %s", (place) => {
    it("find what was typed, and leave it", async () => {
      const { context, page } = await visitor();
      await rememberAddress(page);
      if (place !== "as sent") await context.addInitScript(inject[place]);
      const release = await holdScripts(context);
      await open(page, "/checkout");
      await page.getByLabel("Nom", { exact: true }).fill("Benali");
      await page.getByLabel("Wilaya", { exact: true }).selectOption("16");
      await page.getByLabel("Adresse", { exact: true }).fill("");
      await page.getByLabel("Adresse", { exact: true }).pressSequentially("12, rue");
      release();
      await live(page);
      expect(await page.getByLabel("Nom", { exact: true }).inputValue()).toBe("Benali");
      expect(await page.getByLabel("Wilaya", { exact: true }).inputValue()).toBe("16");
      // Its communes are loaded, whether React kept the list or made a new one.
      await page.locator('option[value="1601"]').waitFor({ state: "attached" });
      expect(await page.getByLabel("Adresse", { exact: true }).inputValue()).toBe("12, rue");
      await page.keyboard.type(" Larbi");
      expect(await page.getByLabel("Adresse", { exact: true }).inputValue()).toBe("12, rue Larbi");
      await fillDelivery(page);
      await press(page, "Continuer");
      await arriveAt(page, "/checkout/paiement");
    });
  });

  it("the pages after a failed one come without scripts, and still work", async () => {
    const { context, page } = await visitor();
    await context.route("**/assets/entry.client*", (route) => route.abort());
    const told = page.waitForResponse((response) => response.url().endsWith("/sans-scripts"));
    await open(page, "/");
    expect((await told).status()).toBe(204);
    await open(page, "/shop");
    expect(await page.content()).not.toMatch(/\/assets\/[^"]*\.js"/);
    await journeys["orders from the product page"](page, shop);
  });
});
