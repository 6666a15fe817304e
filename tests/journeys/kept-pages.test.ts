import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findEngines } from "../../tools/programs.mjs";
import { type EngineWindow, type OtherEngine, openWindow } from "../support/browser/other-engines";
import { lineTo, servedShop } from "../support/shop/served-shop";

/** Pages that Firefox and WebKit keep when they are left, with work under way, and show by Back. */

const shop = servedShop();
const line = lineTo(shop);

describe.each(findEngines().found as OtherEngine[])("in %s", (engine) => {
  let window: EngineWindow;
  const ask = <Value>(expression: string) => window.ask<Value>(expression);
  const eventually = (expression: string) => expect.poll(() => ask<unknown>(expression).catch(() => undefined));

  beforeEach(async () => {
    window = await openWindow(engine);
    await window.open(`${line.url}/product/boston-santa-cruz`);
    await eventually("document.documentElement.dataset.scripts").toBe("on");
  });
  afterEach(() => window.close());

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
