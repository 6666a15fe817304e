import { HEART } from "~/components/layout/icon";
import { WishedSlot } from "~/components/layout/slots";
import { heartLabel } from "./heart-label";

/**
 * Adds a product to the wishlist or removes it; it lies over the corner of the card's picture.
 * Server, style sheet and scripts (toggle-wish.ts) tell the two by the button's name.
 */
export function Heart({ product: { id, name } }: { product: { id: string; name: string } }) {
  return (
    <WishedSlot id={id}>
      {(isWished) => (
        <form method="post" action="/wishlist" className="heart">
          <button type="submit" name={isWished ? "retirer" : "ajouter"} value={id} data-name={name} className="icon">
            <svg width="32" height="32" viewBox="-6 -6 36 36" aria-hidden="true">
              <path d={HEART} />
            </svg>
            <span className="sr-only">{heartLabel(name, isWished)}</span>
          </button>
        </form>
      )}
    </WishedSlot>
  );
}
