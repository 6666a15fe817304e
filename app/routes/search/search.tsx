import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/catalogue/list-page";
import { MoreProducts } from "~/components/catalogue/more-products";
import { ProductGrid } from "~/components/catalogue/product-grid";
import { pageMeta } from "~/components/layout/page-meta";
import type { ProductCard } from "~/domain/catalogue";
import { noRefinement, parseListing } from "~/domain/listing";
import {
  MAX_SEARCH,
  POPULAR_SEARCHES,
  SEARCH_EMPTY,
  SEARCH_FAILED,
  SEARCH_PLACEHOLDER,
  searchHeading,
  searchPath,
  type Total,
} from "~/domain/search-texts";
import type { RouteHandle } from "~/route-handle";
import { getShop } from "~/shop/shop.server";
import { searchWords } from "./words.server";

export const handle = { private: false, search: "open" } satisfies RouteHandle;

interface PageData extends Total {
  words: string;
  page: number;
  products: readonly ProductCard[];
  pages: number;
  popular: readonly string[];
  hasFailed: boolean;
}

/** Section 2, search: the page, which the overlay replaces where scripts run. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const words = searchWords(searchParams);
  const { page } = parseListing(searchParams);
  try {
    const { catalogue } = await getShop();
    const { products, total, isCut, pages } = await catalogue.search(words, { page });
    const popular = total === 0 ? await catalogue.popularSearches() : [];
    const status = page > Math.max(pages, 1) ? 404 : 200;
    return data({ words, page, products, total, isCut, pages, popular, hasFailed: false }, { status });
  } catch (error) {
    console.error("The search failed:", error instanceof Error ? error.message : error);
    const nothing = { products: [], total: 0, isCut: false, pages: 0, popular: [] };
    return data({ words, page, ...nothing, hasFailed: true }, { status: 503 });
  }
}

export default function SearchPage() {
  const found = useLoaderData<typeof loader>();
  return (
    <ListPage>
      <Search {...found} />
    </ListPage>
  );
}

function Search({ words, page, products, total, isCut, pages, popular, hasFailed }: PageData) {
  const query = { sort: "nouveautes", page, refinement: noRefinement } as const;
  return (
    <div className="page py-8">
      <h1 className="text-2xl">{words && !hasFailed ? searchHeading(words, { total, isCut }) : "Recherche"}</h1>
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
            autoComplete="off"
            autoCapitalize="off"
            maxLength={MAX_SEARCH}
            placeholder={SEARCH_PLACEHOLDER}
            defaultValue={words}
          />
          <button className="button mt-2 w-full sm:mt-1 sm:w-auto" type="submit">
            Rechercher
          </button>
        </div>
      </form>
      {hasFailed && (
        <p role="alert" className="border-s-4 border-error bg-error-ground px-4 py-3">
          {SEARCH_FAILED}
        </p>
      )}
      {!hasFailed && words === "" && <p className="text-muted">{SEARCH_EMPTY}</p>}
      {!hasFailed && words !== "" && total === 0 && (
        <p className="text-muted">Essayez avec moins de mots, ou un mot plus général.</p>
      )}
      {total > 0 && products.length === 0 && (
        <p>
          Cette page n'existe pas&nbsp;: la liste est plus courte.{" "}
          <a className="link inline-block py-1" href={searchPath(words)}>
            Aller à la première page
          </a>
        </p>
      )}
      {products.length > 0 && (
        <>
          <div data-products>
            <ProductGrid products={products} isOnTop />
          </div>
          <MoreProducts listing={{ base: "/search", kept: { q: words }, query, products, total, isCut, pages }} />
        </>
      )}
      {popular.length > 0 && <Popular terms={popular} />}
    </div>
  );
}

function Popular({ terms }: { terms: readonly string[] }) {
  return (
    <section aria-labelledby="populaires" className="mt-8">
      <h2 id="populaires" className="text-xl">
        {POPULAR_SEARCHES}
      </h2>
      <ul className="mt-4 flex flex-wrap gap-2">
        {terms.map((term) => (
          <li key={term}>
            <a className="button" href={searchPath(term)}>
              {term}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data: answer, matches }) => {
  if (!answer) return pageMeta(matches, { title: "Recherche", description: "Recherche", noIndex: true });
  const { words, page, total, isCut, hasFailed } = answer;
  const isSearch = words !== "" && !hasFailed;
  return pageMeta(matches, {
    title: isSearch ? `${searchHeading(words, { total, isCut })}${page > 1 ? ` – page ${page}` : ""}` : "Recherche",
    description: "Cherchez une paire par son nom, son genre, sa couleur, sa pointure ou sa référence.",
    canonical: searchPath(words, page),
    // Only the empty page is to be found: the products of the results have pages of their own.
    noIndex: words !== "" || hasFailed,
  });
};
