import type { Color, ProductCard, Variant } from "./catalogue";
import { type Choosable, preselectedSize, sizesOf } from "./choice";
import { familiesOf, familyTable } from "./color-family";
import type { Refinement } from "./listing";
import { searchWords } from "./search";
import { ONE_COLOR, type Sized, sizeName, wholeSize } from "./size";

/** Which variant a list shows when filters or search words name a colour or a size. */

/** How well a colour matches: `fit` counts first (0 is no match), then stock, then `nearness`. */
interface ColorMatch {
  fit: number;
  nearness: number;
}

export interface Preference {
  color: (color: Color) => ColorMatch;
  /** How many words name it, 0 for a size that is not wanted. */
  size: (size: Sized) => number;
  /** Whether a size is wanted at all. */
  hasSize: boolean;
  /** Whether cards are to name the sizes in stock. */
  namesSizes: boolean;
}

/** @returns undefined without filters by colour or size */
export function preferenceOf({ colors, sizes }: Pick<Refinement, "colors" | "sizes">): Preference | undefined {
  if (colors.length + sizes.length === 0) return undefined;
  return {
    color: ({ hex, name }) => {
      // Earlier filters count more; "Blanc et marine" is less blue than "Bleu ciel".
      const places = familiesOf(hex, name).flatMap((family, index) => {
        const place = colors.indexOf(family);
        return place < 0 ? [] : [place * 2 + index];
      });
      return { fit: places.length > 0 ? 1 : 0, nearness: -Math.min(...places, colors.length * 2) };
    },
    // Of 40 and 40,5 the first in stock is shown: 40.
    size: ({ size }) => Number(sizes.includes(wholeSize(size))),
    hasSize: sizes.length > 0,
    namesSizes: sizes.length > 0,
  };
}

/** A word of a search: whether it matches a word of the catalogue. */
export type WordMatcher = (word: string) => boolean;

/** Of "sandale bleu nuit 38": the colour with most words in name and family, and the size. */
export function preferenceOfWords(words: readonly WordMatcher[]): Preference {
  const count = (text: string) => {
    const textWords = searchWords(text);
    return words.filter((matches) => textWords.some(matches)).length;
  };
  return {
    color: (color) => {
      const name = `${color.name} ${color.slug}`;
      const families = familiesOf(color.hex, color.name).map((family) => familyTable[family].label);
      return { fit: count(`${name} ${families.join(" ")}`), nearness: count(name) };
    },
    size: (size) => {
      const name = searchWords(sizeName(size));
      return name.every((word) => words.some((matches) => matches(word))) ? name.length : 0;
    },
    hasSize: true,
    namesSizes: false,
  };
}

/** The wanted sizes that most words name: of "40,5" not 40, where both are there. */
export function wantedSizes(variants: readonly Variant[], { hasSize, size }: Preference): ReadonlySet<number> {
  const most = Math.max(1, ...variants.map(size));
  return new Set(variants.filter((variant) => hasSize && size(variant) === most).map((variant) => variant.size));
}

/**
 * The best colour, in stock first, and in it the wanted size, else the first in stock.
 * @returns undefined when no variant matches
 */
export function matchingVariant({ colors, variants }: Choosable, preference: Preference): Variant | undefined {
  const wanted = wantedSizes(variants, preference);
  const hasSize = wanted.size > 0;
  const candidates = colors.map((color, place) => {
    const ofColor = variants.filter(
      ({ color: { slug }, size }) => slug === color.slug && (!hasSize || wanted.has(size)),
    );
    return { color, place, ...matchOf(preference, color), inStock: ofColor.some(({ stock }) => stock > 0) };
  });
  const hasColor = candidates.some(({ fit }) => fit > 0);
  const [best] = candidates
    .filter(({ fit, inStock }) => (hasColor ? fit > 0 : hasSize && inStock))
    .sort(
      (a, b) => b.fit - a.fit || Number(b.inStock) - Number(a.inStock) || b.nearness - a.nearness || a.place - b.place,
    );
  if (!best) return undefined;
  const sizes = sizesOf({ colors, variants }, best.color.slug);
  const offered = hasSize ? sizes.filter(({ size }) => wanted.has(size)) : sizes;
  const size = preselectedSize(offered) ?? preselectedSize(sizes) ?? sizes[0]?.size;
  const { variantId } = sizes.find((option) => option.size === size) ?? {};
  return variants.find(({ id }) => id === variantId);
}

/** 'Coloris unique' matches no wish for a colour. */
const matchOf = (preference: Preference, color: Color): ColorMatch =>
  color.slug === ONE_COLOR.slug ? { fit: 0, nearness: 0 } : preference.color(color);

/** The product's page, with the shown variant preselected. */
export function cardPath({ slug, shown }: Pick<ProductCard, "slug" | "shown">): string {
  const search = new URLSearchParams();
  if (shown?.color) search.set("couleur", shown.color.slug);
  if (shown?.size !== undefined) search.set("pointure", String(shown.size));
  return `/product/${encodeURIComponent(slug)}${search.size > 0 ? `?${search}` : ""}`;
}
