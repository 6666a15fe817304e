import { join } from "node:path";
import Database from "better-sqlite3";
import type { Locator, Page } from "playwright";
import { describe, expect, it } from "vitest";
import { violationsAt } from "../support/browser/axe";
import { goOnAs, type VisitorOptions } from "../support/browser/browser";
import { drag, dragAndReturn, swipe } from "../support/browser/gestures";
import { arriveAt, open, watch } from "../support/browser/journeys";
import { watchShifts } from "../support/browser/layout-shift";
import { someLooks } from "../support/browser/looks";
import { holdScripts, openLive } from "../support/browser/scripts";
import { Client } from "../support/http/client";
import { newAddress, register } from "../support/http/signed-in";
import { covering } from "../support/setup/sweeps";
import { type Failure, failures } from "../support/shop/failures";
import { shopWithVisitors } from "../support/shop/served-shop";

/** Moving parts of the home page, and how they stop (section 4, A-6). */

const { shop, visitor } = shopWithVisitors();

const slider = (page: Page, name = "À la une") => page.getByRole("group", { name, exact: true });
const button = (page: Page, name: string, of?: string) => slider(page, of).getByRole("button", { name });
const track = (page: Page) => slider(page).locator(".track");
const links = (of: Locator) => of.locator(".slider-bar a");

/** With a clock of its own, running, that can be put forward. */
async function withScripts(options: VisitorOptions = {}, name?: string): Promise<Page> {
  const { page } = await visitor(options);
  await page.clock.install();
  await openLive(page, "/");
  await shows(slider(page, name).first(), "1");
  return page;
}

/** Expects these slides in sight, by the links that are marked. */
async function shows(of: Locator, numbers: string): Promise<void> {
  const marked = () =>
    links(of).evaluateAll((all) =>
      all.flatMap((link, index) => (link.ariaCurrent === "true" ? [index + 1] : [])).join(),
    );
  await expect.poll(marked, { timeout: 5000, interval: 50 }).toBe(numbers);
  // A slide counts before it has come to rest, and its time begins then.
  const offset = () =>
    of.locator(".track").evaluate((track) => {
      const { left } = track.getBoundingClientRect();
      const distances = [...track.children].map((slide) => Math.abs(slide.getBoundingClientRect().left - left));
      return Math.round(Math.min(...distances));
    });
  await expect.poll(offset, { timeout: 5000, interval: 50 }).toBe(0);
  await of.page().waitForTimeout(200);
}

/** Sets the clock forward; the work that this starts runs in real time. */
async function later(page: Page, seconds: number): Promise<void> {
  await page.clock.runFor(seconds * 1000);
  await page.waitForTimeout(600);
}

describe("the hero", () => {
  it("shows on a phone held sideways each slide's whole picture, with its title beside it", async () => {
    const { page } = await visitor({ viewport: { width: 640, height: 320 }, javaScriptEnabled: false });
    await page.goto("/");
    const slides = await page.locator(".slide").all();
    expect(slides.length).toBeGreaterThan(1);
    for (const slide of slides) {
      const picture = await slide.locator("picture").boundingBox();
      const title = await slide.locator("h2").boundingBox();
      if (!picture || !title) throw new Error("no slide");
      // Below the header.
      expect(picture.height).toBeLessThan(320 - 45);
      expect(title.x + title.width).toBeLessThanOrEqual(picture.x);
    }
  });

  it("stays 12 s on the loyalty slide, 4 s on others, and begins again; slides out of sight are hidden", async () => {
    const page = await withScripts();
    const slides = slider(page).locator(".track > li");
    const visible = () =>
      slides.evaluateAll((all) => all.map((slide) => slide.checkVisibility({ visibilityProperty: true })));
    expect(await visible()).toEqual([true, false, false, false]);
    expect(await slider(page).getByRole("link", { name: "Voir les soldes" }).count()).toBe(0);
    await shows(slider(page), "2");
    // From here on only what is run passes: a slow machine would use up the four seconds. The clock
    // may not have passed the moment at which it is stopped.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 500));
    const pass = (seconds: number) => page.clock.runFor(seconds * 1000);
    await expect.poll(visible).toEqual([false, true, false, false]);
    await pass(5);
    await shows(slider(page), "3");
    await pass(4.4);
    await shows(slider(page), "4");
    await pass(10);
    await shows(slider(page), "4");
    await pass(2.5);
    await shows(slider(page), "1");
    await expect.poll(visible).toEqual([true, false, false, false]);
  });

  it("leads around at both ends, and rests 10 s after it was moved by hand", async () => {
    const page = await withScripts({ phone: true });
    await button(page, "Précédent").tap();
    await shows(slider(page), "4");
    await button(page, "Suivant").tap();
    await shows(slider(page), "1");
    await links(slider(page)).nth(1).tap();
    await shows(slider(page), "2");
    expect(page.url()).not.toContain("#");
    // Read out after a hand, and never after the clock.
    expect(await track(page).getAttribute("aria-live")).toBe("polite");
    await later(page, 9);
    await shows(slider(page), "2");
    await later(page, 5.5);
    await shows(slider(page), "3");
    expect(await track(page).getAttribute("aria-live")).toBe(null);
    // A touch is enough.
    await slider(page).locator(".track > li").nth(2).locator("picture").tap();
    await later(page, 9);
    await shows(slider(page), "3");
    await later(page, 5.5);
    await shows(slider(page), "4");
  });

  it("follows a finger around at both ends, and lets it move the page up and down", async () => {
    const page = await withScripts({ phone: true });
    const complaints = watch(page);
    await swipe(page, track(page), { x: 330 });
    await shows(slider(page), "4");
    await swipe(page, track(page), { x: -330 });
    await shows(slider(page), "1");
    const others = covering(["2", "3", "4", "1"], ["2"]);
    for (const number of others) {
      await swipe(page, track(page), { x: -330 });
      await shows(slider(page), number);
    }
    await swipe(page, track(page), { x: 20, y: -300 });
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(150);
    await shows(slider(page), others.at(-1) ?? "");
    expect(complaints).toEqual([]);
  });

  it("follows a mouse, and does not take that for a press on the link below it", async () => {
    const page = await withScripts();
    const complaints = watch(page);
    const cta = () => slider(page).locator(".track > :not(.away) .slide-text a").last();
    await drag(page, track(page), { x: 1000 }, true);
    // Under the hand: a part of the last slide stands before the first one.
    const left = (index: number) =>
      slider(page)
        .locator(".track > li")
        .nth(index)
        .evaluate((slide) => Math.round(slide.getBoundingClientRect().left));
    // keen-slider looks at the first step only.
    expect(await left(0)).toBeGreaterThan(800);
    expect(await left(3)).toBe((await left(0)) - 1350);
    await page.mouse.up();
    await shows(slider(page), "4");
    await dragAndReturn(page, cta(), 300);
    await shows(slider(page), "4");
    expect(new URL(page.url()).pathname).toBe("/");
    // A key is no drag.
    const address = (await cta().getAttribute("href")) ?? "";
    await cta().focus();
    await page.keyboard.press("Enter");
    await arriveAt(page, address);
    expect(complaints).toEqual([]);
  });

  it("follows a touchpad across and leaves the wheel to the page", async () => {
    const page = await withScripts();
    await track(page).hover();
    await page.mouse.wheel(120, 0);
    await shows(slider(page), "2");
    await page.waitForTimeout(400);
    await page.mouse.wheel(-120, 0);
    await shows(slider(page), "1");
    await page.mouse.wheel(0, 300);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
    await shows(slider(page), "1");
  });

  it("keeps the slide in which the focus is, and fits when the window changes", async () => {
    const page = await withScripts();
    const link = slider(page).locator(".track > li").first().getByRole("link").last();
    await link.focus();
    await links(slider(page))
      .nth(1)
      .evaluate((dot: HTMLElement) => dot.click());
    await shows(slider(page), "2");
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await link.isVisible()).toBe(true);
    await page.setViewportSize({ width: 690, height: 800 });
    await shows(slider(page), "2");
    const arrivals = slider(page, "Nouveautés");
    // It is laid out once it comes near.
    await arrivals.scrollIntoViewIfNeeded();
    await links(arrivals)
      .nth(2)
      .evaluate((dot: HTMLElement) => dot.click());
    await shows(arrivals, "3,4");
    // Larger text, in a window of the same size.
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    await shows(arrivals, "3,4");
    await page.getByRole("link", { name: "Aller au contenu" }).focus();
    await expect.poll(() => link.isVisible()).toBe(false);
  });

  it("stops by its button, which is the first thing in it, on hover and on focus", async () => {
    const page = await withScripts();
    await button(page, "Suivant").hover();
    await later(page, 30);
    await shows(slider(page), "1");
    await page.mouse.move(5, 5);

    await page.getByRole("link", { name: "Aller au contenu" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await page.locator(":focus").innerText()).toBe("Mettre en pause");
    await later(page, 30);
    await shows(slider(page), "1");

    await page.keyboard.press("Enter");
    expect(await page.locator(":focus").innerText()).toBe("Reprendre le défilement");
    await page.getByRole("link", { name: "Aller au contenu" }).focus();
    await later(page, 30);
    await shows(slider(page), "1");
    await button(page, "Reprendre le défilement").click();
    await page.mouse.move(5, 5);
    await later(page, 4.5);
    await shows(slider(page), "2");
  });

  it("does not move for who wants less motion, and is still led by hand", async () => {
    const page = await withScripts({ reducedMotion: "reduce" });
    await later(page, 60);
    await shows(slider(page), "1");
    expect(await button(page, "Mettre en pause").count()).toBe(0);
    await button(page, "Suivant").click();
    await shows(slider(page), "2");
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    // A picture that is let go snaps to its place at once.
    await page.evaluate(() => scrollTo(0, 0));
    await drag(page, track(page), { x: -1000 });
    const left = () =>
      slider(page)
        .locator(".track > li")
        .nth(2)
        .evaluate((slide) => slide.getBoundingClientRect().left);
    expect(await left()).toBe(0);
  });
});

describe("carousels", () => {
  it("start once they are near, so that a slow phone does not start all of them while the page loads", async () => {
    const { page } = await visitor({ phone: true });
    await openLive(page, "/");
    await shows(slider(page), "1");
    const started = () => page.locator(".keen").count();
    expect(await started()).toBe(1);
    const arrivals = slider(page, "Nouveautés");
    await arrivals.scrollIntoViewIfNeeded();
    await shows(arrivals, "1,2");
    expect(await started()).toBeGreaterThan(1);
  });

  it("move by one every 4 s while they are in sight, and only then", async () => {
    const page = await withScripts();
    const arrivals = slider(page, "Nouveautés");
    // It starts before it is in sight, and stands still until then.
    await arrivals.evaluate((group) => scrollTo(0, group.getBoundingClientRect().y - innerHeight - 50));
    await shows(arrivals, "1,2,3");
    await later(page, 30);
    await shows(arrivals, "1,2,3");
    await arrivals.scrollIntoViewIfNeeded();
    await page.mouse.move(5, 5);
    await page.waitForTimeout(200);
    await later(page, 4.2);
    await shows(arrivals, "2,3,4");
    await links(arrivals).nth(5).click();
    await shows(arrivals, "6,7,8");
    await button(page, "Suivant", "Nouveautés").click();
    await shows(arrivals, "1,2,3");
    await button(page, "Précédent", "Nouveautés").click();
    await shows(arrivals, "6,7,8");
  });

  it("begin on the right where lines do", async () => {
    const { page } = await visitor();
    await page.clock.install();
    await page.addInitScript(() => {
      document.addEventListener("readystatechange", () => document.documentElement.setAttribute("dir", "rtl"));
    });
    await openLive(page, "/");
    await shows(slider(page), "1");
    await drag(page, track(page), { x: 1000 });
    await shows(slider(page), "2");
    await drag(page, track(page), { x: -1000 });
    await shows(slider(page), "1");
    await drag(page, track(page), { x: -1000 });
    await shows(slider(page), "4");
    const arrivals = slider(page, "Nouveautés");
    await arrivals.scrollIntoViewIfNeeded();
    await shows(arrivals, "1,2,3");
    await links(arrivals).nth(2).click();
    const places = () =>
      arrivals.locator(".track").evaluate((list) => {
        const { right } = list.getBoundingClientRect();
        return [...list.children].slice(2, 5).map((slide) => right - slide.getBoundingClientRect().right);
      });
    // Half a pixel more or less, on either side: a third of a width is no whole number of pixels.
    await expect.poll(async () => (await places())[0]).toBeCloseTo(0, 0);
    expect((await places())[1]).toBeGreaterThan(100);
    await shows(arrivals, "3,4,5");
  });

  it("stay where they began when a translator turns the lines around", async () => {
    const page = await withScripts();
    const arrivals = slider(page, "Nouveautés");
    await arrivals.scrollIntoViewIfNeeded();
    await shows(arrivals, "1,2,3");
    await page.evaluate(() => document.documentElement.setAttribute("dir", "rtl"));
    await button(page, "Suivant").click();
    await shows(slider(page), "2");
    await links(arrivals).nth(2).click();
    await shows(arrivals, "3,4,5");
  });
});

describe("before keen-slider comes, and without it (T-16)", () => {
  const left = (of: Locator) => of.evaluate((list) => Math.round(list.scrollLeft));

  it("what was swiped to stays in sight", async () => {
    const { context, page } = await visitor({ phone: true });
    const release = await holdScripts(context, "keen-slider*.js");
    const shifted = await watchShifts(page);
    await openLive(page, "/");
    const arrivals = slider(page, "Nouveautés").locator(".track");
    const standsAt = (of: Locator, index: number) =>
      of.evaluate(
        (list, at) => Math.round((list.children[at]?.getBoundingClientRect().x ?? -1) - list.getBoundingClientRect().x),
        index,
      );
    await swipe(page, track(page), { x: -330 });
    await expect.poll(() => left(track(page))).toBe(412);
    await arrivals.evaluate((list) => {
      list.scrollLeft = list.scrollWidth;
    });
    await page.waitForTimeout(700);
    expect(await slider(page).getByRole("button").count()).toBe(0);
    release();
    await shows(slider(page), "2");
    expect(await standsAt(track(page), 1)).toBe(0);
    await slider(page, "Nouveautés").scrollIntoViewIfNeeded();
    const count = await arrivals.locator("> li").count();
    await shows(slider(page, "Nouveautés"), `${count - 1},${count}`);
    expect((await shifted()).whole).toEqual([]);
  });

  // How far Chromium throws a list depends on the machine's load.
  it("no slide of the hero is passed by a throw", async () => {
    const { page } = await visitor({ javaScriptEnabled: false });
    await open(page, "/");
    const stops = track(page)
      .locator("> li")
      .evaluateAll((all) => all.map((slide) => getComputedStyle(slide).scrollSnapStop));
    expect(new Set(await stops)).toEqual(new Set(["always"]));
  });

  // One that never answers is one that has not come yet, as above.
  const kinds = covering(Object.keys(failures) as Failure[], ["is cut off"]);
  it.each(kinds)("a chunk that %s leaves the list", async (failure) => {
    const { context, page } = await visitor({ phone: true });
    await context.route("**/keen-slider*.js", (route) => failures[failure](route));
    await openLive(page, "/");
    await page.waitForTimeout(500);
    expect(await slider(page).getByRole("button").count()).toBe(0);
    await swipe(page, track(page), { x: -330 });
    await expect.poll(() => left(track(page))).toBe(412);
    await links(slider(page)).nth(2).tap();
    await expect.poll(() => left(track(page))).toBe(824);
    await slider(page).getByRole("link", { name: "Découvrir la collection" }).tap();
    await arriveAt(page, /collection/);
  });

  it("one that throws leaves the list", async () => {
    const { context, page } = await visitor({ phone: true });
    const body = "export default class { constructor() { throw new Error('no') } }";
    await context.route("**/keen-slider*.js", (route) => route.fulfill({ contentType: "text/javascript", body }));
    await openLive(page, "/");
    await page.waitForTimeout(500);
    await swipe(page, track(page), { x: -330 });
    await expect.poll(() => left(track(page))).toBe(412);
    expect(await slider(page).getByRole("button").count()).toBe(0);
    expect(await page.locator(".keen").count()).toBe(0);
  });

  it.each(["IntersectionObserver", "ResizeObserver"])("an engine without %s leaves the list", async (name) => {
    const { context, page } = await visitor({ phone: true });
    await context.addInitScript((missing) => Reflect.deleteProperty(window, missing), name);
    await openLive(page, "/");
    await page.waitForTimeout(500);
    await swipe(page, track(page), { x: -330 });
    await expect.poll(() => left(track(page))).toBe(412);
    expect(await slider(page).getByRole("button").count()).toBe(0);
  });
});

describe("the page", () => {
  it("moves nothing that is read: no layout shift while scripts come and slides go (P-4)", async () => {
    const { page } = await visitor({ phone: true });
    await page.clock.install();
    const shifted = await watchShifts(page);
    await open(page, "/");
    await shows(slider(page), "1");
    await later(page, 4.5);
    await shows(slider(page), "2");
    await slider(page, "Nouveautés").scrollIntoViewIfNeeded();
    await page.waitForTimeout(500);
    expect((await shifted()).whole).toEqual([]);
  });

  it("keeps room at every width for what comes while it is read", async () => {
    const { page } = await visitor({ javaScriptEnabled: false });
    await open(page, "/");
    const measure = async () => {
      const sizes: number[][] = [];
      for (const width of [320, 360, 412, 768, 1024, 1080, 1280, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        const [hero, icons] = [".hero .track", "header .ms-auto"].map((part) => page.locator(part).first());
        sizes.push([(await hero?.boundingBox())?.height ?? 0, (await icons?.boundingBox())?.width ?? 0]);
      }
      return sizes;
    };
    const whole = await measure();
    await page.evaluate(() => {
      for (const late of document.querySelectorAll(".hero .track > :nth-child(n+2), header .ms-auto > *"))
        late.remove();
    });
    for (const [at, [first, empty]] of (await measure()).entries()) {
      const [height = 0, room] = whole[at] ?? [];
      expect(Math.abs(height - (first ?? 0))).toBeLessThan(1);
      expect(empty).toBe(room);
    }
  });

  it("draws a finger to its sections, which fill the screen, and not who wants less motion", async () => {
    // "y" is short for "y proximity".
    const snap = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).scrollSnapType);
    const { page } = await visitor({ phone: true });
    await page.setViewportSize({ width: 375, height: 667 });
    await open(page, "/");
    expect(await snap(page)).toBe("y");
    const bar = (await page.getByRole("banner").boundingBox())?.height ?? 0;
    const sections = await page.locator(".sections > section").all();
    expect(sections.length).toBeGreaterThan(3);
    for (const section of sections) expect((await section.boundingBox())?.height).toBeGreaterThanOrEqual(667 - bar - 4);
    // Let go near a section's beginning, the page comes to rest there, below the bar.
    const second = page.locator(".sections > section").nth(1);
    const top = async () => Math.round((await second.boundingBox())?.y ?? 0);
    const near = (await top()) - bar - 60;
    await page.evaluate((to) => scrollTo(0, to), near);
    await expect.poll(async () => Math.abs((await top()) - bar)).toBeLessThanOrEqual(3);
    await page.emulateMedia({ reducedMotion: "reduce" });
    expect(await snap(page)).toBe("none");
  });

  it("opens at the message after registering, not below it", async () => {
    const { context, page } = await visitor({ phone: true });
    await page.setViewportSize({ width: 412, height: 823 });
    const client = new Client(shop.url);
    expect((await register(client, newAddress())).location).toBe("/?garde=compte");
    await goOnAs(client, context);
    await open(page, "/");
    await page.getByRole("main").getByText("Bienvenue Samira, votre compte est ouvert.").first().waitFor();
    await page.waitForTimeout(500);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  it("leaves no half of an upright tablet empty", async () => {
    const { page } = await visitor({ phone: true, javaScriptEnabled: false });
    await page.setViewportSize({ width: 768, height: 1024 });
    await open(page, "/");
    const sections = await page.locator(".sections > section:not(.hero)").all();
    const empty: number[] = [];
    for (const section of sections) {
      // It is laid out once it comes near.
      await section.scrollIntoViewIfNeeded();
      empty.push(
        await section.evaluate((element) => {
          const parts = [...element.children].map((part) => part.getBoundingClientRect().height);
          return element.getBoundingClientRect().height - parts.reduce((sum, height) => sum + height, 0);
        }),
      );
    }
    expect(empty.length).toBeGreaterThan(3);
    // Their padding, of 4 rem at most above and below.
    for (const height of empty) expect(height).toBeLessThanOrEqual(128);
  });

  it("lets wheel, keys and scroll bar move the page freely", async () => {
    const { page } = await visitor();
    await open(page, "/");
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollSnapType)).toBe("none");
    await page.mouse.move(600, 500);
    for (let notches = 1; notches <= 3; notches++) {
      await page.mouse.wheel(0, 120);
      await page.waitForTimeout(400);
      expect(await page.evaluate(() => scrollY)).toBe(120 * notches);
    }
    await page.keyboard.press("End");
    await expect
      .poll(() => page.evaluate(() => Math.abs(scrollY + innerHeight - document.documentElement.scrollHeight)))
      .toBeLessThan(1);
  });

  it("lets cards appear one after the other, 0.2 s apart, unless less motion is wanted", async () => {
    const delays = (page: Page) =>
      page.evaluate(() => document.getAnimations().map((animation) => animation.effect?.getTiming().delay));
    const arrive = async (page: Page) => {
      await openLive(page, "/");
      await page.waitForTimeout(200);
      await page.getByRole("heading", { name: "Pour toute la famille" }).scrollIntoViewIfNeeded();
    };
    const { page } = await visitor();
    await arrive(page);
    await expect.poll(() => delays(page)).toEqual(expect.arrayContaining([0, 200, 400, 600]));
    const { page: calm } = await visitor({ reducedMotion: "reduce" });
    await arrive(calm);
    await calm.waitForTimeout(200);
    expect(await delays(calm)).toEqual([]);
  });

  it("without scripts shows its slides one after the other, led by links and by the tab key", async () => {
    const { page } = await visitor({ javaScriptEnabled: false });
    await open(page, "/");
    expect(await slider(page).getByRole("button").count()).toBe(0);
    const sale = page.getByRole("link", { name: "Voir les soldes" });
    const left = async (locator: Locator) => Math.round((await locator.boundingBox())?.x ?? -1);
    expect(await left(sale)).toBeGreaterThan(1350);
    await links(slider(page)).nth(1).click();
    await expect.poll(() => left(sale)).toBeLessThan(1350);
    await sale.focus();
    await page.keyboard.press("Tab");
    expect(await page.locator(":focus").innerText()).toBe("Découvrir la collection");
    await expect.poll(() => left(page.locator(":focus"))).toBeLessThan(1350);
  });

  it("begins with content that names no colour: all of it is light, or dark", async () => {
    const { page } = await visitor({ reducedMotion: "reduce" });
    await open(page, "/");
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      // The lightness of a colour that is painted, 0 to 255.
      const colours = await page.locator(".card, .slide, .item").evaluateAll((all) => {
        const lightness = (color: string) => Math.max(...(color.match(/\d+/g) ?? []).slice(0, 3).map(Number));
        const groundOf = (element: Element): string => {
          const { backgroundColor } = getComputedStyle(element);
          const parent = element.parentElement;
          return backgroundColor === "rgba(0, 0, 0, 0)" && parent ? groundOf(parent) : backgroundColor;
        };
        return all.map((item) => [lightness(groundOf(item)), lightness(getComputedStyle(item).color)]);
      });
      expect(colours.length).toBeGreaterThan(6);
      for (const [ground = 0, ink = 0] of colours)
        expect(colorScheme === "dark" ? ground < 60 && ink > 200 : ground > 200 && ink < 60).toBe(true);
    }
  });

  it("shows its shoes on grounds that Dark Reader has darkened", async () => {
    const { page } = await visitor({ reducedMotion: "reduce" });
    await open(page, "/");
    const blends = () =>
      page
        .locator(".plate img")
        .evaluateAll((all) => [...new Set(all.map((image) => getComputedStyle(image).mixBlendMode))]);
    expect(await blends()).toContain("multiply");
    // As the extension marks each page that it darkens.
    await page.evaluate(() => document.documentElement.setAttribute("data-darkreader-scheme", "dark"));
    expect(await blends()).toEqual(["normal"]);
  });

  it("has no barrier in what its content may ask for", async () => {
    const image = "mule-tafna/vert-sauge-pair";
    const slide = {
      title: "Un",
      subtitle: "Deux",
      description: "Trois",
      price: 7600,
      oldPrice: 9500,
      image,
      accent: "#336699",
      textColor: "#fff",
      buttonColor: "#222",
      isSale: true,
      isLoyaltyCard: true,
      stampCount: 8,
      showPhysicalCard: true,
      locations: [{ name: "Wahrane Centre", address: "12, rue Larbi Ben M'hidi", phone: "0550123456" }],
      facebook: "https://www.facebook.com/wahrane",
    };
    const card = { name: "Noir", image, style: { backgroundColor: "#000", borderRadius: 23 } };
    const item = {
      imageOpacity: 40,
      title: "Un",
      subtitle: "Deux",
      description: "Trois",
      image,
      accent: "#fc0",
      link: "/femme",
    };
    const contents: [string, object][] = [
      ["hero", { slides: [slide, { title: "Seul" }] }],
      ["categories", { categories: [card], style: { backgroundColor: "#222" }, layout: { columns: 1 } }],
      ["collection", { items: [item, { ...item, title: "Sombre", textColor: "#fff", buttonColor: "#000" }] }],
      ["video", {}],
    ];
    const database = new Database(join(shop.dataDir, "shop.sqlite"), { timeout: 5000 });
    const own = database.prepare("select * from home_sections").all();
    const columns = "id, type, title, subtitle, description, enabled, position, content";
    const insert = database.prepare(
      `insert into home_sections (${columns}) values (${columns.replace(/\w+/g, "@$&")})`,
    );
    const heading = { subtitle: "Sous-titre", description: "Description", enabled: 1 };
    database.exec("delete from home_sections");
    contents.forEach(([type, content], position) => {
      insert.run({ ...heading, id: type, type, title: `Titre ${type}`, position, content: JSON.stringify(content) });
    });
    try {
      const page = await withScripts({ reducedMotion: "reduce" }, "Titre hero");
      expect(await violationsAt(page, someLooks)).toEqual([]);
      expect(await page.getByRole("heading", { name: "Type de section non supporté" }).count()).toBe(1);
      // The browser applies the content's style, in the dark theme, too.
      const looks = (selector: string, property: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
      expect(await looks(".item .shot img", "opacity")).toBe("0.4");
      expect(await looks(".card", "background-color")).toBe("rgb(0, 0, 0)");
      expect(await looks(".card", "border-radius")).toBe("23px");
      expect(await looks(".slide", "color")).toBe("rgb(255, 255, 255)");
      expect(await looks(".slide .cta", "background-color")).toBe("rgb(34, 34, 34)");
    } finally {
      database.exec("delete from home_sections");
      for (const section of own) insert.run(section);
      database.close();
    }
  });
});
