import type { ComponentType } from "react";
import { isTouched, noteFields } from "./fields";
import { type IslandName, registry } from "./registry";

/** The first signs that somebody uses a form. */
const SIGNS = ["pointerover", "touchstart", "focusin", "input"];

/**
 * Islands wake at the first sign of use of the form around them, or of themselves: until then the page runs no React. What was
 * typed, chosen or put back by the browser before scripts came is a sign as well. Where even a first press must not lead to a new
 * page, they wake once the page has loaded.
 */
export function wakeIsland(island: HTMLElement): void {
  const place = island.closest("form") ?? island;
  const wake = () => {
    for (const sign of SIGNS) place.removeEventListener(sign, wake);
    removeEventListener("load", look);
    load(island).catch(() => undefined);
  };
  const look = () => {
    if (isTouched(place) || (island.dataset.wake === "load" && document.readyState === "complete")) wake();
  };
  for (const sign of SIGNS) place.addEventListener(sign, wake, { passive: true });
  // Browsers put back what stood in a form until the page has loaded.
  addEventListener("load", look);
  look();
}

/** When a script does not come, the form works as the server wrote it. */
async function load(island: HTMLElement): Promise<void> {
  const name = island.dataset.island as IslandName;
  const [{ hydrate }, { default: Component }] = await Promise.all([import("./hydrate"), registry[name]()]);
  // A press that began on one element and ended on another, which React put in its place, would not be a click.
  while (document.querySelector("#app :active")) await new Promise((go) => setTimeout(go, 50));
  hydrate(island, Component as ComponentType<object>, () => noteFields(island));
}
