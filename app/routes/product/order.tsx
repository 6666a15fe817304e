import type { ReactNode } from "react";
import { wilayaOptions } from "~/components/forms/delivery-fields";
import { SubmitButton } from "~/components/forms/submit-button";
import { type DeliveryView, isUntouched } from "~/domain/delivery-view";
import { Island } from "~/islands/island.server";
import DirectOrder from "./direct-order";

/** The order form for this one product (decision 009). @param children what has to be mended in it */
export function Order(props: { price: number; quantite: string; delivery: DeliveryView; children: ReactNode }) {
  const { price, quantite, children } = props;
  const { wilayas, ...view } = props.delivery;
  return (
    <section className="panel -mx-4 md:col-start-1 md:mx-0 md:p-8" aria-labelledby="commander">
      <h2 id="commander" className="text-xl">
        Commander en direct
      </h2>
      <p className="mt-2 text-muted">
        Sans panier ni compte&nbsp;: remplissez ce formulaire, nous vous appelons dans les 24&nbsp;h pour confirmer.
      </p>
      {children}
      <Island
        name="direct-order"
        of={DirectOrder}
        props={{ price, quantite, view }}
        inMarkup={{ wilayas: wilayaOptions(wilayas) }}
        isCommon={isUntouched(view)}
      />
      {/* What is ordered in words, which scripts keep true. */}
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
