import type { Product } from "~/domain/catalogue";
import { shownSizes, stockFigures } from "~/domain/choice";
import type { Shade } from "./choice-fields";
import { type ChoiceValues, pairsOf } from "./use-choice";

/** What the browser needs to know while a pair is chosen. */
export function chosenFrom(product: Product) {
  const { slug, name, price, soldOut } = product;
  const sizes = [...new Set(product.variants.map(({ size }) => size))].sort((a, b) => a - b);
  const shades: Shade[] = product.colors.map((color) => ({
    ...color,
    stock: stockFigures(product, color.slug, sizes),
  }));
  return { slug, name, price, soldOut, sizes, shades };
}

export type Chosen = ReturnType<typeof chosenFrom>;

export interface ChosenProps {
  product: Chosen;
  choice: ChoiceValues;
  /** The chosen colour, or the one whose sizes are offered while none is. */
  color: string;
}

/** What is chosen, in words and in numbers. */
export function chosen({ product, choice, color }: ChosenProps) {
  const shade = product.shades.find(({ slug }) => slug === color);
  const sizes = shownSizes(shade?.stock ?? "", product.sizes);
  const size = sizes.find((option) => String(option.size) === choice.pointure && option.stock > 0);
  const what = [shade?.name, size && `pointure ${size.size}`].filter(Boolean).join(", ");
  return { shade, sizes, size, what, pairs: pairsOf(choice.quantite) };
}
