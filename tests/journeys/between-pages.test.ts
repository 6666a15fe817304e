import { chromium, type Locator, type Page } from "playwright";
import { describe, expect, it } from "vitest";
import { DESKTOP, WHOLE } from "../support/browser/browser";
import { arriveAt, open, watch } from "../support/browser/journeys";
import { holdScripts, openLive } from "../support/browser/scripts";
import { shopWithVisitors } from "../support/shop/served-shop";

/** Pages fade into each other, and can be pressed while they do (decision 054). */

const { shop, visitor } = shopWithVisitors();

const FADE = "-ua-view-transition-fade-out";

/** What the page says of its fade, which does not change once it has started. */
async function watchFades(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // TypeScript 5.9 knows neither the event nor the transition.
    addEventListener("pagereveal", (event) => {
      const { viewTransition } = event as Event & { viewTransition?: { ready: Promise<void> } };
      const { dataset } = document.documentElement;
      dataset.fade = viewTransition ? "soon" : "none";
      viewTransition?.ready.then(() => {
        const fades = document.getAnimations().filter(({ effect }) => (effect as KeyframeEffect)?.pseudoElement);
        for (const fade of fades) fade.pause();
        dataset.fade = fades
          .map(({ effect }) => `${(effect as KeyframeEffect).pseudoElement} ${effect?.getTiming().duration}`)
          .join();
      });
    });
  });
}

const fadeOf = (page: Page) => page.locator("html").getAttribute("data-fade");
const isFading = (page: Page) => page.evaluate(() => document.documentElement.matches(":active-view-transition"));

/** A page is left with a fade once it has been there for longer than one takes to arrive. */
const stay = (page: Page) => page.waitForTimeout(400);

const product = (page: Page) => page.getByRole("main").locator('a[href^="/product/"]').first();

async function placeOf(target: Locator): Promise<[number, number]> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error("What is not visible cannot be pressed.");
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** From the list to a product, whose page is still below the picture of the list. */
async function goToProduct(page: Page): Promise<void> {
  await watchFades(page);
  await openLive(page, "/shop");
  await stay(page);
  await product(page).click();
  await arriveAt(page, /^\/product\//);
  await expect.poll(() => fadeOf(page)).toContain("::view-transition");
}

describe("between two pages", () => {
  it("the one that a form or Back leads away from fades over the next in a tenth of a second", async () => {
    const { page } = await visitor();
    await watchFades(page);
    await open(page, "/search");
    await stay(page);
    await page.getByRole("main").getByRole("searchbox").fill("sabot");
    await page.keyboard.press("Enter");
    await page.waitForURL(/q=sabot/);
    await expect.poll(() => fadeOf(page)).toBe("::view-transition-old(root) 100");
    await stay(page);
    await page.goBack();
    await expect.poll(() => fadeOf(page)).toBe("::view-transition-old(root) 100");
  });

  it("nothing fades for who wants less motion", async () => {
    const { page } = await visitor({ reducedMotion: "reduce" });
    await watchFades(page);
    await open(page, "/shop");
    await stay(page);
    await product(page).click();
    await arriveAt(page, /^\/product\//);
    await expect.poll(() => fadeOf(page)).toBe("none");
  });

  it("without scripts the next one fades in as well", async () => {
    const { page, context } = await visitor({ javaScriptEnabled: false });
    const session = await context.newCDPSession(page);
    const seen: string[] = [];
    session.on("Animation.animationStarted", ({ animation }) => void seen.push(animation.name));
    await session.send("Animation.enable");
    await open(page, "/shop");
    await stay(page);
    await product(page).click();
    await arriveAt(page, /^\/product\//);
    await expect.poll(() => seen).toContain(FADE);
    expect(seen.filter((name) => name.startsWith("-ua-"))).toEqual([FADE]);
  });
});

describe("a page that the last one fades over", () => {
  it("takes a press of a finger at once", async () => {
    const { page } = await visitor({ hasTouch: true });
    // By its place, since Playwright itself waits until a press would reach its target.
    const pressOn = async (target: Locator) => page.touchscreen.tap(...(await placeOf(target)));
    await goToProduct(page);
    const size = page.getByRole("group", { name: "Pointure" }).locator("input:enabled:not(:checked)").last();
    const value = await size.inputValue();
    await pressOn(page.locator(`[name=pointure][value="${value}"]`));
    expect(await page.locator("[name=pointure]:checked").inputValue()).toBe(value);
    expect(await isFading(page)).toBe(true);
    await pressOn(page.getByRole("banner").getByRole("link", { name: "Nouveautés" }));
    await arriveAt(page, "/nouveaute");
  });

  it("takes one as well when it comes out of the browser's memory", async () => {
    // Playwright switches that memory off.
    const browser = await chromium.launch({ ...WHOLE, ignoreDefaultArgs: ["--disable-back-forward-cache"] });
    const page = await browser.newPage({ baseURL: shop.url, viewport: DESKTOP });
    await goToProduct(page);
    await stay(page);
    await page.evaluate(() => setTimeout(() => history.back()));
    await page.waitForURL(/\/shop$/, { waitUntil: "commit" });
    await expect.poll(() => isFading(page)).toBe(true);
    await expect.poll(() => fadeOf(page)).toBe("::view-transition-old(root) 100");
    await page.mouse.click(...(await placeOf(page.getByRole("banner").getByRole("link", { name: "Nouveautés" }))));
    await arriveAt(page, "/nouveaute");
    await browser.close();
  });
});

describe("a fade that the browser gives up", () => {
  const reject = (page: Page, message: string, name: string) =>
    page.evaluate(
      ([text, title]) => {
        // As a script of the shop has it.
        const stack = `${title}: ${text}\n    at ${location.origin}/assets/entry.client.js:1:1`;
        Promise.reject(Object.defineProperty(new DOMException(text, title), "stack", { value: stack }));
      },
      [message, name] as const,
    );

  it("is no failure of scripts, whatever else these reject is one", async () => {
    const { page, context } = await visitor();
    const complaints = watch(page);
    let told = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/sans-scripts")) told++;
    });
    await holdScripts(context);
    await open(page, "/faq");
    // Both were seen in Chromium 156: the pointer moved as the page came, and the window grew.
    for (const reason of ["Page already revealed", "Viewport size changed"])
      await reject(page, `Transition was aborted because of invalid state. ${reason}`, "InvalidStateError");
    await reject(page, "Transition was skipped", "AbortError");
    await page.waitForTimeout(1500);
    expect([told, complaints]).toEqual([0, []]);
    await reject(page, "The object is in an invalid state.", "InvalidStateError");
    await expect.poll(() => told).toBe(1);
    expect(complaints).toHaveLength(1);
  });

  it.each(["Transition", "AbortError"])("an error that is none of a fade's is one of scripts: %s", async (kind) => {
    const { page, context } = await visitor();
    await holdScripts(context);
    await open(page, "/faq");
    const told = page.waitForRequest("**/sans-scripts");
    if (kind === "Transition") await reject(page, "Transition was skipped", "");
    else await reject(page, "The request was aborted.", kind);
    await told;
  });
});
