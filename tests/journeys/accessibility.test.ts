import { expect, it } from "vitest";
import { goOnAs } from "../support/browser/browser";
import { open } from "../support/browser/journeys";
import { live } from "../support/browser/scripts";
import { states } from "../support/browser/states";
import { textSpacingFaults } from "../support/browser/text-sizes";
import { Client } from "../support/http/client";
import { addToCart, checkout, landed } from "../support/http/orders";
import { isVisited } from "../support/setup/sweeps";
import { shopWithVisitors } from "../support/shop/served-shop";

/** Checks that no validator makes. (Validators visit every page in states.test.ts.) */

const { shop, visitor } = shopWithVisitors();

it("a refused form begins with its summary, which has the focus without a script (PE-3)", async () => {
  const refused = ["product, refused", "cart, refused", "checkout, delivery, refused", "tracking, refused"] as const;
  for (const javaScriptEnabled of [false, true])
    for (const name of refused.filter((_, index) => isVisited(javaScriptEnabled, index))) {
      const { page, close } = await visitor({ javaScriptEnabled });
      await states[name](page, shop);
      if (javaScriptEnabled) await live(page);
      expect(await page.title()).toMatch(/^Erreur : /);
      const focused = page.locator("main :focus");
      expect(await focused.innerText(), name).toContain("Il y a un problème");
      expect(await focused.evaluate(isWhollyInSight), `${name}: in sight`).toBe(true);
      // Every link of the summary leads to an invalid field whose description exists.
      const links = focused.getByRole("link");
      expect(await links.count()).toBeGreaterThan(0);
      for (const link of await links.all()) {
        const id = ((await link.getAttribute("href")) ?? "").slice(1);
        const field = page.locator(`[id="${id}"]`);
        expect(await field.getAttribute("aria-invalid"), `${name}: ${id}`).toBe("true");
        const described = ((await field.getAttribute("aria-describedby")) ?? "").split(/\s+/).filter(Boolean);
        expect(described.length, `${name}: ${id} is described`).toBeGreaterThan(0);
        const words = await Promise.all(described.map((other) => page.locator(`[id="${other}"]`).innerText()));
        expect(words.join(" ")).toContain((await link.innerText()).trim());
      }
      await close();
    }
});

/** Runs in the page. */
function isWhollyInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

it("the skip link is first, and leads into the page (A-3)", async () => {
  const { page } = await visitor({ javaScriptEnabled: false });
  await open(page, "/");
  await page.keyboard.press("Tab");
  expect(await page.locator(":focus").innerText()).toBe("Aller au contenu");
  await page.keyboard.press("Enter");
  expect(await page.locator("main:focus").count()).toBe(1);
});

it("targets are at least 24 px, those that buy 44 (A-4)", async () => {
  const { page } = await visitor({ phone: true, javaScriptEnabled: false });
  for (const name of ["product, communes shown", "cart, filled", "checkout, delivery", "checkout, review"] as const) {
    await page.context().clearCookies();
    await states[name](page, shop);
    let buying = 0;
    for (const button of await page.getByRole("button").all()) {
      const box = await button.boundingBox();
      const text = (await button.innerText()).trim();
      const buys = /^(Ajouter au panier|Commander maintenant|Continuer|Passer la commande)$/.test(text);
      const least = buys ? 44 : 24;
      if (buys) buying += 1;
      expect(box?.height, `${name}: ${text}`).toBeGreaterThanOrEqual(least);
      expect(box?.width, `${name}: ${text}`).toBeGreaterThanOrEqual(least);
    }
    // In the cart it is a link.
    if (name !== "cart, filled") expect(buying, name).toBeGreaterThan(0);
  }
});

it("texts are whole with a reader's own spacing (WCAG 1.4.12)", async () => {
  const { page } = await visitor({ viewport: { width: 320, height: 640 }, javaScriptEnabled: false });
  const client = new Client(shop.url);
  // An amount of six figures, beside which names have little room.
  for (const quantite of ["10", "5"])
    await landed(client, await addToCart(client, "sandale-canastel", { couleur: "noir", pointure: "37", quantite }));
  await checkout(client);
  await goOnAs(client, page.context());
  for (const path of ["/product/boston-santa-cruz", "/cart", "/checkout/verification"]) {
    await open(page, path);
    expect(await textSpacingFaults(page), path).toEqual([]);
  }
});

it("order with the keyboard alone", async () => {
  const { page } = await visitor();
  await states["cart, filled"](page, shop);
  const focusOn = async (name: RegExp) => {
    for (let presses = 0; presses < 80; presses++) {
      await page.keyboard.press("Tab");
      const label = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement & { labels?: NodeListOf<HTMLLabelElement> };
        return element.labels?.[0]?.innerText ?? element.innerText ?? "";
      });
      if (name.test(label.trim())) return;
    }
    throw new Error(`Tab never reached ${name}.`);
  };
  await focusOn(/^Passer à la commande/);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/checkout$/);
  for (const [label, typed] of [
    ["Nom", "Benali"],
    ["Prénom", "Samira"],
    ["Téléphone", "0550123456"],
  ] as const) {
    await focusOn(new RegExp(`^${label}`));
    await page.keyboard.type(typed);
  }
  await focusOn(/^Wilaya/);
  await page.keyboard.type("31");
  await page
    .getByLabel("Commune", { exact: true })
    .locator("option", { hasText: /^Oran\b/ })
    .first()
    .waitFor({ state: "attached" });
  await focusOn(/^Commune/);
  await page.keyboard.type("Oran");
  await focusOn(/^Adresse/);
  await page.keyboard.type("12, rue Larbi Ben M'hidi");
  await focusOn(/^Continuer/);
  await page.keyboard.press("Enter");
  await page.waitForURL(/paiement/);
  await focusOn(/^Continuer/);
  await page.keyboard.press("Enter");
  await page.waitForURL(/verification/);
  await focusOn(/^Passer la commande/);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/commande\//);
});
