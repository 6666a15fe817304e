import type { ReactNode } from "react";
import { SubmitButton } from "~/components/forms/submit-button";
import type { WilayaOption } from "~/components/forms/wilaya-options";
import { TextLink } from "~/components/ui/links";
import { type DeliveryView, isUntouched } from "~/domain/delivery/delivery-view";
import { Island } from "~/islands/island.server";
import DirectOrderFields from "./direct-order-fields";

/** The order form for this product (decision 009). @param props.children its errors */
export function OrderSection(props: {
  price: number;
  quantite: string;
  /** The order in words, of the choice that the page comes with. */
  order: string;
  view: Omit<DeliveryView, "wilayas">;
  wilayas: readonly WilayaOption[];
  /** The remembered wilaya, with which the empty form begins. */
  remembered: number | undefined;
  /** Whether 'Afficher les communes' was pressed. */
  isListNew: boolean;
  /** How to ask, below the button. */
  question: ReactNode;
  children: ReactNode;
}) {
  const { price, quantite, order, view, wilayas, remembered, isListNew, question, children } = props;
  const isEmpty = isUntouched(view);
  return (
    <section className="panel order-form -mx-4 mt-4 md:mx-0" aria-labelledby="commander">
      <h2 id="commander" className="text-xl">
        Commande directe
      </h2>
      <p className="mt-2 text-muted">Sans panier ni compte.</p>
      {children}
      <Island
        name="direct-order"
        // Until it is filled in, only the quantity matters of the choice in the same form.
        follows={isEmpty ? "quantite" : undefined}
        of={DirectOrderFields}
        props={{ price, quantite, view: isEmpty ? undefined : view }}
        inMarkup={{
          wilayas,
          ...(isListNew ? { isListNew } : {}),
          ...(remembered === undefined ? {} : { remembered: String(remembered) }),
        }}
        isCommon={isEmpty && remembered === undefined}
      />
      {/* The order in words, which scripts fill in (follow-choice.ts). */}
      <p className="mt-4 min-h-[3.2rem]">
        <span className="in-bar" data-order aria-live="polite">
          {order}
        </span>
      </p>
      <p className="hint">
        {"En commandant, vous acceptez nos "}
        <TextLink href="/terms">conditions générales de vente</TextLink>. Vos données servent à vous appeler et à
        livrer&nbsp;: <TextLink href="/privacy">confidentialité</TextLink>.
      </p>
      <div className="mt-4">
        <SubmitButton name="intent" value="commander" className="button-primary w-full">
          Commander maintenant
        </SubmitButton>
      </div>
      {question}
    </section>
  );
}
