import { describe, expect, it } from "vitest";
import { findEngines } from "../../tools/programs.mjs";
import { type Engine, openBrowser } from "../support/browser";
import { journeys } from "../support/journeys";
import { openLive } from "../support/scripts";
import { shopWithVisitors } from "../support/served-shop";
import { choose, PRODUCT, reads, reloadChosen } from "../support/truth";

/** Orders in the installed engines besides Chromium, with scripts and without. */

const { shop, visitor } = shopWithVisitors();

const NAMES = [
  "orders a pair through the cart",
  "orders from the product page",
  "mends a refused form with nothing lost",
] as const;

const { found, missing, line } = findEngines();

// Without another engine this is the only test here.
it(line, async () => {
  expect([...found, ...missing].sort()).toEqual(["firefox", "webkit"]);
  for (const engine of found) expect((await openBrowser(engine as Engine)).browserType().name()).toBe(engine);
});

describe.each(found as Engine[])("%s", (engine) => {
  describe.each([true, false])("scripts: %s", (javaScriptEnabled) => {
    it.each(NAMES)("%s", async (name) => {
      const { page } = await visitor({ engine, javaScriptEnabled });
      await journeys[name](page, shop);
    });
  });

  // The journeys would pass without them.
  it("scripts run: the summary follows the choice", async () => {
    const { page } = await visitor({ engine });
    await openLive(page, PRODUCT);
    await choose(page);
    await reads(page, /Vous commandez : Boston Santa Cruz, Bleu nuit, pointure 42, 1 paire\./);
  });

  it("F5 after a second colour was chosen: what the page says is what is chosen, and gets ordered (T-13)", async () => {
    const { page } = await visitor({ engine });
    await reloadChosen(page);
  });
});
