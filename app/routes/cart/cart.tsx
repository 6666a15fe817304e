import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";
import { GoOn } from "~/components/cart/go-on";
import { useCart } from "~/components/cart/use-cart";
import { ErrorSummary } from "~/components/forms/error-summary";
import { EmptyState } from "~/components/ui/empty-state";
import { pageMeta } from "~/components/ui/meta";
import { cartView, EMPTY_CART, FILL_CART } from "~/domain/cart-view";
import { formatDinars } from "~/domain/money";
import { readForm } from "~/server/form.server";
import { isRefused, refusal } from "~/server/refusal.server";
import { redirectWithFlash } from "~/session/flash.server";
import { visitorOf } from "~/session/visitor.server";
import { getShop } from "~/shop/shop.server";
import { CartLineItem, quantityId } from "./cart-line";
import { changeCart } from "./change.server";

export const handle = { private: true };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const cart = cartView(await (await getShop()).carts.read(await visitorOf(request)));
  return { cart, isRefused: isRefused(context) };
}

export async function action({ request, context }: ActionFunctionArgs) {
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
      return refusal(context, change);
    default:
      return redirect("/cart", 303);
  }
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({
    title: pageTitle(data?.cart.count),
    description: "Votre panier.",
    isRefused: data?.isRefused ?? false,
    noIndex: true,
  });

const pageTitle = (count: number | undefined) => (count ? `Panier (${count})` : "Panier");

export default function CartPage() {
  const { cart: served } = useLoaderData<typeof loader>();
  const { cart, notice, isBusy, set, announcement } = useCart(served);
  const { lines, count, subtotal, isOrderable } = cart;
  const heading = useRef<HTMLHeadingElement>(null);
  const isTouched = cart !== served;
  const answer = useActionData<typeof action>();
  // What was typed and refused is of yesterday once the cart has changed.
  const refused = isTouched ? undefined : answer;
  const blamed = lines.findIndex((line) => line.variantId === refused?.variantId);
  useTitle(isTouched, count);
  useFocusAfterRemoval(lines.length, heading);
  return (
    <>
      {refused && (
        <ErrorSummary problems={[{ message: refused.message, ...(blamed >= 0 ? { id: quantityId(blamed) } : {}) }]} />
      )}
      <div className="page py-8">
        <h1 ref={heading} className="text-2xl" tabIndex={-1}>
          Panier{count > 0 && <span className="sr-only"> ({count})</span>}
        </h1>
        {lines.length === 0 ? (
          <EmptyState title={EMPTY_CART} text={FILL_CART} />
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
                    notice={notice?.variantId === line.variantId ? notice.message : undefined}
                    set={(quantity) => set(line.variantId, quantity)}
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
                <GoOn
                  isBusy={isBusy}
                  className="button-primary w-full"
                  describedBy={isOrderable ? undefined : "empeche"}
                />
              </p>
              <p className="mt-3">
                <a className="button w-full" href="/shop">
                  Continuer les achats
                </a>
              </p>
            </section>
          </div>
        )}
        <p role="status" className="sr-only">
          {announcement}
        </p>
      </div>
    </>
  );
}

/** The title says how many pairs there are, also after a change without a new page. */
function useTitle(isTouched: boolean, count: number): void {
  useEffect(() => {
    if (isTouched) document.title = `${pageTitle(count)} – Wahrane`;
  }, [isTouched, count]);
}

/** The button that removed a line is gone with it: the focus goes to the heading. */
function useFocusAfterRemoval(lines: number, heading: RefObject<HTMLElement>): void {
  const known = useRef(lines);
  useEffect(() => {
    if (lines < known.current) heading.current?.focus();
    known.current = lines;
  }, [lines, heading]);
}
