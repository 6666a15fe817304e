import type { Page } from "playwright";

/** What is pressed on less than 24 px, with its label and but for links in a sentence. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const targets = document.querySelectorAll<HTMLElement>("a[href],button,summary,select,textarea,input");
    return [...targets].flatMap((target) => {
      const { labels } = target as HTMLInputElement;
      const boxes = [target, ...(labels ?? [])].map((part) => part.getBoundingClientRect());
      const [width, height] = [
        Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left)),
        Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top)),
      ];
      const own = target.innerText ?? "";
      const around = target.parentElement?.innerText ?? "";
      const isInSentence = getComputedStyle(target).display === "inline" && around.length > own.length + 3;
      // Neither drawn at all, nor for screen readers only.
      const isSeen = width > 1 && height > 1 && getComputedStyle(target).visibility === "visible";
      return isSeen && !isInSentence && Math.min(width, height) < 24
        ? [`${target.outerHTML.slice(0, 120)}: ${width} × ${height}`]
        : [];
    });
  });
