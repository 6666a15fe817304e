import { type ReactNode, useEffect, useRef, useState } from "react";

/** A page that did not change by then has lost its connection, or was stopped: the button works again. */
const PATIENCE_MS = 10_000;

/**
 * The button that sends a form. Once scripts run it says that the form is on its way and ignores a second press; the server
 * makes one order of one form in any case (PE-6).
 */
export function SubmitButton(props: {
  name?: string;
  value?: string;
  className?: string;
  describedBy?: string;
  /** What it says while the form is on its way. */
  busy?: string;
  children: ReactNode;
}) {
  const { name, value, className = "button-primary", describedBy, busy = "Traitement en cours...", children } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [isSending, setIsSending] = useState(false);

  useEffect(() => {
    const form = button.current?.form;
    if (!form) return;
    let sending = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = (now: boolean) => {
      clearTimeout(timer);
      sending = now;
      setIsSending(now);
      if (now) timer = setTimeout(settle, PATIENCE_MS, false);
    };
    const onSubmit = (event: SubmitEvent) => {
      // Enter in a text field presses the first button of its kind, an old engine names none: both are this one.
      const pressed = event.submitter as HTMLButtonElement | null | undefined;
      if (pressed && (pressed.name !== (name ?? "") || pressed.value !== (value ?? ""))) return;
      if (sending) event.preventDefault();
      else settle(true);
    };
    const reset = () => settle(false);
    form.addEventListener("submit", onSubmit);
    // Back from the next page, out of the browser's memory.
    window.addEventListener("pageshow", reset);
    return () => {
      clearTimeout(timer);
      form.removeEventListener("submit", onSubmit);
      window.removeEventListener("pageshow", reset);
    };
  }, [name, value]);

  return (
    <button
      ref={button}
      type="submit"
      name={name}
      value={value}
      className={className}
      aria-describedby={describedBy}
      aria-disabled={isSending || undefined}
    >
      {isSending ? busy : children}
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
