import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { violationsAt } from "../support/browser/axe";
import { drag, pinch, swipe } from "../support/browser/gestures";
import { watch } from "../support/browser/journeys";
import { someLooks } from "../support/browser/looks";
import { scriptFailures } from "../support/browser/script-failures";
import { openLive } from "../support/browser/scripts";
import { problemsOf } from "../support/browser/validity";
import { failures } from "../support/shop/failures";
import { shopWithVisitors } from "../support/shop/served-shop";

/** A product's pictures: large over the page, framed below it, and the second one of a card. */

const PATH = "/product/boston-santa-cruz";

const { visitor } = shopWithVisitors();

const link = (page: Page) => page.locator("#photo-1 a");
const dialog = (page: Page) => page.getByRole("dialog");
const large = (page: Page) => dialog(page).getByRole("img");
const scale = (page: Page) => large(page).evaluate((image) => new DOMMatrix(getComputedStyle(image).transform).a);
const place = (page: Page) =>
  large(page).evaluate((image) => {
    const { e, f } = new DOMMatrix(getComputedStyle(image).transform);
    return { x: e, y: f };
  });
const named = (page: Page, name: RegExp) => page.getByRole("dialog", { name }).waitFor();

async function opened(page: Page): Promise<void> {
  await openLive(page, PATH);
  await link(page).click();
  await dialog(page).waitFor();
}

describe("a product's large picture", () => {
  it("keeps the page where its script does not come since the line is down", async () => {
    const { context, page } = await visitor();
    await openLive(page, PATH);
    await context.setOffline(true);
    await link(page).click();
    await page.getByText("La connexion est coupée.").first().waitFor();
    expect(new URL(page.url()).pathname).toBe(PATH);
  });

  it("opens over the page, is named, and gives the focus back", async () => {
    const { page } = await visitor();
    const complaints = watch(page);
    await openLive(page, PATH);
    const address = page.url();
    await link(page).focus();
    await page.keyboard.press("Enter");
    await named(page, /^Sabot Boston Santa Cruz, taupe, vue de trois quarts$/);
    const close = dialog(page).getByRole("button", { name: "Fermer la photo" });
    expect(await close.evaluate((button) => button === document.activeElement)).toBe(true);
    await expect.poll(() => large(page).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200);
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "hidden" });
    expect(await link(page).evaluate((opener) => opener === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await close.click();
    await dialog(page).waitFor({ state: "hidden" });
    expect(page.url()).toBe(address);
    expect(complaints).toEqual([]);
  });

  it("has no barrier, in both themes and at every width, and is valid", async () => {
    const { page } = await visitor({ reducedMotion: "reduce" });
    await opened(page);
    await large(page).evaluate((image: HTMLImageElement) => image.decode());
    expect(await violationsAt(page, someLooks)).toEqual([]);
    // The script sets the place of the picture, and the small one behind it.
    const faults = await problemsOf(await page.content());
    expect(faults.filter((fault) => !fault.startsWith("no-inline-style"))).toEqual([]);
  });

  it("becomes larger and smaller by keys, and arrows move it about", async () => {
    const { page } = await visitor();
    await opened(page);
    await page.keyboard.press("-");
    expect(await scale(page)).toBe(1);
    for (let press = 0; press < 6; press++) await page.keyboard.press("+");
    expect(await scale(page)).toBe(4);
    expect(await place(page)).toEqual({ x: 0, y: 0 });
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    const { x, y } = await place(page);
    expect(x).toBeLessThan(0);
    expect(y).toBeLessThan(0);
    // Never beyond its edge.
    for (let press = 0; press < 30; press++) await page.keyboard.press("ArrowRight");
    const edge = await large(page).evaluate((image) => {
      const box = image.getBoundingClientRect();
      const side = Math.min(image.clientWidth, image.clientHeight) * 4;
      return box.left + box.width / 2 + side / 2 - innerWidth;
    });
    expect(Math.abs(edge)).toBeLessThan(1.5);
    for (let press = 0; press < 6; press++) await page.keyboard.press("-");
    expect(await scale(page)).toBe(1);
    expect(await place(page)).toEqual({ x: 0, y: 0 });
  });

  it("becomes larger by the wheel where the pointer is, by a double click, and by buttons; a mouse moves it", async () => {
    const { page } = await visitor();
    await opened(page);
    const box = await large(page).boundingBox();
    if (!box) throw new Error("no picture");
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 + 100 };
    await page.mouse.move(at.x, at.y);
    await page.mouse.wheel(0, -150);
    await expect.poll(() => scale(page)).toBeGreaterThan(1.2);
    const grown = await scale(page);
    // The element below the pointer is still there.
    expect((await place(page)).y).toBeCloseTo(-100 * (grown - 1), 0);
    await page.mouse.wheel(0, 2000);
    await page.mouse.wheel(0, 2000);
    await expect.poll(() => scale(page)).toBe(1);
    await page.mouse.dblclick(at.x, at.y);
    await expect.poll(() => scale(page)).toBe(2.25);
    const before = await place(page);
    await drag(page, large(page), { x: -60, y: 40 });
    const after = await place(page);
    expect([after.x - before.x, after.y - before.y].map(Math.round)).toEqual([-60, 40]);
    await dialog(page).getByRole("button", { name: "Réduire" }).click();
    expect(await scale(page)).toBe(1.5);
    await dialog(page).getByRole("button", { name: "Agrandir" }).click();
    expect(await scale(page)).toBe(2.25);
  });

  it("leads to the others by buttons, keys and a swipe, and says which it shows", async () => {
    const { page } = await visitor({ phone: true });
    await openLive(page, PATH);
    await link(page).tap();
    await named(page, /vue de trois quarts$/);
    const status = dialog(page).getByRole("status");
    expect(await status.innerText()).toMatch(/^Taupe, vue de trois quarts · 1 sur 6$/);
    await dialog(page).getByRole("button", { name: "Photo suivante" }).click();
    await named(page, /vue de profil$/);
    expect(await status.innerText()).toMatch(/vue de profil · 2 sur 6$/);
    expect(await large(page).getAttribute("src")).toMatch(/taupe-side-1200\.webp$/);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => status.innerText()).toMatch(/ 6 sur 6$/);
    await swipe(page, large(page), { x: -200 });
    await expect.poll(() => status.innerText()).toMatch(/ 1 sur 6$/);
    await swipe(page, large(page), { x: 200 });
    await expect.poll(() => status.innerText()).toMatch(/ 6 sur 6$/);
  });

  it("is enlarged on a phone where it was pressed, with its buttons in the corners", async () => {
    const { page } = await visitor({ phone: true });
    await openLive(page, PATH);
    const box = await link(page).boundingBox();
    if (!box) throw new Error("no picture");
    await page.touchscreen.tap(box.x + box.width * 0.4, box.y + box.height / 2);
    await dialog(page).waitFor();
    await expect.poll(() => scale(page)).toBe(1.5);
    // What was pressed left of the middle is in the middle.
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    expect((await place(page)).x / width).toBeCloseTo(0.1 * 1.5, 1);
    for (const [name, isRight, isLow] of [
      ["Fermer la photo", true, false],
      ["Réduire", false, false],
      ["Photo précédente", false, true],
      ["Photo suivante", true, true],
    ] as const) {
      const { x, y } = (await dialog(page).getByRole("button", { name }).boundingBox()) ?? { x: 0, y: 0 };
      expect([x > width / 2, y > height / 2], name).toEqual([isRight, isLow]);
    }
  });

  it("becomes larger between two fingers, and the page does not", async () => {
    const { page } = await visitor({ phone: true });
    await openLive(page, PATH);
    await link(page).tap();
    await dialog(page).waitFor();
    await pinch(page, large(page), 80, 160);
    await expect.poll(() => scale(page)).toBeGreaterThan(2.5);
    expect(await scale(page)).toBeLessThan(3.5);
    expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
    const before = await place(page);
    await swipe(page, large(page), { x: -60 });
    expect((await place(page)).x).toBeCloseTo(before.x - 60, 0);
    // The other picture begins small again.
    await dialog(page).getByRole("button", { name: "Photo suivante" }).click();
    expect(await scale(page)).toBe(1);
  });

  it.each(scriptFailures)("is its file when the script %s", async (failure) => {
    const { context, page } = await visitor();
    await context.route("**/zoom*.js", (route) => failures[failure](route));
    await page.clock.install();
    await openLive(page, PATH);
    await link(page).click();
    // The page waits so long; the other failures are known at once.
    if (failure === "never answers") await page.clock.runFor(4000);
    await expect.poll(() => page.url()).toMatch(/-800\.jpg$/);
  });
});

describe("the thumbnail of the picture that is shown", () => {
  it("has a frame, which goes along", async () => {
    const { page } = await visitor();
    await openLive(page, PATH);
    const frames = () =>
      page.locator("#galerie nav a").evaluateAll((thumbs) =>
        thumbs.flatMap((thumb, index) => {
          const { borderTopColor, borderTopWidth } = getComputedStyle(thumb);
          return borderTopColor === "rgb(31, 27, 22)" && borderTopWidth === "2px" ? [index + 1] : [];
        }),
      );
    await expect.poll(frames).toEqual([1]);
    await page.locator("#galerie nav a").nth(2).click();
    await expect.poll(frames).toEqual([3]);
    await page.getByRole("radio", { name: "Vert cyprès" }).check({ force: true });
    await expect.poll(frames).toEqual([1]);
  });
});

describe("a card's second picture", () => {
  const asked = (page: Page) => {
    const pictures: string[] = [];
    page.on("request", (request) => {
      if (/taupe-side/.test(request.url())) pictures.push(request.url());
    });
    return pictures;
  };
  const LIST = "/search?q=santa+cruz";
  const card = (page: Page) => page.locator("a[href^='/product/boston-santa-cruz']").first();

  it("comes with the first hover, stands over the first one, and goes", async () => {
    const { page } = await visitor();
    const pictures = asked(page);
    await page.mouse.move(0, 0);
    await openLive(page, LIST);
    const before = await card(page).boundingBox();
    await page.waitForTimeout(500);
    expect(pictures).toEqual([]);
    await card(page).hover();
    const second = card(page).locator("picture").nth(1);
    await second.waitFor();
    expect(pictures).toHaveLength(1);
    expect(await card(page).boundingBox()).toEqual(before);
    const boxes = await card(page)
      .locator("picture img")
      .evaluateAll((images) => images.map((image) => JSON.stringify(image.getBoundingClientRect())));
    expect(boxes[1]).toBe(boxes[0]);
    await page.mouse.move(0, 0);
    await second.waitFor({ state: "hidden" });
    await card(page).hover();
    await second.waitFor();
    expect(pictures).toHaveLength(1);
  });

  it("is not fetched on a phone, nor where data is saved", async () => {
    const { page: phone } = await visitor({ phone: true });
    const { page: frugal } = await visitor();
    await frugal.addInitScript(() =>
      Object.defineProperty(navigator, "connection", { value: { saveData: true, effectiveType: "4g" } }),
    );
    for (const page of [phone, frugal]) {
      const pictures = asked(page);
      await openLive(page, LIST);
      await card(page).hover();
      await page.waitForTimeout(500);
      expect(pictures).toEqual([]);
      expect(await card(page).locator("picture").count()).toBe(1);
    }
  });
});
