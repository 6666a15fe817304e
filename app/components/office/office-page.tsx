import type { ReactNode } from "react";
import type { Problem } from "../forms/error-summary";
import { FormErrors } from "./form-errors";

/** One and the same, since another list is another refusal. */
const NONE: readonly Problem[] = [];

/**
 * A page: why its form was refused, the heading, and the rest.
 * @param count stands behind the title, as in 'Commandes (12)'
 * @param aside actions of the whole page, at the end of the heading's row
 * @param lead stands below the title
 * @param otherwise stands with the errors
 */
export function OfficePage(props: {
  title: string;
  count?: number;
  aside?: ReactNode;
  lead?: ReactNode;
  refused?: { problems?: readonly Problem[]; intro?: string | undefined } | null | undefined;
  otherwise?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const { title, count, aside, lead, refused, otherwise, className = "page office-narrow", children } = props;
  return (
    <>
      {refused && (
        <FormErrors problems={refused.problems ?? NONE} intro={refused.intro}>
          {otherwise}
        </FormErrors>
      )}
      <div className={className}>
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 py-4">
          <div className="min-w-0 max-w-prose break-words">
            <h1 className="text-2xl">
              <span>{title}</span>
              {count !== undefined && <span className="tabular-nums">{` (${count})`}</span>}
            </h1>
            {lead}
          </div>
          {aside && <div className="flex flex-wrap gap-2">{aside}</div>}
        </div>
        {children}
      </div>
    </>
  );
}
