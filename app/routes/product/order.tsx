import type { ReactNode } from "react";
import { SubmitButton } from "~/components/forms/submit-button";
import type { WilayaOption } from "~/components/forms/wilaya-options";
import { WilayaListSlot } from "~/components/layout/slots";
import { type DeliveryView, isUntouched } from "~/domain/delivery-view";
import { Island } from "~/islands/island.server";
import DirectOrder from "./direct-order";

/** The order form for this product (decision 009). @param props.children its errors */
export function Order(props: {
  price: number;
  quantite: string;
  view: Omit<DeliveryView, "wilayas">;
  wilayas: readonly WilayaOption[];
  /** The remembered wilaya, with which the empty form begins. */
  remembered: number | undefined;
  /** Whether 'Afficher les communes' was pressed. */
  isListNew: boolean;
  children: ReactNode;
}) {
  const { price, quantite, view, wilayas, remembered, isListNew, children } = props;
  const isEmpty = isUntouched(view);
  return (
    <section className="panel -mx-4 md:col-start-1 md:mx-0 md:p-8" aria-labelledby="commander">
      <h2 id="commander" className="text-xl">
        Commander en direct
      </h2>
      <p className="mt-2 text-muted">
        Sans panier ni compte&nbsp;: remplissez ce formulaire, nous vous appelons dans les 24&nbsp;h pour confirmer.
      </p>
      {children}
      <WilayaListSlot>
        <Island
          name="direct-order"
          of={DirectOrder}
          props={{ price, quantite, view: isEmpty ? undefined : view }}
          inMarkup={{
            wilayas,
            ...(isListNew ? { isListNew } : {}),
            ...(remembered === undefined ? {} : { remembered: String(remembered) }),
          }}
          isCommon={isEmpty && remembered === undefined}
        />
      </WilayaListSlot>
      {/* The order in words, which scripts fill in (choose.ts). */}
      <p className="mt-4 min-h-[3.2rem]" data-order />
      <p className="hint">
        En commandant, vous acceptez nos{" "}
        <a className="link" href="/terms">
          conditions générales de vente
        </a>
        .
      </p>
      <div className="mt-4">
        <SubmitButton name="intent" value="commander" className="button-primary w-full">
          Commander maintenant
        </SubmitButton>
      </div>
    </section>
  );
}
