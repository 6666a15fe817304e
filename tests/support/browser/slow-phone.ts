import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright";

/** For how long pages run at once at least, in milliseconds. */
const SLICE = 4;
/** A page that moves to another process is found after so many slices. */
const SLICES_BETWEEN_LOOKS = 8;

/**
 * Stops the processes of this page's browser that draw pages, most of the time, as if they ran on a
 * slow phone. Chromium's own throttle keeps a core busy instead, even while a page waits.
 * @param times how much slower the pages are
 * @returns ends it
 */
export async function slowDown(page: Page, times: number): Promise<() => Promise<void>> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  if (!session) throw new Error("The page is in no browser that was launched.");
  const signal = (processes: readonly number[], name: NodeJS.Signals) => {
    for (const id of processes) {
      try {
        process.kill(id, name);
      } catch {
        // Its page was closed.
      }
    }
  };
  let isOver = false;
  const slices = (async () => {
    let pages: number[] = [];
    for (let slice = 0; !isOver; slice++) {
      const began = performance.now();
      if (slice % SLICES_BETWEEN_LOOKS === 0) {
        const { processInfo } = await session.send("SystemInfo.getProcessInfo");
        pages = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
      }
      await sleep(SLICE);
      signal(pages, "SIGSTOP");
      // A busy machine ends a slice late.
      await sleep((times - 1) * (performance.now() - began));
      signal(pages, "SIGCONT");
    }
  })();
  return async () => {
    isOver = true;
    await slices;
    await session.detach();
  };
}
