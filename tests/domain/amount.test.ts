import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { amountIn, countIn } from "~/domain/values/amount";

/** Amounts and counts as another shop's API sends them. */

describe("an amount", () => {
  it.each([
    ["4500.0", 4_500],
    ["4500.000", 4_500],
    ["4500.0000", 4_500],
    ["4500.000000", 4_500],
    [`4500.${"0".repeat(30)}`, 4_500],
    ["4500,0000", 4_500],
    ["4500.-", 4_500],
    ["500.000", 500],
    ["500,000", 500],
    ["950.500", 950.5],
    ["0.000", 0],
    ["3.200", 3_200],
    ["3,200", 3_200],
    ["45.000", 45_000],
    ["1.250.000", 1_250_000],
    ["12,345,678", 12_345_678],
    ["4 500 DA", 4_500],
    ["4\u00a0500,00\u00a0DA", 4_500],
    ["4\u202f500.0000 DZD", 4_500],
    ["4'500.00", 4_500],
    ["4’500", 4_500],
    ["DA 4.500 ", 4_500],
    ["3.200 DA.", 3_200],
    ["٤٬٥٠٠ د.ج", 4_500],
    ["-500", -500],
    [4500.0, 4_500],
    [500.5, 500.5],
  ])("is read from %j: %d", (value, amount) => expect(amountIn(value)).toBe(amount));

  it.each(["", "gratuit", "45 €", "4500 USD", "3.200.00.1", "1e3", "..", Number.NaN, null, true])(
    "is not in %j",
    (value) => expect(amountIn(value)).toBeUndefined(),
  );

  it("is the same from every column of decimals and with thousands in any writing, where it is one of this shop's", () => {
    const separators = [" ", "\u00a0", "\u202f", "'", "’", ".", ","];
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 99_999 }),
        fc.integer({ min: 1, max: 30 }),
        fc.constantFrom(...separators),
        (amount, decimals, separator) => {
          expect(amountIn(`${amount}.${"0".repeat(decimals)}`)).toBe(amount);
          expect(amountIn(String(amount).replace(/(\d)(\d{3})$/, `$1${separator}$2`))).toBe(amount);
        },
      ),
    );
  });
});

describe("a count", () => {
  it.each([
    ["12", 12],
    ["12.000", 12],
    ["3,000", 3],
    ["1 200", 1_200],
    ["-3.000", -3],
    [7, 7],
  ])("is read from %j: %d", (value, count) => expect(countIn(value)).toBe(count));
});
