import { join } from "node:path";
import Database from "better-sqlite3";
import type { Page, Response } from "playwright";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { unstyledClasses } from "../documents/style-rules";
import type { Client } from "../http/client";
import { accountHolder } from "../http/signed-in";
import { failingShop, sharedWindow, shopWithVisitors } from "../shop/served-shop";
import { looksOf, violationsAt, violationsOf } from "./axe";
import { goOnAs, LAUNCH_FOR_AXE, visit } from "./browser";
import { open } from "./journeys";
import { keepTrying, live } from "./scripts";
import { states } from "./states";
import { textSizeFaults, textSizesOf } from "./text-sizes";
import { java, pileOfDocuments, problemsOf } from "./validity";

/** What every page has. */
interface Frame {
  title: string;
  path: string;
  lang: string | null;
  h1: number;
  landmarks: number[];
}

async function frameOf(page: Page): Promise<Frame> {
  return {
    title: await page.title(),
    path: new URL(page.url()).pathname,
    lang: await page.locator("html").getAttribute("lang"),
    h1: await page.locator("h1").count(),
    landmarks: await Promise.all(
      (["banner", "main", "contentinfo"] as const).map((landmark) => page.getByRole(landmark).count()),
    ),
  };
}

/** @returns the page's HTML as the shop sent it */
function listen(page: Page): () => Promise<string> {
  let document: Response | undefined;
  const note = (response: Response) => {
    if (response.request().isNavigationRequest() && response.headers()["content-type"]?.startsWith("text/html"))
      document = response;
  };
  page.on("response", note);
  onTestFinished(() => void page.off("response", note));
  return async () => (await document?.text()) ?? "";
}

/** Waits until nothing is loading and scripts have taken over. */
async function hydrated(page: Page): Promise<string> {
  await page.waitForLoadState("networkidle");
  await live(page);
  return page.content();
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

/**
 * no violation in any state, at three widths, light and dark, with large text. A-2: valid
 * HTML, served or hydrated. All at once, since reaching a state costs as much as a check. Every
 * pair of state and settings is tried, with and without scripts together; all in a sweep.
 */
export function checkEveryState(withScripts: boolean): void {
  const { shop, visitor } = shopWithVisitors(undefined, LAUNCH_FOR_AXE);
  const pile = pileOfDocuments();
  const frames = new Map<string, Frame>();

  /** Checks by html-validate at once, and keeps the document for the W3C's validator. */
  const faultsOf = (name: string, html: string): Promise<string[]> => {
    expect(html).toContain("</main>");
    pile.add(name, html);
    return problemsOf(html);
  };

  describe("every page and state", () => {
    // A narrow window has panels and buttons of its own, which are open in some states.
    const narrow = withScripts ? { viewport: { width: 320, height: 800 } } : {};
    const browsing = sharedWindow(
      shop,
      { reducedMotion: "reduce", ...narrow },
      withScripts ? undefined : withoutScripts,
    );

    it.each(numbered)("%s", async (name, reach, number) => {
      const { page } = browsing;
      const served = listen(page);
      await reach(page, shop);
      const html = withScripts ? await hydrated(page) : await served();
      frames.set(name, await frameOf(page));
      expect(await faultsOf(name, html)).toEqual([]);
      expect(await violationsAt(page, looksOf(withScripts, number))).toEqual([]);
      expect(await unstyledClasses(html)).toEqual([]);
      expect(html, "a field that cuts what is pasted").not.toMatch(/\bmaxlength=/i);
      expect(await textSizeFaults(page, textSizesOf(withScripts, number))).toEqual([]);
      expect(await ownAddresses(page), "forms that post to the address of their page").toEqual([]);
      expect(await page.locator("html[data-scripts=on]").count(), "scripts run").toBe(withScripts ? 1 : 0);
    });

    it("has its own title, one h1, French, and landmarks", async () => {
      const titles = new Map<string, string>();
      // Where scripts load the communes, the document stays the same.
      const inPlace = withScripts ? ["product, communes shown"] : [];
      const { page } = browsing;
      for (const [name, reach] of Object.entries(states)) {
        // Other tests have opened all pages, unless this one runs alone.
        if (!frames.has(name)) {
          await page.context().clearCookies();
          await reach(page, shop);
          frames.set(name, await frameOf(page));
        }
        const { title, path, lang, h1, landmarks } = frames.get(name) as Frame;
        // A page refused for two reasons is one page.
        const isOnePage = title.startsWith("Erreur : ") ? path : name;
        if (!inPlace.includes(name)) {
          expect(titles.get(title) ?? isOnePage, `${name} has the title "${title}" of another page`).toBe(isOnePage);
          titles.set(title, isOnePage);
        }
        expect(h1, `h1 of ${name}`).toBe(1);
        expect(lang, `language of ${name}`).toBe("fr");
        expect(landmarks, `banner, main and contentinfo of ${name}`).toEqual([1, 1, 1]);
      }
      // Registration and tracking have two refused states each.
      expect(titles.size).toBe(Object.keys(states).length - 2 - inPlace.length);
    });

    it("is found at fault where there is a fault", async () => {
      const { page } = browsing;
      await open(page, "/");
      // React would remove a foreign node that came before hydration.
      if (withScripts) await live(page);
      await page.evaluate(() =>
        document.querySelector("main")?.insertAdjacentHTML("beforeend", '<img src="/favicon.svg">'),
      );
      expect((await violationsOf(page, [412])).join()).toContain("image-alt");
      expect(await problemsOf(await page.content())).not.toEqual([]);
    });
  });

  describe("while the shop fails", () => {
    const { shop: ailing, fail } = failingShop();
    afterAll(() => fail(""));
    let failures = 0;

    const look = async (path: string, status: number, as?: Client) => {
      const { context, page, close } = await visit(ailing.url, { reducedMotion: "reduce" });
      if (as) await goOnAs(as, context);
      if (!withScripts) await withoutScripts(page);
      const answer = await page.goto(path, { waitUntil: "domcontentloaded" });
      expect(answer?.status()).toBe(status);
      const html = withScripts && status !== 500 ? await hydrated(page) : ((await answer?.text()) ?? "");
      expect(await faultsOf(`${expect.getState().currentTestName}`, html)).toEqual([]);
      expect(await violationsAt(page, looksOf(withScripts, failures++))).toEqual([]);
      expect(await unstyledClasses(html)).toEqual([]);
      await close();
    };

    it.each([
      ["a list that cannot be read", "products", "/shop", 503],
      ["a product that cannot be read", "products", "/product/boston-santa-cruz", 503],
      ["a home page without its sections", "home_sections", "/", 200],
      ["a home page with nothing left to show", "home_sections collections products", "/", 200],
    ] as const)("%s", async (_, tables, path, status) => {
      fail(tables);
      await look(path, status);
    });

    it("an account without its orders", async () => {
      fail("");
      const { client } = await accountHolder(ailing);
      fail("orders");
      await look("/account", 200, client);
    });

    it("a home page that failed", async () => {
      fail("");
      const database = new Database(join(ailing.dataDir, "shop.sqlite"), { timeout: 5000 });
      database.exec("alter table home_sections rename to elsewhere");
      database.close();
      await look("/", 500);
    });
  });

  if (withScripts)
    it("html-validate finds no fault with a home page that moves", async () => {
      const { page } = await visitor();
      await open(page, "/");
      expect(await faultsOf("home, moving", await hydrated(page))).toEqual([]);
    });

  // Needs Java, which `npm test` installs where it may; else these are skipped.
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
      // Every state, six failures, the page with foreign nodes, and the one with an error.
      expect(pile.files.size).toBe(Object.keys(states).length + 6 + (withScripts ? 1 : 0) + 1);
      expect(messages.filter((message) => !isWrong(message))).toEqual([]);
    });

    it("finds one where there is one", async () => {
      expect((await check()).filter(isWrong).length).toBeGreaterThan(0);
    });
  });
}
