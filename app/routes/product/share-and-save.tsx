import { heartFill } from "~/components/catalogue/heart-label";
import { DELIVERY_FORM } from "~/components/forms/delivery-fields";
import { DefaultSubmit } from "~/components/forms/submit-button";
import { HEART, Icon } from "~/components/layout/icon";
import { WishedSlot } from "~/components/layout/slots";
import type { ProductFacts } from "./product-facts";

/**
 * 'Partager' and 'Favoris' (decision 012). 'Favoris' sends the form of the choice, which then comes
 * back; text browsers, and the page of a sold-out pair, have the form around it.
 * @param path of the page
 * @param query by which a shared link shows the same colour; may be empty
 */
export function ShareAndSave(props: {
  product: Pick<ProductFacts, "id" | "soldOut">;
  siteUrl: string;
  path: string;
  query: string;
}) {
  const { product, siteUrl, path, query } = props;
  const form = product.soldOut ? undefined : DELIVERY_FORM;
  return (
    <>
      <a
        className="quiet me-5 inline-flex min-h-target items-center gap-2"
        href={`mailto:?body=${encodeURI(`${siteUrl}${path}`)}${encodeURIComponent(query)}`}
      >
        <Icon shape="M12 15V3m0 0L8 7m4-4 4 4M5 12v8h14v-8" />
        Partager
      </a>
      {form && <DefaultSubmit value="defaut" form={form} text="" />}
      <WishedSlot id={product.id}>
        {(isWished) => (
          <form method="post" action="/wishlist" className="me-5">
            <input type="hidden" name="retour" value={path} />
            {/* A form without a button of its own is none for validators. */}
            {form && <DefaultSubmit name={isWished ? "retirer" : "ajouter"} value={product.id} text="" />}
            <button
              type="submit"
              form={form}
              name={isWished ? "retirer" : "ajouter"}
              value={product.id}
              aria-pressed={isWished}
              className="quiet inline-flex min-h-target items-center gap-2"
            >
              <Icon shape={HEART} fill={heartFill(isWished)} />
              Favoris
            </button>
          </form>
        )}
      </WishedSlot>
      <p role="status" className="hint me-auto" />
    </>
  );
}
