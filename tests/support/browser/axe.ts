import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

interface Violation {
  id: string;
  help: string;
  nodes: { html: string }[];
}

type Axe = { run: (context: Document, options: object) => Promise<{ violations: Violation[] }> };

const SCHEMES = ["light", "dark"] as const;

/** How a page is looked at. */
export interface Look {
  width: number;
  colorScheme: (typeof SCHEMES)[number];
  /** Without axe. */
  isMeasuredOnly?: boolean;
}

export const looksAt = (widths: readonly number[]): Look[] =>
  widths.flatMap((width) => SCHEMES.map((colorScheme) => ({ width, colorScheme })));

/** Violations that axe finds, and sideways scrolling, at these widths, light and dark. */
export const violationsOf = (page: Page, widths: readonly number[]): Promise<string[]> =>
  violationsAt(page, looksAt(widths));

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
