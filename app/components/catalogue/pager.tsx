import { listingPath, PAGE_SIZE, pagerNumbers } from "~/domain/catalogue/listing";
import { totalText } from "~/domain/catalogue/search-texts";
import { grouped } from "~/domain/values/plural";
import type { Listing } from "./listing";

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
          : `Produits ${grouped(String(first + 1))} à ${grouped(String(first + products.length))} sur ${total}`}
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
      <Pager listing={listing} />
    </div>
  );
}

/** Links to the pages of a list, but for the next one. */
function Pager({ listing }: { listing: Omit<Listing, "facets"> }) {
  const { base, kept, query, pages } = listing;
  const look = (page: number) => (page === query.page ? "bg-ink text-ground no-underline" : "link");
  const to = (page: number) => listingPath(base, { ...query, page }, kept);
  return (
    <nav aria-label="Pages" className="mt-6 flex flex-wrap items-center justify-center gap-2">
      {query.page > 1 && (
        <a className="button" rel="prev" href={to(query.page - 1)}>
          Précédente
        </a>
      )}
      <ol className="flex flex-wrap justify-center gap-1">
        {pagerNumbers(query.page, pages).map((number, index, all) =>
          number === undefined ? (
            <li key={`after-${all[index - 1]}`} className="flex items-center" aria-hidden="true">
              …
            </li>
          ) : (
            <li key={number}>
              <a
                className={`flex min-h-target min-w-target items-center justify-center tabular-nums ${look(number)}`}
                href={to(number)}
                aria-current={number === query.page ? "page" : undefined}
              >
                <span className="sr-only">Page </span>
                {number}
              </a>
            </li>
          ),
        )}
      </ol>
    </nav>
  );
}
