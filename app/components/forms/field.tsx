import type { ReactNode } from "react";

/** Ids of the words around a control, and what is wrong with it: as conform's field metadata has them. */
export interface FieldWords {
  id: string;
  errorId: string;
  descriptionId: string;
  errors?: string[] | undefined;
}

/** The same ids where no schema checks the field in the browser. */
export const wordsFor = (id: string, error?: string): FieldWords => ({
  id,
  errorId: `${id}-error`,
  descriptionId: `${id}-description`,
  errors: error === undefined ? undefined : [error],
});

/** What a control takes from the words around it (PE-4). */
export interface ControlProps {
  id: string;
  className: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

/** The label above a control, then the hint, then the error. */
export function FieldFrame(props: {
  field: FieldWords;
  label: ReactNode;
  hint?: ReactNode;
  /** A button at the end of the label's row; the row keeps its height without it. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const { field, label, hint, aside, className = "mt-5", children } = props;
  const error = field.errors?.[0];
  const words = (
    <label className="label" htmlFor={field.id}>
      {label}
    </label>
  );
  return (
    <div className={className}>
      {aside ? (
        <div className="flex min-h-target flex-wrap items-end justify-between gap-x-3">
          {words}
          {aside}
        </div>
      ) : (
        words
      )}
      {hint && (
        <p className="hint" id={field.descriptionId}>
          {hint}
        </p>
      )}
      {error && (
        <p className="wrong" id={field.errorId}>
          {error}
        </p>
      )}
      {children}
    </div>
  );
}

/** A control in its frame, where no schema checks it in the browser. */
export function Field(props: {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Id of other words about this control. */
  describedBy?: string | undefined;
  className?: string;
  children: (control: ControlProps) => ReactNode;
}) {
  const { id, hint, error, describedBy, children, ...rest } = props;
  const field = wordsFor(id, error);
  const words = [error && field.errorId, hint && field.descriptionId, describedBy].filter(Boolean).join(" ");
  return (
    <FieldFrame field={field} hint={hint} {...rest}>
      {children({
        id,
        className: "field",
        "aria-describedby": words || undefined,
        "aria-invalid": error ? true : undefined,
      })}
    </FieldFrame>
  );
}
