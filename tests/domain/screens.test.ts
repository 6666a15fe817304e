import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

/** docs/screens.md promises a test for every screen, state and text: the tests it names have to be there. */

const root = join(import.meta.dirname, "../..");

interface Row {
  line: number;
  cells: string[];
}

function rowsOf(text: string): Row[] {
  return text
    .split("\n")
    .map((content, index) => ({ line: index + 1, content: content.trim() }))
    .filter(({ content }) => content.startsWith("|"))
    .filter(({ content }) => !/^\|[\s:|-]+\|$/.test(content) && !/^\|\s*Screen, state or text\s*\|/.test(content))
    .map(({ line, content }) => ({
      line,
      // An escaped bar is part of the text.
      cells: content
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll("\\|", "|")),
    }));
}

const sources = new Map<string, string>();

/** The source of a test file; undefined when there is none. */
function sourceOf(file: string): string | undefined {
  const path = join(root, file);
  if (!sources.has(file) && existsSync(path)) sources.set(file, readFileSync(path, "utf8"));
  return sources.get(file);
}

/** What is wrong with a row. */
function faultOf({ cells }: Row): string | undefined {
  if (cells.length !== 3) return `has ${cells.length} cells`;
  if (cells.some((cell) => cell === "")) return "has an empty cell";
  const test = (cells[2] ?? "").replace(/^`|`$/g, "");
  const [, file, name] = /^(tests\/[\w./-]+\.test\.tsx?): (.+)$/.exec(test) ?? [];
  if (!file || !name) return `names no test: ${test}`;
  const source = sourceOf(file);
  if (source === undefined) return `names a file that is not there: ${file}`;
  // Quotes inside a name are escaped in the source.
  const text = source.replaceAll('\\"', '"');
  return text.includes(name) ? undefined : `names a test that is not in ${file}: ${name}`;
}

describe("docs/screens.md", () => {
  const rows = rowsOf(readFileSync(join(root, "docs/screens.md"), "utf8"));

  it("has rows, and every one names a test that exists", () => {
    expect(rows.length).toBeGreaterThan(20);
    const faults = rows.map((row) => [row.line, faultOf(row)]).filter(([, fault]) => fault !== undefined);
    expect(faults).toEqual([]);
  });

  it("names no screen, state or text twice", () => {
    const names = rows.map(({ cells }) => `${cells[0]} | ${cells[1]}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

describe("the judge of the rows", () => {
  const fault = (row: string) => faultOf(rowsOf(row)[0] ?? { line: 0, cells: [] });
  it.each([
    ["| À propos | 2 | tests/domain/screens.test.ts: the judge of the rows |", undefined],
    ["| À propos | 2 | `tests/domain/screens.test.ts: the judge of the rows` |", undefined],
    ["| À propos | 2 | |", "has an empty cell"],
    ["| À propos | 2 |", "has 2 cells"],
    ["| À propos | 2 | later |", "names no test: later"],
    ["| À propos | 2 | tests/domain/none.test.ts: x |", "names a file that is not there: tests/domain/none.test.ts"],
  ])("%s", (row, expected) => {
    expect(fault(row)).toBe(expected);
  });

  it("sees that a test is gone", () => {
    const gone = ["no such", "test"].join(" ");
    expect(fault(`| À propos | 2 | tests/domain/screens.test.ts: ${gone} |`)).toContain("is not in");
  });
});
