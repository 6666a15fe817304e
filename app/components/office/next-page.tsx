import { Link, useSearchParams } from "@remix-run/react";

/** Which parameter of an address says where a list goes on. */
export const AFTER = "apres";

/**
 * The way on in a list that has no page numbers, since counting everything takes longer with each
 * order. @param next cursor of the page that follows; undefined on the last one
 */
export function NextPage({ next }: { next: string | undefined }) {
  const [parameters] = useSearchParams();
  const to = (cursor: string | undefined) => {
    const query = new URLSearchParams(parameters);
    if (cursor === undefined) query.delete(AFTER);
    else query.set(AFTER, cursor);
    return `?${query}`;
  };
  const isFirst = !parameters.has(AFTER);
  if (isFirst && next === undefined) return null;
  return (
    <nav aria-label="Suite de la liste" className="mt-6 flex flex-wrap gap-3">
      {!isFirst && (
        <Link className="button" to={to(undefined)}>
          Au début
        </Link>
      )}
      {next !== undefined && (
        <Link className="button" rel="next" to={to(next)}>
          Suite
        </Link>
      )}
    </nav>
  );
}
