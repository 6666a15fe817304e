import type { Locator, Page } from "playwright";
import { describe, expect, it } from "vitest";
import { drag, swipe } from "../support/browser/gestures";
import { open, press, watch } from "../support/browser/journeys";
import { watchShifts } from "../support/browser/layout-shift";
import { begun, holdScripts, live, openLive } from "../support/browser/scripts";
import { type Failure, failures } from "../support/shop/failures";
import { shopWithVisitors } from "../support/shop/served-shop";

/** The product page with scripts and without, and its layout. */

const PATH = "/product/boston-santa-cruz";

const { shop, visitor } = shopWithVisitors();

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
    await page.locator("#galerie a[href='#photo-4']").click();
    await shows(page, 4);
    expect(page.url()).toBe(address);
    await expect.poll(() => page.locator("#galerie [aria-current=true]").count()).toBe(2);
    expect(await dots.nth(3).getAttribute("aria-current")).toBe("true");
    expect(await page.locator("#galerie a[href='#photo-4']").getAttribute("aria-current")).toBe("true");

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
    expect(taupe.filter((alt) => alt?.startsWith("taupe"))).toHaveLength(4);
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

  it.each(Object.keys(failures) as Failure[])("works by its links when its script %s", async (failure) => {
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

describe("'Partager'", () => {
  it("copies the page's address and says so", async () => {
    const { context, page } = await visitor({ permissions: ["clipboard-read", "clipboard-write"] });
    await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "share"));
    await openLive(page, `${PATH}?utm_source=x`);
    await page.getByRole("link", { name: "Partager" }).click();
    await page.locator("#galerie [role=status]", { hasText: "Lien copié" }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${shop.url}${PATH}`);
  });

  it("opens the device's own sheet where there is one", async () => {
    const { context, page } = await visitor({ phone: true });
    await context.addInitScript(() => {
      Navigator.prototype.share = async (what) => {
        document.documentElement.dataset.shared = JSON.stringify(what);
      };
    });
    await openLive(page, PATH);
    await page.getByRole("link", { name: "Partager" }).click();
    await expect.poll(() => page.locator("html").getAttribute("data-shared")).toContain(`"url":"${shop.url}${PATH}"`);
    expect(await page.getByText("Lien copié").count()).toBe(0);
  });
});

describe("the choice", () => {
  it("steps the quantity from 1 to 10, and the order follows", async () => {
    const { page } = await visitor();
    await openLive(page, PATH);
    const field = page.getByLabel("Quantité", { exact: true });
    await page.getByRole("button", { name: "Diminuer la quantité" }).click();
    expect(await field.inputValue()).toBe("1");
    for (let press = 0; press < 11; press++) await page.getByRole("button", { name: "Augmenter la quantité" }).click();
    expect(await field.inputValue()).toBe("10");
    await page.getByText(/Vous commandez.*10 paires\./).waitFor();
    await page.getByText("89 000 DA".replaceAll(" ", "\u202f").replace("\u202fDA", "\u00a0DA")).first().waitFor();
  });

  it("is described by words that exist, also once an error has gone (PE-4, T-12)", async () => {
    const { page } = await visitor();
    await open(page, PATH);
    const field = page.getByLabel("Quantité", { exact: true });
    await field.fill("0");
    await page.getByRole("button", { name: "Ajouter au panier" }).click();
    await page.getByRole("heading", { name: "Il y a un problème" }).waitFor();
    await begun(page);
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    await field.fill("2");
    await expect.poll(() => page.locator("#quantite-error").count()).toBe(0);
    expect(await field.getAttribute("aria-invalid")).toBeNull();
    expect(await field.getAttribute("aria-describedby")).toBeNull();
  });

  it("leaves the pictures in sight on a desktop while the form beside them is filled in", async () => {
    const { page } = await visitor();
    await openLive(page, PATH);
    const button = page.getByRole("button", { name: "Commander maintenant" });
    await button.scrollIntoViewIfNeeded();
    const [order, pictures] = [await button.boundingBox(), await page.locator("#galerie").boundingBox()];
    expect(pictures?.x ?? 0).toBeLessThan(order?.x ?? 0);
    expect(pictures?.y ?? -1).toBeGreaterThan(0);
    expect((pictures?.y ?? 0) + (pictures?.height ?? 1e9)).toBeLessThanOrEqual(900);
  });

  const bar = (page: Page) => page.locator("a:has(+ button[value=ajouter])");

  it("says in the bar under the thumb the size that is chosen, and the price", async () => {
    const { page } = await visitor({ phone: true });
    await openLive(page, "/product/boston-murdjajo");
    expect(await bar(page).innerText()).toMatch(/^Pointure 36 ·\s10\s500\sDA$/);
    await page.locator("#pointure-40").check({ force: true });
    expect(await bar(page).innerText()).toMatch(/^Pointure 40 ·\s10\s500\sDA$/);
    // This colour has no 36.
    await page.locator("#pointure-36").check({ force: true });
    await page.locator("#couleur-brun-ecorce").check({ force: true });
    expect(await bar(page).innerText()).toMatch(/^Pointure à choisir ·\s10\s500\sDA$/);
    await page.locator("#commander").scrollIntoViewIfNeeded();
    const box = await bar(page).boundingBox();
    expect(box?.y).toBeGreaterThan(823 / 2);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(823);
    // Beside the button or above it, which stays in one line.
    for (const width of [320, 360, 412]) {
      await page.setViewportSize({ width, height: 823 });
      const button = await page.getByRole("button", { name: "Ajouter au panier" }).boundingBox();
      expect(button?.height, `${width} px`).toBeLessThan(50);
    }
    const desktop = await visitor();
    await openLive(desktop.page, "/product/boston-murdjajo");
    expect(await bar(desktop.page).isVisible()).toBe(false);
  });

  it("says no size in the bar that is not the chosen one, also without scripts", async () => {
    const { page } = await visitor({ phone: true, javaScriptEnabled: false });
    await open(page, "/product/boston-murdjajo?pointure=38");
    expect(await bar(page).innerText()).toMatch(/^Pointure 38 ·\s10\s500\sDA$/);
    await page.locator("#pointure-40").check({ force: true });
    expect(await bar(page).innerText()).toMatch(/^10\s500\sDA$/);
    await page.locator("#pointure-38").check({ force: true });
    expect(await bar(page).innerText()).toMatch(/^Pointure 38 ·\s/);
  });

  it("has price and sizes within a screen and a half of a phone, the button under the thumb, no focus below it", async () => {
    const { page } = await visitor({ phone: true, javaScriptEnabled: false });
    await open(page, PATH);
    const bottom = async (selector: string) => {
      const box = await page.locator(selector).first().boundingBox();
      return (box?.y ?? 1e9) + (box?.height ?? 0);
    };
    expect(await bottom("[data-testid=price]")).toBeLessThan(823);
    expect(await bottom("label:has(#pointure-46)")).toBeLessThan(823 * 1.5);
    await page.locator("#commander").scrollIntoViewIfNeeded();
    const button = await page.getByRole("button", { name: "Ajouter au panier" }).boundingBox();
    expect(button?.y).toBeGreaterThan(823 / 2);
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(823);
    await page.evaluate(() => scrollTo(0, 0));
    // Whatever gets the focus on the way through the choice is seen, above the button or below it.
    for (let step = 0; step < 40; step++) {
      await page.keyboard.press("Tab");
      const hidden = await page.evaluate(() => {
        const focused = document.activeElement as HTMLElement;
        const tile = focused.closest("label") ?? focused;
        const box = tile.getBoundingClientRect();
        const x = Math.min(Math.max(box.left + box.width / 2, 1), innerWidth - 1);
        const top = document.elementFromPoint(x, Math.min(box.bottom - 2, innerHeight - 2));
        return top && !tile.contains(top) && !top.contains(tile) ? focused.outerHTML.slice(0, 100) : "";
      });
      expect(hidden).toBe("");
    }
  }, 120_000);
});

describe("the details", () => {
  it("become tabs that keys go through, and links open", async () => {
    const { page } = await visitor();
    await openLive(page, PATH);
    await page.locator("#details").scrollIntoViewIfNeeded();
    const tab = (name: string) => page.getByRole("tab", { name, exact: true });
    const panel = page.getByRole("tabpanel");
    await tab("Description").waitFor();
    expect(await page.getByRole("tablist").getAttribute("aria-label")).toBe("Détails du produit");
    const opened = async (name: string) => {
      expect(await panel.count()).toBe(1);
      expect(await panel.getAttribute("aria-labelledby")).toBe(await tab(name).getAttribute("id"));
      expect(await page.getByRole("tab", { selected: true }).innerText()).toBe(name);
      expect(await page.locator("[role=tab][tabindex='0']").count()).toBe(1);
    };
    await opened("Description");
    await tab("Description").focus();
    await page.keyboard.press("ArrowRight");
    await opened("Spécifications");
    expect(await tab("Spécifications").evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("End");
    await opened("Avis");
    await page.keyboard.press("ArrowRight");
    await opened("Description");
    await page.keyboard.press("Tab");
    expect(await panel.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByRole("link", { name: /sur 5/ }).click();
    await opened("Avis");
    expect(await panel.innerText()).toContain("Avis de démonstration");
    expect(page.url()).toMatch(/#avis$/);
  });
});

describe("the details, from the first paint on", () => {
  it.each([true, false])("are what they stay: nothing moves when scripts come, phone: %s", async (phone) => {
    const { context, page } = await visitor({ phone });
    const shifts = await watchShifts(page);
    const release = await holdScripts(context);
    await page.goto(PATH, { waitUntil: "domcontentloaded" });
    const places = () =>
      page.evaluate(() =>
        ["#details", "#description", "#commander", "footer"].map((selector) => {
          const { top, height } = document.querySelector(selector)?.getBoundingClientRect() ?? { top: -1, height: -1 };
          return [selector, Math.round(top + scrollY), Math.round(height)];
        }),
      );
    await page.locator("#details").scrollIntoViewIfNeeded();
    const before = await places();
    release();
    await live(page);
    await page.getByRole("tab", { name: "Description", selected: true }).waitFor();
    expect(await places()).toEqual(before);
    expect(await shifts()).toEqual([]);
  });

  it.each([true, false])("open by their links, one at a time, scripts: %s", async (javaScriptEnabled) => {
    const { page } = await visitor({ javaScriptEnabled, phone: true });
    await (javaScriptEnabled ? openLive(page, PATH) : open(page, PATH));
    const parts = { Description: "#description", Spécifications: "#specifications", Avis: "#avis" };
    const inSight = () =>
      page.locator("#details > section:visible").evaluateAll((all) => all.map(({ id }) => `#${id}`));
    expect(await inSight()).toEqual(["#description"]);
    for (const [name, id] of Object.entries(parts)) {
      await page.locator("#details").getByText(name, { exact: true }).first().click();
      if (javaScriptEnabled) await page.getByRole("tabpanel", { name }).waitFor();
      const part = page.locator("#details").locator(`section${id}`);
      expect(await part.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }))).toBe(true);
      expect(await part.evaluate((element) => element.scrollHeight)).toBeGreaterThan(40);
      // The links stay in sight.
      expect(
        await page
          .locator(".detail-tab")
          .first()
          .evaluate((link) => link.getBoundingClientRect().top),
      ).toBeGreaterThan(60);
    }
    // The browser's search opens the panel in which it finds a word.
    if (javaScriptEnabled) {
      await page.locator("#specifications").evaluate((part) => part.dispatchEvent(new Event("beforematch")));
      await page.getByRole("tab", { name: "Spécifications", selected: true }).waitFor();
    }
  });
});

describe("what is wrong in the order form", () => {
  it.each([true, false])(
    "is in sight where its link leads, although the tabs above become shorter, phone: %s",
    async (phone) => {
      const { page } = await visitor({ phone });
      await openLive(page, PATH);
      await press(page, "Commander maintenant");
      const link = page.getByRole("link", { name: "Le nom est requis" });
      await link.waitFor();
      await begun(page);
      // The summary has the focus, below details that become tabs, and stays in sight.
      await page.getByRole("tab").first().waitFor({ state: "attached" });
      await page.waitForTimeout(500);
      expect(await page.locator("#erreurs").evaluate((element) => element === document.activeElement)).toBe(true);
      const heading = await page.getByRole("heading", { name: "Il y a un problème" }).boundingBox();
      expect(heading?.y).toBeGreaterThan(60);
      expect(heading?.y).toBeLessThan(600);
      await link.click();
      await page.waitForTimeout(500);
      const field = page.getByLabel("Nom", { exact: true });
      expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
      const top = (await field.boundingBox())?.y ?? -1;
      // Below the bar, with the message above it in view.
      expect(top).toBeGreaterThan(60);
      expect(top).toBeLessThan(300);
    },
  );
});

describe("the choice of a size", () => {
  it("is answered right after the page has loaded, without waiting for React", async () => {
    const { context, page } = await visitor();
    await holdScripts(context, "react-*");
    await page.goto(PATH);
    await page.locator("label", { has: page.getByRole("radio", { name: /^42/ }) }).click();
    const words = page.getByRole("main").locator("[data-order]");
    await expect.poll(() => words.innerText(), { timeout: 1000 }).toMatch(/, Taupe, pointure 42, 1 paire\.$/);
    expect(await page.locator("[data-stock]").innerText()).toMatch(/^Taupe, pointure 42/);
    expect(await page.locator("[data-island][data-awake]").count()).toBe(0);
  });
});

describe("an island", () => {
  const asked = (page: Page) => {
    // The name ends with a hash of eight characters, which may include a dash.
    const scripts: string[] = [];
    page.on("request", (request) => {
      const file = /\/assets\/(.+)\.js$/.exec(request.url())?.[1];
      if (file) scripts.push(file.replace(/-.{8}$/, ""));
    });
    return scripts;
  };

  it("sleeps while the page is only looked at: no React comes", async () => {
    const { page } = await visitor();
    const scripts = asked(page);
    await open(page, PATH);
    await begun(page);
    await page.mouse.wheel(0, 2000);
    await page.waitForTimeout(500);
    expect(scripts).toContain("entry.client");
    expect(scripts).not.toContain("react");
    await page.getByLabel("Nom", { exact: true }).focus();
    await expect.poll(() => page.locator("[data-awake]").count()).toBe(3);
    expect(scripts).toContain("react");
  });

  it("leaves the elements that the server wrote, and what was typed into them (T-12)", async () => {
    const { page } = await visitor();
    await open(page, PATH);
    await begun(page);
    const served = await page.evaluate(() => {
      const controls = [...document.querySelectorAll<HTMLElement>("#livraison input, #livraison select")];
      Object.assign(window, { controls });
      return controls.length;
    });
    expect(served).toBeGreaterThan(20);
    await page.getByLabel("Wilaya", { exact: true }).selectOption("16");
    await live(page);
    const kept = () =>
      page.evaluate(
        () => (window as unknown as { controls: HTMLElement[] }).controls.filter((item) => item.isConnected).length,
      );
    // Another wilaya is another list of communes.
    expect(served - (await kept())).toBeLessThanOrEqual(1);
    // The courier's 58, the law's eleven others, and the empty option.
    expect(await page.getByLabel("Wilaya", { exact: true }).locator("option").count()).toBe(70);
    await expect.poll(() => page.getByLabel("Commune", { exact: true }).locator("option").count()).toBeGreaterThan(20);
  });

  it("is there again when React has to rebuild it, with what was typed", async () => {
    const { context, page } = await visitor();
    const release = await holdScripts(context);
    await open(page, PATH);
    await page.getByLabel("Wilaya", { exact: true }).selectOption("16");
    await page.getByLabel("Nom", { exact: true }).fill("Benali");
    await page.evaluate(() => document.querySelector("[data-island=direct-order] div")?.prepend("foreign"));
    release();
    await live(page);
    await expect.poll(() => page.getByText("foreign").count()).toBe(0);
    expect(await page.getByLabel("Wilaya", { exact: true }).inputValue()).toBe("16");
    expect(await page.getByLabel("Nom", { exact: true }).inputValue()).toBe("Benali");
    expect(await page.getByLabel("Wilaya", { exact: true }).locator("option").count()).toBe(70);
  });
});
