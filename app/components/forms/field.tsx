import { type ReactNode, useState } from "react";

/** What a control takes from the words around it (PE-4). */
export interface ControlProps {
  id: string;
  className: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

/**
 * A control with its label above, then the hint, then the error. The error goes once the control is changed (section 5);
 * what is typed stays with the control itself, so that nothing is lost when scripts arrive late.
 */
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
  const { id, label, hint, className = "mt-5" } = props;
  const [wasChanged, setWasChanged] = useState(false);
  const error = wasChanged ? undefined : props.error;
  const describedBy = [hint && `${id}-aide`, error && `${id}-erreur`, props.describedBy].filter(Boolean).join(" ");
  return (
    <div className={className} onChange={() => setWasChanged(true)}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p className="hint" id={`${id}-aide`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="wrong" id={`${id}-erreur`}>
          {error}
        </p>
      )}
      {props.children({
        id,
        className: "field",
        "aria-describedby": describedBy || undefined,
        "aria-invalid": error ? true : undefined,
      })}
    </div>
  );
}
