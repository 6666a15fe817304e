import { describe, expect, it } from "vitest";
import { type Row, rowsOf, sourceOf, testFault } from "../support/documents/documents";

/** The tests that docs/registers/screens.md names for every screen, state and text exist. */

/** The faults of a row. */
function faultOf({ cells }: Row): string | undefined {
  if (cells.length !== 3) return `has ${cells.length} cells`;
  if (cells.some((cell) => cell === "")) return "has an empty cell";
  const test = (cells[2] ?? "").replace(/^`|`$/g, "");
  return testFault(test);
}

describe("docs/registers/screens.md", () => {
  const rows = rowsOf(sourceOf("docs/registers/screens.md") ?? "");

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

describe("the check of the rows", () => {
  const fault = (row: string) => faultOf(rowsOf(row)[0] ?? { line: 0, cells: [] });
  it.each([
    ["| À propos | 2 | tests/source/screens.test.ts: the check of the rows |", undefined],
    ["| À propos | 2 | `tests/source/screens.test.ts: the check of the rows` |", undefined],
    ["| À propos | 2 | |", "has an empty cell"],
    ["| À propos | 2 |", "has 2 cells"],
    ["| À propos | 2 | later |", "names no test: later"],
    ["| À propos | 2 | tests/domain/none.test.ts: x |", "names a file that is not there: tests/domain/none.test.ts"],
  ])("%s", (row, expected) => {
    expect(fault(row)).toBe(expected);
  });

  it("sees that a test is gone", () => {
    const gone = ["no such", "test"].join(" ");
    expect(fault(`| À propos | 2 | tests/source/screens.test.ts: ${gone} |`)).toContain("is not in");
  });
});
