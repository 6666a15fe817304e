import type { Selectable } from "kysely";
import { LRUCache } from "lru-cache";
import type { ProductTable } from "~/database/schema/catalogue";
import { genders, kinds } from "~/domain/catalogue/catalogue";
import { colorFamilies } from "~/domain/catalogue/color-family";
import { noRefinement, type Refinement } from "~/domain/catalogue/listing";
import { type Material, materials } from "~/domain/catalogue/material";
import {
  familyBits,
  MAX_SIZE,
  MIN_SIZE,
  readStockIndex,
  type StockIndexColor,
  sizeBits,
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
  return (filter) => tallies.memo(keyOf(filter), { context: filter });
}

/** The same text for equal filters, whatever their order. */
const keyOf = ({ refinement, ...filter }: ProductFilter) =>
  JSON.stringify(
    [filter, { ...refinement, colors: refinement?.colors.toSorted() }].map((part) => Object.entries(part).sort(byName)),
  );
const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

/** The filters of a group's own values, as bits; colours and sizes are in its stock index. */
const PRICE = 1;
const GENDER = 2;
const KIND = 4;
const MATERIAL = 8;
const REDUCED = 16;
const BRAND = 32;

/** @returns the filters that a group does not pass, as bits */
function failedFilters({
  minPrice = 0,
  maxPrice = Number.POSITIVE_INFINITY,
  genders,
  kinds,
  materials,
  brands,
  isReduced,
}: Refinement): (product: Filtered) => number {
  const isOneOf = <Value>(wanted: readonly Value[], value: Value) => wanted.length === 0 || wanted.includes(value);
  return (group) =>
    (group.price >= minPrice && group.price <= maxPrice ? 0 : PRICE) |
    (isOneOf(genders, group.gender) ? 0 : GENDER) |
    (isOneOf(kinds, group.kind) ? 0 : KIND) |
    (isOneOf<Material | "">(materials, group.material) ? 0 : MATERIAL) |
    (isOneOf(brands, group.brand) ? 0 : BRAND) |
    (!isReduced || isSpecial.reduced(group) ? 0 : REDUCED);
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
  const perGender = new Map(refinement.genders.map((gender) => [gender, 0]));
  const perKind = new Map(refinement.kinds.map((kind) => [kind, 0]));
  const perMaterial = new Map<Material | "", number>(refinement.materials.map((material) => [material, 0]));
  const perBrand = new Map(refinement.brands.map((brand) => [brand, 0]));
  const add = <Value>(counts: Map<Value, number>, value: Value, more: number) =>
    counts.set(value, (counts.get(value) ?? 0) + more);
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
    add(perGender, group.gender, unless(GENDER));
    add(perKind, group.kind, unless(KIND));
    add(perMaterial, group.material, unless(MATERIAL));
    if (group.brand !== "") add(perBrand, group.brand, unless(BRAND));
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
        .filter((gender) => perGender.has(gender))
        .map((gender) => ({ gender, count: perGender.get(gender) ?? 0 })),
      kinds: kinds.filter((kind) => perKind.has(kind)).map((kind) => ({ kind, count: perKind.get(kind) ?? 0 })),
      materials: materials
        .filter((material) => perMaterial.has(material))
        .map((material) => ({ material, count: perMaterial.get(material) ?? 0 })),
      brands: [...perBrand]
        .map(([brand, count]) => ({ brand, count }))
        .sort((a, b) => a.brand.localeCompare(b.brand, "fr")),
      reduced: (hasReduced && hasOther) || refinement.isReduced ? reduced : undefined,
    },
  };
}

/** @returns whether a filter lists the products of a group */
export function isListedBy(filter: ProductFilter): (product: Filtered) => boolean {
  const refinement = filter.refinement ?? noRefinement;
  const selected = { families: familyBits(refinement.colors), sizes: sizeBits(refinement.sizes) };
  const isListed = inList(filter);
  const failedBy = failedFilters(refinement);
  return (group) =>
    isListed(group) && failedBy(group) === 0 && offer(readStockIndex(group.stock_index), selected).matches;
}

/** Whether a group belongs to the list without its refinement. */
function inList(filter: ProductFilter): (product: Filtered) => boolean {
  const { collectionId, categoryIds, department, kind, kinds, gender, only } = filter;
  const categories = categoryIds && new Set(categoryIds);
  const ofDepartment = new Set(department?.categoryIds);
  return (group) =>
    (collectionId === undefined || group.collection_id === collectionId) &&
    (categories === undefined || categories.has(group.category_id)) &&
    (department === undefined || group.gender === department.gender || ofDepartment.has(group.category_id)) &&
    (kind === undefined || group.kind === kind) &&
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
  const bits = (colors: readonly StockIndexColor[], name: keyof StockIndexColor) =>
    colors.reduce((all, color) => all | color[name], 0);
  return {
    matches:
      ofColors.some((color) => selected.sizes === 0 || color.sizes & selected.sizes) ||
      (index.length === 0 && !selected.families && !selected.sizes),
    /** Families of the colours available in the selected sizes. */
    families: bits(inSizes, "families"),
    /** Sizes of the selected colours. */
    sizes: bits(ofColors, "sizes"),
    allFamilies: bits(index, "families"),
    allSizes: bits(index, "sizes"),
  };
}
