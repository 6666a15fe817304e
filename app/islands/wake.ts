import type { ComponentType } from "react";
import { type Control, isChanged, isTouched, saveFields } from "./fields";
import { type IslandName, registry } from "./registry";
import { untilPressEnds } from "./until-press-ends";

/** Events by which somebody begins to use a form. */
const SIGNS = ["pointerover", "touchstart", "focusin", "input", "change"];

/**
 * Hydrates an island at the first sign of use of the form around it, or of itself, as `data-wake`
 * says (README.md): until then the page runs no React. A value that was typed, or restored by the
 * browser, before scripts ran is a sign too.
 */
export function wakeIsland(island: HTMLElement): void {
  const form = island.closest("form");
  const { follows } = island.dataset;
  const place = follows ? island : (form ?? island);
  const followed = follows ? (form?.elements.namedItem(follows) as Control | null) : null;
  const wake = () => {
    for (const sign of SIGNS) place.removeEventListener(sign, wake);
    followed?.removeEventListener("input", wake);
    removeEventListener("pageshow", wakeIfDue);
    // The buttons that it makes needless are needed.
    load(island).catch(() => delete document.documentElement.dataset.awaited);
  };
  const wakeIfDue = () => {
    const isDue = isTouched(place) || (followed !== null && isChanged(followed));
    if (isDue || (island.dataset.wake === "load" && document.readyState === "complete")) wake();
  };
  for (const sign of SIGNS) place.addEventListener(sign, wake, { passive: true });
  followed?.addEventListener("input", wake);
  // Browsers may restore a form's values until then: Chromium even after `load`, without an event.
  addEventListener("pageshow", wakeIfDue);
  wakeIfDue();
}

/** @throws when a script cannot be loaded: the form then works as without scripts */
async function load(island: HTMLElement): Promise<void> {
  const name = island.dataset.island as IslandName;
  const [{ hydrate }, { default: Component }] = await Promise.all([import("./hydrate"), registry[name]()]);
  // A press on an element that React replaces meanwhile would not become a click.
  await untilPressEnds();
  hydrate(island, Component as ComponentType<object>, () => saveFields(island));
}
