import type { Locator, Page } from "playwright";
import { describe, expect, it } from "vitest";
import { drag, swipe } from "../support/browser/gestures";
import { open, watch } from "../support/browser/journeys";
import { scriptFailures } from "../support/browser/script-failures";
import { begun, openLive } from "../support/browser/scripts";
import { failures } from "../support/shop/failures";
import { shopWithVisitors } from "../support/shop/served-shop";

/** The pictures of the product page, with scripts and without. */

const PATH = "/product/boston-santa-cruz";

const { visitor } = shopWithVisitors();

const strip = (page: Page) => page.getByRole("region", { name: /photos?$/ });
/** The number of the picture in sight, from 1; undefined while two are. */
const shown = (page: Page) =>
  strip(page).evaluate((frame) => {
    const { left } = frame.getBoundingClientRect();
    const inSight = [...frame.querySelectorAll("li")].flatMap((slide, index) =>
      Math.abs(slide.getBoundingClientRect().left - left) < 1 && slide.checkVisibility({ visibilityProperty: true })
        ? [index + 1]
        : [],
    );
    return inSight.length === 1 ? inSight[0] : undefined;
  });
const shows = (page: Page, number: number) => expect.poll(() => shown(page)).toBe(number);
const dotsOf = (page: Page) => page.getByRole("button", { name: /^Photo \d sur \d$/ });

/** With keen-slider at work. */
async function withGallery(page: Page): Promise<void> {
  await openLive(page, PATH);
  await page.locator("#galerie").dispatchEvent("pointerenter");
  await dotsOf(page).first().waitFor();
}

describe("the gallery", () => {
  it("is a strip whose thumbnails lead to its pictures without scripts", async () => {
    const { page } = await visitor({ javaScriptEnabled: false, phone: true });
    await open(page, PATH);
    expect(await page.getByRole("button", { name: /^Photo / }).count()).toBe(0);
    await page.locator("#galerie a[href='#photo-3']").click();
    await expect.poll(() => shown(page)).toBe(3);
    // A frame or more after it has scrolled, the browser takes the focus from whatever has it.
    await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe("body");
    await strip(page).focus();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => shown(page)).toBe(2);
  });

  it("shows on a phone held sideways a whole photo, and the top of its thumbnails", async () => {
    const { page } = await visitor({ viewport: { width: 640, height: 320 }, javaScriptEnabled: false });
    await page.goto(PATH);
    const photo = await page.locator("#photo-1 img").boundingBox();
    const thumbnail = await page.locator(".thumbnail").first().boundingBox();
    if (!photo || !thumbnail) throw new Error("no picture");
    expect(photo.y + photo.height).toBeLessThan(thumbnail.y);
    expect(thumbnail.y).toBeLessThan(280);
  });

  // Without scripts browsers fetch all pictures at once, whatever a page says.
  it("fetches the photos that are in sight or next to it", async () => {
    const { page } = await visitor({ phone: true });
    const seen = () =>
      strip(page)
        .locator("img")
        .evaluateAll((all) => all.map((image) => (image as HTMLImageElement).complete));
    await page.goto(PATH);
    await page.locator("footer").scrollIntoViewIfNeeded();
    await page.waitForLoadState("networkidle");
    expect((await seen()).slice(3)).not.toContain(true);
    await strip(page).evaluate((frame) => frame.scrollTo({ left: frame.scrollWidth, behavior: "instant" }));
    await strip(page).scrollIntoViewIfNeeded();
    await expect.poll(async () => (await seen()).at(-1)).toBe(true);
  });

  it("has dots, keys and a fade once somebody turns to it, and its thumbnails tell where it is", async () => {
    const { page } = await visitor();
    const complaints = watch(page);
    await openLive(page, PATH);
    const dots = dotsOf(page);
    expect(await dots.count()).toBe(0);
    const count = await strip(page).getByRole("listitem").count();
    await strip(page).hover();
    await expect.poll(() => dots.count()).toBe(count);
    // Pictures out of sight are not read out.
    expect(await strip(page).getByRole("listitem").count()).toBe(1);
    const address = page.url();
    // A fade is soon gone, so it is counted when it starts.
    await page.evaluate(() => {
      const counted = window as unknown as { fades: number };
      counted.fades = 0;
      new MutationObserver((changes) => {
        for (const { target } of changes) if ((target as HTMLElement).style.opacity) counted.fades++;
      }).observe(document.querySelector("#galerie section ul") as Node, {
        attributes: true,
        attributeFilter: ["style"],
        subtree: true,
      });
    });
    const fades = () => page.evaluate(() => (window as unknown as { fades: number }).fades);

    await dots.nth(1).click();
    await shows(page, 2);
    expect(await fades()).toBeGreaterThan(2);
    await strip(page).press("ArrowRight");
    await shows(page, 3);
    await strip(page).press("Home");
    await shows(page, 1);
    await strip(page).press("ArrowLeft");
    await shows(page, count);
    await strip(page).press("ArrowRight");
    await shows(page, 1);
    await strip(page).press("End");
    await shows(page, count);
    await page.locator(`#galerie a[href='#photo-${count - 1}']`).click();
    await shows(page, count - 1);
    expect(page.url()).toBe(address);
    await expect.poll(() => page.locator("#galerie [aria-current=true]").count()).toBe(2);
    expect(await dots.nth(count - 2).getAttribute("aria-current")).toBe("true");
    const marked = page.locator(`#galerie a[href='#photo-${count - 1}']`);
    expect(await marked.getAttribute("aria-current")).toBe("true");

    await page.waitForTimeout(600);
    const before = await fades();
    await page.emulateMedia({ reducedMotion: "reduce" });
    await dots.first().click();
    expect(await shown(page)).toBe(1);
    expect(await fades()).toBe(before);

    // Another colour's pictures come first; strip and mark are at the beginning again.
    await page.getByRole("group", { name: "Couleur" }).getByRole("radio").last().check({ force: true });
    const thumbs = page.locator("#galerie a[href^='#photo-']");
    await expect.poll(() => thumbs.first().getByRole("img").getAttribute("alt")).toMatch(/^terre cuite/);
    await expect.poll(() => thumbs.first().getAttribute("aria-current")).toBe("true");
    await expect.poll(() => page.locator("#galerie a[aria-current=true]").count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  it("is dragged, around both ends as well, by a mouse and by a finger", async () => {
    const { page } = await visitor();
    await withGallery(page);
    const count = await dotsOf(page).count();
    await drag(page, strip(page), { x: 520 });
    await shows(page, count);
    await drag(page, strip(page), { x: -520 });
    await shows(page, 1);
    await drag(page, strip(page), { x: -520 });
    await shows(page, 2);

    const { page: phone } = await visitor({ phone: true });
    await withGallery(phone);
    await swipe(phone, strip(phone), { x: 330 });
    await shows(phone, count);
    await swipe(phone, strip(phone), { x: -330 });
    await shows(phone, 1);
    await swipe(phone, strip(phone), { x: 10, y: -200 });
    await expect.poll(() => phone.evaluate(() => scrollY)).toBeGreaterThan(100);
    await shows(phone, 1);
  });

  it("shows four thumbnails, 12 px apart, and moves them to the one that is meant", async () => {
    const { page } = await visitor();
    await withGallery(page);
    const boxes = () =>
      page.locator("#galerie nav").evaluate((frame) => {
        const { left, right } = frame.getBoundingClientRect();
        return [...frame.querySelectorAll("li")].map((thumb) => {
          const box = thumb.getBoundingClientRect();
          return {
            left: box.left - left,
            right: box.right - left,
            isSeen: box.left > left - 1 && box.right < right + 1,
          };
        });
      });
    const seen = async () => (await boxes()).flatMap(({ isSeen }, index) => (isSeen ? [index + 1] : [])).join();
    expect(await seen()).toBe("1,2,3,4");
    const [first, second] = await boxes();
    expect((second?.left ?? 0) - (first?.right ?? 0)).toBeCloseTo(12, 0);
    const count = (await boxes()).length;
    const last = [count - 3, count - 2, count - 1, count].join();
    await strip(page).press("End");
    await expect.poll(seen).toBe(last);
    await strip(page).press("Home");
    await expect.poll(seen).toBe("1,2,3,4");
    // The tab key also finds those out of sight.
    await page.locator("#galerie nav a").last().focus();
    await expect.poll(seen).toBe(last);
    await page.keyboard.press("Enter");
    await shows(page, count);
    await drag(page, page.locator("#galerie nav"), { x: 400 });
    await expect.poll(seen).not.toBe(last);
    await shows(page, count);
  });

  it("keeps the picture that was swiped to before its script came, and shifts nothing", async () => {
    const { page } = await visitor({ phone: true });
    await openLive(page, PATH);
    const sizes = () =>
      page.evaluate(() =>
        ["#galerie", "#galerie section", "#galerie nav", "#details"].map((selector) => {
          const { x, y, width, height } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
          return [x, y, width, height];
        }),
      );
    const before = await sizes();
    await strip(page).evaluate((frame) => {
      frame.scrollLeft = 2 * frame.clientWidth;
    });
    await page.locator("#galerie").dispatchEvent("pointerenter");
    await dotsOf(page).first().waitFor();
    await shows(page, 3);
    expect(await dotsOf(page).nth(2).getAttribute("aria-current")).toBe("true");
    expect(await sizes()).toEqual(before);
  });

  it("follows the chosen colour, with its sizes", async () => {
    const { page } = await visitor();
    await openLive(page, `${PATH}?couleur=taupe&pointure=45`);
    const first = () => strip(page).getByRole("img").first().getAttribute("alt");
    const taupe = await first();
    await page.getByRole("radio", { name: "Vert cyprès" }).check({ force: true });
    await expect.poll(first).toMatch(/vert cyprès/);
    expect(await page.locator("#galerie a img").first().getAttribute("alt")).toMatch(/vert cyprès/);
    expect(await page.getByRole("radio", { name: /^45/ }).isDisabled()).toBe(true);
    await page.getByText("Choisissez une pointure").waitFor();
    await page.getByRole("radio", { name: "Taupe" }).check({ force: true });
    await expect.poll(first).toBe(taupe);
  });

  it("adds the chosen colour's own pictures, with a dot and a thumbnail each", async () => {
    const { page } = await visitor();
    const complaints = watch(page);
    await withGallery(page);
    const thumbs = page.locator("#galerie nav a");
    const alts = (where: Locator) =>
      where.locator("img").evaluateAll((images) => images.map((image) => image.getAttribute("alt")));
    const taupe = await alts(thumbs);
    expect(taupe.filter((alt) => alt?.startsWith("taupe"))).toHaveLength(6);
    await page.getByRole("radio", { name: "Bleu nuit" }).check({ force: true });
    const bleuNuit = ["bleu nuit, vue de trois quarts", "bleu nuit, vue de profil", "bleu nuit, vue de la paire"];
    await expect.poll(async () => (await alts(thumbs)).slice(0, 3)).toEqual(bleuNuit);
    // One of each other colour.
    expect(await thumbs.count()).toBe(6);
    expect(await dotsOf(page).count()).toBe(6);
    expect(await page.locator("[data-count]").innerText()).toBe("3 photos");
    await strip(page).press("End");
    await shows(page, 6);
    await strip(page).press("Home");
    await shows(page, 1);
    await thumbs.nth(1).click();
    await shows(page, 2);
    expect(await strip(page).getByRole("img").getAttribute("alt")).toContain(bleuNuit[1]);
    await page.getByRole("radio", { name: "Taupe" }).check({ force: true });
    await expect.poll(() => alts(thumbs)).toEqual(taupe);
    expect(await dotsOf(page).count()).toBe(taupe.length);
    await shows(page, 1);
    expect(complaints).toEqual([]);
  });

  it.each(scriptFailures)("works by its links when its script %s", async (failure) => {
    for (const script of ["keen-slider", "gallery-slider"]) {
      const { context, page } = await visitor();
      for (const address of [`**/${script}*.js`, "**/*?couleur=*"])
        await context.route(address, (route) => failures[failure](route));
      await openLive(page, PATH);
      await strip(page).hover();
      await page.waitForTimeout(300);
      await page.locator("#galerie a[href='#photo-2']").click();
      await expect.poll(() => strip(page).evaluate((frame) => frame.scrollLeft / frame.clientWidth)).toBeCloseTo(1, 1);
      expect(await dotsOf(page).count()).toBe(0);
      // And the chosen colour still comes first.
      await page.getByRole("radio", { name: "Vert cyprès" }).check({ force: true });
      const first = () => strip(page).getByRole("img").first().getAttribute("alt");
      await expect.poll(first).toMatch(/vert cyprès/);
      await expect.poll(() => strip(page).evaluate((frame) => frame.scrollLeft)).toBe(0);
    }
  });

  it("has links that open the details when their script does not come", async () => {
    const { context, page } = await visitor();
    await context.route("**/tabs-*.js", (route) => route.abort());
    await open(page, PATH);
    await begun(page);
    await page.locator("#details").scrollIntoViewIfNeeded();
    await page.locator("#details").getByRole("link", { name: "Avis", exact: true }).click();
    await page.locator("#avis").getByText("Avis de démonstration").first().waitFor();
  });

  it("draws a picture that cannot be loaded as one that is not there", async () => {
    const { context, page } = await visitor();
    await context.route("**/taupe-three_quarter-*", (route) => route.fulfill({ status: 404, body: "" }));
    await openLive(page, PATH);
    const first = strip(page).getByRole("img").first();
    await expect.poll(() => first.getAttribute("alt")).toMatch(/^Image non disponible\u00a0: Sabot Boston/);
    await expect.poll(() => first.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  });
});
