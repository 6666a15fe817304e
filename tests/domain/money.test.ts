import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { discountPercent, formatDinars } from "~/domain/values/money";

describe("formatDinars", () => {
  it.each([
    [0, "0\u00a0DA"],
    [999, "999\u00a0DA"],
    [1_000, "1\u202f000\u00a0DA"],
    [12_500, "12\u202f500\u00a0DA"],
    [1_234_567, "1\u202f234\u202f567\u00a0DA"],
    [-500, "−500\u00a0DA"],
    [-12_500, "−12\u202f500\u00a0DA"],
  ])("writes %d", (dinars, text) => expect(formatDinars(dinars)).toBe(text));

  it("says what the fr-DZ locale says", () => {
    const locale = new Intl.NumberFormat("fr-DZ", { maximumFractionDigits: 0 });
    fc.assert(
      fc.property(fc.nat(), (dinars) => {
        const digits = (text: string) => text.replace(/\D/g, "");
        expect(digits(formatDinars(dinars))).toBe(digits(locale.format(dinars)));
        expect(formatDinars(dinars)).toMatch(/^\d{1,3}(\u202f\d{3})*\u00a0DA$/);
      }),
    );
  });
});

describe("discountPercent", () => {
  it.each([
    [7_500, 10_000, 25],
    [6_667, 10_000, 33],
    [9_999, 10_000, 0],
    [0, 10_000, 100],
    [10_000, 10_000, 0],
    [12_000, 10_000, 0],
    [5_000, undefined, 0],
    [0, 0, 0],
  ])("of %d instead of %s", (price, oldPrice, percent) => expect(discountPercent(price, oldPrice)).toBe(percent));

  it("never says more than was taken off", () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (price, oldPrice) => {
        const percent = discountPercent(price, oldPrice);
        expect(percent).toBeGreaterThanOrEqual(0);
        expect(percent).toBeLessThanOrEqual(100);
        if (percent > 0) expect(oldPrice - price).toBeGreaterThanOrEqual((oldPrice * percent) / 100);
      }),
    );
  });
});
