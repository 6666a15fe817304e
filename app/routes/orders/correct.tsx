import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addressField, notesField, phoneField } from "~/components/forms/field-specs";
import { Fields } from "~/components/forms/fields-island";
import { FormPage } from "~/components/forms/form-page";
import { OwnForm } from "~/components/forms/own-form";
import { SubmitRow } from "~/components/forms/submit-row";
import { CallOrWrite } from "~/components/ui/contact-links";
import { Section } from "~/components/ui/section";
import { TypedText } from "~/components/ui/typed-text";
import { correctionForm } from "~/domain/delivery/delivery-form";
import { type corrected, correctionFrom, orderPage, type Recipient, typedCorrection } from "~/domain/order/order";
import { tooManyOpen } from "~/domain/order/order-refusal";
import { formatPhone } from "~/domain/values/phone";
import { readForm } from "~/forms/form.server";
import { type FormView, parseForm } from "~/forms/parse-form.server";
import { CHANGED_MEANWHILE, takeOver } from "~/forms/take-over.server";
import { refusal } from "~/http/refusal.server";
import { redirectWithSuccess } from "~/session/flash.server";
import { visitorOf } from "~/session/visitor.server";
import { settings } from "~/settings.server";
import { getShop } from "~/shop/shop.server";
import { ChangeTitle, changeMeta, isOpen } from "./change-page";
import { NotFound, TooLate } from "./dead-ends";
import { callUs, ownOrder } from "./own-order.server";
import { viewOf } from "./view-of.server";

interface Refused extends FormView<keyof typeof corrected> {
  /** What the order says now is shown beside what was typed. */
  isStale?: boolean;
}

/** What the form begins with; the commune comes along, since an address is of its commune. */
const fieldsOf = (recipient: Recipient) => ({
  ...typedCorrection(recipient),
  // The whole phone number, to be corrected: only those who gave or knew it may read this.
  telephone: formatPhone(recipient.phone),
  commune: String(recipient.communeId),
});

export async function loader(args: LoaderFunctionArgs) {
  const order = await ownOrder(args, "/modifier");
  if (!order) return data({ order: null, isHere: true }, { status: 404 });
  const { number, status, pickupPoint, commune, wilaya } = viewOf(order);
  const values = fieldsOf(order.recipient);
  const { correct: isHere } = await (await getShop()).orders.changes();
  return data({ order: { number, status, pickupPoint, commune, wilaya, values }, isHere });
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const form = await readForm(request);
  const order = await ownOrder(args, "/modifier");
  if (!order) return data(null, { status: 404 });
  const { recipient } = order;
  const isContested = takeOver(form, new URLSearchParams(fieldsOf(recipient)), ["adresse", "commune"]);
  const { value, ...view } = parseForm(form, correctionForm(recipient.mode));
  const tooLate = (why = ".") =>
    refusal<Refused>({ ...view, errors: {}, problems: [], intro: `La commande n'a pas été modifiée${why}` }, 409);
  if (order.status !== "pending") return tooLate();
  const stale = () => refusal<Refused>({ ...view, intro: CHANGED_MEANWHILE, isStale: true }, 409);
  if (isContested) return stale();
  if (!value) return refusal<Refused>(view);
  const { orders } = await getShop();
  const outcome = await orders.correct(order.number, await visitorOf(request), correctionFrom(value), recipient);
  if (outcome === "stale") return stale();
  if (outcome === "limited")
    return refusal<Refused>(
      { ...view, intro: `La commande n'a pas été modifiée\u00a0: ${tooManyOpen(settings.shopPhone, "la modifier")}` },
      409,
    );
  if (outcome === "not-here") return tooLate(`\u00a0: ${callUs()}.`);
  if (outcome !== "corrected") return tooLate();
  return redirectWithSuccess(orderPage(order.number), "Commande modifiée");
}

export const meta = changeMeta("modifier");

export default function CorrectOrder() {
  const { order, isHere } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  if (!order) return <NotFound />;
  const { number, pickupPoint } = order;
  const here = orderPage(number);
  if (!isOpen(order) || !isHere)
    return (
      <TooLate what="modifier" order={order} refused={refused}>
        {refused?.isStale && <AsItIs {...order} />}
        {refused && <Typed values={refused.values} />}
      </TooLate>
    );
  return (
    <FormPage
      title={<ChangeTitle what="modifier" number={number} />}
      refused={refused}
      otherwise={refused?.isStale && <AsItIs {...order} />}
    >
      <p className="mt-2">
        {pickupPoint ? `Au point relais\u00a0: ${pickupPoint}, ` : "À domicile, "}
        {order.commune} ({order.wilaya}). Pour une autre commune ou d'autres articles,{" "}
        <CallOrWrite about={`ma commande n°\u00a0${number}`} />.
      </p>
      <OwnForm id="correction" action={`${here}/modifier`} noValidate>
        <input type="hidden" name="debut" value={String(new URLSearchParams(order.values))} />
        <input type="hidden" name="commune" value={order.values.commune} />
        <Fields
          form="correction"
          schema={pickupPoint ? "correction-relais" : "correction-domicile"}
          fields={[phoneField, addressField(!pickupPoint), notesField]}
          state={refused ?? { values: order.values, errors: {} }}
        />
        <SubmitRow otherwise={{ href: here, label: "Retour à la commande" }}>Enregistrer</SubmitRow>
      </OwnForm>
    </FormPage>
  );
}

/** The order as others changed it. */
function AsItIs(order: { values: ReturnType<typeof fieldsOf>; commune: string; wilaya: string }) {
  const { telephone, adresse, remarque } = order.values;
  const place = `${order.commune} (${order.wilaya})`;
  return (
    <>
      <p className="mt-2">Elle contient maintenant&nbsp;:</p>
      <TypedText label="Téléphone" text={telephone} />
      <TypedText label="Adresse" text={[adresse, place].filter(Boolean).join(", ")} />
      <TypedText label="Remarque" text={remarque} />
    </>
  );
}

/** What was typed too late, to be read out on the phone. */
function Typed({ values: { telephone, adresse, remarque } }: Pick<Refused, "values">) {
  return (
    <Section title="Ce que vous aviez écrit" className="panel mt-6">
      <p className="mt-2">{telephone}</p>
      <p dir="auto" className="mt-2 whitespace-pre-line break-words">
        {adresse}
      </p>
      <TypedText label="Remarque" text={remarque} />
    </Section>
  );
}
