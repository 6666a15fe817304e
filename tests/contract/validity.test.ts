import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HtmlValidate } from "html-validate";
import type { Response } from "playwright";
import { describe, expect, it, onTestFinished } from "vitest";
import { visit } from "../support/browser";
import { live } from "../support/scripts";
import { failingShop, sharedWindow, shopWithVisitors } from "../support/served-shop";
import { stateNames, states } from "../support/states";

/** Contract A-2: the served HTML and the document after hydration, before the W3C's validator and html-validate. */

const validator = new HtmlValidate({
  extends: ["html-validate:recommended", "html-validate:a11y"],
  rules: {
    // React writes void elements with a slash, and attributes as it knows them; both are valid HTML.
    "void-style": "off",
    "attribute-boolean-style": "off",
    "attr-case": "off",
    "attr-quotes": "off",
    "doctype-style": "off",
    "no-trailing-whitespace": "off",
    "long-title": "off",
    // Several boxes of one name are several values of it.
    "form-dup-name": ["error", { shared: ["radio", "checkbox", "submit"] }],
    "no-inline-style": "error",
  },
});

const { shop } = shopWithVisitors();
const { shop: ailing, fail } = failingShop();
const folder = mkdtempSync(join(tmpdir(), "pages-"));
const saved = new Set<string>();

describe.each([
  ["as served", false],
  ["after hydration", true],
] as const)("html-validate, %s", { retry: 1 }, (stage, javaScriptEnabled) => {
  const browsing = sharedWindow(shop, { javaScriptEnabled });

  it.each(stateNames)("%s", async (name) => {
    const { page } = browsing;
    let document: Response | undefined;
    const note = (response: Response) => {
      if (response.request().isNavigationRequest() && response.headers()["content-type"]?.startsWith("text/html"))
        document = response;
    };
    page.on("response", note);
    onTestFinished(() => void page.off("response", note));
    await states[name](page, shop);
    await page.waitForLoadState(javaScriptEnabled ? "networkidle" : "load");
    if (javaScriptEnabled) await live(page);
    const html = javaScriptEnabled ? await page.content() : ((await document?.text()) ?? "");
    await expectValid(`${stage} ${name}`, html);
  });

  it.each([
    ["products", "/shop"],
    ["products", "/product/boston-santa-cruz"],
    ["home_sections collections products", "/"],
  ])("without %s: %s", async (tables, path) => {
    fail(tables);
    const { page, close } = await visit(ailing.url, { javaScriptEnabled });
    const answer = await page.goto(path, { waitUntil: javaScriptEnabled ? "networkidle" : "load" });
    if (javaScriptEnabled) await live(page);
    const html = javaScriptEnabled ? await page.content() : ((await answer?.text()) ?? "");
    await expectValid(`${stage} without ${tables} ${path}`, html);
    await close();
  });
});

/** Before html-validate at once; kept for the W3C's validator, which starts slowly and takes them all. */
async function expectValid(name: string, html: string): Promise<void> {
  expect(html).toContain("</main>");
  const file = join(folder, `${name}.html`.replace(/[^\w.]+/g, "-"));
  writeFileSync(file, html);
  saved.add(file);
  const { results } = await validator.validateString(html);
  const problems = results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, line, column, selector }) => `${ruleId}: ${message} (${line}:${column} ${selector})`,
    ),
  );
  expect(problems).toEqual([]);
}

const java = process.env.JAVA_PATH;
const jar = createRequire(import.meta.url).resolve("vnu-jar/build/dist/vnu.jar");

// The validator needs Java: `npm test` installs it where it may, and else says in its last line that these were skipped.
describe.skipIf(!java)("the W3C validator", () => {
  const judge = (files: string[]) =>
    new Promise<string[]>((resolve, reject) => {
      execFile(
        java ?? "",
        ["-jar", jar, "--errors-only", "--format", "json", ...files],
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
    });

  it("finds no error in any of them", async () => {
    expect(saved.size).toBe(2 * (stateNames.length + 3));
    expect(await judge([...saved])).toEqual([]);
  });

  it("finds one where there is one", async () => {
    const wrong = join(folder, "wrong.html");
    writeFileSync(wrong, "<!doctype html><html lang=fr><title>x</title><p><div></p>");
    expect((await judge([wrong])).length).toBeGreaterThan(0);
  });
});
