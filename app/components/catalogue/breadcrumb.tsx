import { HOME, type Step } from "../ui/structured-data";

/** Accueil / Collections / name (section 2). */
export function Breadcrumb({ trail }: { trail: readonly Step[] }) {
  return (
    <nav aria-label="Fil d'Ariane" className="page -mb-2 text-sm">
      <ol className="flex flex-wrap gap-x-2">
        {[HOME, ...trail].map(({ name, path }, index) => {
          const isLast = index === trail.length;
          return (
            // On a phone the heading says where one is: the way there stays one line.
            <li key={path} className={`gap-x-2 ${isLast ? "hidden md:flex" : "flex"}`}>
              {index > 0 && (
                <span className="row text-muted" aria-hidden="true">
                  /
                </span>
              )}
              {isLast ? (
                <span className="row" aria-current="page">
                  {name}
                </span>
              ) : (
                <a className="row text-muted" href={path}>
                  {name}
                </a>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
