import { OwnForm } from "~/components/forms/own-form";
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
              <Icon shape="M12 20S4 15 4 9a4 4 0 0 1 8-1 4 4 0 0 1 8 1c0 6-8 11-8 11z" isFilled={isFavourite} />
              Favoris
            </button>
          </OwnForm>
        )}
      </WishedSlot>
      <p role="status" className="hint me-auto" />
    </>
  );
}

function Icon({ shape, isFilled = false }: { shape: string; isFilled?: boolean }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 24 24"
      fill={isFilled ? "currentColor" : "none"}
      stroke="currentColor"
      strokeWidth="1.6"
      aria-hidden="true"
    >
      <path d={shape} />
    </svg>
  );
}
