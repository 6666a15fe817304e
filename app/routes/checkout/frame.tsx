import type { ReactNode } from "react";
import { Lines } from "~/components/cart/order-lines";
import { SUMS_BESIDE } from "~/components/forms/delivery-fields";
import { Totals } from "~/components/ui/price";
import type { CartLine } from "~/domain/cart";
import { Steps, stepName } from "./steps";

interface Ordered {
  lines: readonly CartLine[];
  pairs: number;
  amount: number;
  reward: number;
  fee: number | undefined;
}

/**
 * A step of the checkout. The order is folded above the form on a phone; on a desktop it is open
 * beside the form, stays in sight, and holds the totals, which the form then does not show.
 */
export function CheckoutFrame(props: {
  step: 1 | 2 | 3;
  ordered: Ordered;
  /** The form's errors. */
  summary?: ReactNode;
  /** Whether the order is open on a phone as well. */
  isOpen: boolean;
  children: ReactNode;
}) {
  const { step, ordered, summary, isOpen, children } = props;
  return (
    <div className="page checkout py-8">
      <div>
        {summary}
        <Steps current={step} />
        <h1 className="mt-4 text-2xl">{stepName(step)}</h1>
      </div>
      <aside aria-labelledby="recapitulatif">
        <h2 id="recapitulatif" className="hidden text-xl lg:block">
          Votre commande
        </h2>
        <details className="filters mt-4" open={isOpen}>
          <summary className="cursor-pointer py-2">Votre panier ({ordered.pairs})</summary>
          {ordered.lines.length > 0 ? <Lines lines={ordered.lines} /> : <p>Votre panier est vide</p>}
          <a className="link inline-block py-2 text-sm" href="/cart">
            Modifier le panier
          </a>
        </details>
        <div id={SUMS_BESIDE} className="hidden lg:block">
          <Totals {...ordered} delay />
        </div>
      </aside>
      <div>{children}</div>
    </div>
  );
}
