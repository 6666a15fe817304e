import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { pageMeta } from "~/components/layout/page-meta";
import { cartView } from "~/domain/cart-view";
import { Island } from "~/islands/island.server";
import type { RouteHandle } from "~/route-handle";
import { readForm } from "~/server/form.server";
import { refusal } from "~/server/refusal.server";
import { redirectWithFlash } from "~/session/flash.server";
import { visitorOf } from "~/session/visitor.server";
import { getShop } from "~/shop/shop.server";
import CartContents, { pageTitle } from "./cart-island";
import { changeCart } from "./change.server";

export const handle = { private: true, search: "closed" } satisfies RouteHandle;

export async function loader({ request }: LoaderFunctionArgs) {
  const cart = cartView(await (await getShop()).carts.read(await visitorOf(request)));
  return { cart };
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  const visitor = await visitorOf(request);
  // Without a cart there is nothing to change; the page says that it is empty.
  if (visitor === undefined) return redirect("/cart", 303);
  const change = await changeCart((await getShop()).carts, visitor, form);
  switch (change.outcome) {
    case "cleared":
      return redirectWithFlash("/cart", { type: "success", message: "Panier vidé" });
    case "removed":
      return redirectWithFlash("/cart", { type: "success", message: "Article retiré du panier" });
    case "refused":
      return refusal(change);
    default:
      return redirect("/cart", 303);
  }
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: pageTitle(data?.cart.count),
    description: "Votre panier.",
  });

export default function CartPage() {
  const { cart } = useLoaderData<typeof loader>();
  return <Island name="cart" wake="load" of={CartContents} props={{ cart, refused: useActionData<typeof action>() }} />;
}
