import { useEffect, useRef } from "react";
import { GoOn } from "~/components/cart/go-on";
import { useCart } from "~/components/cart/use-cart";
import { useFocusAfterRemoval } from "~/components/cart/use-focus-after-removal";
import { ErrorSummary } from "~/components/forms/error-summary";
import { EmptyState } from "~/components/ui/empty-state";
import { type CartView, EMPTY_CART, FILL_CART } from "~/domain/cart-view";
import { formatDinars } from "~/domain/money";
import { CartLineItem, quantityId, type RefusedQuantity } from "./cart-line";

export const pageTitle = (count: number | undefined) => (count ? `Panier (${count})` : "Panier");

interface Props {
  cart: CartView;
  /** What was typed into a line and not taken. */
  refused: RefusedQuantity | undefined;
}

/** The cart's page below the header: lines that change under the shopper's fingers, and what they come to. */
export default function CartContents({ cart: served, refused: answer }: Props) {
  const { cart, notice, isBusy, set, announcement, afterwards } = useCart(served);
  const { lines, count, subtotal, isOrderable } = cart;
  const isTouched = cart !== served;
  // What was typed and refused is of yesterday once the cart has changed.
  const refused = isTouched ? undefined : answer;
  const blamed = lines.findIndex((line) => line.variantId === refused?.variantId);
  useTitle(isTouched, count);
  useFocusAfterRemoval(lines, "lignes", "titre");
  useTruth(isTouched, afterwards);
  return (
    <>
      {refused && (
        <ErrorSummary
          within="page"
          problems={[{ message: refused.message, ...(blamed >= 0 ? { id: quantityId(blamed) } : {}) }]}
        />
      )}
      <div className="page py-8">
        <h1 id="titre" className="text-2xl" tabIndex={-1}>
          Panier{count > 0 && <span className="sr-only">{` (${count})`}</span>}
        </h1>
        {lines.length === 0 ? (
          <EmptyState title={EMPTY_CART} text={FILL_CART} />
        ) : (
          <div className="mt-4 lg:grid lg:grid-cols-[1fr_22rem] lg:items-start lg:gap-12">
            <div>
              <ul id="lignes" className="divide-y border-y">
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

/** What the page was sent with is no longer true after a change: should the island fail, the page is asked for again. */
function useTruth(isTouched: boolean, afterwards: (then: () => void) => void): void {
  const latest = useRef({ isTouched, afterwards });
  latest.current = { isTouched, afterwards };
  useEffect(
    () => () => {
      const { isTouched, afterwards } = latest.current;
      if (isTouched) afterwards(() => location.assign("/cart"));
    },
    [],
  );
}

/** The title says how many pairs there are, also after a change without a new page. */
function useTitle(isTouched: boolean, count: number): void {
  useEffect(() => {
    if (isTouched) document.title = `${pageTitle(count)} – Wahrane`;
  }, [isTouched, count]);
}
