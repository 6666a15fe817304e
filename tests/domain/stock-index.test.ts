import { describe, expect, it } from "vitest";
import { stockIndexColumns } from "~/database/stock-index";
import { familyBits, readStockIndex, sizeBits, writeStockIndex } from "~/domain/catalogue/stock-index";

describe("a stock index", () => {
  const index = [
    { families: familyBits(["noir"]), sizes: sizeBits([28, 46]) },
    { families: familyBits(["blanc", "bleu"]), sizes: 0 },
  ];
  it("is read back as it was written, equal indexes as equal texts", () => {
    expect(readStockIndex(writeStockIndex(index))).toHaveLength(2);
    expect(readStockIndex(writeStockIndex(index))).toEqual(expect.arrayContaining(index));
    expect(writeStockIndex([...index].reverse())).toBe(writeStockIndex(index));
    expect(readStockIndex(writeStockIndex([]))).toEqual([]);
  });
  it("knows the sizes of the shop and no others", () => {
    expect(sizeBits([17, 49, 0, -1])).toBe(0);
    const all = Array.from({ length: 31 }, (_, index) => 18 + index);
    expect(new Set(all.map((size) => sizeBits([size]))).size).toBe(31);
    expect(sizeBits(all)).toBe(2 ** 31 - 1);
    expect(sizeBits([28])).toBe(1);
    expect(sizeBits([46])).toBe(1 << 18);
  });
  it("finds halves and thirds by their whole size", () => {
    for (const size of [40.33, 40.5, 40.67]) expect(sizeBits([size])).toBe(sizeBits([40]));
    expect(sizeBits([48.5])).toBe(sizeBits([48]));
  });
});

describe("a product's columns", () => {
  const variant = (color_name: string, size: number, stock: number) => ({
    color_slug: color_name.toLowerCase(),
    color_name,
    color_hex: "#000000",
    size,
    stock,
  });
  it("say which sizes of which families can be had, and every colour, sold out or not", () => {
    const columns = stockIndexColumns([variant("Noir", 40, 2), variant("Noir", 41, 0), variant("Rouge", 40, 0)]);
    expect(columns.families).toBe(familyBits(["noir", "rouge"]));
    expect(columns.sizes).toBe(sizeBits([40]));
    expect(columns.sizes_noir).toBe(sizeBits([40]));
    expect(columns.sizes_rouge).toBe(0);
    expect(readStockIndex(columns.stock_index)).toHaveLength(2);
  });
});
