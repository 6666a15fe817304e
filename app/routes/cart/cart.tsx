import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { ErrorSummary } from "~/components/forms/error-summary";
import { pageMeta } from "~/components/ui/meta";
import { cartCount, cartSubtotal, isOrderable } from "~/domain/cart";
import { formatDinars } from "~/domain/money";
import { readForm, text } from "~/server/form.server";
import { isRefused, refusal } from "~/server/refusal.server";
import { redirectWithFlash } from "~/session/flash.server";
import { visitorOf } from "~/session/visitor.server";
import { getShop } from "~/shop/shop.server";
import { CartLineItem, quantityId } from "./cart-line";
import { quantityFrom, refusalSentence } from "./quantity.server";

export const handle = { private: true };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const cart = await (await getShop()).carts.read(await visitorOf(request));
  return {
    lines: cart.lines,
    count: cartCount(cart),
    subtotal: cartSubtotal(cart),
    isOrderable: isOrderable(cart),
    isRefused: isRefused(context),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const visitor = await visitorOf(request);
  // Without a cart there is nothing to change; the page says that it is empty.
  if (visitor === undefined) return redirect("/cart", 303);
  const { carts } = await getShop();
  const variantId = text(form, "variante");

  switch (text(form, "intent")) {
    case "vider":
      await carts.clear(visitor);
      return redirectWithFlash("/cart", { type: "success", message: "Panier vidé" });
    case "retirer": {
      const { lines } = await carts.read(visitor);
      if (!lines.some((line) => line.variantId === variantId)) return redirect("/cart", 303);
      await carts.setQuantity(visitor, variantId, 0);
      return redirectWithFlash("/cart", { type: "success", message: "Article retiré du panier" });
    }
    case "quantite": {
      const typed = form.getAll("quantite").map(String);
      const quantity = quantityFrom(typed);
      const refuse = (message: string) => refusal(context, { variantId, typed: typed[0] ?? "", message });
      if (!quantity.ok) return refuse(quantity.message);
      const result = await carts.setQuantity(visitor, variantId, quantity.value);
      return result.ok ? redirect("/cart", 303) : refuse(refusalSentence(result));
    }
    default:
      return refusal(context, {
        variantId: "",
        typed: "",
        message: "Nous n'avons pas compris cette demande\u00a0: utilisez les boutons du panier.",
      });
  }
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({
    title: data?.count ? `Panier (${data.count})` : "Panier",
    description: "Votre panier.",
    isRefused: data?.isRefused ?? false,
    noIndex: true,
  });

export default function CartPage() {
  const { lines, count, subtotal, isOrderable } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const blamed = lines.findIndex((line) => line.variantId === refused?.variantId);
  return (
    <>
      {refused && (
        <ErrorSummary problems={[{ message: refused.message, ...(blamed >= 0 ? { id: quantityId(blamed) } : {}) }]} />
      )}
      <div className="page py-8">
        <h1 className="text-2xl">Panier{count > 0 && <span className="sr-only"> ({count})</span>}</h1>
        {lines.length === 0 ? (
          <div className="mt-6">
            <p className="text-lg">Votre panier est vide</p>
            <p className="mt-2 text-muted">Ajoutez des produits à votre panier pour commencer vos achats</p>
            <p className="mt-6">
              <a className="button-primary" href="/shop">
                Découvrir nos produits
              </a>
            </p>
          </div>
        ) : (
          <div className="mt-4 lg:grid lg:grid-cols-[1fr_22rem] lg:items-start lg:gap-12">
            <div>
              <ul className="divide-y border-y">
                {lines.map((line, index) => (
                  <CartLineItem
                    key={line.variantId}
                    line={line}
                    index={index}
                    refused={index === blamed ? refused : undefined}
                  />
                ))}
              </ul>
              <form method="post" action="/cart" className="mt-4">
                <button type="submit" name="intent" value="vider" className="link min-h-target">
                  Vider le panier
                </button>
              </form>
            </div>
            <section aria-labelledby="total" className="panel mt-6 lg:sticky lg:top-24 lg:mt-0">
              <h2 id="total" className="text-xl">
                Récapitulatif
              </h2>
              <dl className="rows mt-3">
                <div className="font-semibold">
                  <dt>Sous-total</dt>
                  <dd>{formatDinars(subtotal)}</dd>
                </div>
              </dl>
              <p className="hint mt-2">Les frais de livraison seront calculés à l'étape suivante</p>
              {!isOrderable && (
                <p className="wrong mt-3" id="empeche">
                  Modifiez les articles signalés pour continuer.
                </p>
              )}
              <p className="mt-4">
                <a
                  className="button-primary w-full"
                  href="/checkout"
                  aria-describedby={isOrderable ? undefined : "empeche"}
                >
                  Passer à la commande
                </a>
              </p>
              <p className="mt-3">
                <a className="button w-full" href="/shop">
                  Continuer les achats
                </a>
              </p>
            </section>
          </div>
        )}
      </div>
    </>
  );
}
