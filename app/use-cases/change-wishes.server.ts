import type { Flash } from "~/domain/content/flash";
import { text } from "~/forms/form.server";
import { ensureVisitor, visitorOf } from "~/session/visitor.server";
import type { AddWishResult } from "~/shop/services/wishlist";
import { getShop } from "~/shop/shop.server";

/** The outcome of a form of the list. */
interface WishChange {
  /** Absent when nothing changed. */
  flash?: Flash;
  /** Whether the product is on the list now. */
  wished: boolean;
  /** With the visitor's cookie, if she has just got her first. */
  headers: Headers;
}

/**
 * Adds, removes or clears. A heart posts `ajouter` or `retirer` with the product's id; the other
 * forms post `intent` and `produit`.
 * @returns undefined when the form is none of the shop's
 */
export async function changeWishes(request: Request, form: FormData): Promise<WishChange | undefined> {
  const { wishlist } = await getShop();
  const { intent, productId } = intentOf(form);
  const nothing = { wished: false, headers: new Headers() };

  switch (intent) {
    case "ajouter": {
      // The visitor's cookie is set with the first product that is really added, and not before.
      const { visitor, headers } = await ensureVisitor(request);
      const added = await wishlist.add(visitor, productId);
      const wished = added.ok || added.reason === "already";
      return { flash: sentenceFor(added), wished, headers: added.ok ? headers : new Headers() };
    }
    case "retirer": {
      const visitor = await visitorOf(request);
      if (visitor === undefined || !(await wishlist.remove(visitor, productId))) return nothing;
      return { ...nothing, flash: { type: "success", message: "Article retiré de la liste de souhaits" } };
    }
    case "vider": {
      const visitor = await visitorOf(request);
      if (visitor === undefined) return nothing;
      await wishlist.clear(visitor);
      return { ...nothing, flash: { type: "success", message: "Liste de souhaits vidée" } };
    }
    default:
      return undefined;
  }
}

function intentOf(form: FormData): { intent: string; productId: string } {
  for (const intent of ["ajouter", "retirer"]) if (form.has(intent)) return { intent, productId: text(form, intent) };
  return { intent: text(form, "intent"), productId: text(form, "produit") };
}

function sentenceFor(added: AddWishResult): Flash {
  if (added.ok) return { type: "success", message: `${added.name} ajouté à la liste de souhaits` };
  switch (added.reason) {
    case "already":
      return { type: "info", message: `${added.name} est déjà dans votre liste de souhaits` };
    case "full":
      return {
        type: "error",
        message: "Votre liste de souhaits est pleine\u00a0: retirez un article pour en ajouter un autre.",
      };
    case "unknown":
      return { type: "error", message: "Produit non trouvé" };
  }
}
