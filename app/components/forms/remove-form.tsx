import type { FormEvent } from "react";

/** Takes one thing off a list. */
export function RemoveForm(props: {
  /** The list's page. */
  action: string;
  /** The hidden field that tells the action what to remove. */
  name: string;
  value: string;
  /** Id of the text that names it. */
  describedBy: string;
  className?: string;
  onSubmit?: (event: FormEvent) => void;
}) {
  const { action, name, value, describedBy, className, onSubmit } = props;
  return (
    <form method="post" action={action} className={className} onSubmit={onSubmit}>
      <input type="hidden" name={name} value={value} />
      <button
        type="submit"
        name="intent"
        value="retirer"
        aria-describedby={describedBy}
        className="link min-h-target text-sm"
      >
        Retirer
      </button>
    </form>
  );
}
