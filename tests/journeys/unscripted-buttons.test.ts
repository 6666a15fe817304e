import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import type { VisitorOptions } from "../support/browser/browser";
import { giveCart, open } from "../support/browser/journeys";
import { begun, holdScripts, keepTrying, live, openLive } from "../support/browser/scripts";
import { shopWithVisitors } from "../support/shop/served-shop";

/** Buttons for pages without scripts disappear with them, and return when these fail. */

const { shop, visitor } = shopWithVisitors();

async function withLines(options?: VisitorOptions): Promise<Page> {
  const { page } = await visitor(options);
  await giveCart(page, shop, ["boston-santa-cruz", "ballerine-jasmin", "ballerine-marelle"]);
  return page;
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).first();
const place = async (page: Page, label: string) => page.getByLabel(label, { exact: true }).boundingBox();

describe("'Afficher les communes'", () => {
  it.each([320, 1350])("is not painted where scripts run, and nothing moves when they come (%i px)", async (width) => {
    const page = await withLines();
    await page.setViewportSize({ width, height: 900 });
    const release = await holdScripts(page.context());
    await open(page, "/checkout");
    expect(await button(page, "Afficher les communes").isHidden()).toBe(true);
    const before = [await place(page, "Wilaya"), await place(page, "Commune")];
    release();
    await live(page);
    expect(await button(page, "Afficher les communes").isHidden()).toBe(true);
    expect([await place(page, "Wilaya"), await place(page, "Commune")]).toEqual(before);
  });

  it("comes back while no script is there: with a choice, or a while after the form was first used", async () => {
    const page = await withLines();
    await holdScripts(page.context());
    await open(page, "/checkout");
    await page.getByLabel("Wilaya", { exact: true }).selectOption("31");
    await button(page, "Afficher les communes").waitFor({ timeout: 1000 });
    await page.clock.install();
    await open(page, "/checkout");
    await page.getByLabel("Nom", { exact: true }).focus();
    expect(await button(page, "Afficher les communes").isHidden()).toBe(true);
    await page.clock.runFor(4000);
    await button(page, "Afficher les communes").waitFor({ timeout: 2000 });
  });

  it.each([
    ["the script that begins all", "entry.client*.js"],
    ["React", "react-*.js"],
  ])("comes back where %s fails", async (_, script) => {
    const page = await withLines();
    await keepTrying(page, [`*/assets/${script}`]);
    await open(page, "/checkout");
    await page.getByLabel("Nom", { exact: true }).focus();
    await button(page, "Afficher les communes").waitFor({ timeout: 3000 });
  });

  it.each(["/checkout", "/product/boston-santa-cruz"])(
    "leads back to its list, in sight, without scripts: %s",
    async (path) => {
      const page = await withLines({ javaScriptEnabled: false });
      await page.setViewportSize({ width: 412, height: 800 });
      await open(page, path);
      await page.getByLabel("Wilaya", { exact: true }).selectOption("31");
      await button(page, "Afficher les communes").click();
      const list = page.getByLabel("Commune", { exact: true });
      await expect.poll(() => list.isEnabled()).toBe(true);
      await page.locator(":focus").waitFor();
      expect(await page.locator(":focus").getAttribute("name")).toBe("commune");
      const { y = -1, height = 0 } = (await list.boundingBox()) ?? {};
      expect(y).toBeGreaterThan(0);
      expect(y + height).toBeLessThan(800);
    },
  );
});

describe("'Trier'", () => {
  const sort = (page: Page) => page.getByLabel("Trier par");

  it("comes for shoppers who use keys, and nothing is sent before it is pressed (A-8)", async () => {
    const { page } = await visitor();
    await openLive(page, "/shop");
    await expect.poll(() => button(page, "Trier").isHidden()).toBe(true);
    await sort(page).focus();
    await page.keyboard.press("ArrowDown");
    await button(page, "Trier").waitFor();
    await page.keyboard.press("Escape");
    await sort(page).selectOption("prix-croissant");
    expect(page.url()).not.toContain("tri=");
    await button(page, "Trier").click();
    await page.waitForURL(/tri=prix-croissant/, { waitUntil: "domcontentloaded" });
  });

  it("stays where an order was chosen before the script came", async () => {
    const { context, page } = await visitor();
    const release = await holdScripts(context);
    await open(page, "/shop");
    await sort(page).selectOption("prix-croissant");
    release();
    await begun(page);
    await page.waitForLoadState("networkidle");
    expect(await button(page, "Trier").isVisible()).toBe(true);
  });
});

describe("the cart's lines", () => {
  it("'Mettre à jour' goes: a quantity that is typed counts on Enter and when the field is left", async () => {
    const page = await withLines();
    await openLive(page, "/cart");
    expect(await button(page, "Mettre à jour").isHidden()).toBe(true);
    const field = page.getByRole("textbox", { name: "Quantité" }).first();
    const total = () => page.title();
    const others = Number(/\((\d+)\)/.exec(await total())?.[1]) - 1;
    await field.fill("3");
    await field.press("Enter");
    await expect.poll(total).toContain(`(${others + 3})`);
    await field.fill("4");
    await page.keyboard.press("Tab");
    await expect.poll(total).toContain(`(${others + 4})`);
    // An invalid quantity is not kept.
    await field.fill("");
    await page.keyboard.press("Tab");
    await expect.poll(() => field.inputValue()).toBe("4");
    expect(new URL(page.url()).pathname).toBe("/cart");
  });

  it.each([320, 412])("stepper and 'Retirer' share one row at %i px", async (width) => {
    const page = await withLines();
    await page.setViewportSize({ width, height: 800 });
    await openLive(page, "/cart");
    const line = page.locator("#lignes > li").first();
    const middles: number[] = [];
    for (const control of await line.locator("button:visible, input[type=text]").all()) {
      const box = await control.boundingBox();
      middles.push(Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2));
    }
    expect(middles).toHaveLength(4);
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(2);
  });

  it("a line that is removed leaves the page where it is, and the focus on the next line", async () => {
    const page = await withLines();
    await page.setViewportSize({ width: 412, height: 240 });
    await openLive(page, "/cart");
    const lines = page.locator("#lignes > li");
    const count = await lines.count();
    expect(count).toBeGreaterThan(1);
    const next = await lines.nth(1).getByRole("link").last().innerText();
    const remove = lines.first().getByRole("button", { name: "Retirer" });
    await remove.evaluate((element) => element.scrollIntoView({ block: "end" }));
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
    await remove.evaluate((element: HTMLElement) => element.click());
    await expect.poll(() => lines.count()).toBe(count - 1);
    const focus = page.locator(":focus");
    expect(await focus.innerText()).toBe(next);
    const [top, height] = [(await focus.boundingBox())?.y ?? -1, page.viewportSize()?.height ?? 0];
    expect(top).toBeGreaterThan(0);
    expect(top).toBeLessThan(height);
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  });
});
