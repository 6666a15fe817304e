import { join } from "node:path";
import Database from "better-sqlite3";
import type { Page, Request, Response } from "playwright";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { violationsAt } from "../support/browser/axe";
import { goOnAs, LAUNCH_FOR_AXE, visit } from "../support/browser/browser";
import { open } from "../support/browser/journeys";
import { looksOf } from "../support/browser/looks";
import { keepTrying, live } from "../support/browser/scripts";
import { states } from "../support/browser/states";
import { textSizeFaults, textSizesOf } from "../support/browser/text-sizes";
import { java, pileOfDocuments, problemsOf } from "../support/browser/validity";
import { unstyledClasses } from "../support/documents/style-rules";
import type { Client } from "../support/http/client";
import { accountHolder } from "../support/http/signed-in";
import { isSweep, isVisited } from "../support/setup/sweeps";
import { failingShop, sharedWindow, shopWithVisitors } from "../support/shop/served-shop";

/**
 * Every state of every page, as served or once scripts have taken over: accessibility, validity,
 * titles, large text, buttons (A-1, A-2, A-3, PE-2). All at once, since reaching a state costs as
 * much as a check. States take turns between the two; a sweep visits each in both ways.
 */

const { shop, visitor } = shopWithVisitors(undefined, LAUNCH_FOR_AXE);
const pile = pileOfDocuments();
/** A state that scripts bring about without another document. */
const IN_PLACE = "product, communes shown";
/** Which page has a title. A sweep reaches states twice, some with another order number. */
const titles = new Map<string, string>();
const reached = new Set<string>();

/** A title of its own, one h1, French, and landmarks. */
async function checkFrame(page: Page, name: string, withScripts: boolean): Promise<void> {
  const title = await page.title();
  // A page refused for two reasons is one page, and so is one on which scripts show the communes.
  const isRefused = title.startsWith("Erreur : ");
  const owner = isRefused ? new URL(page.url()).pathname : name;
  if (!(withScripts && name === IN_PLACE)) {
    expect(titles.get(title) ?? owner, `"${title}" is the title of another page`).toBe(owner);
    if (!reached.has(name)) titles.set(title, owner);
    reached.add(name);
  }
  expect(await page.locator("html").getAttribute("lang")).toBe("fr");
  expect(await page.locator("h1").count(), "h1").toBe(1);
  for (const landmark of ["banner", "main", "contentinfo"] as const)
    expect(await page.getByRole(landmark).count(), landmark).toBe(1);
}

/** @returns the page's HTML as the shop sent it, and as scripts have made it */
function listen(page: Page): { served: () => Promise<string>; hydrated: () => Promise<string> } {
  let document: Response | undefined;
  /** Requests without an end yet. */
  const loading = new Set<Request>();
  const begin = (request: Request) => void loading.add(request);
  const end = (request: Request) => void loading.delete(request);
  const note = (response: Response) => {
    if (response.request().isNavigationRequest() && response.headers()["content-type"]?.startsWith("text/html"))
      document = response;
  };
  page.on("request", begin).on("requestfinished", end).on("requestfailed", end).on("response", note);
  onTestFinished(
    () => void page.off("request", begin).off("requestfinished", end).off("requestfailed", end).off("response", note),
  );
  return {
    served: async () => (await document?.text()) ?? "",
    // "networkidle" waits for half a second more on each page.
    hydrated: async () => {
      await page.waitForLoadState("load");
      await live(page);
      await expect.poll(() => [...loading].map((request) => request.url()), { interval: 10 }).toEqual([]);
      return page.content();
    },
  };
}

/** Forms after whose failure Back would not lead to what was typed (own-form.tsx). */
const ownAddresses = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.forms]
      .filter(({ method, action }) => method === "post" && action === location.href.split("#")[0])
      .map(({ action, id }) => `${action} ${id}`),
  );

/** Blocks the shop's scripts. axe needs an engine, so scripts stay on. */
const withoutScripts = (page: Page): Promise<void> => keepTrying(page, ["*.js"]);

const numbered = Object.entries(states).map(([name, reach], index) => [name, reach, index] as const);

/** Checks by html-validate at once, and keeps the document for the W3C's validator. */
function faultsOf(name: string, html: string): Promise<string[]> {
  expect(html).toContain("</main>");
  pile.add(name, html);
  return problemsOf(html);
}

const WAYS = [
  ["served", false],
  ["hydrated", true],
] as const;

describe.each(WAYS)("%s", (how, withScripts) => {
  const prepare = withScripts ? undefined : withoutScripts;
  // A narrow window has panels and buttons of its own, which are open in some states.
  const narrow = withScripts ? { viewport: { width: 320, height: 800 } } : {};
  const browsing = sharedWindow(shop, { reducedMotion: "reduce", ...narrow }, prepare);

  it.each(numbered.filter(([, , number]) => isVisited(withScripts, number)))("%s", async (name, reach, number) => {
    const { page } = browsing;
    const { served, hydrated } = listen(page);
    await reach(page, shop);
    const html = withScripts ? await hydrated() : await served();
    await checkFrame(page, name, withScripts);
    expect(await faultsOf(`${how} ${name}`, html)).toEqual([]);
    expect(await violationsAt(page, looksOf(number))).toEqual([]);
    expect(await unstyledClasses(html)).toEqual([]);
    expect(html, "a field that cuts what is pasted").not.toMatch(/\bmaxlength=/i);
    expect(await textSizeFaults(page, textSizesOf(number))).toEqual([]);
    expect(await ownAddresses(page), "forms that post to the address of their page").toEqual([]);
    expect(await page.locator("html[data-scripts=on]").count(), "scripts run").toBe(withScripts ? 1 : 0);
  });

  it("is found at fault where there is a fault", async () => {
    const { page } = browsing;
    await open(page, "/newsletter");
    // React would remove a foreign node that came before hydration.
    if (withScripts) await live(page);
    await page.evaluate(() =>
      document.querySelector("main")?.insertAdjacentHTML("beforeend", '<img src="/favicon.svg">'),
    );
    expect((await violationsAt(page, [{ width: 412, colorScheme: "light" }])).join()).toContain("image-alt");
    expect(await problemsOf(await page.content())).not.toEqual([]);
  });
});

it("have a title each, but for the two pages that are refused for two reasons", () => {
  // Once every state was visited, at least one way; with scripts, communes come into the same page.
  const inPlace = numbered.filter(([name, , number]) => name === IN_PLACE && !isVisited(false, number)).length;
  expect(titles.size).toBe(numbered.length - 2 - inPlace);
});

describe("while the shop fails", () => {
  const { shop: ailing, fail } = failingShop();
  afterAll(() => fail(""));

  const look = async (state: number, path: string, status: number, as?: Client) => {
    for (const [how, withScripts] of WAYS) {
      if (!isVisited(withScripts, state)) continue;
      const { context, page, close } = await visit(ailing.url, { reducedMotion: "reduce" });
      if (as) await goOnAs(as, context);
      const { hydrated } = listen(page);
      if (!withScripts) await withoutScripts(page);
      const answer = await page.goto(path, { waitUntil: "domcontentloaded" });
      expect(answer?.status()).toBe(status);
      const html = withScripts && status !== 500 ? await hydrated() : ((await answer?.text()) ?? "");
      expect(await faultsOf(`${how} failure ${state}`, html)).toEqual([]);
      expect(await violationsAt(page, looksOf(state))).toEqual([]);
      expect(await unstyledClasses(html)).toEqual([]);
      await close();
    }
  };

  it.each(
    [
      ["a list that cannot be read", "products", "/shop", 503],
      ["a product that cannot be read", "products", "/product/boston-santa-cruz", 503],
      ["a home page without its sections", "home_sections", "/", 200],
      ["a home page with nothing left to show", "home_sections collections products", "/", 200],
    ].map(([name, ...failure], state) => [name, state, ...failure] as [string, number, string, string, number]),
  )("%s", async (_, state, tables, path, status) => {
    fail(tables);
    await look(state, path, status);
  });

  it("an account without its orders", async () => {
    fail("");
    const { client } = await accountHolder(ailing);
    fail("orders");
    await look(4, "/account", 200, client);
  });

  it("a home page that failed", async () => {
    fail("");
    const database = new Database(join(ailing.dataDir, "shop.sqlite"), { timeout: 5000 });
    database.exec("alter table home_sections rename to elsewhere");
    database.close();
    await look(5, "/", 500);
  });
});

it("html-validate finds no fault with a home page that moves", async () => {
  const { page } = await visitor();
  const { hydrated } = listen(page);
  await open(page, "/");
  expect(await faultsOf("home, moving", await hydrated())).toEqual([]);
});

// Needs Java, which `npm run test:all` installs where it may; else these are skipped.
describe.skipIf(!java)("the W3C's validator", () => {
  /** The validator starts only once for all documents. */
  let checked: Promise<string[]> | undefined;
  const check = () => {
    if (!checked) pile.add("wrong", "<!doctype html><html lang=fr><title>x</title><p><div></p>");
    checked ??= pile.check();
    return checked;
  };
  const isWrong = (message: string) => message.startsWith("wrong.html: ");

  it("finds no error in any page", async () => {
    const messages = await check();
    // States and six failures, in one way or both; the home page that moves; the one at fault.
    expect(pile.files.size).toBe((numbered.length + 6) * (isSweep ? 2 : 1) + 2);
    expect(messages.filter((message) => !isWrong(message))).toEqual([]);
  });

  it("finds one where there is one", async () => {
    expect((await check()).filter(isWrong).length).toBeGreaterThan(0);
  });
});
