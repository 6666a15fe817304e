/** One step of the way to a page; the last one is the page itself. */
export interface Step {
  name: string;
  path: string;
}

/** Accueil / Collections / name (section 2). */
export function Breadcrumb({ trail }: { trail: readonly Step[] }) {
  return (
    <nav aria-label="Fil d'Ariane" className="page pt-2 text-sm">
      <ol className="flex flex-wrap gap-x-2">
        {trail.map(({ name, path }, index) =>
          index < trail.length - 1 ? (
            <li key={path} className="flex gap-x-2">
              <a className="quiet py-1 text-muted" href={path}>
                {name}
              </a>
              <span className="py-1 text-muted" aria-hidden="true">
                /
              </span>
            </li>
          ) : (
            <li key={path} className="py-1" aria-current="page">
              {name}
            </li>
          ),
        )}
      </ol>
    </nav>
  );
}
