import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { orderNumberField, phoneField } from "~/components/forms/field-specs";
import { Fields } from "~/components/forms/fields-island";
import { FormPage } from "~/components/forms/form-page";
import { OwnForm } from "~/components/forms/own-form";
import { SubmitRow } from "~/components/forms/submit-row";
import { fixedMeta } from "~/components/layout/page-meta";
import { LatestOrderPanel } from "~/components/orders/latest-order";
import { listedUnsettled } from "~/components/orders/listed-order";
import { UnsettledList } from "~/components/orders/unsettled-list";
import { trackForm } from "~/domain/order/track-form";
import { readForm } from "~/forms/form.server";
import { type FormView, parseForm, withErrors } from "~/forms/parse-form.server";
import { refusal } from "~/http/refusal.server";
import { currentRequest } from "~/request-context.server";
import { ensureVisitor, visitorOf } from "~/session/visitor.server";
import { getShop } from "~/shop/shop.server";
import { latestOrder, orderAddress } from "~/use-cases/order-address.server";
import { hasOwnNumbers, tooManyGuesses } from "./own-order.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const unsettled = await (await getShop()).orders.unsettledOf(await visitorOf(request));
  return {
    isOwn: hasOwnNumbers(),
    unsettled: unsettled.map(listedUnsettled),
    latest: currentRequest()?.isRefused ? undefined : await latestOrder(request),
  };
}

type Refused = FormView<keyof ReturnType<typeof trackForm>["schema"]["shape"]>;

export async function action({ request }: ActionFunctionArgs) {
  const { value, ...view } = parseForm(await readForm(request), trackForm(hasOwnNumbers()));
  if (!value) return refusal<Refused>(view);
  const { visitor, headers } = await ensureVisitor(request);
  const { orders } = await getShop();
  const order = await orders.track(value.numero, value.telephone, visitor, currentRequest()?.address);
  if (order === "limited") return refusal<Refused>({ ...view, intro: tooManyGuesses() }, 429);
  if (order !== "unknown") return redirect(orderAddress(request, order.number, visitor), { status: 303, headers });
  return refusal<Refused>({
    ...withErrors(view, "suivi", { numero: "Commande non trouvée" }),
    intro:
      "Vérifiez le numéro de la commande et le téléphone avec lequel elle a été passée. Si vous ne les avez plus, contactez-nous.",
  });
}

export const meta = fixedMeta({
  title: "Suivre ma commande",
  description: "Retrouvez votre commande avec son numéro et votre téléphone.",
});

const orderPhoneHint = { hint: "Celui de la commande" };

export default function Track() {
  const { isOwn, unsettled, latest } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <FormPage title="Suivre ma commande" refused={refused}>
      <UnsettledList orders={unsettled} />
      <LatestOrderPanel order={latest} />
      <p className="mt-2">Le numéro est sur la page qui a suivi votre commande{isOwn && ", par exemple K7MQ-4TXP"}.</p>
      <OwnForm id="suivi" action="/suivi" noValidate>
        <Fields
          form="suivi"
          schema={isOwn ? "suivi" : "suivi-api"}
          fields={[orderNumberField, { ...phoneField, ...orderPhoneHint }]}
          state={refused}
        />
        <SubmitRow>Trouver ma commande</SubmitRow>
      </OwnForm>
    </FormPage>
  );
}
