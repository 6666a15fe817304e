import { MAX_COLLECTED } from "../delivery/delivery";
import { MAX_QUANTITY } from "../order/cart";
import type { WantedLine } from "../order/order";
import { asciiDigits } from "../values/phone";

/** The lines of an order in the form that edits it: a variant, a quantity and a price each. */

/** How ids of the form's controls begin. */
export const EDIT_FORM = "modification";

/** As typed. */
export interface TypedLine {
  variante: string;
  quantite: string;
  prix: string;
}
export const lineFields = ["variante", "quantite", "prix"] as const;

/** Name and id of a line's field. */
export const lineField = (field: keyof TypedLine, index: number): string => `${field}-${index}`;

/**
 * @param known the variants that each line may become
 * @returns the lines, and the errors by name of their field
 */
export function readLines(
  typed: readonly TypedLine[],
  known: readonly (readonly string[])[],
): { lines: WantedLine[]; errors: Record<string, string> } {
  const errors: Record<string, string> = {};
  const lines = typed.map(({ variante, quantite, prix }, index): WantedLine => {
    const [quantity, price] = [whole(quantite), whole(prix)];
    if (!known[index]?.includes(variante)) errors[lineField("variante", index)] = "Choisissez une pointure de la liste";
    if (quantity === undefined || quantity > MAX_QUANTITY)
      errors[lineField("quantite", index)] = `Écrivez un nombre de 0 à ${MAX_QUANTITY}`;
    if (price === undefined || price > MAX_COLLECTED)
      errors[lineField("prix", index)] = "Écrivez un prix en dinars, sans centimes";
    return { variantId: variante, quantity: quantity ?? 0, price: price ?? 0 };
  });
  lines.forEach((line, index) => {
    const twin = lines.findIndex(({ variantId, quantity }) => variantId === line.variantId && quantity > 0);
    if (line.quantity > 0 && twin < index && lines[twin]?.price !== line.price)
      errors[lineField("prix", index)] ??= "La même pointure est plus haut à un autre prix";
  });
  if (Object.keys(errors).length === 0 && lines.every(({ quantity }) => quantity === 0))
    errors[lineField("quantite", 0)] = "Il ne reste aucune paire\u00a0: annulez plutôt la commande";
  return { lines, errors };
}

/** `4 500` as 4500: people type amounts as they read them. */
function whole(typed: string): number | undefined {
  const digits = asciiDigits(typed).replace(/\s/g, "");
  return /^\d{1,6}$/.test(digits) ? Number(digits) : undefined;
}
