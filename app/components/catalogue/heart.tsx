import { WishedSlot } from "~/components/layout/slots";
import { heartLabel } from "./heart-label";

/**
 * Puts a product on the wishlist or takes it off, over the corner of its picture: beside the card's link, whose parent is its place.
 * The button's name says which, to the server, to the style sheet and to scripts (toggle-wish.ts).
 */
export function Heart({ product: { id, name } }: { product: { id: string; name: string } }) {
  return (
    <WishedSlot id={id}>
      {(isWished) => (
        <form method="post" action="/wishlist" className="heart">
          <button type="submit" name={isWished ? "retirer" : "ajouter"} value={id} data-name={name} className="icon">
            <svg width="32" height="32" viewBox="-6 -6 36 36" aria-hidden="true">
              <path d="M12 20S4 15 4 9a4 4 0 0 1 8-1 4 4 0 0 1 8 1c0 6-8 11-8 11z" />
            </svg>
            <span className="sr-only">{heartLabel(name, isWished)}</span>
          </button>
        </form>
      )}
    </WishedSlot>
  );
}
