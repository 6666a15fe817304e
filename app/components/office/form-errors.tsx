import { type ReactNode, useEffect } from "react";
import { ErrorSummary, type Problem } from "../forms/error-summary";

const PREFIX = "Erreur\u00a0: ";

/**
 * The errors of a refused form, first in <main> (PE-3). The page that the server wrote has focus
 * and title already; for an answer to a script this sets both.
 */
export function FormErrors(props: { problems: readonly Problem[]; intro?: string | undefined; children?: ReactNode }) {
  const { problems, intro, children } = props;
  const isShown = problems.length > 0 || intro !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second refusal is another list
  useEffect(() => {
    if (!isShown) return;
    document.getElementById("erreurs")?.focus();
    const { title } = document;
    if (/^Erreur/.test(title)) return;
    document.title = `${PREFIX}${title}`;
    return () => {
      if (document.title.startsWith(PREFIX)) document.title = document.title.slice(PREFIX.length);
    };
  }, [isShown, problems]);
  return (
    <ErrorSummary within="page" problems={problems} intro={intro}>
      {children}
    </ErrorSummary>
  );
}
