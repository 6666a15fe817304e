import type { Color, Variant } from "./catalogue";
import type { Sized } from "./size";

/** The choice on the product page (sections 4 and 5). Browsers load this file too. */

/** The parts of a product that these rules need. */
export interface Choosable {
  colors: readonly Color[];
  variants: readonly Variant[];
}

interface SizeOption extends Sized {
  /** Pairs in this size and colour. */
  stock: number;
  variantId: string;
}

/** The sizes of a colour, each once, in ascending order (section 5). */
export function sizesOf(product: Choosable, colorSlug: string): SizeOption[] {
  const bySize = new Map<number, SizeOption>();
  for (const { id, color, size, sizeLabel, stock } of product.variants) {
    if (color.slug !== colorSlug) continue;
    const sameSize = bySize.get(size);
    if (!sameSize || sameSize.stock < stock) bySize.set(size, { size, ...labelled(sizeLabel), stock, variantId: id });
  }
  return [...bySize.values()].sort((a, b) => a.size - b.size);
}

/** Leaves the property out when there is no label. */
const labelled = (sizeLabel: string | undefined) => (sizeLabel ? { sizeLabel } : {});

/** Whether any of its sizes is a word. */
export const hasLabels = (product: Choosable) => product.variants.some(({ sizeLabel }) => sizeLabel !== undefined);

/** The sold-out sizes of each colour that has any. */
export const soldOutSizes = (product: Choosable): { color: Color; sizes: SizeOption[] }[] =>
  product.colors
    .map((color) => ({ color, sizes: sizesOf(product, color.slug).filter(({ stock }) => stock <= 0) }))
    .filter(({ sizes }) => sizes.length > 0);

const hasStock = (product: Choosable, colorSlug: string) =>
  product.variants.some(({ color, stock }) => color.slug === colorSlug && stock > 0);

/** The requested colour, else the first in stock, else the first (section 4). */
export function preselectedColor(product: Choosable, requested?: string): Color | undefined {
  return (
    product.colors.find(({ slug }) => slug === requested) ??
    product.colors.find(({ slug }) => hasStock(product, slug)) ??
    product.colors[0]
  );
}

/** The requested size if it is in stock, else the first in stock. */
export function preselectedSize(sizes: readonly SizeOption[], requested?: number): number | undefined {
  const offered = sizes.filter(({ stock }) => stock > 0);
  return (offered.find(({ size }) => size === requested) ?? offered[0])?.size;
}

/** Pairs at or below which a page says how many are left (section 9). */
const LOW_STOCK = 3;

export const isLow = (stock: number) => stock > 0 && stock <= LOW_STOCK;

/** Pages show no higher stock, so that most sales do not change them. */
const MAX_SHOWN = LOW_STOCK + 1;

/** The part of a variant's stock that pages depend on: equal numbers, equal pages. */
export const shownStock = (stock: number) => Math.max(0, Math.min(stock, MAX_SHOWN));

/** A size with its stock as `shownStock` gives it. */
export interface ShownSize extends Sized {
  stock: number;
}

/**
 * A colour's stock, one digit a size in the order of `sizes`: `3440-`; a dash means no such size.
 * It has to be short, since pages carry it for every colour.
 */
export function stockFigures(product: Choosable, colorSlug: string, sizes: readonly number[]): string {
  const options = sizesOf(product, colorSlug);
  return sizes
    .map((size) => {
      const option = options.find((candidate) => candidate.size === size);
      return option ? shownStock(option.stock) : "-";
    })
    .join("");
}

/** Reads what `stockFigures` wrote. @param labels empty for EU sizes */
export function shownSizes(figures: string, sizes: readonly number[], labels?: readonly string[]): ShownSize[] {
  return sizes.flatMap((size, index) => {
    const figure = figures[index] ?? "-";
    return figure === "-" ? [] : [{ size, ...labelled(labels?.[index]), stock: Number(figure) }];
  });
}

/** The stock line (sections 8 and 9). */
export function stockLine(stock: number): string {
  if (stock <= 0) return "Rupture de stock";
  return isLow(stock) ? onlyLeft(stock) : "En stock";
}

/** Also of a larger stock, when more pairs are asked for (section 8). */
export const onlyLeft = (stock: number): string => `Plus que ${stock} en stock !`;

/** Names of the controls, which are also the keys of the messages. */
export type ChoiceField = "couleur" | "pointure" | "quantite";
export type ChoiceErrors = Partial<Record<ChoiceField, string>>;
