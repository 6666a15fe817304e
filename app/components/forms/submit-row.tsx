import type { ComponentProps } from "react";
import { TallLink } from "../ui/links";
import { SubmitButton } from "./submit-button";

/** The end of a form: its button and, beside it, a link to what else can be done. */
export function SubmitRow(
  props: ComponentProps<typeof SubmitButton> & { otherwise?: { href: string; label: string } | undefined },
) {
  const { otherwise, ...button } = props;
  const submit = <SubmitButton className="button-primary w-full sm:w-auto" {...button} />;
  if (!otherwise) return <div className="mt-6">{submit}</div>;
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
      {submit} <TallLink href={otherwise.href}>{otherwise.label}</TallLink>
    </div>
  );
}
