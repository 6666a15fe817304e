interface Chip {
  label: string;
  href: string;
  isCurrent: boolean;
}

/** Links to parts of a list: one row that scrolls on a phone, several rows on a desktop. */
export function Chips({ title, chips }: { title: string; chips: readonly Chip[] }) {
  // The whole list alone is no choice.
  if (chips.length < 2) return null;
  return (
    <nav aria-labelledby="modeles" className="page mt-8">
      <h2 id="modeles" className="text-xl">
        {title}
      </h2>
      <ul
        data-chips
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
