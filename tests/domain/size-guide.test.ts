import { describe, expect, it } from "vitest";
import { footLength, guideRows, guideSizes } from "~/domain/catalogue/size-guide";

describe("the size guide", () => {
  it("goes from 36 to 46 for adults and from 28 to 35 for children", () => {
    expect([guideSizes.adult[0], guideSizes.adult.at(-1), guideSizes.adult.length]).toEqual([36, 46, 11]);
    expect([guideSizes.child[0], guideSizes.child.at(-1), guideSizes.child.length]).toEqual([28, 35, 8]);
  });
  it("says the longest foot, in half centimetres", () => {
    expect([28, 32, 35, 36, 38, 40, 42, 46].map(footLength)).toEqual([17.5, 20.5, 22.5, 23, 24.5, 25.5, 27, 29.5]);
  });
  it("marks the sizes of a model, and has those that are not among its own", () => {
    const marked = guideRows(false, [36, 47]).map(({ size, isMade }) => (isMade ? `${size}*` : `${size}`));
    expect(marked.join(" ")).toBe("36* 37 38 39 40 41 42 43 44 45 46 47*");
    expect(guideRows(true, [28]).map(({ size }) => size)).toEqual(guideSizes.child);
  });
  it("never gives a larger size to a shorter foot", () => {
    const lengths = [...guideSizes.child, ...guideSizes.adult].map(footLength);
    expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
    expect(new Set(lengths).size).toBe(lengths.length);
  });
});
