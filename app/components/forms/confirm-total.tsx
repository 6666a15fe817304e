import { whenPaid } from "~/domain/delivery/delivery";
import { formatDinars } from "~/domain/values/money";
import { SubmitButton } from "./submit-button";

export const CONFIRM = "Confirmez votre commande";

export interface TotalToConfirm {
  total: number;
  fee: number;
  /** What made it another total than the one that was shown, as a sentence. */
  change?: string | undefined;
}

/**
 * The total of an order that the sent form had not shown: news, and no error. It has the focus when
 * the page opens, without a script, as the summary of errors has (PE-3).
 */
export function ConfirmTotal(props: TotalToConfirm & { isPickup: boolean; form: string }) {
  const { total, fee, change = "", isPickup, form } = props;
  return (
    <div
      role="status"
      aria-labelledby="a-confirmer"
      aria-describedby="a-confirmer-texte"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: what is to be confirmed has the focus
      autoFocus
      className="mt-4 border-2 border-accent p-4"
    >
      <h2 id="a-confirmer" className="text-lg font-semibold">
        {CONFIRM}
      </h2>
      <p id="a-confirmer-texte" className="mt-2">
        {`${change} Total à payer ${whenPaid(isPickup)}\u00a0: ${formatDinars(total)}, livraison comprise (${formatDinars(fee)}). Rien n'est encore commandé.`.trim()}
      </p>
      <p className="mt-4">
        <SubmitButton form={form} name="intent" value="commander">
          Confirmer la commande
        </SubmitButton>
      </p>
    </div>
  );
}
