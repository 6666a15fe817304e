import type { ComponentProps } from "react";
import { SubmitButton } from "~/components/forms/submit-button";
import { Island } from "~/islands/island.server";
import DirectOrder from "./direct-order";

/** The order form for this one product (decision 3). */
export function Order(props: ComponentProps<typeof DirectOrder>) {
  return (
    <section className="panel -mx-4 md:col-start-1 md:mx-0 md:p-8" aria-labelledby="commander">
      <h2 id="commander" className="text-xl">
        Commander en direct
      </h2>
      <p className="mt-2 text-muted">
        Sans panier ni compte{"\u00a0"}: remplissez ce formulaire, nous vous appelons dans les 24h pour confirmer.
      </p>
      <Island name="direct-order" of={DirectOrder} props={props} />
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
