import type { Product } from "~/domain/catalogue";
import { hasLabels, shownSizes, stockFigures } from "~/domain/choice";
import { sizeName, sizeWords } from "~/domain/size";
import type { Shade } from "./choice-fields";
import { type ChoiceValues, pairsOf } from "./use-choice";

/** What the browser needs to know while a pair is chosen. */
export function chosenFrom(product: Product) {
  const { slug, name, price, soldOut } = product;
  const bySize = new Map(product.variants.map((variant) => [variant.size, sizeName(variant)]));
  const sizes = [...bySize.keys()].sort((a, b) => a - b);
  const shades: Shade[] = product.colors.map((color) => ({
    ...color,
    stock: stockFigures(product, color.slug, sizes),
  }));
  const labels = hasLabels(product) ? { labels: sizes.map((size) => bySize.get(size) ?? "") } : {};
  return { slug, name, price, soldOut, sizes, ...labels, shades };
}

export type Chosen = ReturnType<typeof chosenFrom> & {
  /** Of goods that are no shoes: what their sizes are called, in the order of `sizes`. */
  labels?: string[];
};

export interface ChosenProps {
  product: Chosen;
  choice: ChoiceValues;
  /** The chosen colour, or the one whose sizes are offered while none is. */
  color: string;
}

/** What is chosen, in words and in numbers. */
export function chosen({ product, choice, color }: ChosenProps) {
  const shade = product.shades.find(({ slug }) => slug === color);
  const sizes = shownSizes(shade?.stock ?? "", product.sizes, product.labels);
  const size = sizes.find((option) => String(option.size) === choice.pointure && option.stock > 0);
  const what = [shade?.name, size && sizeWords(size)].filter(Boolean).join(", ");
  return { shade, sizes, size, what, pairs: pairsOf(choice.quantite) };
}
