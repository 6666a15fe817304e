import { MAX_ADDED } from "../order/cart";
import { asciiDigits } from "../values/phone";
import type { Variant } from "./catalogue";
import { type ChoiceErrors, type ChoiceField, type Choosable, hasLabels, onlyLeft, sizesOf } from "./choice";
import { sizeNoun } from "./size";

/** Parses a posted choice (sections 5 and 8), on the server alone. */

type Choice =
  | { ok: true; variant: Variant; quantity: number }
  /** `wanted` is set when the variant exists and only its stock is too low. */
  | { ok: false; errors: ChoiceErrors; wanted?: { variant: Variant; quantity: number } };

const QUANTITY = `Indiquez une quantité entière de 1 à ${MAX_ADDED}.`;

/** The value of a field; equal values count once, different ones are none. */
function single(values: readonly string[]): string | undefined {
  const [value, ...others] = new Set(values.map((value) => value.trim()));
  return others.length === 0 ? value : undefined;
}

/** 0 when invalid. Without the field it is one pair (section 5); an emptied one is an error. */
function quantityIn(values: readonly string[]): number {
  const typed = values.length === 0 ? "1" : asciiDigits(single(values) ?? "");
  const quantity = /^\+?0*\d{1,3}$/.test(typed) ? Number(typed) : 0;
  return quantity <= MAX_ADDED ? quantity : 0;
}

/**
 * @param sent every value of each field, as posted
 * @returns the variant and the number of pairs, or the messages beside the fields
 */
export function parseChoice(product: Choosable, sent: Record<ChoiceField, readonly string[]>): Choice {
  const chooseSize = `Veuillez sélectionner une ${sizeNoun(hasLabels(product))}`;
  const slug = single(sent.couleur);
  const color = product.colors.find((candidate) => candidate.slug === slug);
  const pointure = asciiDigits(single(sent.pointure) ?? "");
  const quantity = quantityIn(sent.quantite);
  if (!color || !pointure || !quantity) {
    const errors: ChoiceErrors = {};
    if (!color) errors.couleur = "Veuillez sélectionner une couleur";
    if (!pointure) errors.pointure = chooseSize;
    if (!quantity) errors.quantite = QUANTITY;
    return { ok: false, errors };
  }

  const size = /^\d{1,3}(?:\.\d{1,2})?$/.test(pointure) ? Number(pointure) : undefined;
  if (size === undefined || !product.variants.some((variant) => variant.size === size))
    return { ok: false, errors: { pointure: chooseSize } };

  const option = sizesOf(product, color.slug).find((candidate) => candidate.size === size);
  const variant = product.variants.find(({ id }) => id === option?.variantId);
  // A size that this colour never had is also shown as sold out.
  if (!variant) return { ok: false, errors: { pointure: "Rupture de stock" } };
  const wanted = { variant, quantity };
  if (variant.stock <= 0) return { ok: false, errors: { pointure: "Rupture de stock" }, wanted };
  if (quantity > variant.stock) return { ok: false, errors: { quantite: onlyLeft(variant.stock) }, wanted };
  return { ok: true, variant, quantity };
}
