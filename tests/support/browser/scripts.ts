import type { BrowserContext, Page } from "playwright";
import { hold } from "../shop/failures";
import { open } from "./journeys";

/** Scripts have started. */
export const begun = (page: Page) => page.locator("html[data-scripts=on]").waitFor();

/** Opens a page, whose scripts have then started. */
export async function openBegun(page: Page, path: string): Promise<void> {
  await open(page, path);
  await begun(page);
}

/** All listeners are attached and all islands awake, since a pointer went over each. */
export async function live(page: Page): Promise<void> {
  await begun(page);
  const islands = page.locator("[data-island]");
  for (const island of await islands.all()) await island.dispatchEvent("pointerover");
  await page.waitForFunction(
    () => !document.querySelector("[data-island]:not([data-awake]), [data-enhance]:not([data-enhanced])"),
  );
}

export async function openLive(page: Page, path: string): Promise<void> {
  await open(page, path);
  await live(page);
}

/** Blocks these addresses in this window. Unlike a route, this leaves the browser its cache. */
export async function cutOff(page: Page, urls: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setBlockedURLs", { urls });
}

/**
 * Blocks these scripts, and hides from the shop that any failed: so every page of a journey comes
 * with them.
 */
export const keepTrying = (page: Page, without: string[] = []) => cutOff(page, [...without, "*/sans-scripts"]);

/** Every page that is opened during `use` runs these functions before its own scripts. */
export async function withInjected(page: Page, scripts: (() => unknown)[], use: () => Promise<unknown>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Page.enable");
  const source = scripts.map((script) => `(${script})();`).join("\n");
  const { identifier } = await session.send("Page.addScriptToEvaluateOnNewDocument", { source });
  try {
    await use();
  } finally {
    await session.send("Page.removeScriptToEvaluateOnNewDocument", { identifier });
    await session.detach();
  }
}

/** Holds scripts back. @returns lets them go on */
export const holdScripts = (context: BrowserContext, files = "*.js") => hold(context, `**/assets/${files}`);

/** Holds up the answers of these addresses, but not to forms. @returns lets them go */
export async function holdUp(page: Page, addresses: string): Promise<() => void> {
  let letGo = () => {};
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(addresses, async (route) => {
    if (route.request().method() === "GET") await isLetGo;
    await route.continue();
  });
  return () => letGo();
}

/**
 * Announcements of all live regions from now on; one that was emptied is "". Of one from which only
 * a part has gone, as a toast whose time is over, nothing is said.
 */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const LIVE = "[role=status], [role=alert], [aria-live]";
    new MutationObserver((changes) => {
      const regions = changes.flatMap(({ type, target, addedNodes }) => {
        const region = (target instanceof Element ? target : target.parentElement)?.closest(LIVE);
        const isLess = type === "childList" && addedNodes.length === 0 && region?.textContent !== "";
        return [
          ...(isLess ? [] : [region]),
          ...[...addedNodes].flatMap((node) => (node instanceof Element && node.matches(LIVE) ? [node] : [])),
        ];
      });
      for (const region of new Set(regions)) if (region) said.push(region.textContent ?? "");
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  return () => page.evaluate("said");
}
