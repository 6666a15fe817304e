import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findEngines } from "../../tools/programs.mjs";
import { PRODUCT } from "../support/browser/order-form";
import { type OtherEngine, windowFor } from "../support/browser/other-engines";
import { covering, isSweep } from "../support/setup/sweeps";
import { lineTo, servedShop } from "../support/shop/served-shop";
import { ordersOf, restock } from "../support/shop/stored";

/**
 * Firefox and Safari's engine, where they are installed: what they restore is what is ordered, on a
 * bad line, too. They keep pages that are left with work under way, and end a left page's requests.
 */

const shop = servedShop();
const line = lineTo(shop);
const HEART = ".heart button";
const { found, missing, line: summary } = findEngines();

// Without another engine this is the only test here.
it(summary, () => expect([...found, ...missing].sort()).toEqual(["firefox", "webkit"]));

/** Each with the page, what is pressed there, and what the page then asks for. */
const asking: [string, string, string, RegExp][] = [
  ["the next products", "/shop", "a[rel=next]", /^\/shop\?page=2/],
  ["the list of a choice", "/shop", "#affiner input[type=checkbox]", /^\/shop\?.*partie/],
  ["the cart", "/shop", "[data-panel=cart]", /^\/cart\/contents/],
  ["the script of a picture", PRODUCT, "#galerie section a", /^\/assets\/zoom/],
];

/** Each with a phone of its own. */
let shoppers = 0;

describe.each(found as OtherEngine[])("%s", (engine) => {
  const window = windowFor(engine);
  const ask = <Value>(expression: string) => window.ask<Value>(expression);
  const eventually = (expression: string) => expect.poll(() => ask<unknown>(expression).catch(() => undefined));
  /** Pickup points move the button, which a press misses meanwhile. */
  const pointsHaveCome = () =>
    expect.poll(() => ask("document.querySelectorAll('[name=mode][type=radio]').length")).toBeGreaterThan(1);
  const openOnLine = async (path: string) => {
    // Not the page that another test left there.
    await window.open(`${line.url}/robots.txt`);
    await window.open(line.url + path);
    await eventually("document.documentElement.dataset.scripts").toBe("on");
  };

  beforeEach(() => restock(shop));

  describe("a page that is kept when it is left", () => {
    beforeEach(() => openOnLine(PRODUCT));

    const add = () => window.press("button[value=ajouter][data-busy]");
    const leaveAndReturn = async () => {
      await window.open(`${line.url}/faq`);
      await window.back();
    };

    it.each([
      ["an order form", false],
      ["an order form beside a drawer that was opened first", true],
    ])("%s goes on", async (_, hasDrawer) => {
      if (hasDrawer) {
        await window.press("label:has([name=pointure][value='40'])");
        await add();
        await eventually("Boolean(document.querySelector('dialog[open] a'))").toBe(true);
        await window.press("dialog[open] .drawer-box button.icon");
        await eventually("document.querySelector('dialog[open]')").toBeNull();
      }
      await window.choose("#livraison-wilaya", "9");
      await eventually("document.querySelector('#livraison-commune').textContent").toContain("Boufarik");
      const chooseAtTheEnd = `() => {
        document.querySelector("#livraison-wilaya").value = "16";
        dispatchEvent(new Event("pageshow"));
      }`;
      await ask(`void addEventListener("pagehide", ${chooseAtTheEnd}, { once: true })`);
      await leaveAndReturn();
      await eventually("document.querySelector('#livraison-commune').textContent").toContain("Bab El Oued");
    });

    it("a pair whose answer never came does not stand in the way of the next one", async () => {
      const emptied = 'fetch("/cart", { method: "POST", body: new URLSearchParams({ intent: "vider" }) })';
      expect(await ask(`${emptied}.then(({ status }) => status)`)).toBe(200);
      await window.press("label:has([name=pointure][value='40'])");
      line.fail("late", (method, path) => method === "POST" && path === "/cart/contents");
      await add();
      await eventually("document.querySelector('button[value=ajouter][data-busy]').textContent").toMatch(/en cours/);
      await leaveAndReturn();
      line.restore();
      const cart = `fetch("/cart/contents", { headers: { Accept: "application/json" } })
        .then((answer) => answer.json())
        .then(({ cart }) => cart.lines.map(({ size, quantity }) => [size, quantity].join(" × ")).sort().join())`;
      await eventually(cart).toBe("40 × 1");
      if (await ask("Boolean(document.querySelector('dialog[open]'))"))
        await window.press("dialog[open] .drawer-box button.icon");
      await window.press("label:has([name=pointure][value='42'])");
      await add();
      await eventually(cart).toBe("40 × 1,42 × 1");
    });
  });

  /** As on an iPhone, where no event comes with a link; Firefox goes as by a typed address. */
  const isSilent = engine === "webkit";
  const go = isSilent ? "document.querySelector('footer a[href=\"/faq\"]').click()" : 'location.assign("/faq")';

  /** Presses an element, and leaves while what the press asked for and the next page are late. */
  async function leaveWhileAsking(path: string, pressed: string, address: RegExp): Promise<void> {
    await openOnLine(path);
    await expect.poll(() => ask("!document.querySelector('[data-enhance]:not([data-enhanced])')")).toBe(true);
    if (isSilent) await ask('void addEventListener("beforeunload", (event) => event.stopImmediatePropagation())');
    line.fail("late", (_method, asked) => address.test(asked) || asked === "/faq");
    await ask(`void document.querySelector(${JSON.stringify(pressed)}).click()`);
    await expect.poll(() => line.failed).toBe(1);
    await ask(`void setTimeout(() => ${go})`);
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

  it.each(covering(["before", "after"] as const, ["after"]))("an order that is lost %s comes once", async (fault) => {
    const telephone = `055000000${++shoppers}`;
    await openOnLine(PRODUCT);
    await window.fill("[name=nom]", "Benali");
    await window.fill("[name=prenom]", "Samira");
    await window.fill("[name=telephone]", telephone);
    await window.fill("[name=adresse]", "12, rue Larbi Ben M'hidi");
    await window.choose("#livraison-wilaya", "31");
    await expect.poll(() => ask<number>("document.querySelector('#livraison-commune').length")).toBeGreaterThan(1);
    // What its fees are is lost as well, and asked again by the page that comes back.
    line.fail(fault, (method, path) => method === "POST" || path.startsWith("/livraison"));
    await window.choose("#livraison-commune", "3101");
    // The message moves the button.
    await expect.poll(() => ask<string>("document.body.textContent")).toContain("Impossible de calculer les frais");
    await window.press("button[value=commander]").catch(() => undefined);
    // The browser has given up when its own page has taken the place of the form.
    const hasGivenUp = "!document.querySelector('[name=nom]') && document.body.hasChildNodes()";
    await expect.poll(() => ask<boolean>(hasGivenUp).catch(() => false), { timeout: 20_000 }).toBe(true);
    line.restore();
    await window.back();
    await expect
      .poll(() => ask<string>("document.querySelector('[name=nom]')?.value").catch(() => ""), { timeout: 10_000 })
      .toBe("Benali");
    await pointsHaveCome();
    await window.press("button[value=commander]");
    await expect.poll(() => ordersOf(shop, telephone).length).toBe(1);
    // It is opened, or named where the form is a new one.
    await expect
      .poll(() => ask<string>("document.body.innerText").catch(() => ""), { timeout: 10_000 })
      .toContain(ordersOf(shop, telephone)[0]);
    expect(ordersOf(shop, telephone)).toHaveLength(1);
  });

  describe.each([true, false])("scripts: %s", (hasScripts) => {
    beforeAll(async () => {
      if (hasScripts) return;
      // Both drivers need scripts: pages come without their own, as after some that failed.
      await window.open(`${shop.url}/faq`);
      expect(await ask('fetch("/sans-scripts", { method: "POST" }).then(({ status }) => status)')).toBe(204);
    });

    const text = () => ask<string>("document.querySelector('main').innerText.replace(/\\s+/g, ' ')");
    const reads = (words: RegExp | string) => expect.poll(text, { timeout: 10_000 }).toMatch(words);
    const value = (selector: string) => ask<string>(`document.querySelector(${JSON.stringify(selector)}).value`);
    /** The address changes before the field is there. */
    const holds = (selector: string, typed: string) =>
      expect.poll(() => value(selector).catch(() => undefined)).toBe(typed);
    const isAt = (path: RegExp) =>
      expect.poll(() => ask<string>("location.pathname"), { timeout: 10_000 }).toMatch(path);
    /** Without scripts a page from memory takes no press while it fades (decision 054). */
    const hasFaded = () =>
      expect.poll(() => ask("document.elementFromPoint(innerWidth / 2, innerHeight / 2).localName")).not.toBe("html");
    const openProduct = async () => {
      await window.open(`${shop.url}${PRODUCT}`);
      if (hasScripts) await reads(/Vous commandez : Boston Santa Cruz/);
    };
    const fillIn = async () => {
      await window.fill("[name=nom]", "Benali");
      await window.fill("[name=prenom]", "Samira");
      await window.fill("[name=telephone]", "0550123456");
      await window.fill("[name=adresse]", "12, rue Larbi Ben M'hidi");
      await window.choose("#livraison-wilaya", "31");
      if (!hasScripts) await window.press("button[value=communes]");
      // Firefox counts no options as text.
      await expect.poll(() => ask<number>("document.querySelector('#livraison-commune').length")).toBeGreaterThan(1);
      await window.choose("#livraison-commune", "3101");
      if (!hasScripts) return;
      await reads(/À payer à la livraison/);
      await pointsHaveCome();
    };

    // Without scripts the browser alone restores: an order stands for what it keeps.
    const others = it.skipIf(!isSweep && !hasScripts);

    it("orders what the page says after Back from another page", async () => {
      await openProduct();
      expect(await ask("document.querySelectorAll('script[type=module]').length > 0")).toBe(hasScripts);
      await window.fill("#quantite", "3");
      await fillIn();
      if (hasScripts) await reads(/3 paires\. .*À payer à la livraison|À payer à la livraison 27 200 DA.*3 paires\./);
      await window.open(`${shop.url}/faq`);
      await window.back();
      await isAt(/^\/product\//);
      await hasFaded();
      await holds("#quantite", "3");
      if (hasScripts) {
        await reads(/À payer à la livraison 27 200 DA.*3 paires\./);
        await pointsHaveCome();
      }
      await window.press("button[value=commander]");
      await isAt(/^\/commande\//);
      await reads("3 × 8 900 DA");
    });

    others("says the quantity that it restores at F5, or none", async () => {
      await openProduct();
      await window.fill("#quantite", "3");
      await window.reload();
      const kept = await value("#quantite");
      if (engine === "firefox") expect(kept).toBe("3");
      if (hasScripts) await reads(`, ${kept} paire`);
    });

    others("keeps what was typed after Back: a number, a subject, words", async () => {
      for (const [path, field, typed] of [
        ["/suivi", "[name=numero]", "H7JM-AKJV"],
        ["/contact", "[name=sujet]", "Une pointure"],
        ["/search", "#recherche", "mocassin"],
      ] as const) {
        await window.open(`${shop.url}${path}`);
        await window.fill(field, typed);
        await window.open(`${shop.url}/faq`);
        await window.back();
        await isAt(new RegExp(`^${path}`));
        await holds(field, typed);
      }
    });

    others(
      "F5 after a second colour was chosen: what the page says is what is chosen, and gets ordered (T-13)",
      async () => {
        await openProduct();
        await window.press("label:has([value=terre-cuite])");
        await window.press("label:has([value=bleu-nuit])");
        await window.reload();
        const chosen = await ask<string>("document.querySelector('[name=couleur]:checked').value");
        const name = await ask<string>("document.querySelector('label:has([name=couleur]:checked)').innerText.trim()");
        if (engine === "firefox") expect(chosen).toBe("bleu-nuit");
        if (hasScripts) await reads(`Vous commandez : Boston Santa Cruz, ${name}, `);
        await fillIn();
        await window.press("button[value=commander]");
        await isAt(/^\/commande\//);
        await reads(`${name}, pointure`);
      },
    );
  });
});
