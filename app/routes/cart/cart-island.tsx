import { useEffect, useRef, useState } from "react";
import { announceCart, chooseWilaya } from "~/components/cart/cart-requests";
import { CheckoutLink } from "~/components/cart/checkout-link";
import { useCart } from "~/components/cart/use-cart";
import { useFocusAfterRemoval } from "~/components/cart/use-focus-after-removal";
import { ErrorSummary } from "~/components/forms/error-summary";
import { sendNatively } from "~/components/forms/send-natively";
import { WILAYA_CHOICE, WilayaChoice } from "~/components/forms/wilaya-choice";
import { type WilayaOption, wilayaOptionsIn } from "~/components/forms/wilaya-options";
import { EmptyState } from "~/components/ui/empty-state";
import { orLeave } from "~/components/ui/line-down";
import { type CartView, EMPTY_CART, FEES_LATER, FILL_CART } from "~/domain/order/cart-view";
import { formatDinars } from "~/domain/values/money";
import { CartLineItem, quantityId, type RefusedQuantity } from "./cart-line";

export const pageTitle = (count: number | undefined) => (count ? `Panier (${count})` : "Panier");

interface Props {
  cart: CartView;
  /** Where its forms post to. */
  own: string;
  /** The quantity that was typed into a line and refused. */
  refused: RefusedQuantity | undefined;
  /** Number of the remembered wilaya. */
  wilaya: number | undefined;
  /** Given on the server only: in the browser the options are read from the page. */
  wilayas?: readonly WilayaOption[];
}

/** The content of the page /cart: lines that change without a new page, and their total. */
export default function CartContents({ cart: served, refused: refusedBefore, wilaya, wilayas, own }: Props) {
  const [options] = useState(() => wilayas ?? wilayaOptionsIn(WILAYA_CHOICE));
  const { cart, notice, isBusy, set, announcement, afterwards } = useCart(served);
  const { lines, count, subtotal, isOrderable } = cart;
  const isTouched = cart !== served;
  // A refusal is out of date once the cart has changed.
  const refused = isTouched ? undefined : refusedBefore;
  const refusedIndex = lines.findIndex((line) => line.variantId === refused?.variantId);
  useEffect(() => {
    if (isTouched) document.title = `${pageTitle(count)} – Wahrane`;
  }, [isTouched, count]);
  useFocusAfterRemoval(lines, "lignes", "titre");
  useReloadOnFailure(isTouched, afterwards);
  return (
    <>
      {refused && (
        <ErrorSummary
          within="page"
          problems={[{ message: refused.message, ...(refusedIndex >= 0 ? { id: quantityId(refusedIndex) } : {}) }]}
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
                    own={own}
                    refused={index === refusedIndex ? refused : undefined}
                    notice={notice?.variantId === line.variantId ? notice.message : undefined}
                    set={(quantity) => set(line.variantId, quantity)}
                  />
                ))}
              </ul>
              <form method="post" action={own} className="mt-4">
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
              <p className="hint mt-2" aria-live="polite">
                {cart.delivery ?? FEES_LATER}
              </p>
              <form method="post" action={own} className="mt-2">
                <WilayaChoice options={options} chosen={wilaya} onChoose={choose} />
              </form>
              {!isOrderable && (
                <p className="wrong mt-3" id="empeche">
                  Modifiez les articles signalés pour continuer.
                </p>
              )}
              <p className="mt-4">
                <CheckoutLink
                  isBusy={isBusy}
                  notice={notice}
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

function choose(list: HTMLSelectElement): void {
  orLeave(
    chooseWilaya(list.value).then((cart) => cart && announceCart(cart)),
    () => list.form && sendNatively(list.form, { intent: "livraison" }),
  );
}

/** An island that fails after a change loads the page again: its first markup is out of date. */
function useReloadOnFailure(isTouched: boolean, afterwards: (then: () => void) => void): void {
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
