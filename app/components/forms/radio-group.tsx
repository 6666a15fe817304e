import type { ReactNode } from "react";

/** Radios with their legend, hint and error. */
export function RadioGroup(props: {
  name: string;
  legend: string;
  error: string | undefined;
  /** Id of the error. */
  id?: string;
  hint?: string | undefined;
  children: (invalid: { "aria-invalid"?: true; "aria-describedby"?: string }) => ReactNode;
}) {
  const { name, legend, error, hint, id = `${name}-error`, children } = props;
  return (
    <fieldset aria-describedby={hint && `${name}-hint`}>
      <legend className="label">{legend}</legend>
      {hint && (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="wrong" id={id}>
          {error}
        </p>
      )}
      {children(error ? { "aria-invalid": true, "aria-describedby": id } : {})}
    </fieldset>
  );
}
