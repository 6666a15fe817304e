import { type ColorFamily, colorFamilies } from "./color-family";

/** What lists filter by, as a text: a colour's families and its sizes in stock, both as bits. */

/** EU sizes: children's 28 to 35, adults' 36 to 46 (section 9). */
export const MIN_SIZE = 28;
export const MAX_SIZE = 46;

export interface StockIndexColor {
  /** A bit for each family, in the order of `colorFamilies`. */
  families: number;
  /** A bit for each size from MIN_SIZE on; none when the colour is sold out. */
  sizes: number;
}

export const familyBits = (families: readonly ColorFamily[]): number =>
  families.reduce((bits, family) => bits | (1 << colorFamilies.indexOf(family)), 0);

export const sizeBits = (sizes: readonly number[]): number =>
  sizes.reduce((bits, size) => (size >= MIN_SIZE && size <= MAX_SIZE ? bits | (1 << (size - MIN_SIZE)) : bits), 0);

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
