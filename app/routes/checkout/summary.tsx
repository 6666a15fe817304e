import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { CONFIRM, ConfirmTotal } from "~/components/forms/confirm-total";
import { OwnForm } from "~/components/forms/own-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { pageMeta } from "~/components/layout/page-meta";
import { RefusedOrder } from "~/components/orders/refused-order";
import { SmallLink, TallLink, TextLink } from "~/components/ui/links";
import { Totals, totalOf } from "~/components/ui/price";
import { PersonName, TypedText } from "~/components/ui/typed-text";
import { DELIVERY_DELAY, whenPaid } from "~/domain/delivery/delivery";
import { deliveryFields } from "~/domain/delivery/delivery-view";
import { amountOf, isOrderable, MAX_LINES, pairsOf } from "~/domain/order/cart";
import type { WantedLine } from "~/domain/order/order";
import type { OrderRefusal } from "~/domain/order/order-refusal";
import { readForm, wholeNumber } from "~/forms/form.server";
import { turnToOrder } from "~/http/order-queue.server";
import { refusal } from "~/http/refusal.server";
import { addToContext, currentRequest } from "~/request-context.server";
import type { RouteHandle } from "~/route-handle";
import { visitorOf } from "~/session/visitor.server";
import { getShop } from "~/shop/shop.server";
import { mintFormKey } from "~/tokens/form-key.server";
import { refuseLostCart } from "~/use-cases/ended-session.server";
import { answerAgain, placeFormOrder } from "~/use-cases/place-form-order.server";
import { emptyDelivery, readDelivery } from "~/use-cases/read-delivery.server";
import { CheckoutFrame, stepTitle } from "./frame";
import { contentsOf, openLaterStep } from "./guard.server";

export const handle = { checkout: true } satisfies RouteHandle;

export async function loader({ request }: LoaderFunctionArgs) {
  const wasRefused = currentRequest()?.isRefused;
  // A refusal is shown whatever became of the cart; opening the page needs the earlier steps.
  const { cart, draft } = wasRefused ? await cartAndDraft(request) : await openLaterStep(request);
  const contents = await contentsOf(cart, await visitorOf(request));
  const view = draft && (await emptyDelivery(contents, draft));
  const fee = draft && view?.offer.quote?.[draft.mode];
  const isAway = view?.offer.isAway === true;
  const pickupPoint = view?.offer.pickupPoints.find(({ id }) => id === draft?.pickupPointId);
  const isServed = fee !== undefined && (draft?.mode === "home" || pickupPoint !== undefined);
  if (!isServed && !wasRefused) throw redirect("/checkout", 303);
  const delivery = view && {
    values: view.values,
    wilaya: view.wilayas.find(({ id }) => id === draft?.wilayaId)?.name ?? "",
    commune: view.offer.communes.find(({ id }) => id === draft?.communeId)?.name ?? "",
    pickupPoint: pickupPoint && `${pickupPoint.name}, ${pickupPoint.address}`,
  };
  return {
    lines: cart.lines,
    ...contents,
    fee,
    delivery,
    // An order that was refused while the courier was away can be sent again.
    isOrderable: (isServed || isAway) && isOrderable(cart),
    key: mintFormKey(),
    titlePrefix: currentRequest()?.titlePrefix,
  };
}

async function cartAndDraft(request: Request) {
  const [visitor, { carts }] = [await visitorOf(request), await getShop()];
  return { cart: await carts.read(visitor), draft: visitor === undefined ? undefined : await carts.draft(visitor) };
}

/** Why nothing was ordered, and the key and the fee for the next try. */
interface Refused {
  /** Absent where another total was shown, which is to be confirmed. */
  refusal?: OrderRefusal;
  key?: string;
  fee?: number;
}

/**
 * Places the order. The form holds everything that was shown: after the order the cart and the
 * draft are empty, and the same form posted again must still be the same order (PE-6).
 */
export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  const turn = await turnToOrder();
  const lines = linesFrom(form);
  const again = await answerAgain(request, form, turn, { fromCart: true, linesAs: () => lines });
  if (again) return again;
  const amount = amountOf(lines);
  const { recipient, key, view } = await readDelivery(form, { pairs: pairsOf(lines), amount });
  if (!recipient || lines.length === 0) {
    await openLaterStep(request);
    // The courier no longer serves the place: the first step names it, and has the fields.
    if (!recipient && !view.offer.isAway) throw redirect("/checkout", 303);
    // None of our pages posts that.
    return refusal<Refused>({ refusal: { outcome: "incomplete" } });
  }
  const shown = { shownFee: wholeNumber(form, "frais") ?? -1, shownReward: wholeNumber(form, "offert") ?? 0 };
  const total = totalOf({ amount, reward: shown.shownReward, fee: shown.shownFee });
  // A browser may have restored fields of another form: nothing is ordered that was not shown.
  if (wholeNumber(form, "total") !== total) {
    addToContext({ titlePrefix: CONFIRM });
    return data<Refused>({});
  }
  const outcome = await placeFormOrder(request, { key, lines, recipient, ...shown, fromCart: true }, turn);
  if (outcome instanceof Response) return outcome;
  await refuseLostCart(request, "/checkout");
  const fee = shown.shownFee < 0 ? {} : { fee: shown.shownFee };
  return refusal<Refused>({ refusal: outcome.refusal, key: outcome.key, ...fee }, outcome.status, outcome.headers);
}

const ORDER_FORM = "commande";

/** A line as a form field: "2x4900x{variant}". */
const lineText = ({ quantity, price, variantId }: WantedLine) => `${quantity}x${price}x${variantId}`;

function linesFrom(form: FormData): WantedLine[] {
  return form
    .getAll("ligne")
    .slice(0, MAX_LINES)
    .flatMap((line) => {
      const [, quantity, price, variantId] = /^(\d{1,4})x(\d{1,9})x(.{1,100})$/.exec(String(line)) ?? [];
      return variantId ? [{ variantId, quantity: Number(quantity), price: Number(price) }] : [];
    });
}

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  pageMeta(matches, {
    title: [data?.titlePrefix, stepTitle(3)].filter(Boolean).join(" – "),
    description: "Vérifiez votre commande avant de la passer.",
  });

export default function Review() {
  const { lines, pairs, amount, reward, isCardToConfirm, delivery, isOrderable, key, ...page } =
    useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  // While the fee is unknown, the one that was shown before is posted: the order compares it.
  const fee = page.fee ?? refused?.fee;
  const isPickup = delivery?.values.mode === "relais";
  return (
    <CheckoutFrame
      step={3}
      ordered={{ lines, pairs, amount, reward, fee, isPickup }}
      summary={
        refused?.refusal ? (
          <RefusedOrder refusal={refused.refusal} form={ORDER_FORM} within="form" />
        ) : (
          refused &&
          isOrderable &&
          fee !== undefined && (
            <ConfirmTotal {...{ fee, isPickup }} total={totalOf({ amount, reward, fee })} form={ORDER_FORM} />
          )
        )
      }
      isOpen
    >
      <p>Relisez, puis passez la commande en bas de la page.</p>
      {delivery && (
        <Part title="Livraison" href="/checkout" change="Modifier la livraison">
          <p className="mt-2">
            <PersonName>
              {delivery.values.prenom} {delivery.values.nom}
            </PersonName>
            , {delivery.values.telephone}
          </p>
          <p>
            {isPickup ? "Au point relais" : "À domicile"}&nbsp;:{" "}
            <bdi className="whitespace-pre-line break-words">{delivery.pickupPoint ?? delivery.values.adresse}</bdi>
            <br />
            {delivery.commune} ({delivery.wilaya})
          </p>
          {delivery.pickupPoint && <TypedText label="Votre adresse" text={delivery.values.adresse} />}
          <TypedText label="Remarque" text={delivery.values.remarque} />
          <p>Délai&nbsp;: {DELIVERY_DELAY.toLowerCase()}</p>
        </Part>
      )}
      <Part title="Paiement" href="/checkout/paiement" change="Modifier le paiement">
        <p>{`Paiement ${whenPaid(isPickup)}, en espèces.`}</p>
      </Part>

      {isOrderable && delivery && fee !== undefined ? (
        <OwnForm id={ORDER_FORM} action="/checkout/verification" noValidate>
          <input type="hidden" name="cle" value={refused?.key ?? key} />
          {lines.map((line) => (
            <input key={line.variantId} type="hidden" name="ligne" value={lineText(line)} />
          ))}
          <input type="hidden" name="frais" value={fee} />
          {reward > 0 && <input type="hidden" name="offert" value={reward} />}
          <input type="hidden" name="total" value={totalOf({ amount, reward, fee })} />
          {deliveryFields.map((field) => (
            <input key={field} type="hidden" name={field} value={delivery.values[field]} />
          ))}
          <div className="lg:hidden">
            <Totals amount={amount} fee={fee} isPickup={isPickup} reward={reward} />
          </div>
          {reward > 0 && (
            <p className="hint mt-2">
              Votre carte de fidélité est pleine&nbsp;: la moins chère de vos sept paires est offerte.
            </p>
          )}
          {isCardToConfirm && (
            <p className="hint mt-2">
              Votre carte de fidélité est pleine&nbsp;: confirmez d'abord votre adresse e-mail, depuis{" "}
              <TextLink href="/account">votre compte</TextLink>, et une paire est offerte.
            </p>
          )}
          <p className="hint mt-2">
            Pas d'autres frais. En passant la commande, vous acceptez nos{" "}
            <TextLink href="/terms">conditions générales de vente</TextLink>.
          </p>
          <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
            <SubmitButton className="button-primary w-full sm:w-auto">Passer la commande</SubmitButton>{" "}
            <TallLink href="/checkout/paiement">Retour au paiement</TallLink>
          </div>
        </OwnForm>
      ) : (
        <p className="mt-8">
          <a className="button-primary" href={lines.length > 0 ? "/cart" : "/shop"}>
            {lines.length > 0 ? "Modifier le panier" : "Découvrir nos produits"}
          </a>
        </p>
      )}
    </CheckoutFrame>
  );
}

function Part(props: { title: string; href: string; change: string; children: ReactNode }) {
  return (
    <section className="mt-3 border-t pt-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-xl">{props.title}</h2>
        <SmallLink href={props.href}>{props.change}</SmallLink>
      </div>
      {props.children}
    </section>
  );
}
