import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright";
import { isSweep } from "../setup/sweeps";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

interface Violation {
  id: string;
  help: string;
  nodes: { html: string }[];
}

type Axe = { run: (context: Document, options: object) => Promise<{ violations: Violation[] }> };

const WIDTHS = [320, 412, 1350] as const;
const SCHEMES = ["light", "dark"] as const;

/** How a page is looked at. */
interface Look {
  width: number;
  colorScheme: (typeof SCHEMES)[number];
  /** Without axe. */
  isMeasuredOnly?: boolean;
}

const looksAt = (widths: readonly number[]): Look[] =>
  widths.flatMap((width) => SCHEMES.map((colorScheme) => ({ width, colorScheme })));

/**
 * All widths in both themes in a sweep. Else the narrowest and the widest, each in one theme, and
 * the next state but one, which is visited the same way, in the other; between them the page must
 * not scroll sideways.
 */
export const looksOf = (state: number): Look[] =>
  isSweep
    ? looksAt(WIDTHS)
    : WIDTHS.map((width, index) => ({
        width,
        colorScheme: SCHEMES[(Number(index > 0) + (state >> 1)) % 2] ?? "light",
        isMeasuredOnly: width === 412,
      }));

/** Violations that axe finds, and sideways scrolling, at these widths, light and dark. */
export const violationsOf = (page: Page, widths?: readonly number[]): Promise<string[]> =>
  violationsAt(page, widths ? looksAt(widths) : looksOf(0));

export async function violationsAt(page: Page, looks: readonly Look[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window)))
    // biome-ignore lint/security/noGlobalEval: the page's policy lets no script of axe's in
    await page.evaluate((source) => window.eval(source), `${axe};0`);
  const found: string[] = [];
  for (const { width, colorScheme, isMeasuredOnly } of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { violations, overflow } = await page.evaluate(
      async ({ runOnly, isMeasuredOnly }) => {
        // Elsewhere a bar that stays in the window covers a half of what is behind it.
        scrollTo({ top: 0, behavior: "instant" });
        const { axe } = window as unknown as { axe: Axe };
        const options = { runOnly, resultTypes: ["violations"] };
        const { violations } = isMeasuredOnly ? { violations: [] } : await axe.run(document, options);
        const seen = document.querySelector("dialog[open]") ?? document.documentElement;
        return { violations, overflow: seen.scrollWidth - seen.clientWidth };
      },
      { runOnly: tags, isMeasuredOnly },
    );
    for (const { id, help, nodes } of violations)
      found.push(`${width} ${colorScheme} ${id}: ${help} ${nodes.map(({ html }) => html.slice(0, 150)).join(" ")}`);
    if (overflow > 0) found.push(`${width} ${colorScheme} scrolls sideways by ${overflow} px`);
  }
  return found;
}
