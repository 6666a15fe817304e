import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorSummary } from "~/components/forms/error-summary";
import { OwnForm } from "~/components/forms/own-form";
import { SubmitRow } from "~/components/forms/submit-row";
import { fixedMeta } from "~/components/layout/page-meta";
import { Totals } from "~/components/ui/price";
import { whenPaid } from "~/domain/delivery/delivery";
import { readForm, text } from "~/forms/form.server";
import { refusal } from "~/http/refusal.server";
import type { RouteHandle } from "~/route-handle";
import { emptyDelivery } from "~/use-cases/read-delivery.server";
import { CheckoutFrame, stepTitle } from "./frame";
import { openLaterStep } from "./guard.server";

export const handle = { checkout: true } satisfies RouteHandle;

/** Cash on delivery is the only way (decision 009), and a radio all the same. */
const CASH = "livraison";

export async function loader({ request }: LoaderFunctionArgs) {
  const { cart, contents, draft } = await openLaterStep(request);
  const { offer } = await emptyDelivery(contents, draft);
  const fee = offer.quote?.[draft.mode];
  if (fee === undefined) throw redirect("/checkout", 303);
  return { ordered: { lines: cart.lines, ...contents, fee, isPickup: draft.mode === "pickup" } };
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  await openLaterStep(request);
  if (text(form, "paiement") === CASH) return redirect("/checkout/verification", 303);
  return refusal({ problems: [{ id: "paiement", message: "Choisissez le mode de paiement" }] });
}

export const meta = fixedMeta({
  title: stepTitle(2),
  description: "Paiement à la livraison.",
});

export default function Payment() {
  const { ordered } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problems[0];
  return (
    <CheckoutFrame
      step={2}
      ordered={ordered}
      summary={problem && <ErrorSummary within="form" problems={[problem]} />}
      isOpen={false}
    >
      <OwnForm action="/checkout/paiement" noValidate>
        <fieldset className="mt-5" aria-describedby={problem && "paiement-error"}>
          <legend className="label">Mode de paiement</legend>
          {problem && (
            <p className="wrong" id="paiement-error">
              {problem.message}
            </p>
          )}
          <div className="mt-2 flex min-h-target items-start gap-3 border border-edge p-3">
            <input
              id="paiement"
              className="mt-1 size-5 shrink-0"
              type="radio"
              name="paiement"
              value={CASH}
              defaultChecked
              aria-describedby="paiement-description"
            />
            <div>
              <label htmlFor="paiement">{`Paiement ${whenPaid(ordered.isPickup)}`}</label>
              <p className="hint" id="paiement-description">
                Vous payez en espèces, {ordered.isPickup ? "au point relais" : "au livreur"}, quand vous recevez le
                colis.
              </p>
            </div>
          </div>
        </fieldset>
        <div className="lg:hidden">
          <Totals {...ordered} />
        </div>
        <SubmitRow otherwise={{ href: "/checkout", label: "Retour à la livraison" }}>Continuer</SubmitRow>
      </OwnForm>
    </CheckoutFrame>
  );
}
