import type { ReactNode } from "react";
import { OrderLines } from "~/components/cart/order-lines";
import { SUMS_BESIDE } from "~/components/forms/delivery-fields";
import { TextLink } from "~/components/ui/links";
import { Totals } from "~/components/ui/price";
import { RETURNS } from "~/domain/delivery/delivery";
import type { Range } from "~/domain/delivery/delivery-line";
import type { CartLine } from "~/domain/order/cart";
import { formatDinars } from "~/domain/values/money";

interface Ordered {
  lines: readonly CartLine[];
  pairs: number;
  amount: number;
  reward: number;
  fee: number | Range | undefined;
  isPickup: boolean;
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
    <div className="page checkout pb-8 pt-4">
      <div>
        {summary && <div className="mb-6">{summary}</div>}
        <Steps current={step} />
        <h1 className="mt-2 text-2xl">{stepName(step)}</h1>
      </div>
      <aside aria-labelledby="recapitulatif">
        <h2 id="recapitulatif" className="hidden text-xl lg:block">
          Votre commande
        </h2>
        <details className="filters mt-4" open={isOpen}>
          <summary className="cursor-pointer py-2">
            <span>Votre panier ({ordered.pairs})</span>
            <span className="tabular-nums">, {formatDinars(ordered.amount)}</span>
          </summary>
          {ordered.lines.length > 0 ? <OrderLines lines={ordered.lines} /> : <p>Votre panier est vide</p>}
          <a className="link inline-block py-2 text-sm" href="/cart">
            Modifier le panier
          </a>
        </details>
        <div id={SUMS_BESIDE} className="hidden lg:block">
          <Totals {...ordered} delay />
        </div>
      </aside>
      <div>
        {children}
        <p className="hint mt-4">
          {/* It says here what the data is for (loi 18-07, article 32): no footer leads there. */}
          {`${RETURNS}. Nous vous appelons avant l'envoi. Vos données servent à vous appeler et à livrer\u00a0: `}
          <TextLink href="/privacy">confidentialité</TextLink>.
        </p>
      </div>
    </div>
  );
}

const steps = [
  { name: "Livraison", href: "/checkout" },
  { name: "Paiement", href: "/checkout/paiement" },
  { name: "Vérification", href: "/checkout/verification" },
] as const;

const stepName = (step: 1 | 2 | 3) => steps[step - 1]?.name ?? "";

/** "Livraison (étape 1 sur 3)" */
export function stepTitle(step: 1 | 2 | 3): string {
  return `${stepName(step)} (étape ${step} sur ${steps.length})`;
}

/** The steps of the checkout; the earlier ones are links. */
function Steps({ current }: { current: 1 | 2 | 3 }) {
  return (
    <nav aria-label="Étapes de la commande">
      <ol className="flex list-inside list-decimal flex-wrap items-baseline justify-between gap-x-1 text-sm sm:justify-start sm:gap-x-6">
        {steps.map(({ name, href }, index) => {
          const step = index + 1;
          const look = step === current ? "py-4 font-semibold" : step < current ? "py-1" : "py-4 text-muted";
          return (
            <li key={name} aria-current={step === current ? "step" : undefined} className={look}>
              {step < current ? (
                <a className="link inline-block py-3" href={href}>
                  {name}
                </a>
              ) : (
                name
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
