import type { ProductCard } from "~/domain/catalogue/catalogue";
import {
  activeFilters,
  isRefined,
  type Kept,
  type ListingQuery,
  listingPath,
  noRefinement,
  sortLabels,
} from "~/domain/catalogue/listing";
import type { Total } from "~/domain/catalogue/search-texts";
import type { Facets } from "~/shop/services/catalogue";
import { type Matches, pageMeta } from "../layout/page-meta";

/** One page of a list of products, with its filters. */
export interface Listing extends Total {
  /** Path of the page, without its parameters. */
  base: string;
  kept: Kept;
  query: ListingQuery;
  products: readonly ProductCard[];
  pages: number;
  facets: Facets;
}

/** A page after the last one is a 404; the first page of an empty list is not. */
export const listingStatus = ({ query, pages }: Listing): number => (query.page > Math.max(pages, 1) ? 404 : 200);

/** "Boutique – noir, 42 – prix croissant – page 2" */
export function listingTitle(title: string, { refinement, sort, defaultSort, page }: ListingQuery): string {
  // Brands and amounts are written as they are.
  const filters = activeFilters(refinement).map(({ kind, value }) =>
    kind === "Marque" || /\d/.test(value) ? value : value.toLowerCase(),
  );
  return [
    title,
    ...(filters.length > 0 ? [filters.join(", ")] : []),
    ...(sort === defaultSort ? [] : [sortLabels[sort].toLowerCase()]),
    ...(page > 1 ? [`page ${page}`] : []),
  ].join(" – ");
}

interface ListingFacts {
  title: string;
  description: string;
  /** Picture of a shared link: path below /pictures. */
  image?: string | undefined;
}

/**
 * Title, description and canonical address of a list page. Search engines are to keep the list and
 * its pages only: refined and sorted addresses show the same products again.
 */
export function listingMeta(
  matches: Matches,
  { base, kept, query, products }: Listing,
  { title, description, image }: ListingFacts,
): ReturnType<typeof pageMeta> {
  const isPlain = !isRefined(query.refinement) && query.sort === query.defaultSort;
  const page = isPlain ? query.page : 1;
  return pageMeta(matches, {
    title: listingTitle(title, query),
    // An imported category has none.
    description: description.trim() || `${title}, livraison dans les 58 wilayas, paiement à la livraison.`,
    canonical: listingPath(base, { ...query, sort: query.defaultSort, page, refinement: noRefinement }, kept),
    shared: listingPath(base, query, kept),
    image: image ? { src: image, alt: title } : undefined,
    noIndex: !isPlain || products.length === 0,
  });
}
