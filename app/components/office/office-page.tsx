import type { ReactNode } from "react";
import type { Problem } from "../forms/error-summary";
import { FormErrors } from "./form-errors";
import { PageHeading } from "./page-heading";

/** One and the same, since another list is another refusal. */
const NONE: readonly Problem[] = [];

/**
 * A page with a form: why it was refused, the heading, and the rest.
 * @param lead stands below the title
 * @param otherwise stands with the errors
 */
export function OfficePage(props: {
  title: string;
  count?: number;
  aside?: ReactNode;
  lead?: ReactNode;
  refused: { problems?: readonly Problem[]; intro?: string | undefined } | null | undefined;
  otherwise?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const { title, lead, refused, otherwise, className = "page office-narrow", children, ...heading } = props;
  return (
    <>
      {refused && (
        <FormErrors problems={refused.problems ?? NONE} intro={refused.intro}>
          {otherwise}
        </FormErrors>
      )}
      <div className={className}>
        <PageHeading title={title} {...heading}>
          {lead}
        </PageHeading>
        {children}
      </div>
    </>
  );
}
