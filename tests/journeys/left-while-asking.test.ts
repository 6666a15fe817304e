import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { findEngines } from "../../tools/programs.mjs";
import { type OtherEngine, windowFor } from "../support/browser/other-engines";
import { covering } from "../support/setup/sweeps";
import { lineTo, servedShop } from "../support/shop/served-shop";

/** A link that is pressed while a script asks the shop: these engines end the page's requests. */

const shop = servedShop();
const PRODUCT = "/product/boston-santa-cruz";
const HEART = ".heart button";
const line = lineTo(shop);

/** Each with the page, what is pressed there, and what the page then asks for. */
const asking: [string, string, string, RegExp][] = [
  ["the next products", "/shop", "a[rel=next]", /^\/shop\?page=2/],
  ["the list of a choice", "/shop", "#affiner input[type=checkbox]", /^\/shop\?.*partie/],
  ["the cart", "/shop", "[data-panel=cart]", /^\/cart\/contents/],
  ["the script of a picture", PRODUCT, "#galerie section a", /^\/assets\/zoom/],
];

describe.each(findEngines().found as OtherEngine[])("in %s", (engine) => {
  const window = windowFor(engine);

  const ask = <Value>(expression: string) => window.ask<Value>(expression);

  /** Presses an element, and a link while what the press asked for and the link's page are late. */
  async function leaveWhileAsking(path: string, pressed: string, address: RegExp): Promise<void> {
    await window.open(`${line.url}/robots.txt`);
    await window.open(line.url + path);
    await expect.poll(() => ask("document.documentElement.dataset.scripts")).toBe("on");
    await expect.poll(() => ask("!document.querySelector('[data-enhance]:not([data-enhanced])')")).toBe(true);
    line.fail("late", (_method, asked) => address.test(asked) || asked === "/faq");
    await ask(`void document.querySelector(${JSON.stringify(pressed)}).click()`);
    await expect.poll(() => line.failed).toBe(1);
    await ask("void setTimeout(() => document.querySelector('footer a[href=\"/faq\"]').click())");
    await expect.poll(() => ask<string>("location.pathname").catch(() => ""), { timeout: 10_000 }).toBe("/faq");
    line.restore();
    await window.back();
  }

  const saysCutOff = () => ask<boolean>("document.body.textContent.includes('La connexion est coupée')");

  it("a heart is kept, shown after Back, and can be pressed again", async () => {
    await leaveWhileAsking("/shop", HEART, /^\/wishlist\/favoris$/);
    const label = () => ask<string>(`document.querySelector(${JSON.stringify(HEART)}).textContent`).catch(() => "");
    await expect.poll(label).toMatch(/^Retirer/);
    expect(await saysCutOff()).toBe(false);
    await window.press(HEART);
    await expect.poll(label).toMatch(/^Ajouter/);
  });

  it.each(covering(asking, asking.slice(0, 1)))("%s: the link is followed, and Back leads there", async (...one) => {
    const [, path, pressed, address] = one;
    await leaveWhileAsking(path, pressed, address);
    await expect.poll(() => ask<string>("location.pathname").catch(() => "")).toBe(path);
    await wait(500);
    expect(await saysCutOff()).toBe(false);
  });
});
