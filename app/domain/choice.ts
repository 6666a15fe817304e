import type { Color, Variant } from "./catalogue";
import type { Sized } from "./size";

/** What can be chosen on the product page, and what is chosen already (sections 4 and 5). The browser reads this as well. */

/** What the rules need to know of a product. */
export interface Choosable {
  colors: readonly Color[];
  variants: readonly Variant[];
}

export interface SizeOption extends Sized {
  /** Pairs of this size in the colour in question; 0 is said in words. */
  stock: number;
  variantId: string;
}

/** The sizes of a colour, each once, in the order of numbers (section 5). */
export function sizesOf(product: Choosable, colorSlug: string): SizeOption[] {
  const bySize = new Map<number, SizeOption>();
  for (const { id, color, size, sizeLabel, stock } of product.variants) {
    if (color.slug !== colorSlug) continue;
    const known = bySize.get(size);
    if (!known || known.stock < stock) bySize.set(size, { size, ...labelled(sizeLabel), stock, variantId: id });
  }
  return [...bySize.values()].sort((a, b) => a.size - b.size);
}

/** A label that is there. */
export const labelled = (sizeLabel: string | undefined) => (sizeLabel === undefined ? {} : { sizeLabel });

/** Whether a product has sizes in words: one does, all do. */
export const hasLabels = (product: Choosable) => product.variants.some(({ sizeLabel }) => sizeLabel !== undefined);

const hasStock = (product: Choosable, colorSlug: string) =>
  product.variants.some(({ color, stock }) => color.slug === colorSlug && stock > 0);

/**
 * The colour that is chosen before anybody chooses: the one that was asked for, else the first that can be bought, else the
 * first (section 4).
 */
export function preselectedColor(product: Choosable, asked?: string): Color | undefined {
  return (
    product.colors.find(({ slug }) => slug === asked) ??
    product.colors.find(({ slug }) => hasStock(product, slug)) ??
    product.colors[0]
  );
}

/** The size that goes with a colour before anybody chooses: the one that was asked for if it is there, else the first. */
export function preselectedSize(sizes: readonly SizeOption[], asked?: number): number | undefined {
  const offered = sizes.filter(({ stock }) => stock > 0);
  return (offered.find(({ size }) => size === asked) ?? offered[0])?.size;
}

/** Pairs at or below which a page says how many are left (section 9). */
const LOW_STOCK = 3;

export const isLow = (stock: number) => stock > 0 && stock <= LOW_STOCK;

/** Stock is told up to here: "En stock" is all that is said of more, and the page stays the same from one sale to the next. */
const ENOUGH = LOW_STOCK + 1;

/** What a product's page depends on of a variant's stock: equal numbers, equal page. */
export const shownStock = (stock: number) => Math.max(0, Math.min(stock, ENOUGH));

/** What a page shows of a size: as many pairs as it tells. */
export interface ShownSize extends Sized {
  stock: number;
}

/**
 * The stock of a colour in a figure a size, in the order of `sizes`: `3440-`. A dash is a size that it never had. Pages carry
 * this for every colour, and have no room for more.
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

/** `stockFigures`, read again. */
export function shownSizes(figures: string, sizes: readonly number[], labels?: readonly string[]): ShownSize[] {
  return sizes.flatMap((size, index) => {
    const figure = figures[index] ?? "-";
    return figure === "-" ? [] : [{ size, ...labelled(labels?.[index]), stock: Number(figure) }];
  });
}

/** The stock line (sections 8 and 9). */
export function stockLine(stock: number): string {
  if (stock <= 0) return "Rupture de stock";
  return isLow(stock) ? `Plus que ${stock} en stock !` : "En stock";
}

/** Names of the controls, which are also the keys of the messages. */
export type ChoiceField = "couleur" | "pointure" | "quantite";
export type ChoiceErrors = Partial<Record<ChoiceField, string>>;
