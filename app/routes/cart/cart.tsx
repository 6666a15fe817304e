import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { ProductRow, SeenProducts } from "~/components/catalogue/product-row";
import { useOwnAddress } from "~/components/forms/own-form";
import { WILAYA_CHOICE } from "~/components/forms/wilaya-choice";
import { wilayaOptions } from "~/components/forms/wilaya-options";
import { pageMeta } from "~/components/layout/page-meta";
import { LatestOrderPanel } from "~/components/orders/latest-order";
import { Question } from "~/components/ui/contact-links";
import { EndedSession } from "~/components/ui/ended-session";
import { readForm, text } from "~/forms/form.server";
import { refusal } from "~/http/refusal.server";
import { Island } from "~/islands/island.server";
import { redirectWithSuccess } from "~/session/flash.server";
import { visitorOf } from "~/session/visitor.server";
import { wilayaOf } from "~/session/wilaya.server";
import { getShop } from "~/shop/shop.server";
import { chooseWilaya } from "~/use-cases/delivery-lines.server";
import { hasLostCart, refuseLostCart } from "~/use-cases/ended-session.server";
import { latestOrder } from "~/use-cases/order-address.server";
import { seenProducts, similarToCart } from "~/use-cases/seen-products.server";
import CartContents, { pageTitle } from "./cart-island";
import { changeCart } from "./change.server";
import { readCart } from "./read-cart.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const [cart, wilaya, { courier }] = [
    await readCart(request, await visitorOf(request)),
    await wilayaOf(request),
    await getShop(),
  ];
  const inCart = cart.lines.map(({ productId }) => productId);
  const similar = await similarToCart(inCart);
  const seen = await seenProducts(request, [...inCart, ...similar.map(({ id }) => id)]);
  const latest = cart.count > 0 ? undefined : await latestOrder(request);
  const isLost = cart.count === 0 && (await hasLostCart(request));
  return { cart, wilaya, wilayas: cart.count > 0 ? await courier.wilayas() : [], similar, seen, latest, isLost };
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  if (text(form, "intent") === "livraison")
    return redirect("/cart", { status: 303, headers: await chooseWilaya(text(form, WILAYA_CHOICE)) });
  await refuseLostCart(request, "/cart");
  const visitor = await visitorOf(request);
  // A browser without our cookies has no cart; the page says that it is empty.
  if (visitor === undefined) return redirect("/cart", 303);
  const change = await changeCart((await getShop()).carts, visitor, form);
  switch (change.outcome) {
    case "cleared":
      return redirectWithSuccess("/cart", "Panier vidé");
    case "removed":
      return redirectWithSuccess("/cart", "Article retiré du panier");
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
  const { cart, wilaya, wilayas, similar, seen, latest, isLost } = useLoaderData<typeof loader>();
  const own = useOwnAddress("/cart");
  return (
    <>
      <Island
        name="cart"
        wake="load"
        of={CartContents}
        props={{ cart, refused: useActionData<typeof action>(), wilaya, own }}
        inMarkup={{ wilayas: wilayaOptions(wilayas, true) }}
      />
      <div className="page">
        {isLost && <EndedSession what="le panier" back="/cart" />}
        <LatestOrderPanel order={latest} />
        <Question about="mon panier" />
      </div>
      <ProductRow id="aussi" title="Vous aimerez aussi" products={similar} />
      <SeenProducts products={seen} />
    </>
  );
}
