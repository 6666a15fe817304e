import type { Response } from "playwright";
import { describe, expect, it } from "vitest";
import { violationsAt } from "../support/browser/axe";
import { LAUNCH_FOR_AXE } from "../support/browser/browser";
import { looksOf } from "../support/browser/looks";
import { officeStates, reachOffice } from "../support/browser/office-states";
import { begun, cutOff } from "../support/browser/scripts";
import { smallTargets } from "../support/browser/targets";
import { textSizeFaults, textSizesOf } from "../support/browser/text-sizes";
import { java, pileOfDocuments, problemsOf } from "../support/browser/validity";
import { unstyledClasses } from "../support/documents/style-rules";
import { isSweep, isVisited } from "../support/setup/sweeps";
import { sharedWindow, shopWithVisitors } from "../support/shop/served-shop";

/**
 * Every state of the back office as it is served, or hydrated: axe, light or dark, at one of three
 * widths, valid HTML, large text, one h1. A sweep visits each in all ways.
 */

const { shop } = shopWithVisitors(undefined, LAUNCH_FOR_AXE);
const pile = pileOfDocuments();
const numbered = Object.entries(officeStates).map(([name, state], index) => [name, state, index] as const);

describe.each([
  ["served", false],
  ["hydrated", true],
])("%s", (how, withScripts) => {
  const browsing = sharedWindow(shop, { reducedMotion: "reduce", viewport: { width: 320, height: 800 } }, (page) =>
    withScripts ? Promise.resolve() : cutOff(page, ["*.js"]),
  );

  it.each(numbered.filter(([, , number]) => isVisited(withScripts, number)))("%s", async (name, state, number) => {
    const { page } = browsing;
    let document: Response | undefined;
    const note = (response: Response) => {
      if (response.headers()["content-type"]?.startsWith("text/html")) document = response;
    };
    page.on("response", note);
    await reachOffice(page, shop, state);
    page.off("response", note);
    if (withScripts) await begun(page);
    const html = withScripts ? await page.content() : ((await document?.text()) ?? "");
    expect(html).toContain("</main>");
    expect(document?.status(), "a page that failed").toBeLessThan(500);
    pile.add(`${how} ${name}`, html);
    expect(await problemsOf(html)).toEqual([]);
    expect(await violationsAt(page, looksOf(number))).toEqual([]);
    expect(await unstyledClasses(html)).toEqual([]);
    expect(await smallTargets(page), "targets of less than 24 px (A-4)").toEqual([]);
    expect(await textSizeFaults(page, textSizesOf(number))).toEqual([]);
    expect(await page.locator("h1").count()).toBe(1);
    expect(await page.title()).toMatch(/ – Gestion$/);
    expect(await page.locator("html[data-scripts=on]").count(), "scripts run").toBe(withScripts ? 1 : 0);
  });
});

// Needs Java, which `npm run test:all` installs where it may.
it.skipIf(!java)("the W3C's validator finds no error in any of them", async () => {
  expect(pile.files.size).toBe(numbered.length * (isSweep ? 2 : 1));
  expect(await pile.check()).toEqual([]);
});
