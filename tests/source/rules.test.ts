import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { type Row, rowsOf, sourceOf, testFault } from "../support/documents/documents";

/**
 * What comments, tests and documents cite (`PE-6`, `section 8`) is in docs/rules.md and
 * docs/specification.md. Each rule names its tests, and these name the rule.
 */

const root = join(import.meta.dirname, "../..");
const RULES = "docs/rules.md";
const SPECIFICATION = "docs/specification.md";
/** Files that people write, without JSON, which is data, and without this file's examples. */
const files = ["app", "tests", "docs", "tools"]
  .flatMap((folder) =>
    (readdirSync(join(root, folder), { recursive: true }) as string[]).map((name) => join(folder, name)),
  )
  .concat("README.md")
  .filter((name) => /\.(tsx?|mjs|js|css|md|conf)$/.test(name) && name !== relative(root, import.meta.filename));

const rules = rowsOf(sourceOf(RULES) ?? "");
const codes = rules.map(({ cells }) => cells[0] ?? "");
const prefixes = new Set(codes.map((code) => code.split("-")[0] ?? ""));

/** Cited codes of rules, but no coordinates (`S-5-4`) and no words like `UTF-16`. */
function codesIn(text: string): string[] {
  return [...text.matchAll(/(?<![\w-])([A-Z]{1,2})-\d{1,2}(?![\w-])/g)].flatMap(([code, prefix = ""]) =>
    prefixes.has(prefix) ? code : [],
  );
}

interface Part {
  section: string;
  /** As in `section 2, Layout`. */
  name?: string;
}

const OTHERS = "(?:RFC|WCAG|ASVS|ISO|W3C|ECMA|OAuth)[ -]?[\\d.-]*";
const ofOthers = { before: new RegExp(`\\b${OTHERS},? ?$`), after: new RegExp(`^ of (?:the )?${OTHERS}`) };
const cited = /\b[Ss]ections? (\d+(?:\.\d+)*(?:(?:, and |, | and | to )\d+)*)(?:, ([A-Za-z][A-Za-z -]*)(?=[:;.),]))?/g;

/** Cited sections of the specification; those of other documents are named with these. */
function sectionsIn(text: string): Part[] {
  // Comments continue after the star or slashes of the next line.
  const flat = text.replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, " ");
  return [...flat.matchAll(cited)].flatMap(({ 0: whole, 1: numbers = "", 2: name, index }) => {
    const [before, after] = [flat.slice(Math.max(0, index - 40), index), flat.slice(index + whole.length)];
    if (ofOthers.before.test(before) || ofOthers.after.test(after)) return [];
    const all = numbers.split(/[^\d.]+/).map((section) => ({ section }));
    // What follows the numbers belongs to the last of them.
    return name ? [...all.slice(0, -1), { section: all.at(-1)?.section ?? "", name }] : all;
  });
}

/** The same of a cell such as `2, 9, decisions 002, 013`: the numbers at its beginning. */
function sectionsAtStart(cell: string): Part[] {
  const [numbers = ""] = /^(?:\d+(?:, |$))*/.exec(cell) ?? [];
  return (numbers.match(/\d+/g) ?? []).map((section) => ({ section }));
}

/** Sections by number, with their headings, first cells of tables and words in bold. */
const parts = new Map(
  (sourceOf(SPECIFICATION) ?? "").split(/^## (?=\d)/m).map((section) => {
    const names = [...section.matchAll(/^### (.+)$|^\| ([^|]+) \||\*\*(.+?)\*\*/gm)].map(
      ([, a, b, c]) => a ?? b ?? c ?? "",
    );
    return [/^\d+/.exec(section)?.[0] ?? "", names.map((name) => name.toLowerCase())];
  }),
);

const isThere = ({ section, name }: Part) =>
  name === undefined
    ? parts.has(section)
    : parts.get(section)?.some((known) => `${known} `.startsWith(`${name.toLowerCase()} `)) === true;

const faultOfPart = (part: Part) =>
  isThere(part) ? [] : `section ${part.section}${part.name ? `, ${part.name}` : ""}`;

/** The fault of a rule's row. */
function faultOf({ cells }: Row): string | undefined {
  if (cells.length !== 4) return `has ${cells.length} cells`;
  if (cells.some((cell) => cell === "")) return "has an empty cell";
  const [code = "", , , where = ""] = cells;
  // Behind the tests may stand what they leave out.
  const references = /^`([^`]+(?:`, `[^`]+)*)`(?: \(.+\))?$/.exec(where)?.[1]?.split("`, `");
  if (!references) return `names nothing: ${where}`;
  return references.map((reference) => faultIn(reference, code)).find((fault) => fault !== undefined);
}

/** @param reference a file of tests, or one of its tests: `tests/path.test.ts: name` */
function faultIn(reference: string, code: string): string | undefined {
  const [file = ""] = reference.split(": ");
  const source = sourceOf(file);
  if (file !== reference || source === undefined || !/\.test\.tsx?$/.test(file)) {
    const fault = testFault(reference);
    if (fault) return fault;
  }
  return codesIn(source ?? "").includes(code) ? undefined : `names a file that does not cite it: ${file}`;
}

describe("what is cited", () => {
  it("rules: each is in docs/rules.md", () => {
    expect(files.length).toBeGreaterThan(400);
    const found = files.flatMap((file) => codesIn(sourceOf(file) ?? "").map((code) => ({ file, code })));
    expect(found.length).toBeGreaterThan(250);
    expect(found.filter(({ code }) => !codes.includes(code))).toEqual([]);
  });

  it("sections: each is a heading of docs/specification.md, and so is a part of one", () => {
    const found = files.map((file) => ({ file, parts: sectionsIn(sourceOf(file) ?? "") }));
    expect(found.flatMap(({ parts }) => parts).length).toBeGreaterThan(180);
    expect(found.flatMap(({ parts }) => parts).filter(({ name }) => name).length).toBeGreaterThan(20);
    const faults = found.flatMap(({ file, parts }) => parts.flatMap(faultOfPart).map((fault) => `${file}: ${fault}`));
    expect(faults).toEqual([]);
  });

  it("sections in the second column of docs/registers/screens.md", () => {
    const found = rowsOf(sourceOf("docs/registers/screens.md") ?? "").flatMap(({ cells }) =>
      sectionsAtStart(cells[1] ?? ""),
    );
    expect(found.length).toBeGreaterThan(400);
    expect(found.flatMap(faultOfPart)).toEqual([]);
  });
});

describe("docs/rules.md", () => {
  it("names tests that exist and cite the rule", () => {
    expect(rules.length).toBeGreaterThan(45);
    expect(rules.map((row) => [row.cells[0], faultOf(row)]).filter(([, fault]) => fault !== undefined)).toEqual([]);
  });

  it("names no rule twice, and each family in its order", () => {
    const inOrder = [...prefixes].flatMap((prefix) => {
      const own = codes.filter((code) => code.startsWith(`${prefix}-`));
      return own.map((_, index) => `${prefix}-${index + 1}`);
    });
    expect(codes).toEqual(inOrder);
  });
});

it.each([RULES, SPECIFICATION])("%s has short lines, but for its tables", (document) => {
  const lines = (sourceOf(document) ?? "").split("\n").filter((line) => !line.startsWith("|"));
  expect(lines.filter((line) => [...line].length > 120)).toEqual([]);
});

describe("the check", () => {
  it.each([
    ["one order per form (PE-6, R-3)", ["PE-6", "R-3"]],
    ["S-3 to S-5", ["S-3", "S-5"]],
    ["UTF-16, SHA-25, B-1, M-3-13c5, S-5-4, XA-1", []],
  ])("finds the rules in: %s", (text, expected) => expect(codesIn(text)).toEqual(expected));

  it.each<[string, Part[]]>([
    ["/** Section 9: similar products. */", [{ section: "9" }]],
    ["(sections 2, 5 and 8; S-3)", [{ section: "2" }, { section: "5" }, { section: "8" }]],
    ["Section 2, Cart drawer, to the letter.", [{ section: "2", name: "Cart drawer" }]],
    ["section 4, A-6", [{ section: "4" }]],
    ["as (section\n * 7) has it", [{ section: "7" }]],
    ["RFC 9111, section 4.2, and section 4 of RFC 9110", []],
    ["#section-3-vue-1, sections in their order", []],
  ])("finds the sections in: %s", (text, expected) => expect(sectionsIn(text)).toEqual(expected));

  it.each<[string, Part[]]>([
    ["2, 9, decisions 002, 013", [{ section: "2" }, { section: "9" }]],
    ["decisions 002, 013", []],
    ["4", [{ section: "4" }]],
  ])("finds the sections in the cell: %s", (cell, expected) => expect(sectionsAtStart(cell)).toEqual(expected));

  it.each<[Part, boolean]>([
    [{ section: "8" }, true],
    [{ section: "12" }, false],
    [{ section: "4.2" }, false],
    [{ section: "2", name: "Layout" }, true],
    [{ section: "9", name: "collection more-load" }, true],
    [{ section: "3", name: "Layout" }, false],
  ])("knows whether %o is there", (part, expected) => expect(isThere(part)).toBe(expected));

  const fault = (row: string) => faultOf(rowsOf(row)[0] ?? { line: 0, cells: [] });
  it.each([
    ["| S-1 | a | b | `tests/contract/refusals.test.ts` |", undefined],
    ["| S-1 | a | b | `tests/contract/refusals.test.ts: the size of a form` (of some) |", undefined],
    ["| S-1 | a | b |", "has 3 cells"],
    ["| S-1 | a | b | later |", "names nothing: later"],
    ["| S-1 | a | b | `tests/contract/none.test.ts` |", "names no test: tests/contract/none.test.ts"],
    [
      "| S-1 | a | b | `tests/contract/refusals.test.ts: no such test` |",
      "names a test that is not in tests/contract/refusals.test.ts: no such test",
    ],
    [
      "| P-4 | a | b | `tests/contract/refusals.test.ts` |",
      "names a file that does not cite it: tests/contract/refusals.test.ts",
    ],
  ])("is reported: %s", (row, expected) => expect(fault(row)).toBe(expected));
});
