import type { ReactNode } from "react";

/**
 * The button that sends a form. Once scripts run it says that the form is on its way, and a second press does nothing
 * (submit-once.ts); the server makes one order of one form in any case (PE-6).
 */
export function SubmitButton(props: {
  /** Id of its form, where it stands outside. */
  form?: string;
  name?: string;
  value?: string;
  className?: string;
  describedBy?: string | undefined;
  /** What it says while the form is on its way. */
  busy?: string;
  children: ReactNode;
}) {
  const {
    form,
    name,
    value,
    className = "button-primary",
    describedBy,
    busy = "Traitement en cours...",
    children,
  } = props;
  return (
    <button
      type="submit"
      form={form}
      name={name}
      value={value}
      className={className}
      aria-describedby={describedBy}
      data-busy={busy}
    >
      {children}
    </button>
  );
}

/**
 * First in a form with several buttons: what Enter in a text field presses (PE-7). Neither seen nor reached by Tab; a text
 * browser shows it, and it does what its words say.
 */
export function DefaultSubmit({
  name = "intent",
  value,
  children = "Valider",
}: {
  name?: string;
  value: string;
  children?: ReactNode;
}) {
  return (
    <button type="submit" name={name} value={value} tabIndex={-1} aria-hidden="true" className="sr-only">
      {children}
    </button>
  );
}
