import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { violationsOf } from "../support/browser/axe";
import { arriveAt, letter, open } from "../support/browser/journeys";
import { live, openLive } from "../support/browser/scripts";
import { shopWithVisitors } from "../support/shop/served-shop";

/** What scripts add to the contact page (section 4). */

const { visitor } = shopWithVisitors({
  env: {
    SHOP_LOCATIONS:
      "Wahrane centre-ville | 2, rue de l'Essai, Oran | | 35.6996,-0.6421 ; Wahrane front de mer | 3, rue de l'Essai, Oran | | 35.7052,-0.6446",
  },
});

const MAP = /^https:\/\/www\.openstreetmap\.org\//;

describe("the map", () => {
  /** Replaces the other site, and records its requests. */
  async function watched(page: Page): Promise<string[]> {
    const asked: string[] = [];
    await page.context().route(
      (url) => url.hostname !== "localhost",
      (route) => {
        asked.push(route.request().url());
        return route.fulfill({
          contentType: "text/html",
          body: "<!doctype html><p>La carte</p><a href='#'>Agrandir</a>",
        });
      },
    );
    return asked;
  }

  it("opens in the page on a press, and not before", async () => {
    const { page } = await visitor();
    const asked = await watched(page);
    await openLive(page, "/contact");
    await page.mouse.wheel(0, 2_000);
    await page.waitForLoadState("networkidle");
    expect(asked).toEqual([]);
    const link = page.getByRole("link", { name: "Ouvrir la carte (Wahrane front de mer)" });
    await link.press("Enter");
    const frame = page.locator("iframe");
    await page.frameLocator("iframe").getByText("La carte").waitFor();
    expect(await frame.getAttribute("title")).toBe("Carte\u00a0: Wahrane front de mer");
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatch(/export\/embed\.html\?bbox=-0\.64860%2C35\.70270/);
    expect(new URL(page.url()).pathname).toBe("/contact");
    const focused = () => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 7));
    await expect.poll(focused).toBe("<iframe");
    expect(await violationsOf(page, [412])).toEqual([]);

    // Keys leave it and come back to it.
    await link.focus();
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("<iframe");
    // The link is still there: a frame that does not load is not the end of the way.
    await link.press("Enter");
    await page.waitForURL(MAP);
    expect(asked).toHaveLength(2);
  });

  it("opens once on a double click, and with a key held the press is the browser's", async () => {
    const { page } = await visitor();
    const asked = await watched(page);
    await openLive(page, "/contact");
    const link = page.getByRole("link", { name: "Ouvrir la carte (Wahrane centre-ville)" });
    const isOurs = (key: string) =>
      link.evaluate((node, key) => {
        let isTaken = false;
        addEventListener(
          "click",
          (event) => {
            isTaken = event.defaultPrevented;
            event.preventDefault();
          },
          { once: true },
        );
        node.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, [key]: true }));
        return isTaken;
      }, key);
    for (const key of ["altKey", "ctrlKey", "metaKey", "shiftKey"]) expect(await isOurs(key), key).toBe(false);
    expect(await page.locator("iframe").count()).toBe(0);
    await link.dblclick();
    await page.frameLocator("iframe").getByText("La carte").waitFor();
    expect(await page.locator("iframe").count()).toBe(1);
    expect(new URL(page.url()).pathname).toBe("/contact");
    expect(asked).toHaveLength(1);
  });
});

describe("the form", () => {
  it("says 'Envoi en cours...' while the message is on its way, and ignores a second press", async () => {
    const { page } = await visitor();
    let posts = 0;
    await page.route("**/contact*", async (route) => {
      if (route.request().method() === "POST") {
        posts += 1;
        await new Promise((go) => setTimeout(go, 500));
      }
      await route.continue();
    });
    await open(page, "/contact");
    await live(page);
    const main = page.getByRole("main");
    for (const [label, text] of [
      ["Nom", letter.nom],
      ["E-mail", letter.email],
      ["Sujet", letter.sujet],
      ["Message", letter.message],
    ] as const)
      await main.getByLabel(label, { exact: true }).fill(text);
    const words = await page.evaluate(async () => {
      const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Envoyer");
      button?.click();
      await new Promise((go) => setTimeout(go, 50));
      button?.click();
      return button?.textContent;
    });
    expect(words).toBe("Envoi en cours...");
    await arriveAt(page, "/contact/merci");
    expect(posts).toBe(1);
  });
});
