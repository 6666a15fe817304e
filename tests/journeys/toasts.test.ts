import { readdirSync } from "node:fs";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { goOnAs, type VisitorOptions } from "../support/browser";
import { Client } from "../support/http";
import { addToCart, followed } from "../support/orders";
import { openLive } from "../support/scripts";
import { shopWithVisitors } from "../support/served-shop";

/** Messages: where they are, for how long, and that they are announced (sections 4 and 9). */

const { shop, visitor } = shopWithVisitors();

/** Opens the page with the message of an added pair, as without scripts. */
async function justAdded(options?: VisitorOptions): Promise<Page> {
  const { context, page } = await visitor(options);
  const client = new Client(shop.url);
  const added = await addToCart(client, "boston-santa-cruz", { couleur: "taupe", pointure: "42" });
  await goOnAs(client, context);
  await openLive(page, followed(added));
  return page;
}

describe("toasts", () => {
  const toasts = (page: Page) => page.locator(".toast");

  it("the page's message is a toast in the top right corner for 2 s, and stays in the page", async () => {
    const page = await justAdded();
    const toast = toasts(page).filter({ hasText: "Produit ajouté au panier avec succès !" });
    await toast.waitFor();
    const box = await toast.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1350 - 40);
    expect(box?.y).toBeLessThan(120);
    expect(await page.locator("[data-flash]").getAttribute("role")).toBeNull();
    expect(await page.getByRole("status").filter({ hasText: "Produit ajouté" }).count()).toBe(1);
    await toast.waitFor({ state: "detached", timeout: 3000 });
    await page.locator("[data-flash]").getByText("Produit ajouté au panier avec succès !").waitFor();
  });

  it("are twenty at most, for as long as section 9 says, and longer under the pointer or with the focus", async () => {
    const { page } = await visitor();
    await page.clock.install();
    await openLive(page, "/terms");
    const script = readdirSync("build/client/assets").find((file) => file.startsWith("toast-"));
    const say = (messages: [message: string, type?: string][]) =>
      page.evaluate(
        `import("/assets/${script}").then(({ toast }) => ${JSON.stringify(messages)}.forEach((one) => toast(...one)))`,
      );
    const shown = async () => (await toasts(page).allInnerTexts()).map((text) => text.replace(/\W+$/, ""));

    await say(Array.from({ length: 25 }, (_, index) => [`Message ${index}`]));
    await page.clock.runFor(200);
    expect(await shown()).toHaveLength(20);
    expect((await shown()).at(-1)).toBe("Message 24");
    await page.clock.runFor(5000);
    expect(await shown()).toEqual([]);

    await say([["blanc"], ["succès", "success"], ["erreur", "error"], ["commande", "order"]]);
    await page.clock.runFor(1900);
    expect(await shown()).toEqual(["blanc", "succès", "erreur", "commande"]);
    await page.clock.runFor(300);
    expect(await shown()).toEqual(["blanc", "erreur", "commande"]);
    await toasts(page).filter({ hasText: "erreur" }).hover();
    await page.clock.runFor(9000);
    expect(await shown()).toEqual(["blanc", "erreur", "commande"]);
    await page.mouse.move(100, 600);
    await page.clock.runFor(4100);
    expect(await shown()).toEqual(["commande"]);
    await toasts(page).getByRole("button", { name: "Fermer ce message" }).focus();
    await page.clock.runFor(9000);
    expect(await shown()).toEqual(["commande"]);
    expect(await page.locator(".toasts").getAttribute("role")).toBe("status");
    await page.keyboard.press("Enter");
    expect(await shown()).toEqual([]);
  });

  it("on a phone, where it would cover the very message, it is only said", async () => {
    const page = await justAdded({ phone: true });
    const said = page.locator(".toasts", { hasText: "Produit ajouté au panier avec succès !" });
    await said.waitFor({ state: "attached" });
    expect(await toasts(page).count()).toBe(0);
  });
});
