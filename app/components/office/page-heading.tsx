import type { ReactNode } from "react";

/**
 * The heading of a page. @param count stands behind it, as in 'Commandes (12)'
 * @param aside actions of the whole page, at the end of the heading's row
 */
export function PageHeading(props: {
  title: string;
  count?: number | string;
  aside?: ReactNode;
  children?: ReactNode;
}) {
  const { title, count, aside, children } = props;
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 py-4">
      <div className="min-w-0 max-w-prose break-words">
        <h1 className="text-2xl">
          {title}
          {count !== undefined && <span className="tabular-nums"> ({count})</span>}
        </h1>
        {children}
      </div>
      {aside && <div className="flex flex-wrap gap-2">{aside}</div>}
    </div>
  );
}
