import { type Gender, genders, type Kind } from "~/domain/catalogue";
import { colorFamilies } from "~/domain/color-family";
import { noRefinement } from "~/domain/listing";
import { familyBits, MAX_SIZE, MIN_SIZE, readStockIndex, type StockIndexColor, sizeBits } from "~/domain/stock-index";
import type { Facets, ProductFilter } from "../services/catalogue";

/** Counting in memory, by the rules of filter.server.ts. */

/** So many active products that are alike in all that lists ask for. */
export interface Group {
  category_id: string;
  collection_id: string | null;
  kind: Kind;
  gender: Gender;
  is_new: number;
  is_bestseller: number;
  price: number;
  old_price: number | null;
  stock_index: string;
  count: number;
}

export interface FacetCounts {
  total: number;
  facets: Facets;
}

/** Every size, ascending. */
const allSizes = Array.from({ length: MAX_SIZE - MIN_SIZE + 1 }, (_, index) => MIN_SIZE + index);

/** Refinements that are asked for within some seconds; the oldest goes. */
const KEPT = 500;

/** @returns the count of any filter: one walk through the groups, kept for who asks the same again */
export function facetCounter(groups: readonly Group[]): (filter: ProductFilter) => FacetCounts {
  const indexes = new Map<string, StockIndexColor[]>();
  for (const { stock_index: index } of groups) if (!indexes.has(index)) indexes.set(index, readStockIndex(index));
  const known = new Map<string, FacetCounts>();
  return (filter) => {
    const key = keyOf(filter);
    const before = known.get(key);
    if (before) return before;
    const tally = count(groups, indexes, filter);
    known.set(key, tally);
    if (known.size > KEPT) {
      const [oldest] = known.keys();
      if (oldest !== undefined) known.delete(oldest);
    }
    return tally;
  };
}

/** Equal filters as equal texts, whatever the order in which they were put together. */
const keyOf = ({ refinement, ...filter }: ProductFilter) =>
  JSON.stringify(Object.entries({ ...filter, ...refinement, colors: refinement?.colors.toSorted() }).sort(byName));
const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

function count(
  groups: readonly Group[],
  indexes: ReadonlyMap<string, readonly StockIndexColor[]>,
  filter: ProductFilter,
): FacetCounts {
  const {
    minPrice = 0,
    maxPrice = Number.POSITIVE_INFINITY,
    colors,
    sizes,
    genders: wanted,
  } = filter.refinement ?? noRefinement;
  const asked = { families: familyBits(colors), sizes: sizeBits(sizes) };
  const isMeant = meaning(filter);
  const byIndex = new Map([...indexes].map(([text, index]) => [text, { ...offer(index, asked), count: 0 }]));

  const perGender = new Map<Gender, number>();
  let price: Facets["price"];
  let total = 0;
  // What there is to choose: of the list before it is narrowed.
  let familyChoices = asked.families;
  let sizeChoices = asked.sizes;
  for (const group of groups) {
    const index = byIndex.get(group.stock_index);
    if (!index || !isMeant(group)) continue;
    familyChoices |= index.allFamilies;
    sizeChoices |= index.allSizes;
    const isOfGender = wanted.length === 0 || wanted.includes(group.gender);
    const isPriced = group.price >= minPrice && group.price <= maxPrice;
    if (isOfGender && index.matches)
      price = price
        ? { min: Math.min(price.min, group.price), max: Math.max(price.max, group.price) }
        : { min: group.price, max: group.price };
    const before = perGender.get(group.gender) ?? 0;
    perGender.set(group.gender, before + (isPriced && index.matches ? group.count : 0));
    if (isOfGender && isPriced) {
      index.count += group.count;
      if (index.matches) total += group.count;
    }
  }

  const offers = [...byIndex.values()].filter((index) => index.count > 0);
  const sum = (bits: "families" | "sizes", bit: number) =>
    offers.reduce((products, index) => products + (index[bits] & bit ? index.count : 0), 0);
  return {
    total,
    facets: {
      price,
      colors: colorFamilies
        .filter((family) => familyChoices & familyBits([family]))
        .map((family) => ({ family, count: sum("families", familyBits([family])) })),
      sizes: allSizes
        .filter((size) => sizeChoices & sizeBits([size]))
        .map((size) => ({ size, count: sum("sizes", sizeBits([size])) })),
      genders: genders
        .filter((gender) => perGender.has(gender) || wanted.includes(gender))
        .map((gender) => ({ gender, count: perGender.get(gender) ?? 0 })),
    },
  };
}

/** Whether a group belongs to the list before it is narrowed. */
function meaning({ collectionId, categoryIds, kind, kinds, gender, only }: ProductFilter): (group: Group) => boolean {
  const categories = categoryIds && new Set(categoryIds);
  return (group) =>
    (collectionId === undefined || group.collection_id === collectionId) &&
    (categories === undefined || categories.has(group.category_id)) &&
    (kind === undefined || group.kind === kind) &&
    (kinds === undefined || kinds.includes(group.kind)) &&
    (gender === undefined || group.gender === gender) &&
    (only === undefined || isSpecial[only](group));
}

const isSpecial: Record<NonNullable<ProductFilter["only"]>, (group: Group) => boolean> = {
  new: ({ is_new }) => is_new === 1,
  bestsellers: ({ is_bestseller }) => is_bestseller === 1,
  "new-bestsellers": ({ is_new, is_bestseller }) => is_new === 1 && is_bestseller === 1,
  reduced: ({ price, old_price }) => old_price !== null && old_price > price,
};

/** What a stock index has for who asks for these colours and sizes. */
function offer(index: readonly StockIndexColor[], asked: StockIndexColor) {
  const ofColors = index.filter((color) => asked.families === 0 || color.families & asked.families);
  const inSizes = index.filter((color) => asked.sizes === 0 || color.sizes & asked.sizes);
  const bits = (colors: readonly StockIndexColor[], name: keyof StockIndexColor) =>
    colors.reduce((all, one) => all | one[name], 0);
  return {
    matches:
      ofColors.some((color) => asked.sizes === 0 || color.sizes & asked.sizes) ||
      (index.length === 0 && !asked.families && !asked.sizes),
    /** Families of the colours that come in the sizes asked for. */
    families: bits(inSizes, "families"),
    /** Sizes of the colours asked for. */
    sizes: bits(ofColors, "sizes"),
    allFamilies: bits(index, "families"),
    allSizes: bits(index, "sizes"),
  };
}
