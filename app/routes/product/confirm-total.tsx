import { SubmitButton } from "~/components/forms/submit-button";
import { formatDinars } from "~/domain/money";

export const CONFIRM = "Confirmez votre commande";

/**
 * The total of an order whose fee was not known when the form was sent: news, and no error. It has
 * the focus when the page opens, without a script, as the summary of errors has (PE-3).
 */
export function ConfirmTotal({ total, fee, isPickup }: { total: number; fee: number; isPickup: boolean }) {
  return (
    <div
      role="status"
      aria-labelledby="a-confirmer"
      aria-describedby="a-confirmer-texte"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: what is to be confirmed has the focus
      autoFocus
      className="mb-6 mt-4 max-w-prose border-2 border-accent p-4"
    >
      <h3 id="a-confirmer" className="text-lg font-semibold">
        {CONFIRM}
      </h3>
      <p id="a-confirmer-texte" className="mt-2">
        {`Total à payer ${isPickup ? "au retrait" : "à la livraison"}\u00a0: ${formatDinars(total)}, livraison comprise (${formatDinars(fee)}). Rien n'est encore commandé.`}
      </p>
      <p className="mt-4">
        <SubmitButton name="intent" value="commander">
          Confirmer la commande
        </SubmitButton>
      </p>
    </div>
  );
}
