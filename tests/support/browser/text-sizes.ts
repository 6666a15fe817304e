import type { Page } from "playwright";
import { isSweep } from "../setup/sweeps";

/**
 * WCAG 1.4.4 and 1.4.10: with large text and in narrow windows no page scrolls sideways. Each
 * setting is the browser's size of text, in pixels, with widths of the window.
 */
const SETTINGS = [
  // A narrow window: 400 % zoom at 1280 px.
  { text: 16, widths: [280, 320] },
  // 150 % and 200 %.
  { text: 24, widths: [360, 1280] },
  { text: 32, widths: [320] },
];

/** What is tried of a state: the largest text, and in turns one other at one of its widths. */
export const textSizesOf = (state: number): typeof SETTINGS =>
  isSweep
    ? SETTINGS
    : SETTINGS.filter(({ text }, index) => text === 32 || index === (state >> 1) % 2).map(({ text, widths }) => ({
        text,
        widths: widths.filter((_, index) => index === (state >> 2) % widths.length),
      }));

/** Content outside the window or cut off by its box, and short words broken over two lines. */
const faultsOf = (page: Page, letters: number) =>
  page.evaluate((letters) => {
    const found: string[] = [];
    const width = document.documentElement.clientWidth;
    const told = (element: Element) => `${element.tagName} ${(element.textContent ?? "").trim().slice(0, 40)}`;
    if (document.documentElement.scrollWidth > width)
      found.push(`the page is ${document.documentElement.scrollWidth} wide`);
    const isSeen = (element: Element) => {
      const box = element.getBoundingClientRect();
      return box.width > 1 && box.height > 1 && getComputedStyle(element).visibility === "visible";
    };
    /** Lists that are scrolled by a finger have content beyond their edge on purpose. */
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (element.matches(".keen, .skip") ||
        (/auto|scroll/.test(getComputedStyle(element).overflowX) && element.scrollWidth > element.clientWidth) ||
        scrolls(element.parentElement));
    for (const element of document.querySelectorAll("a, button, input:not([type=hidden]), select, textarea")) {
      if (!isSeen(element) || scrolls(element) || element.closest(".sr-only")) continue;
      const { left, right } = element.getBoundingClientRect();
      if (right > width + 1 || left < -1) found.push(`${told(element)} ends at ${Math.round(right)}`);
    }
    for (const element of document.querySelectorAll("body *")) {
      const style = getComputedStyle(element);
      if (
        !/hidden|clip/.test(style.overflowX + style.overflowY) ||
        !isSeen(element) ||
        element.matches(".sr-only, .sr-only *")
      )
        continue;
      if (element.closest(".track") === element) continue;
      const text = [...element.querySelectorAll("*")].some(
        (inner) => inner.children.length === 0 && inner.textContent?.trim(),
      );
      if (text && (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1))
        found.push(`${told(element)} is cut off`);
    }
    // Photos are swiped, since a column of them would push name and price screens away.
    const photos = [...document.querySelectorAll("#galerie section li")].map(
      (photo) => photo.getBoundingClientRect().top,
    );
    if (new Set(photos).size > 1) found.push("photos stand below each other");
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement;
      if (!parent?.checkVisibility() || !isSeen(parent) || parent.closest(".sr-only, script, style, option")) continue;
      for (const { 0: word, index } of (text.textContent ?? "").matchAll(/(?<!\S)\p{L}{2,}(?!\S)/gu)) {
        if (word.length > letters) continue;
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) found.push(`${word} is broken in ${told(parent)}`);
      }
    }
    return found;
  }, letters);

/** WCAG 1.4.12: the page's faults with text as spaced as a reader may set it. It stays so. */
export async function textSpacingFaults(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
       p { margin-bottom: 2em !important }`,
    );
    document.adoptedStyleSheets = [sheet];
  });
  return faultsOf(page, 10);
}

/** Faults of the open page with each setting, which is left as it was but for its width. */
export async function textSizeFaults(page: Page, settings: typeof SETTINGS): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const found: string[] = [];
  for (const { text, widths } of settings) {
    await session.send("Page.setFontSizes", { fontSizes: { standard: text } });
    const size = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
    if (size !== `${text}px`) throw new Error(`The text has ${size} instead of ${text} px.`);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      for (const fault of await faultsOf(page, text < 32 ? 9 : 6)) found.push(`${width} px, text of ${size}: ${fault}`);
    }
  }
  await session.send("Page.setFontSizes", { fontSizes: { standard: 16 } });
  await session.detach();
  return found;
}
