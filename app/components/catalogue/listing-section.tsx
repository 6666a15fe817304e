import type { ReactNode } from "react";
import type { ProductCard as Card } from "~/domain/catalogue/catalogue";
import {
  activeFilters,
  isRefined,
  listingPath,
  parameterNames,
  REFINE_FORM,
  type SearchSort,
  searchSorts,
  sortLabels,
  sorts,
} from "~/domain/catalogue/listing";
import { foundText } from "~/domain/catalogue/search-texts";
import { usualNavigation } from "~/domain/content/navigation";
import { useLayoutData } from "../layout/layout-data";
import { LineLink } from "../ui/links";
import type { Listing } from "./listing";
import { MoreProducts } from "./pager";
import { ProductGrid } from "./product-grid";
import { ClearLink, RefinePanel } from "./refine-panel";

interface Props {
  listing: Listing;
  /** Level of the headings inside. */
  level?: 2 | 3;
  /** The link that is shown when nothing is found. */
  wayOut?: { href: string; text: string };
  /** Whether the first row is in sight when the page opens. */
  isOnTop?: boolean;
  /** Draws the products in another way than ProductGrid (new arrivals), as one list. */
  grid?: (products: readonly Card[]) => ReactNode;
  /** Whether the page opens with the panel open, because a link led to it. */
  isPanelOpen?: boolean;
}

/** A list of products: panel, active filters, count, grid and the link to more. */
export function ListingSection({ listing, level = 2, wayOut, isOnTop, grid, isPanelOpen = false }: Props) {
  const { query, products, total } = listing;
  // An empty list needs no panel, unless filters made it empty.
  if (total === 0 && !isRefined(query.refinement)) return <Nothing listing={listing} wayOut={wayOut} />;
  return (
    <div className="listing">
      <RefinePanel listing={listing} level={level} isOpen={isPanelOpen} />
      <div>
        {products.length > 0 && (
          <div className="listing-head">
            <p className="text-sm text-muted lg:text-base">{foundText(listing)}</p>
            <Sort listing={listing} />
          </div>
        )}
        <ActiveFilters listing={listing} />
        {products.length > 0 ? (
          <>
            {/* Scripts add the next pages' products to this list. */}
            <div data-products>
              {grid ? grid(products) : <ProductGrid products={products} isOnTop={isOnTop} isBeside />}
            </div>
            <MoreProducts listing={listing} />
          </>
        ) : (
          <Nothing listing={listing} wayOut={wayOut} />
        )}
      </div>
    </div>
  );
}

/**
 * Part of the panel's form, so that sorting keeps the filters; with a button of its own. An order
 * by what no product has is left out.
 */
function Sort({ listing: { query } }: { listing: Listing }) {
  const { hasBestsellers, hasRated } = useLayoutData()?.navigation ?? usualNavigation;
  const offered = { "meilleures-ventes": hasBestsellers, "mieux-notes": hasRated } as Partial<
    Record<SearchSort, boolean>
  >;
  const labels = query.defaultSort === "pertinence" ? searchSorts : sorts;
  return (
    <div className="listing-sort" data-sort>
      <div className="relative min-w-0 flex-1">
        <label className="hint absolute start-4 top-1" htmlFor="tri">
          Trier par
        </label>
        <select
          className="field mt-0 h-14 pb-1 pt-5"
          id="tri"
          name={parameterNames.sort}
          form={REFINE_FORM}
          defaultValue={query.sort}
        >
          {labels
            .filter((sort) => sort === query.sort || offered[sort] !== false)
            .map((sort) => (
              <option key={sort} value={sort}>
                {sortLabels[sort]}
              </option>
            ))}
        </select>
      </div>
      <button className="unscripted button px-3" type="submit" form={REFINE_FORM}>
        Trier
      </button>
    </div>
  );
}

function ActiveFilters({ listing }: { listing: Listing }) {
  const { base, kept, query } = listing;
  const filters = activeFilters(query.refinement);
  if (filters.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: these are links, no fields of a form
    <div role="group" aria-label="Filtres actifs">
      <ul className="flex flex-wrap items-center gap-2 lg:mb-6">
        {filters.map(({ kind, value, without }) => (
          <li key={`${kind} ${value}`}>
            <a
              className="button border-edge px-3 py-1 text-sm"
              href={listingPath(base, { ...query, page: 1, refinement: without }, kept)}
            >
              <span className="sr-only">
                Retirer le filtre {kind}
                &nbsp;:{" "}
              </span>
              {value}
              <span className="ms-2" aria-hidden="true">
                ×
              </span>
            </a>
          </li>
        ))}
        <li>
          <ClearLink listing={listing} />
        </li>
      </ul>
    </div>
  );
}

const SHOP = { href: "/shop", text: "Voir toute la boutique" };

function Nothing({ listing, wayOut = SHOP }: { listing: Listing; wayOut?: Props["wayOut"] }) {
  const { base, kept, query, total } = listing;
  const isBeyondEnd = total > 0;
  const way = isBeyondEnd
    ? { href: listingPath(base, { ...query, page: 1 }, kept), text: "Aller à la première page" }
    : wayOut;
  return (
    <div className="py-8">
      <p className="text-lg">
        {isBeyondEnd ? "Cette page n'existe pas\u00a0: la liste est plus courte." : "Aucun produit trouvé"}
      </p>
      {!isBeyondEnd && isRefined(query.refinement) && (
        <p className="mt-2 text-muted">Retirez un filtre pour élargir la recherche.</p>
      )}
      <p className="mt-4">
        <LineLink href={way.href}>{way.text}</LineLink>
      </p>
    </div>
  );
}
