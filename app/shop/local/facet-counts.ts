import type { Selectable } from "kysely";
import { LRUCache } from "lru-cache";
import type { ProductTable } from "~/database/schema/catalogue";
import { genders as allGenders, kinds as allKinds } from "~/domain/catalogue/catalogue";
import { colorFamilies } from "~/domain/catalogue/color-family";
import { noRefinement, type Refinement } from "~/domain/catalogue/listing";
import { materials as allMaterials } from "~/domain/catalogue/material";
import {
  familiesOn,
  familyBits,
  MAX_SIZE,
  MIN_SIZE,
  readStockIndex,
  type StockIndexColor,
  sizeBits,
  sizesOn,
} from "~/domain/catalogue/stock-index";
import type { Facets, ProductFilter } from "../services/catalogue";

/** Counts in memory, by the rules of filter.server.ts. */

/** In the order of the index's columns. */
export const groupColumns = [
  "category_id",
  "collection_id",
  "kind",
  "gender",
  "is_new",
  "is_bestseller",
  "price",
  "old_price",
  "material",
  "brand",
  "stock_index",
] as const;

/** Filters by any of the chosen values of a column. */
export const choices = [
  ["genders", "gender"],
  ["kinds", "kind"],
  ["materials", "material"],
  ["brands", "brand"],
] as const;

type Filtered = Pick<Selectable<ProductTable>, (typeof groupColumns)[number]>;

/** Number of active products that are equal in everything that filters read. */
export type Group = Filtered & { count: number };

export interface FacetCounts {
  total: number;
  facets: Facets;
}

/** Every size, ascending. */
const allSizes = Array.from({ length: MAX_SIZE - MIN_SIZE + 1 }, (_, index) => MIN_SIZE + index);

/** Cached filters; the least recently used is dropped. */
const KEPT = 500;

/** @returns counts of a filter: one walk through the groups, cached */
export function facetCounter(groups: readonly Group[]): (filter: ProductFilter) => FacetCounts {
  const indexes = new Map<string, StockIndexColor[]>();
  for (const { stock_index: index } of groups) if (!indexes.has(index)) indexes.set(index, readStockIndex(index));
  const tallies = new LRUCache<string, FacetCounts, ProductFilter>({
    max: KEPT,
    memoMethod: (_key, _old, { context: filter }) => count(groups, indexes, filter),
  });
  return (filter) => tallies.memo(JSON.stringify(filter), { context: filter });
}

/** The filters of a group's own values, as bits; colours and sizes are in its stock index. */
const PRICE = 1;
const REDUCED = 2;
const bitOf = { genders: 4, kinds: 8, materials: 16, brands: 32 };

/** @returns the filters that a group does not pass, as bits */
function failedFilters(refinement: Refinement): (product: Filtered) => number {
  const { minPrice = 0, maxPrice = Number.POSITIVE_INFINITY, isReduced } = refinement;
  const isOneOf = (wanted: readonly string[], value: string) => wanted.length === 0 || wanted.includes(value);
  return (group) =>
    choices.reduce(
      (failed, [filter, column]) => (isOneOf(refinement[filter], group[column]) ? failed : failed | bitOf[filter]),
      (group.price >= minPrice && group.price <= maxPrice ? 0 : PRICE) |
        (!isReduced || isSpecial.reduced(group) ? 0 : REDUCED),
    );
}

function count(
  groups: readonly Group[],
  indexes: ReadonlyMap<string, readonly StockIndexColor[]>,
  filter: ProductFilter,
): FacetCounts {
  const refinement = filter.refinement ?? noRefinement;
  const selected = { families: familyBits(refinement.colors), sizes: sizeBits(refinement.sizes) };
  const isListed = inList(filter);
  const failedBy = failedFilters(refinement);
  const byIndex = new Map([...indexes].map(([text, index]) => [text, { ...offer(index, selected), count: 0 }]));

  // Choices come from the list without its refinement.
  let familyChoices = selected.families;
  let sizeChoices = selected.sizes;
  const none = (chosen: readonly string[]) => new Map(chosen.map((value) => [value, 0]));
  const { genders, kinds, materials, brands } = refinement;
  const per = { genders: none(genders), kinds: none(kinds), materials: none(materials), brands: none(brands) };
  let price: Facets["price"];
  let total = 0;
  let reduced = 0;
  let hasReduced = false;
  let hasOther = false;
  for (const group of groups) {
    const index = byIndex.get(group.stock_index);
    if (!index || !isListed(group)) continue;
    familyChoices |= index.allFamilies;
    sizeChoices |= index.allSizes;
    const isReduced = isSpecial.reduced(group);
    if (isReduced) hasReduced = true;
    else hasOther = true;
    const failed = failedBy(group);
    if (failed === 0) index.count += group.count;
    /** The group's products, if no other filter than this one leaves them out. */
    const unless = (filter: number) => (index.matches && (failed & ~filter) === 0 ? group.count : 0);
    for (const [filter, column] of choices)
      per[filter].set(group[column], (per[filter].get(group[column]) ?? 0) + unless(bitOf[filter]));
    if (isReduced) reduced += unless(REDUCED);
    total += unless(0);
    if (unless(PRICE) > 0)
      price = price
        ? { min: Math.min(price.min, group.price), max: Math.max(price.max, group.price) }
        : { min: group.price, max: group.price };
  }

  const offers = [...byIndex.values()].filter((index) => index.count > 0);
  const sum = (bits: "families" | "sizes", bit: number) =>
    offers.reduce((products, index) => products + (index[bits] & bit ? index.count : 0), 0);
  /** @param values in their order, of which those stay that the list has */
  const facet = <Name extends string, Value extends string>(
    name: Name,
    counts: ReadonlyMap<string, number>,
    values: readonly Value[],
  ) =>
    values.flatMap((value) =>
      counts.has(value) ? [{ [name]: value, count: counts.get(value) } as Record<Name, Value> & { count: number }] : [],
    );
  const named = [...per.brands.keys()].filter((brand) => brand !== "").sort((a, b) => a.localeCompare(b, "fr"));
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
      genders: facet("gender", per.genders, allGenders),
      kinds: facet("kind", per.kinds, allKinds),
      materials: facet("material", per.materials, allMaterials),
      brands: facet("brand", per.brands, named),
      reduced: (hasReduced && hasOther) || refinement.isReduced ? reduced : undefined,
    },
  };
}

/** Whether a group belongs to the list without its refinement. */
function inList(filter: ProductFilter): (product: Filtered) => boolean {
  const { collectionId, categoryIds, department, kinds, gender, only } = filter;
  const categories = categoryIds && new Set(categoryIds);
  const ofDepartment = new Set(department?.categoryIds);
  return (group) =>
    (collectionId === undefined || group.collection_id === collectionId) &&
    (categories === undefined || categories.has(group.category_id)) &&
    (department === undefined || group.gender === department.gender || ofDepartment.has(group.category_id)) &&
    (kinds === undefined || kinds.includes(group.kind)) &&
    (gender === undefined || group.gender === gender) &&
    (only === undefined || isSpecial[only](group));
}

const isSpecial: Record<NonNullable<ProductFilter["only"]>, (product: Filtered) => boolean> = {
  new: ({ is_new }) => is_new === 1,
  bestsellers: ({ is_bestseller }) => is_bestseller === 1,
  "new-bestsellers": ({ is_new, is_bestseller }) => is_new === 1 && is_bestseller === 1,
  reduced: ({ price, old_price }) => old_price !== null && old_price > price,
};

/** What a stock index offers for the selected colours and sizes. */
function offer(index: readonly StockIndexColor[], selected: StockIndexColor) {
  const ofColors = index.filter((color) => selected.families === 0 || color.families & selected.families);
  const inSizes = index.filter((color) => selected.sizes === 0 || color.sizes & selected.sizes);
  return {
    matches:
      ofColors.some((color) => selected.sizes === 0 || color.sizes & selected.sizes) ||
      (index.length === 0 && !selected.families && !selected.sizes),
    /** Families of the colours available in the selected sizes. */
    families: familiesOn(inSizes),
    /** Sizes of the selected colours. */
    sizes: sizesOn(ofColors),
    allFamilies: familiesOn(index),
    allSizes: sizesOn(index),
  };
}
