import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { AccountFrame } from "~/components/layout/account-frame";
import { pageMeta } from "~/components/layout/page-meta";
import { ButtonLink } from "~/components/ui/links";
import { accountOrderPage, orderPage } from "~/domain/order/order";
import { formatPhone } from "~/domain/values/phone";
import { requireAccount } from "~/session/visitor.server";
import { getShop } from "~/shop/shop.server";
import { NOT_FOUND } from "./dead-ends";
import { OrderView, orderTitle } from "./order-view";
import { reviewPage } from "./reviewer.server";
import { changeLinks, progressOf, viewOf } from "./view-of.server";

/** Section 6: the answer for somebody else's order. */
const NOT_YOURS = "Accès non autorisé à cette commande";

export async function loader({ request, params: { number = "" } }: LoaderFunctionArgs) {
  const { id } = await requireAccount(request);
  const { orders } = await getShop();
  const order = await orders.read(number, id);
  const owner = await orders.ownerOf(order?.number ?? number);
  // A guest's order that this account may open; its page there shows no whole phone.
  if (order && owner === null) throw redirect(orderPage(order.number));
  if (!order || owner !== id) {
    const isKnown = owner !== undefined;
    return data({ order: null, problem: isKnown ? NOT_YOURS : NOT_FOUND }, { status: isKnown ? 403 : 404 });
  }
  if (order.number !== number) throw redirect(accountOrderPage(order.number));
  const view = viewOf(order, await progressOf(order, id));
  // The whole phone number: only the owner of the account has this page.
  return data({
    order: {
      ...view,
      phone: formatPhone(order.recipient.phone),
      review: await reviewPage(order, { visitor: id }),
      links: await changeLinks(order.number),
    },
    problem: "",
  });
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.order ? orderTitle(data.order) : (data?.problem ?? NOT_FOUND) });

export default function AccountOrder() {
  const { order, problem } = useLoaderData<typeof loader>();
  return (
    <AccountFrame current="/account/orders" isBelow>
      {order ? (
        <OrderView order={order} isListed review={order.review} links={order.links} />
      ) : (
        <>
          <h1 className="text-2xl">{problem}</h1>
          <p className="mt-4">
            Vérifiez le numéro. Une commande passée sans compte s'ouvre avec son numéro et votre téléphone, ou s'ajoute
            à votre compte.
          </p>
          <p className="mt-4 flex flex-wrap gap-x-6 gap-y-3">
            <ButtonLink href="/account/orders">Mes commandes</ButtonLink>
            <ButtonLink href="/suivi">Suivre une commande</ButtonLink>
          </p>
        </>
      )}
    </AccountFrame>
  );
}
