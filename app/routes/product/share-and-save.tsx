import { OwnForm } from "~/components/forms/own-form";
import { HEART, Icon } from "~/components/layout/icon";
import { WishedSlot } from "~/components/layout/slots";
import type { ProductFacts } from "./product-facts";

/**
 * 'Partager' and 'Favoris' (decision 012). The wishlist, to which it posts, redirects to this page.
 * @param path of the page
 */
export function ShareAndSave(props: { product: Pick<ProductFacts, "id">; siteUrl: string; path: string }) {
  const { product, siteUrl, path } = props;
  return (
    <>
      <a
        className="quiet me-5 inline-flex min-h-target items-center gap-2"
        href={`mailto:?body=${encodeURI(`${siteUrl}${path}`)}`}
      >
        <Icon shape="M12 15V3m0 0L8 7m4-4 4 4M5 12v8h14v-8" />
        Partager
      </a>
      <WishedSlot id={product.id}>
        {(isFavourite) => (
          <OwnForm action="/wishlist" className="me-5">
            <input type="hidden" name="produit" value={product.id} />
            <input type="hidden" name="retour" value={path} />
            <button
              type="submit"
              name="intent"
              value={isFavourite ? "retirer" : "ajouter"}
              aria-pressed={isFavourite}
              className="quiet inline-flex min-h-target items-center gap-2"
            >
              <Icon shape={HEART} isFilled={isFavourite} />
              Favoris
            </button>
          </OwnForm>
        )}
      </WishedSlot>
      <p role="status" className="hint me-auto" />
    </>
  );
}
