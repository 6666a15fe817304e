import { MAX_ADDED } from "../order/cart";
import { asciiDigits } from "../values/phone";
import type { Color, Product } from "./catalogue";
import { hasLabels, isLow, type ShownSize, shownSizes, stockFigures, stockLine } from "./choice";
import { pieces, sizeNoun, sizeWords } from "./size";

/** Beside a size, after its name. */
export const SOLD_OUT = " Rupture de stock";

/** The values of the controls, as text. */
export interface ChoiceValues {
  couleur: string;
  pointure: string;
  quantite: string;
}

/** A colour and its stock, as `stockFigures` writes it. */
interface Shade extends Color {
  stock: string;
}

/** The data by which the browser follows the choice. */
export interface ProductOptions {
  name: string;
  price: number;
  sizes: number[];
  /** Sizes in words, in the order of `sizes`; empty for EU sizes. */
  labels?: string[];
  shades: Shade[];
}

export function optionsOf(product: Product): ProductOptions {
  const { name, price } = product;
  const bySize = new Map(product.variants.map(({ size, sizeLabel }) => [size, sizeLabel]));
  const sizes = [...bySize.keys()].sort((a, b) => a - b);
  const shades = product.colors.map((color) => ({ ...color, stock: stockFigures(product, color.slug, sizes) }));
  const labels = hasLabels(product) ? { labels: sizes.map((size) => bySize.get(size) ?? "") } : {};
  return { name, price, sizes, ...labels, shades };
}

/** Sizes, stock and order of a choice. @param color whose sizes are offered while none is chosen */
export function choiceState(product: ProductOptions, choice: ChoiceValues, color: string) {
  const shade = product.shades.find(({ slug }) => slug === (choice.couleur || color));
  const sizes = shownSizes(shade?.stock ?? "", product.sizes, product.labels);
  const size = sizes.find((option) => String(option.size) === choice.pointure && option.stock > 0);
  const what = [shade?.name, size && sizeWords(size)].filter(Boolean).join(", ");
  const isLabelled = product.labels !== undefined;
  const none = `${sizeNoun(isLabelled)} à choisir`;
  const sizeText = size ? sizeWords(size) : none;
  const order = [product.name, what || none, pieces(pairsChosen(choice.quantite), isLabelled)];
  return {
    sizes,
    size,
    stock: stockWords({ what, size, sizes, noun: sizeNoun(isLabelled) }),
    isLow: size !== undefined && isLow(size.stock),
    /** What the bar under the thumb says before the price: "Pointure 38 · ". */
    inBar: `${sizeText.charAt(0).toUpperCase()}${sizeText.slice(1)} · `,
    order: `Vous commandez\u00a0: ${order.join(", ")}.`,
  };
}

/** The stock with the variant's name, since without scripts another may be chosen next. */
function stockWords(of: { what: string; size: ShownSize | undefined; sizes: readonly ShownSize[]; noun: string }) {
  const { what, size, sizes, noun } = of;
  if (size) return [`${what}\u00a0: `, stockLine(size.stock)] as const;
  const isSoldOut = sizes.every(({ stock }) => stock === 0);
  return [isSoldOut ? `Aucune ${noun} disponible pour le moment` : `Choisissez une ${noun}`, ""] as const;
}

/** The quantity as a number; 1 while the field holds none. */
export function pairsChosen(quantite: string): number {
  const typed = Number(asciiDigits(quantite));
  return Number.isInteger(typed) && typed >= 1 && typed <= MAX_ADDED ? typed : 1;
}
