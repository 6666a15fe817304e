import type { BrowserContext, Page } from "playwright";
import { open } from "./journeys";

/** Scripts have taken the page over. */
export const live = (page: Page) => page.locator("html[data-scripts=on]").waitFor();

export async function openLive(page: Page, path: string): Promise<void> {
  await open(page, path);
  await live(page);
}

/** Scripts stay on their way from now on. @returns what lets them go on */
export async function holdScripts(context: BrowserContext): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route("**/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  return release;
}
