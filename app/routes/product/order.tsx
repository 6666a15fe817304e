import { wilayaOptions } from "~/components/forms/delivery-fields";
import { SubmitButton } from "~/components/forms/submit-button";
import type { DeliveryView } from "~/domain/delivery-view";
import { Island } from "~/islands/island.server";
import type { ChoiceValues, Chosen } from "./chosen";
import DirectOrder from "./direct-order";

/** The order form for this one product (decision 3). */
export function Order(props: { product: Chosen; choice: ChoiceValues; color: string; delivery: DeliveryView }) {
  const { wilayas, ...delivery } = props.delivery;
  return (
    <section className="panel -mx-4 md:col-start-1 md:mx-0 md:p-8" aria-labelledby="commander">
      <h2 id="commander" className="text-xl">
        Commander en direct
      </h2>
      <p className="mt-2 text-muted">
        Sans panier ni compte{"\u00a0"}: remplissez ce formulaire, nous vous appelons dans les 24h pour confirmer.
      </p>
      <Island
        name="direct-order"
        of={DirectOrder}
        props={{ ...props, delivery }}
        inMarkup={{ wilayas: wilayaOptions(wilayas) }}
      />
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
