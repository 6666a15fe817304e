import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { open, press } from "../support/browser/journeys";
import { watchShifts } from "../support/browser/layout-shift";
import { begun, holdScripts, live, openLive } from "../support/browser/scripts";
import { shopWithVisitors } from "../support/shop/served-shop";

/** The product page with scripts and without, and its layout. */

const PATH = "/product/boston-santa-cruz";

const { shop, visitor } = shopWithVisitors();

describe("'Partager'", () => {
  it("copies the page's address and says so", async () => {
    const { context, page } = await visitor({ permissions: ["clipboard-read", "clipboard-write"] });
    await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "share"));
    await openLive(page, `${PATH}?utm_source=x`);
    await page.getByRole("link", { name: "Partager" }).click();
    await page.locator("#galerie [role=status]", { hasText: "Lien copié" }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${shop.url}${PATH}`);
  });

  it("passes the colour on that is chosen by now", async () => {
    const { context, page } = await visitor({ permissions: ["clipboard-read", "clipboard-write"] });
    await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "share"));
    await openLive(page, `${PATH}?couleur=taupe`);
    const shared = async (color: string) => {
      await page.evaluate(() => navigator.clipboard.writeText(""));
      await page.locator(`[name=couleur][value="${color}"]`).check({ force: true });
      await page.getByRole("link", { name: "Partager" }).click();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).not.toBe("");
      return page.evaluate(() => navigator.clipboard.readText());
    };
    for (const color of ["bleu-nuit", "taupe"]) expect(await shared(color)).toBe(`${shop.url}${PATH}?couleur=${color}`);
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

  it("opens the sheet once where it is pressed twice, and no mail program", async () => {
    const { context, page } = await visitor({ phone: true });
    await context.addInitScript(() => {
      let presses = 0;
      Navigator.prototype.share = async () => {
        document.documentElement.dataset.shared = String(++presses);
        if (presses > 1) throw new DOMException("A sheet is open.", "InvalidStateError");
        return new Promise(() => undefined);
      };
      addEventListener("beforeunload", () => {
        document.documentElement.dataset.left = "";
      });
    });
    await openLive(page, PATH);
    for (const presses of ["1", "2", "3"]) {
      await page.getByRole("link", { name: "Partager" }).click();
      await expect.poll(() => page.locator("html").getAttribute("data-shared")).toBe(presses);
    }
    expect(await page.locator("html").getAttribute("data-left")).toBeNull();
  });
});

describe("'Favoris'", () => {
  it.each([
    ["without scripts", false],
    ["when the shop does not answer the script", true],
  ])("%s comes back to the colour, the size and the quantity", async (_, withScripts) => {
    const { page } = await visitor({ javaScriptEnabled: withScripts });
    const path = "/product/boston-tlemcen";
    await (withScripts ? openLive(page, path) : open(page, path));
    await page.route("**/wishlist/favoris", (route) => route.abort());
    const chosen = { couleur: "noir", pointure: "42" };
    for (const [name, value] of Object.entries(chosen))
      await page.locator(`[name=${name}][value="${value}"]`).check({ force: true });
    await page.getByLabel("Quantité", { exact: true }).fill("2");
    await press(page, "Favoris");
    await page.locator("main [data-flash]", { hasText: "Boston Tlemcen ajouté à la liste de souhaits" }).waitFor();
    expect(page.url()).toBe(`${shop.url}${path}?couleur=noir&pointure=42&quantite=2`);
    for (const [name, value] of Object.entries(chosen))
      expect(await page.locator(`[name=${name}]:checked`).inputValue()).toBe(value);
    expect(await page.getByLabel("Quantité", { exact: true }).inputValue()).toBe("2");
    expect(await page.getByRole("button", { name: "Favoris" }).getAttribute("aria-pressed")).toBe("true");
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

  it("says the order in words once a button has changed the quantity, which has no focus", async () => {
    const { page } = await visitor();
    await openLive(page, PATH);
    for (const [button, quantity] of [
      ["Augmenter", 2],
      ["Augmenter", 3],
      ["Diminuer", 2],
    ]) {
      await page.getByRole("button", { name: `${button} la quantité` }).press("Enter");
      await page.locator("[aria-live=polite]", { hasText: `${quantity}\u00a0paires` }).waitFor();
    }
  });

  it("takes Arabic digits and blanks as the quantity, and steps on from them", async () => {
    const { page } = await visitor();
    await openLive(page, PATH);
    const field = page.getByLabel("Quantité", { exact: true });
    for (const typed of ["٣", " 3 "]) {
      await field.fill("");
      await field.pressSequentially(typed);
      await page.getByText(/Vous commandez.*3 paires\./).waitFor();
      await page.getByRole("button", { name: "Augmenter la quantité" }).click();
      expect(await field.inputValue()).toBe("4");
    }
    // What is no quantity counts as the one pair that the page says.
    await field.fill("2,5");
    await page.getByRole("button", { name: "Augmenter la quantité" }).click();
    expect(await field.inputValue()).toBe("2");
    await field.fill("٢");
    await page.getByRole("button", { name: "Ajouter au panier" }).click();
    await expect.poll(() => page.locator(".badge").innerText()).toBe("2");
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

  const size = (number: number) => `[name=pointure][value="${number}"]`;
  const bar = (page: Page) => page.locator("a:has(+ button[value=ajouter])");

  it("says in the bar under the thumb the size that is chosen, and the price", async () => {
    const { page } = await visitor({ phone: true });
    await openLive(page, "/product/boston-murdjajo");
    expect(await bar(page).innerText()).toMatch(/^Pointure 36 ·\s10\s500\sDA$/);
    await page.locator(size(40)).check({ force: true });
    expect(await bar(page).innerText()).toMatch(/^Pointure 40 ·\s10\s500\sDA$/);
    // This colour has no 36.
    await page.locator(size(36)).check({ force: true });
    await page.locator("[name=couleur][value=brun-ecorce]").check({ force: true });
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

  it("leaves the sizes within reach of keys where the next colour has not the chosen one", async () => {
    const { page } = await visitor();
    await openLive(page, "/product/boston-murdjajo");
    await page.locator("[name=couleur][value=tabac]").focus();
    // Back at the first colour the size is chosen again, unless another one was.
    for (let turn = 0; turn < 2; turn++) {
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe("36");
      await page.keyboard.press("Shift+Tab");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe("38");
      await page.keyboard.press("Shift+Tab");
      await page.keyboard.press("ArrowLeft");
    }
    await page.keyboard.press("ArrowRight");
    await page.locator(size(40)).check({ force: true });
    await page.locator("[name=couleur][value=tabac]").check({ force: true });
    expect(await page.locator(size(40)).isChecked()).toBe(true);
  });

  it("says no size in the bar that is not the chosen one, also without scripts", async () => {
    const { page } = await visitor({ phone: true, javaScriptEnabled: false });
    await open(page, "/product/boston-murdjajo?pointure=38");
    expect(await bar(page).innerText()).toMatch(/^Pointure 38 ·\s10\s500\sDA$/);
    await page.locator(size(40)).check({ force: true });
    expect(await bar(page).innerText()).toMatch(/^10\s500\sDA$/);
    await page.locator(size(38)).check({ force: true });
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
    expect(await bottom(`label:has(${size(46)})`)).toBeLessThan(823 * 1.5);
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
    expect((await shifts()).whole).toEqual([]);
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
