import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorSummary } from "~/components/forms/error-summary";
import { addressField, notesField, phoneField } from "~/components/forms/field-specs";
import { Fields } from "~/components/forms/fields-island";
import { OwnForm } from "~/components/forms/own-form";
import { SubmitRow } from "~/components/forms/submit-row";
import { CallOrWrite } from "~/components/ui/contact-links";
import { Section } from "~/components/ui/section";
import { TypedText } from "~/components/ui/typed-text";
import { correctionForm } from "~/domain/delivery/delivery-form";
import { orderPage } from "~/domain/order/order";
import { tooManyOpen } from "~/domain/order/order-refusal";
import { formatPhone } from "~/domain/values/phone";
import { readForm } from "~/forms/form.server";
import { type FormView, parseForm } from "~/forms/parse-form.server";
import { refusal } from "~/http/refusal.server";
import type { RouteHandle } from "~/route-handle";
import { redirectWithSuccess } from "~/session/flash.server";
import { visitorOf } from "~/session/visitor.server";
import { settings } from "~/settings.server";
import { getShop } from "~/shop/shop.server";
import { ChangeTitle, changeMeta, isOpen } from "./change-page";
import { NotFound, TooLate } from "./dead-ends";
import { callUs, ownOrder } from "./own-order.server";
import { viewOf } from "./view-of.server";

export const handle = { private: true, search: "closed" } satisfies RouteHandle;

type Refused = FormView<ReturnType<typeof correctionForm>["fields"][number]>;
type Values = Refused["values"];

export async function loader(args: LoaderFunctionArgs) {
  const order = await ownOrder(args, "/modifier");
  if (!order) return data({ order: null, isHere: true }, { status: 404 });
  const { number, status, pickupPoint, commune, wilaya, shopPhone } = viewOf(order);
  const { phone, address, notes } = order.recipient;
  // The whole phone number, to be corrected: only those who gave or knew it may read this.
  const values: Values = { telephone: formatPhone(phone), adresse: address, remarque: notes };
  const { correct: isHere } = await (await getShop()).orders.changes();
  return data({ order: { number, status, pickupPoint, commune, wilaya, shopPhone, values }, isHere });
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const form = await readForm(request);
  const order = await ownOrder(args, "/modifier");
  if (!order) return data(null, { status: 404 });
  const { value, ...view } = parseForm(form, correctionForm(order.recipient.mode));
  const tooLate = (why = ".") =>
    refusal<Refused>({ ...view, errors: {}, problems: [], intro: `La commande n'a pas été modifiée${why}` }, 409);
  if (order.status !== "pending") return tooLate();
  if (!value) return refusal<Refused>(view);
  const { telephone: phone, adresse: address, remarque: notes } = value;
  const correction = { phone, address, notes };
  const outcome = await (await getShop()).orders.correct(order.number, await visitorOf(request), correction);
  if (outcome === "limited")
    return refusal<Refused>(
      { ...view, intro: `La commande n'a pas été modifiée\u00a0: ${tooManyOpen(settings.shopPhone)}` },
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
  const { number, pickupPoint, shopPhone } = order;
  const here = orderPage(number);
  return (
    <>
      {refused && <ErrorSummary problems={refused.problems} intro={refused.intro} />}
      {isOpen(order) && isHere ? (
        <div className="page max-w-prose py-8">
          <ChangeTitle what="modifier" number={number} />
          <p className="mt-2">
            {pickupPoint ? `Au point relais\u00a0: ${pickupPoint}, ` : "À domicile, "}
            {order.commune} ({order.wilaya}). Pour une autre commune ou d'autres articles,{" "}
            <CallOrWrite phone={shopPhone} about={`ma commande n° ${number}`} />.
          </p>
          <OwnForm id="correction" action={`${here}/modifier`} noValidate>
            <Fields
              form="correction"
              schema={pickupPoint ? "correction-relais" : "correction-domicile"}
              fields={[phoneField, addressField(!pickupPoint), notesField]}
              state={refused ?? { values: order.values, errors: {} }}
            />
            <SubmitRow otherwise={{ href: here, label: "Retour à la commande" }}>Enregistrer</SubmitRow>
          </OwnForm>
        </div>
      ) : (
        <TooLate what="modifier" order={order}>
          {refused && <Typed values={refused.values} />}
        </TooLate>
      )}
    </>
  );
}

/** What was typed too late, to be read out on the phone. */
function Typed({ values: { telephone, adresse, remarque } }: { values: Values }) {
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
