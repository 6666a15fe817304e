import { listingPath, PAGE_SIZE } from "~/domain/listing";
import { totalText } from "~/domain/search-texts";
import type { Listing } from "./listing";
import { Pager } from "./pager";

/** The link to the next page and the page numbers; enhance-list.ts adds products in place. */
export function MoreProducts({ listing }: { listing: Omit<Listing, "facets"> }) {
  const { base, kept, query, products, pages } = listing;
  if (pages <= 1) return null;
  const first = (query.page - 1) * PAGE_SIZE;
  const total = totalText(listing);
  return (
    <div className="mt-12 text-center" data-total={total}>
      <p role="status" className="text-muted">
        {query.page === 1
          ? `${products.length} produits affichés sur ${total}`
          : `Produits ${first + 1} à ${first + products.length} sur ${total}`}
      </p>
      {query.page < pages && (
        <a
          className="button mt-3 min-w-[min(12rem,100%)]"
          rel="next"
          href={listingPath(base, { ...query, page: query.page + 1 }, kept)}
        >
          Voir plus
        </a>
      )}
      <Pager base={base} kept={kept} query={query} pages={pages} />
    </div>
  );
}
