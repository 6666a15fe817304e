import { MAX_ADDED } from "~/domain/cart";
import type { Color, Product } from "~/domain/catalogue";
import { hasLabels, shownSizes, stockFigures } from "~/domain/choice";
import { asciiDigits } from "~/domain/phone";
import { sizeName, sizeWords } from "~/domain/size";

/** What stands in the controls, as text. */
export interface ChoiceValues {
  couleur: string;
  pointure: string;
  quantite: string;
}

/** A colour and its stock, as `stockFigures` writes it. */
export interface Shade extends Color {
  stock: string;
}

/** What the browser needs to know while a pair is chosen. */
export interface Chosen {
  name: string;
  price: number;
  sizes: number[];
  /** Of goods that are no shoes: what their sizes are called, in the order of `sizes`. */
  labels?: string[];
  shades: Shade[];
}

export function chosenFrom(product: Product): Chosen {
  const { name, price } = product;
  const bySize = new Map(product.variants.map((variant) => [variant.size, sizeName(variant)]));
  const sizes = [...bySize.keys()].sort((a, b) => a - b);
  const shades = product.colors.map((color) => ({ ...color, stock: stockFigures(product, color.slug, sizes) }));
  const labels = hasLabels(product) ? { labels: sizes.map((size) => bySize.get(size) ?? "") } : {};
  return { name, price, sizes, ...labels, shades };
}

/** What is chosen, in words and in numbers. @param color the one whose sizes are offered while none is chosen */
export function chosen(product: Chosen, choice: ChoiceValues, color: string) {
  const shade = product.shades.find(({ slug }) => slug === (choice.couleur || color));
  const sizes = shownSizes(shade?.stock ?? "", product.sizes, product.labels);
  const size = sizes.find((option) => String(option.size) === choice.pointure && option.stock > 0);
  const what = [shade?.name, size && sizeWords(size)].filter(Boolean).join(", ");
  return { shade, sizes, size, what, pairs: pairsOf(choice.quantite) };
}

/** The number of pairs that is reckoned with while something else may stand in the field. */
export function pairsOf(quantite: string): number {
  const typed = Number(asciiDigits(quantite));
  return Number.isInteger(typed) && typed >= 1 && typed <= MAX_ADDED ? typed : 1;
}
