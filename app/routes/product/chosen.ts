import { MAX_ADDED } from "~/domain/cart";
import type { Color, Product } from "~/domain/catalogue";
import { hasLabels, isLow, type ShownSize, shownSizes, stockFigures, stockLine } from "~/domain/choice";
import { asciiDigits } from "~/domain/phone";
import { pieces, sizeName, sizeNoun, sizeWords } from "~/domain/size";

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

/** What is chosen, and of which colour the sizes are. @param color the one while none is chosen */
export function chosen(product: Chosen, choice: ChoiceValues, color: string) {
  const shade = product.shades.find(({ slug }) => slug === (choice.couleur || color));
  const sizes = shownSizes(shade?.stock ?? "", product.sizes, product.labels);
  const size = sizes.find((option) => String(option.size) === choice.pointure && option.stock > 0);
  const what = [shade?.name, size && sizeWords(size)].filter(Boolean).join(", ");
  const isLabelled = product.labels !== undefined;
  const order = [
    product.name,
    what || `${sizeNoun(isLabelled)} à choisir`,
    pieces(pairsOf(choice.quantite), isLabelled),
  ];
  return {
    sizes,
    size,
    stock: stockWords({ what, size, sizes, noun: sizeNoun(isLabelled) }),
    isLow: size !== undefined && isLow(size.stock),
    order: `Vous commandez\u00a0: ${order.join(", ")}.`,
  };
}

/** Of which pair is spoken, and what there is of it: true also where another one is chosen next without scripts. */
function stockWords(of: { what: string; size: ShownSize | undefined; sizes: readonly ShownSize[]; noun: string }) {
  const { what, size, sizes, noun } = of;
  if (size) return [`${what}\u00a0: `, stockLine(size.stock)] as const;
  const isSoldOut = sizes.every(({ stock }) => stock === 0);
  return [isSoldOut ? `Aucune ${noun} disponible pour le moment` : `Choisissez une ${noun}`, ""] as const;
}

/** The number of pairs that is reckoned with while something else may stand in the field. */
export function pairsOf(quantite: string): number {
  const typed = Number(asciiDigits(quantite));
  return Number.isInteger(typed) && typed >= 1 && typed <= MAX_ADDED ? typed : 1;
}
