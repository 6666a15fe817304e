import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findEngines } from "../../tools/programs.mjs";
import { PRODUCT } from "../support/browser/order-form";
import { type OtherEngine, windowFor } from "../support/browser/other-engines";
import { isSweep } from "../support/setup/sweeps";
import { servedShop } from "../support/shop/served-shop";
import { restock } from "../support/shop/stored";

/** Firefox and Safari's engine, where they are installed: what they restore is what is ordered. */

const shop = servedShop();
const { found, missing, line } = findEngines();

// Without another engine this is the only test here.
it(line, () => expect([...found, ...missing].sort()).toEqual(["firefox", "webkit"]));

describe.each(found as OtherEngine[])("%s", (engine) => {
  const window = windowFor(engine);

  describe.each([true, false])("scripts: %s", (hasScripts) => {
    beforeAll(async () => {
      if (hasScripts) return;
      // Both drivers need scripts: pages come without their own, as after some that failed.
      await window.open(`${shop.url}/faq`);
      expect(await ask('fetch("/sans-scripts", { method: "POST" }).then(({ status }) => status)')).toBe(204);
    });
    beforeEach(() => restock(shop));

    const ask = <Value>(expression: string) => window.ask<Value>(expression);
    const text = () => ask<string>("document.querySelector('main').innerText.replace(/\\s+/g, ' ')");
    const reads = (words: RegExp | string) => expect.poll(text, { timeout: 10_000 }).toMatch(words);
    const value = (selector: string) => ask<string>(`document.querySelector(${JSON.stringify(selector)}).value`);
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
      if (hasScripts) await reads(/À payer à la livraison/);
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
      expect(await value("#quantite")).toBe("3");
      if (hasScripts) await reads(/À payer à la livraison 27 200 DA.*3 paires\./);
      await window.press("button[value=commander]");
      await isAt(/^\/commande\//);
      expect(await text()).toContain("3 × 8 900 DA");
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
        expect(await value(field)).toBe(typed);
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
        expect(await text()).toContain(`${name}, pointure`);
      },
    );
  });
});
