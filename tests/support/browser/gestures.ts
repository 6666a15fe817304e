import type { Locator, Page } from "playwright";
import { expect } from "vitest";

/** Gestures that Playwright does not have: on a slider, and on a panel whose script comes late. */

interface Way {
  x?: number;
  y?: number;
}

const STEPS = 8;
/** After so long a finger has no speed. */
const REST_MS = 200;

async function middleOf(of: Locator): Promise<{ x: number; y: number }> {
  const box = await of.boundingBox();
  if (!box) throw new Error("What is not there cannot be dragged.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * A finger moves, rests and is lifted; what that does is up to the browser, as on a phone. Events
 * have their own times: with others Chromium throws a list too far on a busy machine.
 */
export async function swipe(page: Page, of: Locator, { x = 0, y = 0 }: Way): Promise<void> {
  const from = await middleOf(of);
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", part: number) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: from.x + (part - 0.5) * x, y: from.y + (part - 0.5) * y }],
    });
  await touch("touchStart", 0);
  for (let step = 1; step <= STEPS; step++) {
    await touch("touchMove", step / STEPS);
    await page.waitForTimeout(16);
  }
  await page.waitForTimeout(REST_MS);
  await touch("touchEnd", 1);
  await session.detach();
}

/** Drags from the middle. @param isHeld keeps the mouse button down */
export async function drag(page: Page, of: Locator, { x = 0, y = 0 }: Way, isHeld = false): Promise<void> {
  const from = await middleOf(of);
  await page.mouse.move(from.x - x / 2, from.y - y / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + x / 2, from.y + y / 2, { steps: STEPS });
  if (!isHeld) await page.mouse.up();
}

/** Presses and releases on it, with the mouse elsewhere in between. */
export async function dragAndReturn(page: Page, of: Locator, x: number): Promise<void> {
  const from = await middleOf(of);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + x, from.y, { steps: STEPS });
  await page.mouse.move(from.x, from.y, { steps: STEPS });
  await page.waitForTimeout(250);
  await page.mouse.up();
}

/** Two fingers on it, side by side, that go from one distance to another, in pixels. */
export async function pinch(page: Page, of: Locator, from: number, to: number): Promise<void> {
  const { x, y } = await middleOf(of);
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", apart: number) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints:
        type === "touchEnd"
          ? []
          : [
              { x: x - apart / 2, y, id: 0 },
              { x: x + apart / 2, y, id: 1 },
            ],
    });
  await touch("touchStart", from);
  for (let step = 1; step <= STEPS; step++) {
    await touch("touchMove", from + ((to - from) * step) / STEPS);
    await page.waitForTimeout(16);
  }
  await touch("touchEnd", to);
  await session.detach();
}

/**
 * Opens a panel. Where its script takes too long the page's own <details> opens instead: it is
 * closed, and pressed again.
 */
export async function openRefined(
  summary: Locator,
  panel: Locator,
  act: () => Promise<unknown> = () => summary.click(),
): Promise<void> {
  const isUnfolded = () => summary.evaluate((element) => (element.parentElement as HTMLDetailsElement).open);
  while (!(await panel.isVisible())) {
    await act();
    await expect.poll(async () => (await panel.isVisible()) || (await isUnfolded())).toBe(true);
    if (await isUnfolded()) await act();
  }
}
