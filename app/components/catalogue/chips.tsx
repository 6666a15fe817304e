import type { ReactNode } from "react";

interface Chip {
  label: string;
  href: string;
  isCurrent: boolean;
  /** Whether a card beside the chips leads there, which a phone shows in its place. */
  isCard?: boolean;
}

/** Links to parts of a list: one row that scrolls on a phone, where its headings stay in sight. */
export function Parts({ children }: { children: ReactNode }) {
  return (
    <div data-chips className="page mt-3 flex gap-4 overflow-x-auto md:mt-8 md:block md:overflow-visible">
      {children}
    </div>
  );
}

export function Chips({ title, chips }: { title: string; chips: readonly Chip[] }) {
  // The whole list alone is no choice.
  if (chips.length < 2) return null;
  return (
    <nav className="flex flex-col" aria-labelledby="modeles">
      <h2
        id="modeles"
        className="sticky start-0 self-start whitespace-nowrap text-sm text-muted md:text-xl md:text-ink"
      >
        {title}
      </h2>
      <ul className="flex gap-2 py-1 md:mt-2 md:flex-wrap">
        {chips.map(({ label, href, isCurrent, isCard }) => (
          <li key={href} className={isCard ? "hidden md:block" : undefined}>
            <a
              className={`button whitespace-nowrap px-3 md:px-5 ${isCurrent ? "bg-ink text-ground" : "border-edge"}`}
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
