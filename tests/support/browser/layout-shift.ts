import type { Page } from "playwright";

/** `LayoutShift` and its sources, as far as they are read; TypeScript's library has neither. */
type LayoutShift = PerformanceEntry & {
  value: number;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
};

interface Shifts {
  /** Of all shifts. */
  sum: number;
  /** How much, and what moved, while the page arrived. */
  arriving: string[];
  /** The same from then on. */
  whole: string[];
}

/** Moves no score: a busy machine may draw a page of which half a line is there. */
export const MOST_SHIFT = 0.01;

/**
 * Records layout shifts on the next pages (P-4).
 * @returns those of the open page
 */
export async function watchShifts(page: Page): Promise<() => Promise<Shifts>> {
  await page.addInitScript(() => {
    const place = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}×${height}`;
    // Not by `performance`, of which a test may have replaced the clock.
    let arrived = Number.POSITIVE_INFINITY;
    document.addEventListener("DOMContentLoaded", ({ timeStamp }) => {
      // Its last part is drawn a moment later.
      arrived = timeStamp + 100;
    });
    const shifts: Shifts = { sum: 0, arriving: [], whole: [] };
    (window as unknown as { shifts: Shifts }).shifts = shifts;
    new PerformanceObserver((list) => {
      for (const { value, startTime, sources } of list.getEntries() as LayoutShift[]) {
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const markup = node instanceof Element ? node.outerHTML : (node?.textContent ?? "");
          return `${markup.slice(0, 120)} from ${place(previousRect)} to ${place(currentRect)}`;
        });
        shifts.sum += value;
        shifts[startTime < arrived ? "arriving" : "whole"].push(`${value}: ${moved.join("; ")}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts);
}
