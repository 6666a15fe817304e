import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { type Listing, listingStatus, listingTitle } from "~/components/catalogue/listing";
import { ListingSection } from "~/components/catalogue/listing-section";
import { pageMeta } from "~/components/layout/page-meta";
import { ButtonLink } from "~/components/ui/links";
import { Section } from "~/components/ui/section";
import { isRefined, listingPath, parseSearchListing } from "~/domain/catalogue/listing";
import {
  POPULAR_SEARCHES,
  SEARCH_EMPTY,
  SEARCH_FAILED,
  SEARCH_LONG,
  SEARCH_PLACEHOLDER,
  searchHeading,
  searchPath,
} from "~/domain/catalogue/search-texts";
import type { RouteHandle } from "~/route-handle";
import { getShop } from "~/shop/shop.server";
import { typedSearch } from "./words.server";

export const handle = { private: false, search: "open", lists: true, reads: ["q"] } satisfies RouteHandle;

interface SearchData {
  typed: string;
  /** What of it counts. */
  words: string;
  /** Undefined when the search failed. */
  listing: Listing | undefined;
  popular: readonly string[];
}

/** Section 2, search: the page, which the overlay replaces where scripts run. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const { typed, words } = typedSearch(searchParams);
  try {
    const listing = await search(words, searchParams);
    const popular = hasResults(listing) ? [] : await (await getShop()).catalogue.popularSearches();
    return data<SearchData>({ typed, words, listing, popular }, { status: listingStatus(listing) });
  } catch (error) {
    console.error("The search failed:", error instanceof Error ? error.message : error);
    return data<SearchData>({ typed, words, listing: undefined, popular: [] }, { status: 503 });
  }
}

/** Whether the words found something, which filters may have left out. */
const hasResults = ({ total, query }: Listing) => total > 0 || isRefined(query.refinement);

async function search(words: string, parameters: URLSearchParams): Promise<Listing> {
  const { catalogue } = await getShop();
  const query = parseSearchListing(parameters);
  const { sort, page, refinement } = query;
  const [{ products, total, isCut, pages }, facets] = await Promise.all([
    catalogue.search(words, { sort, page, refinement }),
    catalogue.searchFacets(words, { refinement }),
  ]);
  return { base: "/search", kept: { q: words }, query, products, total, ...(isCut ? { isCut } : {}), pages, facets };
}

export default function SearchPage() {
  const { typed, words, listing, popular } = useLoaderData<typeof loader>();
  const isLong = typed.length > words.length;
  return (
    <div data-enhance="list">
      <div className="page py-8">
        <h1 className="text-2xl">{words && listing ? searchHeading(words, listing) : "Recherche"}</h1>
        {/* biome-ignore lint/a11y/useSemanticElements: older phones do not know <search> */}
        <form method="get" action="/search" role="search" className="mb-8 mt-4 max-w-prose">
          <label className="label" htmlFor="recherche">
            Que cherchez-vous&nbsp;?
          </label>
          <div className="gap-2 sm:flex">
            <input
              className="field"
              id="recherche"
              name="q"
              type="search"
              enterKeyHint="search"
              autoCapitalize="off"
              placeholder={SEARCH_PLACEHOLDER}
              defaultValue={typed}
              aria-describedby={isLong ? "recherche-longue" : undefined}
            />
            <button className="button mt-2 w-full sm:mt-1 sm:w-auto" type="submit">
              Rechercher
            </button>
          </div>
          {isLong && (
            <p className="hint mt-2" id="recherche-longue">
              {SEARCH_LONG}
            </p>
          )}
        </form>
        {!listing && (
          <p role="alert" className="border-s-4 border-error bg-error-ground px-4 py-3">
            {SEARCH_FAILED}
          </p>
        )}
        {listing && words === "" && <p className="text-muted">{SEARCH_EMPTY}</p>}
        {listing && words !== "" && !hasResults(listing) && (
          <p className="text-muted">Essayez avec moins de mots, ou un mot plus général.</p>
        )}
        {listing && words !== "" && hasResults(listing) && (
          <ListingSection
            listing={listing}
            isOnTop
            wayOut={{ href: searchPath(words), text: "Voir tous les résultats" }}
          />
        )}
        {popular.length > 0 && (
          <Section title={POPULAR_SEARCHES} id="populaires" className="mt-8">
            <ul className="mt-4 flex flex-wrap gap-2">
              {popular.map((term) => (
                <li key={term}>
                  <ButtonLink href={searchPath(term)}>{term}</ButtonLink>
                </li>
              ))}
            </ul>
          </Section>
        )}
      </div>
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data: answer, matches }) => {
  if (!answer) return [];
  const { words, listing } = answer;
  return pageMeta(matches, {
    title: words && listing ? listingTitle(searchHeading(words, listing), listing.query) : "Recherche",
    description: "Cherchez une paire par son nom, son genre, sa couleur, sa pointure ou sa référence.",
    canonical: searchPath(words, listing?.query.page),
    shared: listing && listingPath("/search", listing.query, listing.kept),
    // Only the empty page is to be found: the products of the results have pages of their own.
    noIndex: words !== "" || !listing,
  });
};
