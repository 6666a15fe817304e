import { data, type HeadersFunction, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { pageMeta } from "~/components/layout/page-meta";
import { useRootData } from "~/components/layout/root-data";
import { orderPage } from "~/domain/order";
import type { RouteHandle } from "~/route-handle";
import { holderOfPass, PASS } from "~/server/order-pass.server";
import { visitorOf } from "~/session/visitor.server";
import { getShop } from "~/shop/shop.server";
import { NOT_FOUND, NotFound } from "./not-found";
import { OrderView, orderTitle } from "./order-view";
import { ownOrder } from "./own-order.server";
import { reviewPage } from "./reviewer.server";
import { changeLinks, progressOf, viewOf } from "./view-of.server";

export const handle = { private: true, search: "closed" } satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const { request, params } = args;
  const pass = new URL(request.url).searchParams.get(PASS);
  const { orders } = await getShop();
  const own = await ownOrder(args);
  if (own) {
    // The browser keeps cookies: its address need not hold the pass, which admits others too.
    if (pass !== null) throw redirect(orderPage(own.number));
    const visitor = await visitorOf(request);
    const review = await reviewPage(own, { visitor });
    const links = await changeLinks(own.number);
    return data({ order: viewOf(own, await progressOf(own, visitor)), links, review });
  }
  const holder = pass === null ? undefined : holderOfPass(pass, params.number ?? "");
  const order = holder === undefined ? undefined : await orders.read(params.number ?? "", holder);
  if (!order) return data({ order: null, links: undefined, review: undefined }, { status: 404 });
  // Neither links nor caches may pass on the address, which opens the page.
  const headers = { "Referrer-Policy": "no-referrer", "Cache-Control": "no-store" };
  const review = await reviewPage(order, { visitor: holder }, `?${new URLSearchParams({ [PASS]: pass ?? "" })}`);
  const view = viewOf(order, await progressOf(order, holder));
  return data({ order: view, links: undefined, review }, { headers });
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const title = data?.order ? orderTitle(data.order) : NOT_FOUND;
  return pageMeta(matches, { title, description: title });
};

export default function OrderPage() {
  const { order, links, review } = useLoaderData<typeof loader>();
  const isSignedIn = useRootData()?.email !== undefined;
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
