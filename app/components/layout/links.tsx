export interface Entry {
  href: string;
  label: string;
}

/** A list of links; one to the page itself says so. */
export function Links({ entries, path, className }: { entries: readonly Entry[]; path?: string; className?: string }) {
  return (
    <ul className={className}>
      {entries.map(({ href, label }) => (
        <li key={href}>
          <a className="row" href={href} aria-current={href === path ? "page" : undefined}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
