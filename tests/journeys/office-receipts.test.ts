import { describe, expect, it } from "vitest";
import { goOnAs } from "../support/browser/browser";
import { open, press, watch } from "../support/browser/journeys";
import { heading } from "../support/browser/office-sign-in";
import { begun } from "../support/browser/scripts";
import { signInStaff } from "../support/http/staff";
import { shopWithVisitors } from "../support/shop/served-shop";
import { runIn, valuesIn } from "../support/shop/stored";

/** Pairs that came, from the list to the sums; refusals: tests/contract/office-today.test.ts. */

const { shop, visitor } = shopWithVisitors();
const SIZES = ["bos-cruz-bleu-nuit-41", "bos-cruz-bleu-nuit-42"];
const stocks = () => valuesIn(shop, `select stock from variants where id in ('${SIZES.join("', '")}') order by id`);

describe.each([
  { name: "without scripts on a narrow phone", hasScripts: false, viewport: { width: 320, height: 600 } },
  { name: "with scripts", hasScripts: true, viewport: { width: 1350, height: 900 } },
])("$name", ({ hasScripts, viewport }) => {
  it("pairs that came are found, noted by keyboard, and not again by Back and a second press", async () => {
    runIn(shop, "update variants set stock = 3 where id in (?, ?)", ...SIZES);
    const { page, context } = await visitor({ javaScriptEnabled: hasScripts, viewport, reducedMotion: "reduce" });
    await goOnAs((await signInStaff(shop, { role: "packer" })).client, context);
    const complaints = hasScripts ? watch(page) : [];
    const ready = async () => hasScripts && (await begun(page));
    await open(page, "/gestion/stock");
    await ready();
    await page.getByLabel("Paires reçues : nom ou référence du modèle").fill("BOS-CRUZ-BLEU-NUIT-41");
    await page.keyboard.press("Enter");
    await page.locator("main li").getByRole("link", { name: "Boston Santa Cruz" }).click();
    await heading(page, "Paires reçues : Boston Santa Cruz");
    await ready();
    const field = (size: number) => page.getByLabel(`Paires reçues, Bleu nuit, pointure ${size}`);
    await field(41).focus();
    await page.keyboard.type("5");
    await page.keyboard.press("Tab");
    await page.keyboard.type("-2");
    await press(page, "Noter ces paires");
    const sums = ["Bleu nuit, pointure 41 : 3 + 5 = 8", "Bleu nuit, pointure 42 : 3 \u2212 2 = 1"];
    const areShown = async () => {
      for (const sum of sums) await page.getByText(sum).waitFor();
      expect(await page.getByRole("button", { name: "Noter ces paires" }).count()).toBe(0);
    };
    await areShown();
    await page.reload();
    await areShown();
    // Wherever Back leads: to the list, or to the form's address, which shows the sums.
    await page.goBack();
    await page.goForward();
    await areShown();
    expect(stocks()).toEqual([8, 1]);
    await page.getByRole("link", { name: "Noter d'autres paires" }).click();
    await field(41).waitFor();
    expect(await field(41).inputValue()).toBe("");
    await page.getByRole("link", { name: "Commandes", exact: true }).first().click();
    await heading(page, "Commandes");
    expect(complaints).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(viewport.width);
  });
});
