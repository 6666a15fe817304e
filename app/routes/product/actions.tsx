import type { ReactNode } from "react";
import { WishedSlot } from "~/components/layout/slots";

interface Shared {
  /** The page's absolute address. */
  url: string;
  name: string;
}

/** 'Partager' and 'Favoris' (decision 012). */
export function Actions({ shared, children }: { shared: Shared; children: ReactNode }) {
  const mail = `mailto:?subject=${encodeURIComponent(shared.name)}&body=${encodeURIComponent(shared.url)}`;
  return (
    <>
      <a className="quiet me-5 inline-flex min-h-target items-center gap-2" href={mail}>
        <Icon shape="M12 15V3m0 0L8 7m4-4 4 4M5 12v8h14v-8" />
        Partager
      </a>
      {children}
      <p role="status" className="hint me-auto" />
    </>
  );
}

/** Posts to the wishlist, which redirects to this page. */
export function FavouriteForm({ productId, here }: { productId: string; here: string }) {
  return (
    <WishedSlot id={productId}>
      {(isFavourite) => (
        <form method="post" action="/wishlist" className="me-5">
          <input type="hidden" name="produit" value={productId} />
          <input type="hidden" name="retour" value={here} />
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
        </form>
      )}
    </WishedSlot>
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
