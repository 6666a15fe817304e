import { type ReactNode, useEffect } from "react";
import { EmptyState } from "~/components/ui/empty-state";
import { ProductPicture } from "~/components/ui/product-picture";
import { variantWords } from "~/domain/catalogue/size";
import { articles, type CartLine, lineNotice, MAX_QUANTITY } from "~/domain/order/cart";
import { type CartView, EMPTY_CART, FEES_LATER, FILL_CART } from "~/domain/order/cart-view";
import { formatDinars } from "~/domain/values/money";
import { CheckoutLink } from "./checkout-link";
import { useCart } from "./use-cart";
import { useFocusAfterRemoval } from "./use-focus-after-removal";

interface Frame {
  count?: number;
  announcement?: string;
  close: () => void;
  children: ReactNode;
}

export function DrawerFrame({ count = 0, announcement = "", close, children }: Frame) {
  return (
    <div className="drawer-box">
      <div className="flex items-center justify-between gap-4">
        <h2 id="tiroir-titre" className="text-xl" tabIndex={-1}>
          Votre panier{count > 0 && <span className="font-sans text-sm text-muted">{` ${articles(count)}`}</span>}
        </h2>
        <button type="button" className="icon -me-3" onClick={close}>
          <span aria-hidden="true">✕</span>
          <span className="sr-only">Fermer le panier</span>
        </button>
      </div>
      {/* The last message, by toast.ts; its place stays, so that nothing moves. */}
      <p role="status" className="drawer-message hint min-h-5" />
      {children}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}

/** Section 2, Cart drawer, to the letter. */
export function Drawer(props: { initial: CartView; added?: string | undefined; close: () => void }) {
  const { initial, added, close } = props;
  const { cart, notice, isBusy, set, announcement } = useCart(initial);
  const lines = cart.lines.length;
  useFocusAfterRemoval(cart.lines, "tiroir-lignes", "tiroir-titre");
  useEffect(() => {
    const line = document.getElementById(`tiroir-${added}`);
    // The sticky footer would cover a line at the bottom.
    line?.scrollIntoView({ block: "center" });
    line?.focus({ preventScroll: true });
  }, [added]);

  return (
    <DrawerFrame count={cart.count} announcement={announcement} close={close}>
      {lines === 0 ? (
        <EmptyState title={EMPTY_CART} text={FILL_CART} isNarrow />
      ) : (
        <>
          <div className="flex-1">
            <ul id="tiroir-lignes" className="divide-y">
              {cart.lines.map((line) => (
                <Line
                  key={line.variantId}
                  line={line}
                  refused={notice?.variantId === line.variantId ? notice.message : undefined}
                  set={(quantity) => set(line.variantId, quantity)}
                />
              ))}
            </ul>
          </div>
          <div className="drawer-end border-t pt-4">
            <dl className="rows font-semibold">
              <div>
                <dt>Sous-total</dt>
                <dd>{formatDinars(cart.subtotal)}</dd>
              </div>
            </dl>
            <p className="hint">{cart.delivery ?? FEES_LATER}</p>
            {!cart.isOrderable && <p className="wrong mt-2">Modifiez les articles signalés pour continuer.</p>}
            <CheckoutLink isBusy={isBusy} notice={notice} className="button-primary mt-4 w-full" />
            <p className="mt-3">
              <button type="button" className="button w-full" onClick={close}>
                Continuer les achats
              </button>
            </p>
          </div>
        </>
      )}
    </DrawerFrame>
  );
}

function Line(props: { line: CartLine; refused: string | undefined; set: (quantity: number) => void }) {
  const { line, refused, set } = props;
  const { name, quantity, price, stock } = line;
  const href = `/product/${line.productSlug}`;
  const notice = refused ?? lineNotice(line);
  return (
    <li className="drawer-line grid gap-x-4 py-4">
      {/* biome-ignore lint/a11y/useAnchorContent: for the pointer only; the name is the same link */}
      <a href={href} tabIndex={-1} aria-hidden="true" className="plate self-start">
        <ProductPicture picture={line.picture} sizes="160px" upTo={400} loading="eager" isNamedBeside />
      </a>
      <div className="min-w-0">
        <p>
          <a href={href} id={`tiroir-${line.variantId}`} className="quiet inline-block py-1 font-semibold">
            {name}
          </a>
        </p>
        <p className="text-sm text-muted">{variantWords(line)}</p>
        <p className="text-sm tabular-nums">{formatDinars(price)}</p>
        {notice && <p className="wrong mt-1 text-sm">{notice}</p>}
        <div className="mt-2 flex flex-wrap items-center gap-x-2">
          <Step label={`Diminuer la quantité\u00a0: ${name}`} isPossible={quantity > 1} press={() => set(quantity - 1)}>
            −
          </Step>
          <span className="drawer-count text-center tabular-nums">
            <span className="sr-only">Quantité&nbsp;: </span>
            <span>{quantity}</span>
          </span>
          <Step
            label={`Augmenter la quantité\u00a0: ${name}`}
            isPossible={quantity < Math.min(stock, MAX_QUANTITY)}
            press={() => set(quantity + 1)}
          >
            +
          </Step>
          <button type="button" className="link ms-auto min-h-target text-sm" onClick={() => set(0)}>
            Retirer<span className="sr-only"> {name}</span>
          </button>
        </div>
        {stock > 0 && quantity >= stock && <p className="hint">Stock max</p>}
      </div>
    </li>
  );
}

/** At its limit it is aria-disabled, since `disabled` would lose the focus. */
function Step(props: { label: string; isPossible: boolean; press: () => void; children: string }) {
  return (
    <button
      type="button"
      aria-label={props.label}
      aria-disabled={!props.isPossible}
      className="button min-w-target px-0 aria-disabled:cursor-default aria-disabled:opacity-40"
      onClick={() => props.isPossible && props.press()}
    >
      {props.children}
    </button>
  );
}
