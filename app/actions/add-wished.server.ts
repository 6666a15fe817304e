import { hasLabels } from "~/domain/choice";
import { sizeNoun } from "~/domain/size";
import { text } from "~/server/form.server";
import { getShop } from "~/shop/shop.server";
import { whyNotAdded } from "./add-chosen.server";
import { type Addition, addFor } from "./add-to-cart.server";

/** Why nothing was put into the cart. */
export interface RefusedAddition {
  productId: string;
  /** Id of the variant that the form named. */
  chosen: string;
  message: string;
  intro?: string | undefined;
}

export const wasAdded = ({ name }: Addition) => `${name} ajouté au panier`;

/** Puts one pair of a saved product into the cart, even if another tab took it off the list. */
export async function addWished(request: Request, form: FormData): Promise<Addition | { refused: RefusedAddition }> {
  const { catalogue } = await getShop();
  const [productId, chosen] = [text(form, "produit"), text(form, "variante")];
  const refuse = (message: string, intro?: string) => ({ refused: { productId, chosen, message, intro } });

  const product = productId ? await catalogue.product(productId) : undefined;
  if (!product) return refuse("Produit non trouvé");
  if (product.soldOut) return refuse("Rupture de stock");
  if (!product.variants.some((variant) => variant.id === chosen))
    return refuse(`Veuillez sélectionner une ${sizeNoun(hasLabels(product))}`);
  const added = await addFor(request, form, chosen, 1);
  if ("visitor" in added) return added;
  const [{ quantite, pointure }, intro] = whyNotAdded(added);
  // A full cart has a sentence for the whole form only.
  const message = quantite ?? pointure;
  return message === undefined ? refuse(intro ?? "") : refuse(message, intro);
}
