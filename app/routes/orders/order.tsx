import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { pageMeta } from "~/components/ui/meta";
import { visitorOf } from "~/session/visitor.server";
import { getShop } from "~/shop/shop.server";
import { NOT_FOUND, NotFound } from "./not-found";
import { OrderView, orderTitle } from "./order-view";
import { ownOrder } from "./own-order.server";
import { viewOf } from "./view-of.server";

export const handle = { private: true };

export async function loader(args: LoaderFunctionArgs) {
  const order = await ownOrder(args);
  if (!order) return data({ order: null }, { status: 404 });
  const { orders } = await getShop();
  return data({ order: viewOf(order, await orders.parcel(order.number, await visitorOf(args.request))) });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  const title = data?.order ? orderTitle(data.order) : NOT_FOUND;
  return pageMeta({ title, description: title, noIndex: true });
};

export default function OrderPage() {
  const { order } = useLoaderData<typeof loader>();
  if (!order) return <NotFound />;
  const here = `/commande/${order.number}`;
  return <OrderView order={order} links={{ correct: `${here}/modifier`, cancel: `${here}/annuler` }} />;
}
