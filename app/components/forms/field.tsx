import type { ReactNode } from "react";

/** Ids of the texts around a control, and its errors, as in conform's field metadata. */
interface FieldTexts {
  id: string;
  errorId: string;
  descriptionId: string;
  errors?: string[] | undefined;
}

/** The same ids where no schema checks the field in the browser. */
export const textsFor = (id: string, error?: string): FieldTexts => ({
  id,
  errorId: `${id}-error`,
  descriptionId: `${id}-description`,
  errors: error === undefined ? undefined : [error],
});

/** The attributes that tie a control to the texts around it. @param other id of one more */
export function controlProps({ id, errorId, descriptionId, errors }: FieldTexts, hint?: ReactNode, other?: string) {
  const error = errors?.[0];
  return {
    id,
    className: "field",
    "aria-describedby": [error && errorId, hint && descriptionId, other].filter(Boolean).join(" ") || undefined,
    "aria-invalid": error ? (true as const) : undefined,
  };
}

/** A control below its label, hint and error. */
export function FieldFrame(props: {
  field: FieldTexts;
  label: ReactNode;
  hint?: ReactNode;
  /** A button at the end of the label's row; the row keeps its height without it. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const { field, label, hint, aside, className = "mt-5", children } = props;
  const error = field.errors?.[0];
  const labelElement = (
    <label className="label" htmlFor={field.id}>
      {label}
    </label>
  );
  return (
    <div className={className}>
      {aside ? (
        <div className="flex min-h-target flex-wrap items-end justify-between gap-x-2">
          {labelElement}
          {aside}
        </div>
      ) : (
        labelElement
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
  /** Id of another text about this control. */
  describedBy?: string | undefined;
  className?: string;
  children: (control: ReturnType<typeof controlProps>) => ReactNode;
}) {
  const { id, hint, error, describedBy, children, ...rest } = props;
  const field = textsFor(id, error);
  return (
    <FieldFrame field={field} hint={hint} {...rest}>
      {children(controlProps(field, hint, describedBy))}
    </FieldFrame>
  );
}
