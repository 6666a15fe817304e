import { data, type HeadersFunction, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { useLayoutData } from "~/components/layout/layout-data";
import { pageMeta } from "~/components/layout/page-meta";
import { orderPage } from "~/domain/order/order";
import { visitorOf } from "~/session/visitor.server";
import { getShop } from "~/shop/shop.server";
import { holderOfPass, PASS } from "~/tokens/order-pass.server";
import { NOT_FOUND, NotFound } from "./dead-ends";
import { OrderView, orderTitle } from "./order-view";
import { ownOrder } from "./own-order.server";
import { reviewPage } from "./reviewer.server";
import { changeLinks, progressOf, viewOf } from "./view-of.server";

export async function loader(args: LoaderFunctionArgs) {
  const { request, params } = args;
  const pass = new URL(request.url).searchParams.get(PASS);
  const { orders } = await getShop();
  const order = await ownOrder(args);
  if (order) {
    // The browser keeps cookies: its address can do without the pass, which admits others too.
    if (pass !== null) throw redirect(orderPage(order.number));
    const visitor = await visitorOf(request);
    const review = await reviewPage(order, { visitor });
    const links = await changeLinks(order.number);
    return data({ order: viewOf(order, await progressOf(order, visitor)), links, review });
  }
  const holder = pass === null ? undefined : holderOfPass(pass, params.number ?? "");
  const orderByPass = holder === undefined ? undefined : await orders.read(params.number ?? "", holder);
  if (!orderByPass) return data({ order: null, links: undefined, review: undefined }, { status: 404 });
  // Neither links nor caches may pass on the address, which opens the page.
  const headers = { "Referrer-Policy": "same-origin", "Cache-Control": "no-store" };
  const review = await reviewPage(orderByPass, { visitor: holder }, `?${new URLSearchParams({ [PASS]: pass ?? "" })}`);
  const view = viewOf(orderByPass, await progressOf(orderByPass, holder));
  return data({ order: view, links: undefined, review }, { headers });
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.order ? orderTitle(data.order) : NOT_FOUND });

export default function OrderPage() {
  const { order, links, review } = useLoaderData<typeof loader>();
  const isSignedIn = useLayoutData()?.email !== undefined;
  if (!order) return <NotFound />;
  const here = orderPage(order.number);
  const isGuest = links !== undefined && !isSignedIn;
  return (
    <OrderView
      order={order}
      links={links}
      review={review}
      registration={isGuest ? `/register?retour=${encodeURIComponent(here)}` : undefined}
    />
  );
}
