export interface NavigationLink {
  href: string;
  label: string;
}

/** A list of links; one to the page itself says so. */
export function LinkList({
  entries,
  path,
  className,
}: {
  entries: readonly NavigationLink[];
  path?: string;
  className?: string;
}) {
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
