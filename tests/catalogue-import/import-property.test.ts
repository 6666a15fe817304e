import fc from "fast-check";
import { describe, it } from "vitest";
import { foldedWords } from "~/domain/values/plain-text";
import { type RandomList, shopifyLists, wooLists } from "../support/catalogues/random-lists";
import { read } from "../support/catalogues/reading";
import { isSweep } from "../support/setup/sweeps";

/** Everything in a list is imported, or named in the report. */

/** Columns that say how the list is made, and what an option is. */
const STRUCTURE = /^(?:Handle|ID|Published|Parent|Option\d Name|Attribute \d name)$/;
const KINDS = ["simple", "variable", "variation"];

function lostCells({ text, rows, sourceIds, held }: RandomList): string[] {
  const { products, remarks, summary } = read(text);
  const shops = new Map(products.map((product) => [product.sourceId, JSON.stringify(product)]));
  const report = [...remarks.map((remark) => remark.text), ...summary].join("\n");
  const refused = new Set(remarks.flatMap(({ kind, line }) => (kind === "refused" ? [line] : [])));
  // A parent also names the values of its variations, of which one may be refused.
  const gone = rows.filter((_, index) => refused.has(index + 2)).flatMap((row) => Object.values(row));
  return rows.flatMap((row, index) => {
    const shop = shops.get(sourceIds[index] ?? "") ?? "";
    const words = new Set([shop, ...gone].flatMap(foldedWords));
    return Object.entries(row).flatMap(([column, cell]) => {
      if (cell === "" || STRUCTURE.test(column) || KINDS.includes(cell) || refused.has(index + 2)) return [];
      const isHeldIn = (value: string) =>
        shop.includes(held.get(column)?.get(value) ?? "\n") || foldedWords(value).every((word) => words.has(word));
      // A parent lists the values of its variations.
      const isHeld = (column.endsWith("value(s)") ? cell.split(/(?<!\\), /) : [cell]).every(isHeldIn);
      const isNamed = report.includes(`«\u00a0${column}\u00a0»`) || report.includes(cell);
      return isHeld || isNamed ? [] : [`line ${index + 2}, ${column}: ${cell}\n${report}`];
    });
  });
}

describe("of any list every cell is in the shop or named in the report", () => {
  let count = 0;
  const mark = () => `m${count++}`;
  it.each([
    ["Shopify's", shopifyLists(mark)],
    ["WooCommerce's", wooLists(mark)],
  ])("%s", (_, lists) => {
    fc.assert(
      fc.property(lists, (list) => {
        const lost = lostCells(list);
        if (lost.length > 0) throw new Error(lost.join("\n\n"));
      }),
      { numRuns: isSweep ? 150 : 50 },
    );
  });
});
