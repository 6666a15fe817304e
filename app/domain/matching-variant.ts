import type { Color, ProductCard, Variant } from "./catalogue";
import { type Choosable, preselectedSize, sizesOf } from "./choice";
import { familiesOf, familyLabels } from "./color-family";
import type { Refinement } from "./listing";
import { searchWords } from "./search";
import { ONE_COLOR, type Sized, sizeName } from "./size";

/** Which of a product's variants a list shows, when it was asked for a colour or a size: by filters, or by the words of a search. */

/** How well a colour answers. Compared first is `fit`, 0 for a colour that nobody asked for; then what is in stock; then `nearness`. */
interface Answer {
  fit: number;
  nearness: number;
}

export interface Preference {
  color: (color: Color) => Answer;
  size: (size: Sized) => boolean;
  /** Whether a size is wished for at all. */
  hasSize: boolean;
}

/** @returns undefined when neither colours nor sizes are asked for */
export function preferenceOf({ colors, sizes }: Pick<Refinement, "colors" | "sizes">): Preference | undefined {
  if (colors.length + sizes.length === 0) return undefined;
  return {
    color: ({ hex, name }) => {
      // The families in the order in which they were asked for; "Blanc et marine" is less blue than "Bleu ciel".
      const places = familiesOf(hex, name).flatMap((family, index) => {
        const asked = colors.indexOf(family);
        return asked < 0 ? [] : [asked * 2 + index];
      });
      return { fit: places.length > 0 ? 1 : 0, nearness: -Math.min(...places, colors.length * 2) };
    },
    size: ({ size }) => sizes.includes(size),
    hasSize: sizes.length > 0,
  };
}

/** A word of a search, as it was understood: whether a word of the catalogue is meant by it. */
export type Meant = (word: string) => boolean;

/** "sandale bleu nuit 38": the colour that has most of these words in its name or family, and the size that is called so. */
export function preferenceOfWords(words: readonly Meant[]): Preference {
  const count = (text: string) => {
    const known = searchWords(text);
    return words.filter((isMeant) => known.some(isMeant)).length;
  };
  return {
    color: (color) => {
      const name = `${color.name} ${color.slug}`;
      const families = familiesOf(color.hex, color.name).map((family) => familyLabels[family]);
      return { fit: count(`${name} ${families.join(" ")}`), nearness: count(name) };
    },
    size: (size) => {
      const name = searchWords(sizeName(size));
      return name.length > 0 && name.every((word) => words.some((isMeant) => isMeant(word)));
    },
    hasSize: true,
  };
}

/**
 * The variant that answers a wish best: its colour, in stock before sold out, and in it the size, else the first that is in stock.
 * @returns undefined when the product has nothing of it, and no variant stands out
 */
export function matchingVariant({ colors, variants }: Choosable, wish: Preference): Variant | undefined {
  const wanted = variants.filter(wish.size);
  const hasSize = wish.hasSize && wanted.length > 0;
  const asked = colors.map((color, place) => {
    const ofColor = (hasSize ? wanted : variants).filter((variant) => variant.color.slug === color.slug);
    return { color, place, ...fitOf(wish, color), inStock: ofColor.some(({ stock }) => stock > 0) };
  });
  const hasColor = asked.some(({ fit }) => fit > 0);
  const [best] = asked
    .filter(({ fit, inStock }) => (hasColor ? fit > 0 : hasSize && inStock))
    .sort(
      (a, b) => b.fit - a.fit || Number(b.inStock) - Number(a.inStock) || b.nearness - a.nearness || a.place - b.place,
    );
  if (!best) return undefined;
  const sizes = sizesOf({ colors, variants }, best.color.slug);
  const offered = hasSize ? sizes.filter((size) => wish.size(size)) : sizes;
  const size = preselectedSize(offered) ?? preselectedSize(sizes) ?? sizes[0]?.size;
  const { variantId } = sizes.find((option) => option.size === size) ?? {};
  return variants.find(({ id }) => id === variantId);
}

/** 'Coloris unique' is no colour that anybody asks for. */
const fitOf = (wish: Preference, color: Color): Answer =>
  color.slug === ONE_COLOR.slug ? { fit: 0, nearness: 0 } : wish.color(color);

/** Where a card leads: to the product, with the variant that it shows chosen there. */
export function cardPath({ slug, shown }: Pick<ProductCard, "slug" | "shown">): string {
  const search = new URLSearchParams();
  if (shown?.color) search.set("couleur", shown.color.slug);
  if (shown?.size !== undefined) search.set("pointure", String(shown.size));
  return `/product/${encodeURIComponent(slug)}${search.size > 0 ? `?${search}` : ""}`;
}
