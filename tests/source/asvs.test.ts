import { describe, expect, it } from "vitest";
import { type Row, rowsOf, sourceOf, testFault } from "../support/documents/documents";

/** The tests and lines that docs/registers/asvs.md names exist. */

const isRequirement = ({ cells }: Row) => /^\d+\.\d+\.\d+$/.test(cells[0] ?? "");

function faultOf({ cells }: Row): string | undefined {
  if (cells.length !== 4) return `has ${cells.length} cells`;
  if (cells.some((cell) => cell === "")) return "has an empty cell";
  const where = cells[3] ?? "";
  const references = /^`(.+)`$/.exec(where)?.[1]?.split("`, `");
  if (!references) return `names nothing: ${where}`;
  return references.map(faultIn).find((fault) => fault !== undefined);
}

function faultIn(reference: string): string | undefined {
  if (reference.startsWith("tests/")) return testFault(reference);
  const [, file = "", words = ""] = /^([\w./-]+): (.+)$/.exec(reference) ?? [];
  const source = sourceOf(file);
  if (!words || source === undefined) return `names a file that is not there: ${reference}`;
  // A line of the document itself is not the row that names it.
  const rest = file === "docs/registers/asvs.md" ? source.replaceAll(`\`${reference}\``, "") : source;
  return rest.includes(words) ? undefined : `names a line that is not in ${file}: ${words}`;
}

describe("docs/registers/asvs.md", () => {
  const rows = rowsOf(sourceOf("docs/registers/asvs.md") ?? "").filter(isRequirement);

  it("names tests and lines that exist", () => {
    expect(rows.length).toBeGreaterThan(120);
    expect(rows.map((row) => [row.line, faultOf(row)]).filter(([, fault]) => fault !== undefined)).toEqual([]);
  });

  it.each(["shop", "staff"])("names no requirement of the %s twice, and each in its chapter", (whose) => {
    const [ofShop = "", ofStaff = ""] = (sourceOf("docs/registers/asvs.md") ?? "").split("\n## Staff\n");
    const own = rowsOf(whose === "shop" ? ofShop : ofStaff).filter(isRequirement);
    expect(own.length).toBeGreaterThan(25);
    const numbers = own.map(({ cells }) => (cells[0] ?? "").split(".").map(Number));
    const inOrder = [...numbers].sort(([a = 0, b = 0, c = 0], [d = 0, e = 0, f = 0]) => a - d || b - e || c - f);
    expect(numbers).toEqual(inOrder);
    expect(new Set(numbers.map(String)).size).toBe(numbers.length);
  });

  it.each([
    ["| 1.1.1 | a | b | `tests/source/asvs.test.ts: names tests and lines that exist` |", undefined],
    ["| 1.1.1 | a | b | `docs/nginx.conf: ssl_protocols` |", undefined],
    [
      "| 1.1.1 | a | b | `docs/nginx.conf: ssl_protocols`, `docs/none.md: x` |",
      "names a file that is not there: docs/none.md: x",
    ],
    ["| 1.1.1 | a | b |", "has 3 cells"],
    ["| 1.1.1 | a | b | later |", "names nothing: later"],
    ["| 1.1.1 | a | b | `docs/none.md: x` |", "names a file that is not there: docs/none.md: x"],
    [
      "| 1.1.1 | a | b | `docs/nginx.conf: no such line` |",
      "names a line that is not in docs/nginx.conf: no such line",
    ],
  ])("is checked: %s", (row, expected) => {
    expect(faultOf(rowsOf(row)[0] ?? { line: 0, cells: [] })).toBe(expected);
  });
});
