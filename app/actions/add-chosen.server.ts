import type { Product, Variant } from "~/domain/catalogue";
import { type ChoiceErrors, stockLine } from "~/domain/choice";
import { parseChoice } from "~/domain/choice-form";
import type { AddResult } from "~/shop/services/carts";
import { type Addition, addFor } from "./add-to-cart.server";

/** Section 8. */
export const ADDED = "Produit ajouté au panier avec succès !";

/** What the form of the product's page chose: colour, size and quantity. */
export function choiceIn(product: Product, form: FormData) {
  const all = (name: string) => form.getAll(name).map(String);
  return parseChoice(product, { couleur: all("couleur"), pointure: all("pointure"), quantite: all("quantite") });
}

type Choice = ReturnType<typeof choiceIn>;

export async function addChosen(
  request: Request,
  form: FormData,
  choice: Choice,
): Promise<(Addition & { variant: Variant }) | { errors: ChoiceErrors; intro?: string | undefined }> {
  if (!choice.ok) return { errors: choice.errors };
  const added = await addFor(request, form, choice.variant.id, choice.quantity);
  if ("visitor" in added) return { ...added, variant: choice.variant };
  const [errors, intro] = whyNotAdded(added);
  return { errors, intro };
}

/** The errors beside the controls, and the sentence above the form. */
export function whyNotAdded(added: Extract<AddResult, { ok: false }>): [ChoiceErrors, intro?: string] {
  switch (added.reason) {
    case "stock":
      return [{ quantite: stockLine(added.stock) }, "Avec ce que contient déjà votre panier, il n'y en a pas assez."];
    case "full":
      return [{}, "Votre panier est plein\u00a0: retirez un article pour en ajouter un autre."];
    default:
      return [{ pointure: "Rupture de stock" }];
  }
}
