import type { ComponentProps } from "react";
import { TextLink } from "~/components/ui/links";
import { changeText, type OrderRefusal, refusalText } from "~/domain/order/order-refusal";
import { ErrorSummary, type Problem } from "../forms/error-summary";
import { SubmitButton } from "../forms/submit-button";
import { useLayoutData } from "../layout/layout-data";

/** Why an order was not placed, and what can be done about it. */
export function RefusedOrder(props: {
  refusal: OrderRefusal;
  /** Errors of the form's controls. */
  problems?: readonly Problem[];
  /** Id of the form that orders again. */
  form: string;
  within: ComponentProps<typeof ErrorSummary>["within"];
}) {
  const { refusal, problems = [], form, within } = props;
  const changes = refusal.outcome === "changed" ? refusal.changes.map(changeText) : [];
  return (
    <ErrorSummary
      within={within}
      intro={refusalText(refusal, useLayoutData()?.shopPhone)}
      problems={[...problems, ...changes.map((message) => ({ message }))]}
    >
      {refusal.outcome === "repeated" && (
        <p className="mt-4">
          <SubmitButton form={form} name="intent" value="encore">
            Commander encore une fois
          </SubmitButton>
        </p>
      )}
      {refusal.outcome === "key-used" && refusal.page && (
        <p className="mt-2">
          <TextLink href={refusal.page}>Voir la commande n°&nbsp;{refusal.order.number}</TextLink>
        </p>
      )}
    </ErrorSummary>
  );
}
