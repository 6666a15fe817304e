import { formatDinars } from "../values/money";
import { asciiDigits } from "../values/phone";
import { counted } from "../values/plural";
import { isStorable } from "../values/storable";
import { type Gender, genderLabels, genders, type Kind, kindLabels, kinds } from "./catalogue";
import { type ColorFamily, colorFamilies, familyTable } from "./color-family";
import { type Material, materialLabels, materials } from "./material";
import { MAX_SIZE, MIN_SIZE } from "./stock-index";

/** The query of a list of products, from its address and back. */

export const sorts = ["nouveautes", "meilleures-ventes", "mieux-notes", "prix-croissant", "prix-decroissant"] as const;
export type ListingSort = (typeof sorts)[number];
/** A search has its own order besides. */
export const searchSorts = ["pertinence", ...sorts] as const;
export type SearchSort = (typeof searchSorts)[number];

export const sortLabels: Record<SearchSort, string> = {
  pertinence: "Pertinence",
  nouveautes: "Nouveautés",
  "meilleures-ventes": "Meilleures ventes",
  "mieux-notes": "Mieux notés",
  "prix-croissant": "Prix croissant",
  "prix-decroissant": "Prix décroissant",
};

/** Products of a page (section 9). */
export const PAGE_SIZE = 20;
/** The most products in one answer. */
export const MAX_PAGE_SIZE = 100;

/** A page that was asked for, and its size, both within their bounds. */
export const boundedPage = ({ page, size }: { page: number; size?: number | undefined }) => ({
  page: Math.max(1, Math.trunc(page) || 1),
  size: Math.min(MAX_PAGE_SIZE, Math.max(1, Math.trunc(size ?? PAGE_SIZE) || PAGE_SIZE)),
});

/** No catalogue has more pages. */
const LAST_PAGE = 100_000;

/** Filters: of one kind any value has to match, and every kind that has values. */
export interface Refinement {
  /** Whole dinars, both included. */
  minPrice?: number;
  maxPrice?: number;
  /** In the shopper's order; a card shows the first that its product has. */
  colors: readonly ColorFamily[];
  /** EU sizes that are in stock. */
  sizes: readonly number[];
  genders: readonly Gender[];
  kinds: readonly Kind[];
  materials: readonly Material[];
  brands: readonly string[];
  /** Reduced products only. */
  isReduced?: true;
}

export const noRefinement: Refinement = { colors: [], sizes: [], genders: [], kinds: [], materials: [], brands: [] };

export const isRefined = (refinement: Refinement): boolean => activeFilters(refinement).length > 0;

/** @template Sort the orders that the list has */
export interface ListingQuery<Sort extends SearchSort = SearchSort> {
  sort: Sort;
  /** The order of an address that names none. */
  defaultSort: Sort;
  /** From 1. */
  page: number;
  refinement: Refinement;
}

/** Parameters that a page has beside its list's own, such as the sub-category. */
export type Kept = Readonly<Record<string, string>>;

/** Names of a list's parameters, as they stand in its address and in the refine panel's form. */
export const parameterNames = {
  sort: "tri",
  page: "page",
  minPrice: "prix-min",
  maxPrice: "prix-max",
  color: "couleur",
  size: "pointure",
  gender: "genre",
  kind: "type",
  material: "matiere",
  brand: "marque",
  reduced: "solde",
} as const;

/** Id of the refine panel's form, to which the sort beside the count belongs. */
export const REFINE_FORM = "affiner";

/** The value of `parameterNames.reduced`. */
export const REDUCED = "oui";

/** What is asked beyond it counts as it. */
export const MAX_PRICE = 10_000_000;

/** Unknown, malformed and unduly repeated parameters count as absent. */
export const parseListing = (parameters: URLSearchParams): ListingQuery<ListingSort> =>
  parse(parameters, sorts, "nouveautes");

export const parseSearchListing = (parameters: URLSearchParams): ListingQuery =>
  parse(parameters, searchSorts, "pertinence");

function parse<Sort extends SearchSort>(
  parameters: URLSearchParams,
  offered: readonly Sort[],
  defaultSort: Sort,
): ListingQuery<Sort> {
  const names = parameterNames;
  const sort = offered.find((candidate) => candidate === single(parameters, names.sort));
  const page = single(parameters, names.page);
  const prices = [names.minPrice, names.maxPrice].map((name) => dinars(single(parameters, name)));
  // Bounds in the wrong order, "de 9000 à 3000", are swapped.
  const [minPrice, maxPrice] = isReversed(prices) ? prices.reverse() : prices;
  const sizes = new Set(
    parameters
      .getAll(names.size)
      .filter((size) => /^\d{2}$/.test(size))
      .map(Number),
  );
  const valuesOf = (name: string) => new Set(parameters.getAll(name));
  /** Those of `values` that the address names, in their own order. */
  const among = <Value extends string>(values: readonly Value[], name: string) => {
    const wanted = valuesOf(name);
    return values.filter((value) => wanted.has(value));
  };
  return {
    sort: sort ?? defaultSort,
    defaultSort,
    page: page && /^\d{1,9}$/.test(page) ? Math.min(Math.max(Number(page), 1), LAST_PAGE) : 1,
    refinement: {
      minPrice,
      maxPrice,
      colors: [...valuesOf(names.color)].flatMap((color) => colorFamilies.find((family) => family === color) ?? []),
      sizes: [...sizes].filter((size) => size >= MIN_SIZE && size <= MAX_SIZE).sort((a, b) => a - b),
      genders: among(genders, names.gender),
      kinds: among(kinds, names.kind),
      materials: among(materials, names.material),
      brands: [...valuesOf(names.brand)].filter(isBrand).slice(0, MAX_BRANDS).sort(),
      ...(single(parameters, names.reduced) === REDUCED ? { isReduced: true } : {}),
    },
  };
}

/** No shopper compares more. */
const MAX_BRANDS = 20;
/** Which brands there are only the catalogue knows. */
const isBrand = (name: string) => name !== "" && name.length <= 150 && isStorable(name);

/** A price as it is typed, "5.000 DA" or "5000,00", in any digits; undefined for 0. */
function dinars(typed: string | undefined): number | undefined {
  const digits = asciiDigits(typed ?? "")
    .replace(/\s/g, "")
    .replace(/D(?:A|ZD)$/i, "")
    .replace(/[.,'\u2019](?=\d{3}(?!\d))/g, "")
    .replace(/[.,]0+$/, "");
  return /^\d{1,9}$/.test(digits) ? Math.min(Number(digits), MAX_PRICE) || undefined : undefined;
}

const isReversed = ([min, max]: (number | undefined)[]) => min !== undefined && max !== undefined && min > max;

function single(parameters: URLSearchParams, name: string): string | undefined {
  const values = new Set(parameters.getAll(name));
  return values.size === 1 ? [...values][0] : undefined;
}

/** The address of a list, without defaults and without empty parameters in `otherParameters`. */
export function listingPath(base: string, query: ListingQuery, otherParameters: Kept = {}): string {
  const search = new URLSearchParams(Object.entries(otherParameters).filter(([, value]) => value !== ""));
  const { minPrice, maxPrice, isReduced, ...chosen } = query.refinement;
  const names = parameterNames;
  for (const color of chosen.colors) search.append(names.color, color);
  for (const size of chosen.sizes) search.append(names.size, String(size));
  for (const gender of chosen.genders) search.append(names.gender, gender);
  for (const kind of chosen.kinds) search.append(names.kind, kind);
  for (const material of chosen.materials) search.append(names.material, material);
  for (const brand of chosen.brands) search.append(names.brand, brand);
  if (minPrice !== undefined) search.set(names.minPrice, String(minPrice));
  if (maxPrice !== undefined) search.set(names.maxPrice, String(maxPrice));
  if (isReduced) search.set(names.reduced, REDUCED);
  if (query.sort !== query.defaultSort) search.set(names.sort, query.sort);
  if (query.page > 1) search.set(names.page, String(query.page));
  const text = search.toString();
  return text ? `${base}?${text}` : base;
}

/** One filter, and the refinement without it. */
interface ActiveFilter {
  kind: "Prix" | "Couleur" | "Pointure" | "Genre" | "Type" | "Matière" | "Marque";
  value: string;
  without: Refinement;
}

export function activeFilters(refinement: Refinement): ActiveFilter[] {
  const { minPrice, maxPrice, ...choices } = refinement;
  const { isReduced, ...atAnyPrice } = refinement;
  const price = priceText(minPrice, maxPrice);
  /** A filter for each value of a list, which leaves the others. */
  const each = <Key extends "colors" | "sizes" | "genders" | "kinds" | "materials" | "brands">(
    kind: ActiveFilter["kind"],
    key: Key,
    label: (value: Refinement[Key][number]) => string,
  ) => {
    const values: readonly Refinement[Key][number][] = refinement[key];
    return values.map((value) => ({
      kind,
      value: label(value),
      without: { ...refinement, [key]: values.filter((other) => other !== value) },
    }));
  };
  return [
    ...(price === undefined ? [] : [{ kind: "Prix" as const, value: price, without: choices }]),
    ...(isReduced ? [{ kind: "Prix" as const, value: REDUCED_LABEL, without: atAnyPrice }] : []),
    ...each("Type", "kinds", (kind) => kindLabels[kind]),
    ...each("Couleur", "colors", (color) => familyTable[color].label),
    ...each("Pointure", "sizes", String),
    ...each("Genre", "genders", (gender) => genderLabels[gender]),
    ...each("Matière", "materials", (material) => materialLabels[material]),
    ...each("Marque", "brands", String),
  ];
}

export const REDUCED_LABEL = "En solde";

function priceText(min: number | undefined, max: number | undefined): string | undefined {
  if (min === undefined) return max === undefined ? undefined : `jusqu'à ${formatDinars(max)}`;
  return max === undefined ? `à partir de ${formatDinars(min)}` : `de ${formatDinars(min)} à ${formatDinars(max)}`;
}

/**
 * @returns the first page, the last, and those around `page`; `undefined` where some are left out
 */
export function pagerNumbers(page: number, pages: number): (number | undefined)[] {
  const numbers = [...new Set([1, page - 1, page, page + 1, pages])]
    .filter((number) => number >= 1 && number <= pages)
    .sort((a, b) => a - b);
  return numbers.flatMap((number, index) => {
    const before = numbers[index - 1] ?? 0;
    // A gap of one page takes as much room as its number.
    if (number - before === 2) return [number - 1, number];
    return number - before > 2 ? [undefined, number] : [number];
  });
}

/** "1 produit", "64 produits", "Aucun produit". */
export function productsText(count: number): string {
  return count === 0 ? "Aucun produit" : counted(count, "produit");
}
