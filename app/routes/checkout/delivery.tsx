import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import DeliveryFields, { DELIVERY_FORM } from "~/components/forms/delivery-fields";
import { deliveryProblems } from "~/components/forms/delivery-problems";
import { ErrorSummary } from "~/components/forms/error-summary";
import { OwnForm } from "~/components/forms/own-form";
import { DefaultSubmit } from "~/components/forms/submit-button";
import { SubmitRow } from "~/components/forms/submit-row";
import { wilayaOptions } from "~/components/forms/wilaya-options";
import { fixedMeta } from "~/components/layout/page-meta";
import { feesShown, isUntouched } from "~/domain/delivery/delivery-view";
import { TO_DOOR, wayIn, wayOf } from "~/domain/delivery/way";
import { readForm, text } from "~/forms/form.server";
import { refusal } from "~/http/refusal.server";
import { Island } from "~/islands/island.server";
import type { RouteHandle } from "~/route-handle";
import { rememberWilaya } from "~/session/wilaya.server";
import { getShop } from "~/shop/shop.server";
import { noFees } from "~/use-cases/delivery-offer.server";
import { forCommunes, readDelivery, startedDelivery } from "~/use-cases/read-delivery.server";
import { CheckoutFrame, stepTitle } from "./frame";
import { openCheckout } from "./guard.server";

export const handle = { checkout: true } satisfies RouteHandle;

export async function loader({ request }: LoaderFunctionArgs) {
  const { visitor, cart, contents } = await openCheckout(request);
  const { carts, accounts } = await getShop();
  // The fields start with what was typed before, else with the account's profile.
  const draft = (await carts.draft(visitor)) ?? (await accounts.recipient(visitor));
  const delivery = await startedDelivery(request, contents, draft);
  return { lines: cart.lines, contents, delivery, problems: deliveryProblems(delivery) };
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  const { visitor, contents } = await openCheckout(request);
  const read = await readDelivery(form, contents);
  const { view, recipient, intro, feeNotice, isFeeNew } = read;
  const { isAway } = view.offer;
  if (text(form, "intent") === "communes") {
    const delivery = forCommunes(read);
    const problems = deliveryProblems(delivery);
    const body = { delivery, problems, intro: undefined };
    if (problems.length > 0) return refusal(body);
    return isAway ? refusal({ ...body, intro: await noFees() }, 503) : data(body);
  }
  if (!recipient) return refusal({ delivery: view, problems: deliveryProblems(view), intro });
  // The next steps show the fee, which is unknown now.
  if (isAway) return refusal({ delivery: view, problems: [], intro: await noFees() }, 503);
  // Without scripts no fee, or that of another cart, may have been shown: the next steps show it.
  const isCartAsShown = text(form, "montant") === String(contents.amount);
  if (feeNotice && !isFeeNew && isCartAsShown)
    return refusal({ delivery: view, problems: [{ message: feeNotice }], intro: undefined });

  const { carts } = await getShop();
  await carts.saveDraft(visitor, recipient);
  // The shopper has seen these prices and goes on: the lines stop showing the changes. A price that
  // changed while this page was open is shown in the last step.
  if (isCartAsShown) await carts.acceptPrices(visitor);
  return redirect("/checkout/paiement", { status: 303, headers: await rememberWilaya(recipient.wilayaId) });
}

export const meta = fixedMeta({
  title: stepTitle(1),
  description: "Votre adresse de livraison.",
});

export default function Delivery() {
  const { lines, contents, ...started } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { delivery, problems } = refused ?? started;
  const { wilayas, ...view } = delivery;
  const isPickup = wayIn(wayOf(view.values), view.offer) !== TO_DOOR;
  return (
    <CheckoutFrame
      step={1}
      ordered={{ lines, ...contents, fee: feesShown(view.offer, isPickup ? "relais" : TO_DOOR), isPickup }}
      summary={
        (refused || problems.length > 0) && <ErrorSummary within="form" problems={problems} intro={refused?.intro} />
      }
      isOpen={lines.some((line) => line.priceBefore !== undefined)}
    >
      <OwnForm id={DELIVERY_FORM} action="/checkout" noValidate>
        <DefaultSubmit value="continuer" />
        <input type="hidden" name="montant" value={contents.amount} />
        <Island
          name="checkout-delivery"
          of={DeliveryFields}
          props={{ view, ...contents, hasSumsBeside: true }}
          inMarkup={{ wilayas: wilayaOptions(wilayas), isListNew: refused?.problems.length === 0 && !refused.intro }}
          isCommon={isUntouched(view)}
        />
        <SubmitRow name="intent" value="continuer" otherwise={{ href: "/cart", label: "Retour au panier" }}>
          Continuer
        </SubmitRow>
      </OwnForm>
    </CheckoutFrame>
  );
}
