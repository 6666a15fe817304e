import { onlyLeft } from "~/domain/catalogue/choice";
import { MAX_QUANTITY } from "~/domain/order/cart";
import { asciiDigits } from "~/domain/values/phone";
import { text } from "~/forms/form.server";
import type { AddResult, CartService } from "~/shop/services/carts";
import type { VisitorId } from "~/shop/services/guests";

/** The outcome of a form of the cart, for the page and for its scripts. */
type CartChange =
  | { outcome: "cleared" | "removed" | "changed" | "nothing" }
  | { outcome: "refused"; variantId: string; typed: string; message: string };

export async function changeCart(carts: CartService, visitor: VisitorId, form: FormData): Promise<CartChange> {
  const variantId = text(form, "variante");
  switch (text(form, "intent")) {
    case "vider":
      await carts.clear(visitor);
      return { outcome: "cleared" };
    case "retirer": {
      const { lines } = await carts.read(visitor);
      if (!lines.some((line) => line.variantId === variantId)) return { outcome: "nothing" };
      await carts.setQuantity(visitor, variantId, 0);
      return { outcome: "removed" };
    }
    case "quantite": {
      const typed = form.getAll("quantite").map(String);
      const refuse = (message: string): CartChange => ({
        outcome: "refused",
        variantId,
        typed: typed[0] ?? "",
        message,
      });
      const quantity = quantityFrom(typed);
      if (!quantity.ok) return refuse(quantity.message);
      const result = await carts.setQuantity(visitor, variantId, quantity.value);
      return result.ok ? { outcome: "changed" } : refuse(refusalSentence(result));
    }
    default:
      return {
        outcome: "refused",
        variantId: "",
        typed: "",
        message: "Nous n'avons pas compris cette demande\u00a0: utilisez les boutons du panier.",
      };
  }
}

type Quantity = { ok: true; value: number } | { ok: false; message: string };

const NOT_IN_BOUNDS = `La quantité doit être un nombre entier de 1 à ${MAX_QUANTITY}`;

/** Reads a typed quantity: a whole number from 1 to 99, posted once. */
function quantityFrom(typed: readonly string[]): Quantity {
  const [only = "", ...others] = new Set(typed.map((value) => asciiDigits(value.trim())));
  if (others.length > 0) return { ok: false, message: "Indiquez une seule quantité" };
  if (/^[-+]?0+$/.test(only)) return { ok: false, message: "Pour enlever cet article, utilisez le bouton Retirer" };
  const value = /^\d{1,9}$/.test(only) ? Number(only) : 0;
  if (value < 1 || value > MAX_QUANTITY) return { ok: false, message: NOT_IN_BOUNDS };
  return { ok: true, value };
}

/** Why a quantity was refused (section 8). */
function refusalSentence(result: Extract<AddResult, { ok: false }>): string {
  switch (result.reason) {
    case "stock":
      return onlyLeft(result.stock);
    case "sold-out":
      return "Rupture de stock";
    case "full":
    case "too-many":
      return NOT_IN_BOUNDS;
    case "unknown":
      return "Cet article n'est plus dans votre panier";
  }
}
