import { type MouseEvent, useEffect, useRef, useState } from "react";
import { type Kept, type ListingQuery, listingPath, PAGE_SIZE } from "~/domain/listing";
import type { Added } from "./add-pages";
import type { Listing } from "./listing";
import { Pager } from "./pager";

/**
 * The way to more: a link to the next page and the numbers of all pages. Scripts bring the next page's products here instead
 * (decision 24); when they cannot, the link does.
 */
export function MoreProducts({ listing }: { listing: Omit<Listing, "facets"> }) {
  const { base, kept, query, products, total, pages } = listing;
  const [added, setAdded] = useState<Added>();
  const [isBusy, setBusy] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const next = added ? added.next : query.page < pages ? pathOf(base, query, kept, query.page + 1) : undefined;

  useEffect(() => {
    const below = place.current;
    // Come back to a list that had been added to: what stood before this page is put there again.
    if (below && wasAddedTo(history.state))
      enhancement()
        .then(({ restore }) => restore(below, setAdded))
        .catch(() => undefined);
  }, []);

  const more = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return;
    const below = place.current;
    if (!below) return;
    event.preventDefault();
    if (isBusy) return;
    const { href } = event.currentTarget;
    setBusy(true);
    enhancement()
      .then(({ addPages }) => addPages(below, setAdded))
      // The next page by itself shows what could not be brought here.
      .catch(() => location.assign(href))
      .finally(() => setBusy(false));
  };

  if (pages <= 1) return null;
  const first = (query.page - 1) * PAGE_SIZE;
  return (
    <div ref={place} className="mt-12 text-center" data-total={total}>
      <p role="status" className="text-muted">
        {added?.text ??
          (query.page === 1
            ? `${products.length} produits affichés sur ${total}`
            : `Produits ${first + 1} à ${first + products.length} sur ${total}`)}
      </p>
      {next && (
        <a className="button mt-3 min-w-[12rem]" rel="next" href={next} onClick={more}>
          {isBusy ? "Chargement..." : "Voir plus"}
        </a>
      )}
      {!added && <Pager base={base} kept={kept} query={query} pages={pages} />}
    </div>
  );
}

const enhancement = () => import("./add-pages");

const pathOf = (base: string, query: ListingQuery, kept: Kept, page: number) =>
  listingPath(base, { ...query, page }, kept);

const wasAddedTo = (state: unknown) => typeof state === "object" && state !== null && "listFrom" in state;
