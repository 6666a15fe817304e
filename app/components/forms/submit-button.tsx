import type { ReactNode } from "react";

/**
 * The button that sends a form. With scripts it then shows `busy`, and a second press does nothing
 * (enhance-forms.ts); the server makes one order of one form in any case (PE-6).
 */
export function SubmitButton(props: {
  /** Id of its form, where it stands outside. */
  form?: string;
  name?: string;
  value?: string;
  className?: string;
  describedBy?: string | undefined;
  /** Its text while the form is being sent. */
  busy?: string;
  children: ReactNode;
}) {
  const { className = "button-primary", describedBy, busy = "Traitement en cours...", ...button } = props;
  return <button type="submit" {...button} className={className} aria-describedby={describedBy} data-busy={busy} />;
}

/**
 * The first button of a form with several, which Enter in a text field presses (PE-7). It is hidden
 * and not reached by Tab.
 * @param props.form id of its form, before which it stands
 * @param props.text what a text browser shows
 */
export function DefaultSubmit(props: { form?: string; name?: string; value: string; text?: string }) {
  const { form, name = "intent", value, text = "Valider" } = props;
  return (
    <button type="submit" form={form} name={name} value={value} tabIndex={-1} aria-hidden="true" className="sr-only">
      {text}
    </button>
  );
}
