import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HtmlValidate } from "html-validate";
import { findProgram } from "../../../tools/programs.mjs";

/** Two validators of HTML: html-validate at once, and the W3C's for many documents together. */

const validator = new HtmlValidate({
  extends: ["html-validate:recommended", "html-validate:a11y"],
  rules: {
    // React's void elements and attributes are valid HTML.
    "void-style": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "attr-case": "off",
    "attr-quotes": "off",
    "doctype-style": "off",
    "no-trailing-whitespace": "off",
    "long-title": "off",
    // Boxes of one name are several values.
    "form-dup-name": ["error", { shared: ["radio", "checkbox", "submit"] }],
    "no-inline-style": "error",
  },
});

export async function problemsOf(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, line, column, selector }) => `${ruleId}: ${message} (${line}:${column} ${selector})`,
    ),
  );
}

export const java = findProgram("java");
// It runs for seconds, too short for optimised code and parallel garbage collection.
const SHORT_LIFE = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xss2m"];
const jar = createRequire(import.meta.url).resolve("vnu-jar/build/dist/vnu.jar");

/** The validator does not know view transitions (css-view-transitions-2), which browsers have. */
const VIEW_TRANSITIONS = /@view-transition\{[^}]*\}|view-transition-name:none|::view-transition[-\w()]*\{[^}]*\}/g;

/** Collects documents for the W3C's validator. */
export function pileOfDocuments() {
  const folder = mkdtempSync(join(tmpdir(), "pages-"));
  const files = new Set<string>();
  const styles = new Set<string>();
  /** The validator reads a style sheet once, as nearly all documents have one of a few. */
  const once = (sheet: string) => {
    if (styles.has(sheet)) return "<style></style>";
    styles.add(sheet);
    return sheet;
  };
  return {
    files,
    add(name: string, html: string): void {
      const file = join(folder, `${name}.html`.replace(/[^\w.]+/g, "-"));
      writeFileSync(file, html.replace(VIEW_TRANSITIONS, "").replace(/<style\b.*?<\/style>/gs, once));
      files.add(file);
    },
    check: () =>
      new Promise<string[]>((resolve, reject) => {
        execFile(
          java ?? "",
          [...SHORT_LIFE, "-jar", jar, "--errors-only", "--format", "json", ...files],
          { maxBuffer: 1e8 },
          (_, __, stderr) => {
            try {
              const { messages } = JSON.parse(stderr) as {
                messages: { url: string; message: string; extract?: string }[];
              };
              resolve(
                messages.map(({ url, message, extract }) => `${url.split("/").at(-1)}: ${message} ${extract ?? ""}`),
              );
            } catch (error) {
              reject(new Error(`The validator did not run: ${stderr.slice(0, 300)}`, { cause: error }));
            }
          },
        );
      }),
  };
}
