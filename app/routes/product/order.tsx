import { DeliveryFields } from "~/components/forms/delivery-fields";
import { SubmitButton } from "~/components/forms/submit-button";
import { useHydrated } from "~/components/forms/use-hydrated";
import { ServerRendered } from "~/components/hydration/server-rendered";
import type { DeliveryView } from "~/domain/delivery-view";
import { pieces, sizeNoun } from "~/domain/size";
import { type ChosenProps, chosen } from "./chosen";

/** The order form for this one product (decision 3). */
export function Order(props: ChosenProps & { delivery: DeliveryView }) {
  const { product, delivery } = props;
  const { what, pairs } = chosen(props);
  const isFollowed = useHydrated();
  const isLabelled = product.labels !== undefined;
  return (
    <section className="panel -mx-4 md:col-start-1 md:mx-0 md:p-8" aria-labelledby="commander">
      <ServerRendered id="direct">
        {import.meta.env.SSR && (
          <>
            <h2 id="commander" className="text-xl">
              Commander en direct
            </h2>
            <p className="mt-2 text-muted">
              Sans panier ni compte{"\u00a0"}: remplissez ce formulaire, nous vous appelons dans les 24h pour confirmer.
            </p>
          </>
        )}
      </ServerRendered>
      <input type="hidden" name="paires" value={pairs} />
      <DeliveryFields view={delivery} pairs={pairs} amount={pairs * product.price} />
      <p className="mt-4 min-h-[3.2rem]">
        {isFollowed && (
          <>
            Vous commandez{"\u00a0"}: {product.name}, {what || `${sizeNoun(isLabelled)} à choisir`},{" "}
            {pieces(pairs, isLabelled)}.
          </>
        )}
      </p>
      <ServerRendered id="conditions">
        {import.meta.env.SSR && (
          <p className="hint">
            En commandant, vous acceptez nos{" "}
            <a className="link" href="/terms">
              conditions générales de vente
            </a>
            .
          </p>
        )}
      </ServerRendered>
      <div className="mt-4">
        <SubmitButton name="intent" value="commander" className="button-primary w-full">
          Commander maintenant
        </SubmitButton>
      </div>
    </section>
  );
}
