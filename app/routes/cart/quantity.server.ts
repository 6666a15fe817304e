import { MAX_QUANTITY } from "~/domain/cart";
import { asciiDigits } from "~/domain/phone";
import type { AddResult } from "~/shop/services/carts";

type Quantity = { ok: true; value: number } | { ok: false; message: string };

/** Reads a typed quantity: a whole number from 1 to 99, posted once. */
export function quantityFrom(typed: readonly string[]): Quantity {
  const [only = "", ...others] = new Set(typed.map((value) => asciiDigits(value.trim())));
  if (others.length > 0) return { ok: false, message: "Indiquez une seule quantité" };
  if (/^[-+]?0+$/.test(only)) return { ok: false, message: "Pour enlever cet article, utilisez le bouton Retirer" };
  const value = /^\d{1,9}$/.test(only) ? Number(only) : 0;
  if (value < 1 || value > MAX_QUANTITY)
    return { ok: false, message: `La quantité doit être un nombre entier de 1 à ${MAX_QUANTITY}` };
  return { ok: true, value };
}

/** Why a quantity was refused (section 8). */
export function refusalSentence(result: Extract<AddResult, { ok: false }>): string {
  switch (result.reason) {
    case "stock":
      return `Plus que ${result.stock} en stock !`;
    case "sold-out":
      return "Rupture de stock";
    case "full":
      return `La quantité doit être un nombre entier de 1 à ${MAX_QUANTITY}`;
    case "unknown":
      return "Cet article n'est plus dans votre panier";
  }
}
