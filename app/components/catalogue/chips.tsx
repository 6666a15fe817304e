import { useEffect, useRef } from "react";

export interface Chip {
  label: string;
  href: string;
  isCurrent: boolean;
}

/** Parts of a list, each a link: one row that scrolls on a phone, as many rows as it takes on a desktop. */
export function Chips({ title, chips }: { title: string; chips: readonly Chip[] }) {
  const row = useRef<HTMLUListElement>(null);
  // On a phone the chip that is chosen may stand beyond the edge.
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>("[aria-current]");
    if (row.current && current) row.current.scrollLeft = current.offsetLeft - row.current.offsetLeft - 16;
  }, []);
  return (
    <nav aria-labelledby="modeles" className="page mt-8">
      <h2 id="modeles" className="text-xl">
        {title}
      </h2>
      <ul
        ref={row}
        className="-mx-4 mt-2 flex gap-2 overflow-x-auto scroll-ps-4 px-4 py-1 md:mx-0 md:flex-wrap md:px-0"
      >
        {chips.map(({ label, href, isCurrent }) => (
          <li key={href}>
            <a
              className={`button whitespace-nowrap ${isCurrent ? "bg-ink text-ground" : "border-edge"}`}
              href={href}
              aria-current={isCurrent ? "true" : undefined}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
