import { type Kept, type ListingQuery, listingPath, pagerNumbers } from "~/domain/listing";

/** Links to the pages of a list; the link to the next one stands above (MoreProducts). */
export function Pager(props: { base: string; kept?: Kept; query: ListingQuery; pages: number }) {
  const { base, kept, query, pages } = props;
  if (pages <= 1) return null;
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
