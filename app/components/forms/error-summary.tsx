import type { ReactNode } from "react";

export interface Problem {
  /** Id of the control; absent when the error is about no single one. */
  id?: string;
  message: string;
}

const frames = { narrow: "page max-w-prose pt-6", page: "page pt-6", form: "mt-4" };

/**
 * The errors of a form, focused when the page opens, without a script (PE-3): first in <main>, or
 * in the form where the page holds more than that. It is no alert: focus already makes it read out.
 */
export function ErrorSummary(props: {
  problems?: readonly Problem[] | undefined;
  intro?: string | undefined;
  /** Its width: that of a page that is one form, of a wider page, or of the form around it. */
  within?: keyof typeof frames;
  children?: ReactNode;
}) {
  const { problems = [], intro, within = "narrow", children } = props;
  if (problems.length === 0 && !intro) return null;
  return (
    <div className={frames[within]}>
      <section
        id="erreurs"
        aria-labelledby="erreurs-titre"
        aria-describedby="erreurs-texte"
        tabIndex={-1}
        // biome-ignore lint/a11y/noAutofocus: PE-3, the summary of a refused form has the focus
        autoFocus
        className={`border-2 border-error bg-error-ground p-4 ${within === "form" ? "" : "max-w-prose"}`}
      >
        <h2 id="erreurs-titre" className="text-xl">
          Il y a un problème
        </h2>
        <div id="erreurs-texte">
          {intro && <p className="mt-2">{intro}</p>}
          {problems.length > 0 && (
            <ul className="mt-2">
              {problems.map(({ id, message }) => (
                <li key={`${id} ${message}`}>
                  {id ? (
                    <a className="link inline-block py-1 font-semibold text-error" href={`#${id}`}>
                      {message}
                    </a>
                  ) : (
                    message
                  )}
                </li>
              ))}
            </ul>
          )}
          {children}
        </div>
      </section>
    </div>
  );
}
