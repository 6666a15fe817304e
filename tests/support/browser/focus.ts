import type { Page } from "playwright";
import { expect } from "vitest";

/** Presses Tab so often: what gets the focus is in sight at its middle and bottom (WCAG 2.4.11). */
export async function goesThrough(page: Page, steps: number): Promise<void> {
  const seen = new Set<string>();
  for (let step = 0; step < steps; step++) {
    await page.keyboard.press("Tab");
    const { name, isHidden } = await page.evaluate(() => {
      const focused = document.activeElement as HTMLElement;
      const tile = focused.closest("label") ?? focused;
      const box = focused.getBoundingClientRect();
      const isHidden = [box.top + box.height / 2, box.bottom - 2].some((y) => {
        const top = document.elementFromPoint(box.left + box.width / 2, y);
        return !top || (!tile.contains(top) && !top.contains(tile));
      });
      return { name: focused.outerHTML.slice(0, 100), isHidden: isHidden && focused !== document.body };
    });
    seen.add(name);
    expect(isHidden ? name : "").toBe("");
  }
  expect(seen.size).toBeGreaterThan(5);
}
