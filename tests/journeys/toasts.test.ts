import { readdirSync } from "node:fs";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { goOnAs, type VisitorOptions } from "../support/browser/browser";
import { openLive } from "../support/browser/scripts";
import { Client } from "../support/http/client";
import { addToCart, followed } from "../support/http/orders";
import { shopWithVisitors } from "../support/shop/served-shop";

/** Messages: where they are, for how long, and that they are announced (sections 4 and 9). */

const { shop, visitor } = shopWithVisitors();

/** Opens the page with the message of an added pair, as without scripts. */
async function justAdded(options?: VisitorOptions): Promise<Page> {
  const { context, page } = await visitor(options);
  await page.addInitScript(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const hear = (changes: MutationRecord[]) => {
      for (const { target } of changes) {
        const region = target instanceof Element && target.closest("[role=status], [role=alert]");
        if (region) said.push(target.textContent ?? "");
      }
    };
    addEventListener("DOMContentLoaded", () =>
      new MutationObserver(hear).observe(document.body, { subtree: true, childList: true }),
    );
  });
  const client = new Client(shop.url);
  const added = await addToCart(client, "boston-santa-cruz", { couleur: "taupe", pointure: "42" });
  await goOnAs(client, context);
  await openLive(page, followed(added));
  return page;
}

describe("toasts", () => {
  const toasts = (page: Page) => page.locator(".toast");

  it.each([false, true])("the page's message stands there, and is said and shown once, phone: %s", async (phone) => {
    const page = await justAdded({ phone });
    const message = "Produit ajouté au panier avec succès !";
    await expect.poll(() => page.evaluate("said")).toEqual([message]);
    await page.waitForTimeout(500);
    expect(await page.evaluate("said")).toEqual([message]);
    expect(await page.getByText(message).count()).toBe(1);
    expect(await page.locator("main [data-flash][role=status]").getByText(message).isVisible()).toBe(true);
  });

  it("are twenty at most, for as long as section 9 says, and longer under the pointer or with the focus", async () => {
    const { page } = await visitor();
    await page.clock.install();
    await openLive(page, "/terms");
    // Time stands still but for `runFor`.
    await page.clock.pauseAt(Date.now() + 60_000);
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

    await say([["blanc"], ["succès", "success"], ["erreur", "error"]]);
    await page.clock.runFor(1900);
    const box = await page.locator(".toasts").boundingBox();
    expect([(box?.x ?? 0) + (box?.width ?? 0) > 1350 - 40, (box?.y ?? 999) < 120]).toEqual([true, true]);
    expect(await shown()).toEqual(["blanc", "succès", "erreur"]);
    const edges = await toasts(page).evaluateAll((all) => all.map((toast) => getComputedStyle(toast).borderColor));
    expect(edges[2]).not.toBe(edges[1]);
    await page.clock.runFor(300);
    expect(await shown()).toEqual(["blanc", "erreur"]);
    await toasts(page).filter({ hasText: "erreur" }).hover();
    await page.clock.runFor(9000);
    expect(await shown()).toEqual(["blanc", "erreur"]);
    await page.mouse.move(100, 600);
    await page.clock.runFor(3900);
    await toasts(page).filter({ hasText: "erreur" }).getByRole("button", { name: "Fermer ce message" }).focus();
    await page.clock.runFor(9000);
    expect(await shown()).toEqual(["blanc", "erreur"]);
    expect(await page.locator(".toasts").getAttribute("role")).toBe("status");
    await page.keyboard.press("Enter");
    expect(await shown()).toEqual(["blanc"]);
    await page.clock.runFor(4100);
    expect(await shown()).toEqual([]);
  });

  it("that are closed by a key give the focus back", async () => {
    const { page } = await visitor();
    await openLive(page, "/shop");
    const heart = page.locator(".heart button").first();
    await heart.press("Enter");
    await toasts(page).first().waitFor();
    for (let tabs = 0; tabs < 3; tabs++) await page.keyboard.press("Shift+Tab");
    await toasts(page).getByRole("button", { name: "Fermer ce message" }).focus();
    await page.keyboard.press("Enter");
    await toasts(page).first().waitFor({ state: "detached" });
    expect(await heart.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it("on a phone one of a heart does not cover its card", async () => {
    const { page } = await visitor({ phone: true });
    await openLive(page, "/shop");
    for (const block of ["start", "end"] as const) {
      const card = page.locator(".heart").nth(4).locator("..");
      await card.evaluate((element, block) => element.scrollIntoView({ block, behavior: "instant" }), block);
      await card.locator(".heart button").click();
      const toast = await toasts(page).first().boundingBox();
      const own = await card.boundingBox();
      const isOver =
        (toast?.y ?? 0) < (own?.y ?? 0) + (own?.height ?? 0) && (own?.y ?? 0) < (toast?.y ?? 0) + (toast?.height ?? 0);
      expect(isOver, block).toBe(false);
      await toasts(page).first().waitFor({ state: "detached" });
    }
  });
});
