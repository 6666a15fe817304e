/** What a list of products can be asked by its address: pure, so that a link is a list and a list is a link. */

export const sorts = ["nouveautes", "prix-croissant", "prix-decroissant"] as const;
export type ListingSort = (typeof sorts)[number];

export const sortLabels: Record<ListingSort, string> = {
  nouveautes: "Nouveautés",
  "prix-croissant": "Prix croissant",
  "prix-decroissant": "Prix décroissant",
};

/** Beyond this there is no page of any catalogue; a larger number is noise. */
const LAST_PAGE = 100_000;

export interface ListingQuery {
  sort: ListingSort;
  /** From 1. */
  page: number;
  /** Slug of a collection, unchecked. */
  collection?: string;
}

/**
 * @param parameters of the page's address
 * @returns what they ask for; what is unknown, malformed or given twice with different values counts as not given
 */
export function parseListing(parameters: URLSearchParams): ListingQuery {
  const sort = sorts.find((known) => known === single(parameters, "tri"));
  const page = single(parameters, "page");
  const collection = single(parameters, "collection");
  return {
    sort: sort ?? "nouveautes",
    page: page && /^\d{1,9}$/.test(page) ? Math.min(Math.max(Number(page), 1), LAST_PAGE) : 1,
    ...(collection && /^[\p{L}\p{N}_-]{1,100}$/u.test(collection) ? { collection } : {}),
  };
}

function single(parameters: URLSearchParams, name: string): string | undefined {
  const values = new Set(parameters.getAll(name));
  return values.size === 1 ? [...values][0] : undefined;
}

/** The one address of a list: what is the default is left out. */
export function listingPath(query: ListingQuery): string {
  const parameters = new URLSearchParams();
  if (query.collection) parameters.set("collection", query.collection);
  if (query.sort !== "nouveautes") parameters.set("tri", query.sort);
  if (query.page > 1) parameters.set("page", String(query.page));
  const search = parameters.toString();
  return search ? `/shop?${search}` : "/shop";
}

/**
 * The pages that a pager names: the first, the last, and those around the current one.
 * @returns page numbers in order, with `undefined` where some are left out
 */
export function pagerNumbers(page: number, pages: number): (number | undefined)[] {
  const named = [...new Set([1, page - 1, page, page + 1, pages])]
    .filter((number) => number >= 1 && number <= pages)
    .sort((a, b) => a - b);
  return named.flatMap((number, index) => {
    const before = named[index - 1] ?? 0;
    // A gap of one page takes no less room than the page itself.
    if (number - before === 2) return [number - 1, number];
    return number - before > 2 ? [undefined, number] : [number];
  });
}

/** "1 produit", "64 produits", "Aucun produit". */
export function products(count: number): string {
  return count === 0 ? "Aucun produit" : `${count} produit${count > 1 ? "s" : ""}`;
}
