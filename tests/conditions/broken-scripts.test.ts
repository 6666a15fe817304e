import type { Page } from "playwright";
import { describe, expect, it, onTestFinished } from "vitest";
import { LAUNCH_WITHOUT_PICTURES, type Visit } from "../support/browser/browser";
import {
  addToCart,
  arriveAt,
  fillDelivery,
  giveCart,
  journeyNames,
  journeys,
  open,
  press,
} from "../support/browser/journeys";
import { drawer, type Manner, PRODUCT, type Way, ways } from "../support/browser/order-form";
import { scriptFailures } from "../support/browser/script-failures";
import { holdScripts, keepTrying, live, openLive } from "../support/browser/scripts";
import { slowDown } from "../support/browser/slow-phone";
import { checkout } from "../support/http/orders";
import { covering, isSweep } from "../support/setup/sweeps";
import { type Failure, failures, withFailing } from "../support/shop/failures";
import { forget, sharedWindow, shopWithVisitors } from "../support/shop/served-shop";
import { restock } from "../support/shop/stored";

/** The same journeys with scripts that fail, come late, or meet an altered page (PE-8). */

const { shop, visitor } = shopWithVisitors(undefined, LAUNCH_WITHOUT_PICTURES);

const kinds = Object.keys(failures) as Failure[];

/** Stages of a way to an order that ask for a script, and their pages. */
interface Use {
  stages: Set<string>;
  pages: Set<string>;
}
type Scripts = Map<string, Use>;
interface Round {
  way: Way;
  failure: Failure;
  scripts: Scripts;
}

const pagesOf = (scripts: Scripts) => new Set([...scripts.values()].flatMap(({ pages }) => [...pages]));

const theList = (page: Page) => page.getByRole("navigation").getByRole("link", { name: "Boutique" }).first();

/** Over the home page and the list; the card there leads to another product, as it may. */
async function arriveByTheList(page: Page, linger: Manner["linger"]): Promise<void> {
  await open(page, "/");
  await linger("home");
  await theList(page).click();
  await arriveAt(page, "/shop");
  await linger("list");
  await page.getByRole("main").locator('a[href^="/product/"]').first().click();
  await arriveAt(page, /^\/product\//);
  await linger("a card's product");
  await open(page, PRODUCT);
}

const inUse = (stage: string) => `${stage}, in use`;
const beforeProduct = ["home", "list"].flatMap((stage) => [stage, inUse(stage)]);

/** Uses what ordering leaves unused, and which also loads scripts. */
async function tryTheRest(page: Page): Promise<void> {
  const drawerIsOpen = () => drawer(page).isVisible();
  if (await drawerIsOpen()) {
    // A press that scripts do not take brings the cart's page in place of the drawer.
    const inCart = async () => ((await drawerIsOpen()) ? drawer(page) : page.getByRole("main"));
    for (const [change, subtotal] of [
      [/^Augmenter la quantité/, /Sous-total\s17\s800\sDA/],
      [/^Diminuer la quantité/, /Sous-total\s8\s900\sDA/],
    ] as const) {
      await (await inCart()).getByRole("button", { name: change }).click();
      await expect.poll(async () => (await inCart()).innerText()).toMatch(subtotal);
    }
  } else if (new URL(page.url()).pathname === PRODUCT) {
    await page.getByRole("region", { name: /photos?$/ }).hover();
    await page.locator("#details").scrollIntoViewIfNeeded();
  } else if (new URL(page.url()).pathname === "/") await theList(page).hover();
}

/**
 * Orders, and sees the message about it once.
 * @param meets whether a stage matters, besides those of ordering
 * @param leave is called at the end of each stage
 */
async function walk(
  page: Page,
  way: Way,
  meets: (stage: string) => boolean,
  leave: (stage: string) => Promise<void>,
): Promise<void> {
  const linger: Manner["linger"] = async (stage) => {
    await leave(stage);
    if (meets(inUse(stage))) {
      await tryTheRest(page);
      await leave(inUse(stage));
    }
    // Without a cookie, the second of equal orders would need a confirmation (decision 022). With
    // one from the start, no page would be fetched ahead.
    if (way === "from the product page" && stage === "product")
      await page.context().addCookies([{ name: "theme", value: "light", url: shop.url }]);
  };
  const isByTheList = way === "through the cart" && beforeProduct.some(meets);
  const arrive = () => (isByTheList ? arriveByTheList(page, linger) : open(page, PRODUCT));
  const number = await ways[way](page, { arrive, linger });
  if (way === "from the product page") return;
  const heading = page.getByRole("heading", { level: 1, name: `Commande n° ${number} bien reçue` });
  await heading.waitFor();
  await page.reload({ waitUntil: "domcontentloaded" });
  await heading.waitFor();
}

/** All scripts that are asked for on this way when none fails. */
async function scriptsOn(way: Way): Promise<Scripts> {
  const { page, close } = await visitor();
  const scripts: Scripts = new Map();
  let asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith("/assets/") || !pathname.endsWith(".js")) return;
    asked.push(pathname);
    const use = scripts.get(pathname) ?? { stages: new Set(), pages: new Set() };
    scripts.set(pathname, use);
    // Products are one page, and so are orders.
    use.pages.add(new URL(page.url()).pathname.replace(/^\/(product|commande)\/.*/, "/$1"));
  });
  const meetsAll = () => true;
  await walk(page, way, meetsAll, async (stage) => {
    // Until half a second has brought no further one.
    for (let before = -1; before < asked.length; await page.waitForTimeout(500)) before = asked.length;
    for (const script of asked) scripts.get(script)?.stages.add(stage);
    asked = [];
  });
  await close();
  return scripts;
}

/** In as few rounds as it takes, so that each page misses one script at a time. */
function inRounds(scripts: Scripts): Scripts[] {
  const rounds: Scripts[] = [];
  // Those of many pages first, so that rounds of one page follow each other.
  for (const [script, use] of [...scripts].sort(([, a], [, b]) => b.pages.size - a.pages.size)) {
    const free = rounds.find((round) => [...use.pages].every((page) => !pagesOf(round).has(page)));
    if (free) free.set(script, use);
    else rounds.push(new Map([[script, use]]));
  }
  return rounds;
}

/** Leaves the checkout's first step filled in: React might reset fields that have a value. */
async function rememberAddress(page: Page): Promise<void> {
  await checkout(await giveCart(page, shop));
}

describe("scripts broken", () => {
  // One that is cut off is known at once: the pages after it come without any, as below.
  it.each(covering(kinds, ["never answers"]))("the one that begins all %s", async (failure) => {
    const { context, page } = await visitor();
    await keepTrying(page);
    await context.route("**/assets/entry.client*", (route) => failures[failure](route));
    await journeys["orders a pair through the cart"](page, shop);
  });

  it("one on every page at a time, by one failure after the other: an order is an order", async () => {
    const names = Object.keys(ways) as Way[];
    const found = await Promise.all(names.map(scriptsOn));
    const rounds = names.flatMap((way, index) =>
      inRounds(found[index] ?? new Map()).map((scripts, number): Round => {
        // A script that is cut off on one way fails by something else on the other.
        const failure = kinds[(number + index) % kinds.length] ?? "never answers";
        return { way, failure, scripts };
      }),
    );
    for (const page of ["/product", "/cart", "/checkout"]) {
      const met = rounds.filter(({ scripts }) => pagesOf(scripts).has(page)).map(({ failure }) => failure);
      expect(new Set(met), page).toEqual(new Set(kinds));
    }
    // Outside of a sweep one round for each failure, on one way and the other in turns.
    const isFirst = ({ way, failure }: Round, index: number) =>
      way === names[scriptFailures.indexOf(failure) % names.length] &&
      rounds.findIndex((other) => other.way === way && other.failure === failure) === index;
    const tried = isSweep ? [...rounds] : rounds.filter(isFirst);
    expect(new Set(tried.map(({ failure }) => failure))).toEqual(new Set(scriptFailures));
    expect(new Set(tried.map(({ way }) => way))).toEqual(new Set(names));
    const wrong: string[] = [];
    /** Every script of the round must fail at each stage at which it is asked for. */
    const goRound = async (page: Page, { way, failure, scripts }: Round): Promise<void> => {
      const ever = new Set<string>();
      let failed = new Set<string>();
      const onFailed = (path: string) => {
        ever.add(path);
        failed.add(path);
      };
      const askedAt = (stage: string) =>
        [...scripts].filter(([, { stages }]) => stages.has(stage)).map(([script]) => script);
      const meets = (stage: string) => askedAt(stage).length > 0;
      const addresses = [...scripts.keys()].map((script) => `*${script}`);
      await withFailing(page, addresses, failure, onFailed, () =>
        walk(page, way, meets, async (stage) => {
          const expected = askedAt(stage);
          const spared = () => expected.filter((script) => !failed.has(script));
          await expect.poll(spared, { message: `scripts that did not fail: ${stage}` }).toEqual([]);
          failed = new Set();
        }),
      );
      expect([...scripts.keys()].filter((script) => !ever.has(script))).toEqual([]);
    };
    // Three shoppers at once: they mostly wait for what does not come.
    const shopper = async () => {
      let visit: Visit | undefined;
      for (let round = tried.pop(); round; round = tried.pop()) {
        restock(shop);
        if (!visit) {
          visit = await visitor();
          await keepTrying(visit.page);
        }
        const { page } = visit;
        try {
          await goRound(page, round);
          await forget(visit, shop);
        } catch (error) {
          const { message, cause } = error as Error;
          const where = `${page.url()}: ${await page.getByRole("main").innerText()}`;
          const what = `${round.way}, without ${[...round.scripts.keys()].join(", ")}, which ${round.failure}`;
          wrong.push(`${what}: ${message} ${cause ?? ""} at ${where.slice(0, 500)}`);
          await visit.close();
          visit = undefined;
        }
      }
    };
    await Promise.all([shopper(), shopper(), shopper()]);
    expect(wrong).toEqual([]);
  }, 600_000);

  // Without the one that begins all, no other runs: so this is the state of a test above.
  if (isSweep)
    describe("on journeys", () => {
      const browsing = sharedWindow(shop, {}, (page) => keepTrying(page, ["*.js"]));

      it.each(journeyNames)("all scripts cut off: %s", async (name) => {
        await journeys[name](browsing.page, shop);
        await browsing.page.waitForLoadState("load");
        await browsing.page.waitForTimeout(100);
        expect(await browsing.page.locator("html[data-scripts=on]").count()).toBe(0);
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
  const everywhere = Object.keys(inject) as (keyof typeof inject)[];
  // Nodes within the islands are those of the pages below.
  const places = covering(everywhere, ["into html"]);
  // A press or a word gets lost most easily where a node stands within an island.
  const pages = covering(["as sent", ...everywhere] as const, ["into every field's label"]);

  it.each(places)("a node injected %s before hydration (T-7)", async (place) => {
    const { context, page } = await visitor();
    await context.addInitScript(inject[place]);
    await journeys["orders a pair through the cart"](page, shop);
  });

  it.each(pages)("a press that began before the scripts, page %s, is a press", async (place) => {
    const { context, page } = await visitor();
    await giveCart(page, shop);
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
  });

  it.each(pages)("what is typed while scripts take over stays, page %s", async (place) => {
    const { context, page } = await visitor();
    await rememberAddress(page);
    if (place !== "as sent") await context.addInitScript(inject[place]);
    onTestFinished(await slowDown(page, 6));
    const begin = await holdScripts(context, "entry.client*");
    await open(page, "/checkout");
    const name = page.getByLabel("Nom", { exact: true });
    const address = page.getByLabel("Adresse", { exact: true });
    const text = "Cité 12, bâtiment 4";
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
  });

  describe.each(pages)("scripts that come late, page %s", (place) => {
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

  it("the pages after a failed one try again where something typed, or an order, is kept for them", async () => {
    const { context, page } = await visitor();
    await open(page, "/");
    await page.evaluate(() => {
      localStorage.saisie = "null";
    });
    await context.route("**/assets/entry.client*", (route) => route.abort());
    await open(page, "/faq");
    await page.locator("html[data-awaited]").waitFor({ state: "detached" });
    await page.waitForTimeout(300);
    await context.unroute("**/assets/entry.client*");
    await openLive(page, "/faq");
  });

  it("an error of a script that is not the shop's turns none off, one of the shop's all", async () => {
    const { context, page } = await visitor();
    const told: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/sans-scripts")) told.push(request.url());
    });
    await holdScripts(context);
    await open(page, "/faq");
    const fail = (filename: string) =>
      page.evaluate((name) => void dispatchEvent(new ErrorEvent("error", { filename: name })), filename);
    // What an application adds has no file, an extension its own, what alters a page the page's.
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error("foreign");
      });
      Promise.reject(new Error("foreign"));
      Promise.reject();
    });
    for (const name of ["", "chrome-extension://abc/content.js", page.url(), `${shop.url}/injected.js`])
      await fail(name);
    await page.waitForTimeout(1500);
    expect(told).toEqual([]);
    await fail(`${shop.url}/assets/entry.client-a1.js`);
    await expect.poll(() => told).toHaveLength(1);
  });

  it("in browsers without constructed style sheets (Safari 16.3) panels are pages, and toasts are plain", async () => {
    const { context, page } = await visitor({ phone: true });
    await page.addInitScript(() => Reflect.deleteProperty(window, "CSSStyleSheet"));
    await openLive(page, PRODUCT);
    await page.locator("header summary", { hasText: "Menu" }).click();
    await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Collections" }).waitFor();
    await page.locator("header summary", { hasText: "Menu" }).click();
    await addToCart(page);
    await page.getByRole("link", { name: /^Panier/ }).click();
    await arriveAt(page, "/cart");
    expect(await page.locator("header .badge").innerText()).toBe("1");
    await openLive(page, PRODUCT);
    await context.setOffline(true);
    await page.getByRole("button", { name: "Ajouter au panier" }).first().click();
    const message = page.getByText("Pas de connexion").first();
    await message.waitFor();
    const { y = -1 } = (await message.boundingBox()) ?? {};
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(915);
  });

  it("a page that was left and kept turns none off, and shows its buttons", async () => {
    const { context, page } = await visitor();
    const told: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/sans-scripts")) told.push(request.url());
    });
    await holdScripts(context);
    await page.clock.install();
    await open(page, "/faq");
    // WebKit says nothing as it leaves a page that has not loaded, and ends its scripts.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    await page.clock.runFor(25_000);
    await page.locator("html[data-awaited]").waitFor({ state: "detached" });
    await page.waitForTimeout(300);
    expect(told).toEqual([]);
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
