import type { ReactNode } from "react";
import type { ProductCard as Card } from "~/domain/catalogue";
import {
  activeFilters,
  products as counted,
  isRefined,
  listingPath,
  parameterNames,
  sortLabels,
  sorts,
} from "~/domain/listing";
import type { Listing } from "./listing";
import { MoreProducts } from "./more-products";
import { ProductGrid } from "./product-grid";
import { REFINE_FORM } from "./refine-form";
import { ClearLink, RefinePanel } from "./refine-panel";

interface Props {
  listing: Listing;
  /** Level of the headings inside, one below the heading that stands over the list. */
  level?: 2 | 3;
  /** Where to go when nothing is found, beside "Tout effacer". */
  wayOut?: { href: string; text: string };
  /** Whether the first row is in sight when the page opens. */
  isOnTop?: boolean;
  /** Draws the products in another way than the usual grid (new arrivals): one list. */
  grid?: (products: readonly Card[]) => ReactNode;
  /** Whether the panel is open when the page comes: a link led to it. */
  isPanelOpen?: boolean;
}

/** A list of products: panel, active filters, count, grid and the way to more. */
export function ListingSection({ listing, level = 2, wayOut, isOnTop = true, grid, isPanelOpen = false }: Props) {
  const { query, products, total } = listing;
  // What never held anything needs no panel; what was narrowed too far does.
  if (total === 0 && !isRefined(query.refinement)) return <Nothing listing={listing} wayOut={wayOut} />;
  return (
    <div className="mt-6 items-start lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-x-12">
      <RefinePanel listing={listing} level={level} isOpen={isPanelOpen} />
      <div className="mt-6 lg:mt-0">
        {products.length > 0 && (
          <div className="mb-4 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
            <p className="text-muted">{counted(total)}</p>
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

/** Part of the panel's form, with a button of its own: sorting keeps what is chosen there. */
function Sort({ listing: { query } }: { listing: Listing }) {
  return (
    // Of one width from the beginning: it stands at the end of its row, and would move while the page is still being read.
    <div className="flex w-[16.5rem] items-end gap-2" data-sort>
      <div className="flex-1">
        <label className="hint" htmlFor="tri">
          Trier par
        </label>
        <select className="field" id="tri" name={parameterNames.sort} form={REFINE_FORM} defaultValue={query.sort}>
          {sorts.map((sort) => (
            <option key={sort} value={sort}>
              {sortLabels[sort]}
            </option>
          ))}
        </select>
      </div>
      <button className="unscripted button w-20" type="submit" form={REFINE_FORM}>
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
      <ul className="mb-6 flex flex-wrap items-center gap-2">
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

/** The filters that are too many stand above, each with its way back. */
function Nothing({ listing, wayOut = SHOP }: { listing: Listing; wayOut?: Props["wayOut"] }) {
  const { base, kept, query, total } = listing;
  const isBehind = total > 0;
  return (
    <div className="py-8">
      <p className="text-lg">
        {isBehind ? "Cette page n'existe pas\u00a0: la liste est plus courte." : "Aucun produit trouvé"}
      </p>
      {!isBehind && isRefined(query.refinement) && (
        <p className="mt-2 text-muted">Retirez un filtre pour élargir la recherche.</p>
      )}
      <p className="mt-4">
        {isBehind ? (
          <a className="link py-1" href={listingPath(base, { ...query, page: 1 }, kept)}>
            Aller à la première page
          </a>
        ) : (
          <a className="link py-1" href={wayOut.href}>
            {wayOut.text}
          </a>
        )}
      </p>
    </div>
  );
}
