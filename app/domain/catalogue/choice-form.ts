import { z } from "zod";
import { MAX_ADDED } from "../order/cart";
import { asciiDigits } from "../values/phone";
import type { Variant } from "./catalogue";
import { type ChoiceErrors, type ChoiceField, type Choosable, hasLabels, sizesOf, stockLine } from "./choice";
import { sizeNoun } from "./size";

/** Parses a posted choice (sections 5 and 8); not in choice.ts, which browsers load without zod. */

type Choice =
  | { ok: true; variant: Variant; quantity: number }
  /** `wanted` is set when the variant exists and only its stock is too low. */
  | { ok: false; errors: ChoiceErrors; wanted?: { variant: Variant; quantity: number } };

const QUANTITY = `Indiquez une quantité entière de 1 à ${MAX_ADDED}.`;

/** The value of a field; equal values count once, different ones are invalid. */
const single = z.array(z.string()).transform((values) => {
  const different = new Set(values.map((value) => value.trim()));
  return different.size === 1 ? ([...different][0] ?? "") : different.size === 0 ? undefined : Number.NaN;
});

const requiredChoice = (message: string) =>
  single.pipe(z.string({ required_error: message, invalid_type_error: message }).min(1, message).max(100, message));

const schema = z.object({
  couleur: requiredChoice("Veuillez sélectionner une couleur"),
  pointure: requiredChoice("Veuillez sélectionner une pointure").transform(asciiDigits),
  quantite: single.pipe(
    z
      // A form without the field means one pair (section 5); an emptied field is an error.
      .string({ invalid_type_error: QUANTITY })
      .default("1")
      .transform(asciiDigits)
      .pipe(z.string().regex(/^\+?0*\d{1,3}$/, QUANTITY))
      .transform(Number)
      .pipe(z.number().min(1, QUANTITY).max(MAX_ADDED, QUANTITY)),
  ),
});

/**
 * @param sent every value of each field, as posted
 * @returns the variant and the number of pairs, or the messages beside the fields
 */
export function parseChoice(product: Choosable, sent: Record<ChoiceField, readonly string[]>): Choice {
  const parsed = schema.safeParse(sent);
  const errors: ChoiceErrors = {};
  if (!parsed.success) for (const issue of parsed.error.issues) errors[issue.path[0] as ChoiceField] ??= issue.message;

  const chooseSize = `Veuillez sélectionner une ${sizeNoun(hasLabels(product))}`;
  if (errors.pointure) errors.pointure = chooseSize;

  const color = product.colors.find(({ slug }) => slug === sent.couleur[0]?.trim());
  if (!errors.couleur && !color) errors.couleur = "Veuillez sélectionner une couleur";
  if (!color || !parsed.success || errors.couleur) return { ok: false, errors };

  const { pointure, quantite } = parsed.data;
  const size = /^\d{1,3}(?:\.\d{1,2})?$/.test(pointure) ? Number(pointure) : undefined;
  if (size === undefined || !product.variants.some((variant) => variant.size === size))
    return { ok: false, errors: { pointure: chooseSize } };

  const option = sizesOf(product, color.slug).find((candidate) => candidate.size === size);
  const variant = product.variants.find(({ id }) => id === option?.variantId);
  // A size that this colour never had is also shown as sold out.
  if (!variant) return { ok: false, errors: { pointure: "Rupture de stock" } };
  const wanted = { variant, quantity: quantite };
  if (variant.stock <= 0) return { ok: false, errors: { pointure: "Rupture de stock" }, wanted };
  if (quantite > variant.stock)
    return { ok: false, errors: { quantite: stockLine(Math.min(variant.stock, 999)) }, wanted };
  return { ok: true, variant, quantity: quantite };
}
