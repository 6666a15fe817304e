import { type ColorFamily, colorFamilies } from "./color-family";
import { wholeSize } from "./size";

/** What lists filter by, as a text: a colour's families and its sizes in stock, both as bits. */

/** EU sizes: 28 to 46 (section 9), and what other shops' lists have beside these. */
export const MIN_SIZE = 18;
export const MAX_SIZE = 48;

/** As many bits as both databases and JavaScript count with. Bit 0 is 28, so that 18 follows 48. */
const BITS = MAX_SIZE - MIN_SIZE + 1;
const bitOf = (size: number) => 1 << ((size - 28 + BITS) % BITS);

export interface StockIndexColor {
  /** A bit for each family, in the order of `colorFamilies`. */
  families: number;
  /** A bit for each size; none when the colour is sold out. */
  sizes: number;
}

export const familyBits = (families: readonly ColorFamily[]): number =>
  families.reduce((bits, family) => bits | (1 << colorFamilies.indexOf(family)), 0);

/** Halves and thirds are found by their whole size. */
export const sizeBits = (sizes: readonly number[]): number =>
  sizes.map(wholeSize).reduce((bits, size) => (size >= MIN_SIZE && size <= MAX_SIZE ? bits | bitOf(size) : bits), 0);

/** "1.3ff+40.1f": colours in the order of their bits, so that equal indexes are equal texts. */
export function writeStockIndex(colors: readonly StockIndexColor[]): string {
  const texts = colors.map(({ families, sizes }) => `${families.toString(16)}.${sizes.toString(16)}`);
  return [...new Set(texts)].sort().join("+");
}

export function readStockIndex(text: string): StockIndexColor[] {
  if (text === "") return [];
  return text.split("+").map((color) => {
    const [families = "", sizes = ""] = color.split(".");
    return { families: Number.parseInt(families, 16), sizes: Number.parseInt(sizes, 16) };
  });
}

export const familiesOn = (index: readonly StockIndexColor[]): number =>
  index.reduce((bits, color) => bits | color.families, 0);
export const sizesOn = (index: readonly StockIndexColor[]): number =>
  index.reduce((bits, color) => bits | color.sizes, 0);
