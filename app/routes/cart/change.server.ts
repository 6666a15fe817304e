import { text } from "~/server/form.server";
import type { CartService } from "~/shop/services/carts";
import type { VisitorId } from "~/shop/services/guests";
import { quantityFrom, refusalSentence } from "./quantity.server";

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
