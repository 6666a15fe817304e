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

/** What axe finds on the page as it stands (contract A-1), at these widths, light and dark, and what scrolls sideways. */
export async function violationsOf(page: Page, widths: readonly number[] = [320, 412, 1350]): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const)
    for (const width of widths) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 900 });
      const violations = await page.evaluate(
        async ([source, runOnly]) => {
          const root = window as unknown as {
            axe?: { run: (context: Document, options: object) => Promise<{ violations: Violation[] }> };
          };
          // biome-ignore lint/security/noGlobalEval: axe has to reach a page whose policy lets no script in
          if (!root.axe) window.eval(source as string);
          return (await root.axe?.run(document, { runOnly, resultTypes: ["violations"] }))?.violations ?? [];
        },
        [axe, tags] as const,
      );
      for (const { id, help, nodes } of violations)
        found.push(`${width} ${colorScheme} ${id}: ${help} ${nodes.map(({ html }) => html.slice(0, 150)).join(" ")}`);
      const overflow = await page.evaluate(() => {
        const seen = document.querySelector("dialog[open]") ?? document.documentElement;
        return seen.scrollWidth - seen.clientWidth;
      });
      if (overflow > 0) found.push(`${width} ${colorScheme} scrolls sideways by ${overflow} px`);
    }
  return found;
}
