import type { ProductCard } from "~/domain/catalogue";
import {
  activeFilters,
  isRefined,
  type Kept,
  type ListingQuery,
  listingPath,
  noRefinement,
  sortLabels,
} from "~/domain/listing";
import type { Total } from "~/domain/search-texts";
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
  const parts = [
    title,
    ...(isRefined(query.refinement)
      ? [
          activeFilters(query.refinement)
            .map(({ value }) => value.toLowerCase())
            .join(", "),
        ]
      : []),
    ...(query.sort === "nouveautes" ? [] : [sortLabels[query.sort].toLowerCase()]),
    ...(query.page > 1 ? [`page ${query.page}`] : []),
  ];
  const isPlain = !isRefined(query.refinement) && query.sort === "nouveautes";
  const page = isPlain ? query.page : 1;
  return pageMeta(matches, {
    title: parts.join(" – "),
    description,
    canonical: listingPath(base, { sort: "nouveautes", page, refinement: noRefinement }, kept),
    image: image ? { src: image, alt: title } : undefined,
    noIndex: !isPlain || products.length === 0,
  });
}
