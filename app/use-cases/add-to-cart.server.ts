import { PRESS } from "~/components/cart/cart-requests";
import type { Product, Variant } from "~/domain/catalogue/catalogue";
import { type ChoiceErrors, hasLabels, onlyLeft } from "~/domain/catalogue/choice";
import { parseChoice } from "~/domain/catalogue/choice-form";
import { sizeNoun } from "~/domain/catalogue/size";
import { MAX_QUANTITY } from "~/domain/order/cart";
import { text, wholeNumber } from "~/forms/form.server";
import { ensureVisitor } from "~/session/visitor.server";
import type { AddResult } from "~/shop/services/carts";
import type { VisitorId } from "~/shop/services/guests";
import { getShop } from "~/shop/shop.server";

/** Section 8. */
export const ADDED = "Produit ajouté au panier avec succès !";

/** What was put into whose cart; `headers` carries the visitor's cookie, if it is new. */
interface Addition {
  variantId: string;
  name: string;
  visitor: VisitorId;
  headers: Headers;
}

/** What the form of the product's page chose: colour, size and quantity. */
export function choiceIn(product: Product, form: FormData) {
  const all = (name: string) => form.getAll(name).map(String);
  return parseChoice(product, { couleur: all("couleur"), pointure: all("pointure"), quantite: all("quantite") });
}

type Choice = ReturnType<typeof choiceIn>;

/** @returns the addition; else the errors beside the controls, and the sentence above the form */
export async function addChosen(
  request: Request,
  form: FormData,
  choice: Choice,
): Promise<(Addition & { variant: Variant }) | { errors: ChoiceErrors; intro?: string | undefined }> {
  if (!choice.ok) return { errors: choice.errors };
  const added = await add(request, form, choice.variant.id, choice.quantity);
  if ("visitor" in added) return { ...added, variant: choice.variant };
  const [errors, intro] = whyNotAdded(added);
  return { errors, intro };
}

/** Why nothing was put into the cart from a list. */
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
  const added = await add(request, form, chosen, 1);
  if ("visitor" in added) return added;
  const [{ quantite, pointure }, intro] = whyNotAdded(added);
  // A full cart has a sentence for the whole form only.
  const message = quantite ?? pointure;
  return message === undefined ? refuse(intro ?? "") : refuse(message, intro);
}

type Refused = Extract<AddResult, { ok: false }>;

/** @param form may carry the key of one press of the button (PRESS), which is added once only */
async function add(request: Request, form: FormData, variantId: string, quantity: number): Promise<Addition | Refused> {
  const { visitor, headers } = await ensureVisitor(request);
  const press = /^[\d-]{7,60}$/.exec(text(form, PRESS))?.[0];
  const added = await (await getShop()).carts.add(visitor, variantId, quantity, press, wholeNumber(form, "prix"));
  return added.ok ? { variantId, name: added.name, visitor, headers } : added;
}

function whyNotAdded(added: Refused): [ChoiceErrors, intro?: string] {
  switch (added.reason) {
    case "stock":
      return [{ quantite: onlyLeft(added.stock) }, "Avec ce que contient déjà votre panier, il n'y en a pas assez."];
    case "too-many":
      return [{ quantite: `${MAX_QUANTITY} au plus de chaque article` }, "Votre panier contient déjà cet article."];
    case "full":
      return [{}, "Votre panier est plein\u00a0: retirez un article pour en ajouter un autre."];
    default:
      return [{ pointure: "Rupture de stock" }];
  }
}
