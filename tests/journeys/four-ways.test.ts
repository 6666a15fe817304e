import type { BrowserContext, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { closeBrowser, type Visit, visit } from "../support/browser";
import { Client } from "../support/http";
import {
  addToCart,
  arriveAt,
  confirmation,
  fillDelivery,
  findAPair,
  journeyNames,
  journeys,
  open,
  press,
} from "../support/journeys";
import { type RunningShop, restock, startShop } from "../support/shop-server";

/** One table of journeys, four ways: scripts off, scripts broken in every way seen, a phone, a desktop (PE-1, PE-8). */

let shop: RunningShop;
let current: Visit | undefined;

beforeAll(async () => {
  shop = await startShop();
});

beforeEach(() => restock(shop));

afterEach(async () => {
  await current?.close();
  current = undefined;
});

afterAll(async () => {
  await closeBrowser();
  await shop?.stop();
});

async function visitor(options: Parameters<typeof visit>[1] = {}): Promise<Visit> {
  current = await visit(shop.url, options);
  return current;
}

describe("scripts off", () => {
  it.each(journeyNames)("%s", async (name) => {
    const { page } = await visitor({ javaScriptEnabled: false });
    await journeys[name](page);
  });
});

describe("a desktop", () => {
  it.each(journeyNames)("%s", async (name) => {
    const { page } = await visitor();
    const complaints = watch(page);
    await journeys[name](page);
    expect(complaints).toEqual([]);
  });
});

describe("a phone: 412 px, four times slower, 1.6 Mb/s, 150 ms", () => {
  it.each(journeyNames)("%s", async (name) => {
    const { context, page } = await visitor({ phone: true });
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 150,
      downloadThroughput: (1.6 * 1024 * 1024) / 8,
      uploadThroughput: (750 * 1024) / 8,
    });
    await journeys[name](page);
  });
});

/** What the console complains of: an error on a page that works is still an error. */
function watch(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    // A refused form is a 400 by contract, and Chromium logs that.
    if (message.type() === "error" && !/status of 4\d\d/.test(message.text())) complaints.push(message.text());
  });
  return complaints;
}

async function scriptsOf(path: string): Promise<string[]> {
  const { text } = await new Client(shop.url).get(path);
  return [...new Set([...text.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([address]) => address))];
}

type Break = (context: BrowserContext, script: string) => Promise<unknown>;

const breaks = {
  "cut off": (context, script) => context.route(`**${script}`, (route) => route.abort("connectionreset")),
  "answered 503": (context, script) =>
    context.route(`**${script}`, (route) => route.fulfill({ status: 503, body: "" })),
  "answered with a page": (context, script) =>
    context.route(`**${script}`, (route) =>
      route.fulfill({ contentType: "text/html", body: "<!doctype html><p>Bonjour" }),
    ),
  "never answered": (context, script) => context.route(`**${script}`, () => undefined),
} satisfies Record<string, Break>;

const breakNames = Object.keys(breaks) as (keyof typeof breaks)[];

describe("scripts broken", () => {
  // The shop forgets that scripts failed, so that every page of the journey meets the broken one.
  const keepTrying = (context: BrowserContext) => context.route("**/sans-scripts", (route) => route.abort());

  describe.each(breakNames)("one %s, each in turn", (name) => {
    it("orders through the cart and from the product page", async () => {
      const scripts = new Set<string>();
      for (const path of ["/", "/shop", "/product/boston-santa-cruz", "/cart", "/checkout"])
        for (const script of await scriptsOf(path)) scripts.add(script);
      expect(scripts.size).toBeGreaterThan(3);
      for (const script of scripts) {
        const { context, page } = await visitor();
        await keepTrying(context);
        await breaks[name](context, script);
        const journey = script.includes("product") ? "orders from the product page" : "orders a pair through the cart";
        await journeys[journey](page).catch((error: Error) => {
          throw new Error(`With ${script} ${name}: ${error.message}`);
        });
        await current?.close();
      }
      current = undefined;
    }, 600_000);
  });

  it.each(journeyNames)("all scripts cut off: %s", async (name) => {
    const { context, page } = await visitor();
    await keepTrying(context);
    await context.route("**/*.js", (route) => route.abort());
    await journeys[name](page);
  });

  it.each(journeyNames)("an engine without TextEncoderStream: %s", async (name) => {
    const { context, page } = await visitor();
    await keepTrying(context);
    await context.addInitScript(() => {
      Reflect.deleteProperty(window, "TextEncoderStream");
    });
    await journeys[name](page);
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

  it.each(places)("a node injected %s before hydration", async (place) => {
    const { context, page } = await visitor();
    await context.addInitScript(inject[place]);
    await journeys["orders a pair through the cart"](page);
  });

  it.each(["as sent", ...places] as const)(
    "a press that began before the scripts, page %s, is a press",
    async (place) => {
      const { context, page } = await visitor();
      if (place !== "as sent") await context.addInitScript(inject[place]);
      await page.route("**/assets/entry.client*", async (route) => {
        await page.getByRole("navigation").getByRole("link", { name: "Boutique" }).first().hover();
        await page.mouse.down();
        await route.continue();
      });
      await open(page, "/");
      await page.locator("html[data-scripts=on]").waitFor();
      await page.mouse.up();
      await arriveAt(page, "/shop");
    },
  );

  describe.each(["as sent", ...places] as const)("scripts that come late, page %s", (place) => {
    it("find what was typed, and leave it", async () => {
      const { context, page } = await visitor();
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      if (place !== "as sent") await context.addInitScript(inject[place]);
      await findAPair(page);
      await addToCart(page);
      await context.route("**/assets/*.js", async (route) => {
        await held;
        await route.continue();
      });
      await open(page, "/checkout");
      await page.getByLabel("Nom", { exact: true }).fill("Benali");
      await page.getByLabel("Wilaya", { exact: true }).selectOption("16");
      await page.getByLabel("Adresse", { exact: true }).pressSequentially("12, rue");
      release();
      await page.locator("html[data-scripts=on]").waitFor();
      expect(await page.getByLabel("Nom", { exact: true }).inputValue()).toBe("Benali");
      expect(await page.getByLabel("Wilaya", { exact: true }).inputValue()).toBe("16");
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
    const script = (await scriptsOf("/")).find((address) => address.includes("entry.client")) ?? "";
    expect(script).not.toBe("");
    await context.route(`**${script}`, (route) => route.abort());
    const told = page.waitForResponse((response) => response.url().endsWith("/sans-scripts"));
    await open(page, "/");
    expect((await told).status()).toBe(204);
    await open(page, "/shop");
    expect(await page.content()).not.toContain("/assets/");
    await journeys["orders from the product page"](page);
  });
});

describe("with scripts", () => {
  it("the select of the wilaya brings communes and fee by itself, the button is never needed (PE-7)", async () => {
    const { page } = await visitor();
    await findAPair(page);
    await page.locator("html[data-scripts=on]").waitFor();
    await page.getByLabel("Nom", { exact: true }).fill("Benali");
    await page.getByLabel("Prénom", { exact: true }).fill("Samira");
    await page.getByLabel("Téléphone", { exact: true }).fill("0550123456");
    await page.getByLabel("Adresse", { exact: true }).fill("12, rue Larbi Ben M'hidi");
    const before = page.url();
    await page.getByLabel("Wilaya", { exact: true }).selectOption("16");
    const commune = page.getByLabel("Commune", { exact: true });
    await expect.poll(() => commune.locator("option").count()).toBeGreaterThan(10);
    // A second thought: the first wilaya's communes are gone, and so is the choice.
    await commune.selectOption({ index: 3 });
    await page.getByLabel("Wilaya", { exact: true }).selectOption("31");
    await expect.poll(() => commune.locator("option", { hasText: /^Bir El Djir/ }).count()).toBe(1);
    expect(await commune.inputValue()).toBe("");
    await commune.selectOption({ label: await commune.locator("option", { hasText: /^Oran\b/ }).innerText() });
    expect(page.url()).toBe(before);
    await press(page, "Commander maintenant");
    await confirmation(page);
  });

  it.each([false, true])("Enter in a text field presses the right button (scripts: %s)", async (javaScriptEnabled) => {
    const { page } = await visitor({ javaScriptEnabled });
    await findAPair(page);
    await page.getByLabel("Quantité", { exact: true }).press("Enter");
    await page.getByText("Produit ajouté au panier avec succès !").first().waitFor();
    await open(page, "/checkout");
    await fillDelivery(page);
    await page.getByLabel("Téléphone", { exact: true }).press("Enter");
    await arriveAt(page, "/checkout/paiement");
  });
});
