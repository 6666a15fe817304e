import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FormPage } from "~/components/forms/form-page";
import { OwnForm } from "~/components/forms/own-form";
import { SubmitRow } from "~/components/forms/submit-row";
import { LineLink } from "~/components/ui/links";
import { variantWords } from "~/domain/catalogue/size";
import { pairsOf } from "~/domain/order/cart";
import { orderPage } from "~/domain/order/order";
import { formatDinars } from "~/domain/values/money";
import { counted } from "~/domain/values/plural";
import { refusal } from "~/http/refusal.server";
import { redirectWithSuccess } from "~/session/flash.server";
import { visitorOf } from "~/session/visitor.server";
import { getShop } from "~/shop/shop.server";
import { ChangeTitle, changeMeta, isOpen } from "./change-page";
import { NotFound, TooLate } from "./dead-ends";
import { callUs, ownOrder } from "./own-order.server";
import { viewOf } from "./view-of.server";

export async function loader(args: LoaderFunctionArgs) {
  const order = await ownOrder(args, "/annuler");
  if (!order) return data({ order: null, isHere: true }, { status: 404 });
  const { number, status, placedAt, total, lines } = viewOf(order);
  if (status === "cancelled") throw redirect(orderPage(number));
  const [first, ...others] = lines.map((line) => ({
    pair: `${line.name}, ${variantWords(line).replace(/ (?=\d+$)/, "\u00a0")}`,
    quantity: line.quantity,
  }));
  const content = {
    first: first && (first.quantity > 1 ? `${first.quantity} × ${first.pair}` : first.pair),
    others: pairsOf(others),
  };
  const { cancel: isHere } = await (await getShop()).orders.changes();
  return data({ order: { number, status, placedAt, total, content }, isHere });
}

/** A second press finds the order cancelled, and gets the same answer. */
export async function action({ request, params }: ActionFunctionArgs) {
  const visitor = await visitorOf(request);
  const { orders } = await getShop();
  const { number } = (await orders.read(params.number ?? "", visitor)) ?? {};
  if (number === undefined) return data(null, { status: 404 });
  const outcome = await orders.cancel(number, visitor);
  if (outcome === "unknown") return data(null, { status: 404 });
  if (outcome === "not-here") return refusal({ intro: `La commande n'a pas été annulée\u00a0: ${callUs()}.` }, 409);
  if (outcome === "too-late") return refusal({ intro: "La commande n'a pas été annulée." }, 409);
  return redirectWithSuccess(orderPage(number), "Commande annulée");
}

export const meta = changeMeta("annuler");

export default function CancelOrder() {
  const { order, isHere } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  if (!order) return <NotFound />;
  const { number, content } = order;
  const here = orderPage(number);
  if (!isOpen(order) || !isHere) return <TooLate what="annuler" order={order} refused={refused} />;
  return (
    <FormPage title={<ChangeTitle what="annuler" number={number} />} refused={refused}>
      <p className="panel mt-6">
        {content.first}
        {content.others > 0 && ` et ${counted(content.others, "autre article", "autres articles")}`}
        <br />
        {formatDinars(order.total)}, passée le {order.placedAt}
      </p>
      <p className="mt-6">
        Vous ne payez rien. Nous ne vous appelons pas, aucun colis ne part, et la commande ne pourra pas être
        reprise&nbsp;: pour les mêmes articles, il faudra commander de nouveau.
      </p>
      <OwnForm action={`${here}/annuler`}>
        <SubmitRow otherwise={{ href: here, label: "Retour à la commande" }}>Annuler la commande</SubmitRow>
      </OwnForm>
      <p className="hint mt-6">
        Seul le téléphone ou l'adresse est à changer&nbsp;? <LineLink href={`${here}/modifier`}>Modifiez-les</LineLink>.
      </p>
    </FormPage>
  );
}
