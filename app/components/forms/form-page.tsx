import type { ReactNode } from "react";
import { ErrorSummary, type Problem } from "./error-summary";

/** A page that is one form: why it was refused, the heading, and the form. */
export function FormPage(props: {
  title: ReactNode;
  refused?: { problems?: readonly Problem[]; intro?: string | undefined } | undefined;
  /** Stands with the errors. */
  otherwise?: ReactNode;
  children: ReactNode;
}) {
  const { title, refused, otherwise, children } = props;
  return (
    <>
      {refused && (
        <ErrorSummary problems={refused.problems} intro={refused.intro}>
          {otherwise}
        </ErrorSummary>
      )}
      <div className="page max-w-prose py-8">
        <h1 className="text-2xl">{title}</h1>
        {children}
      </div>
    </>
  );
}
