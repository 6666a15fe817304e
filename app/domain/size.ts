/**
 * What a variant is called beside its colour. Shoes have EU sizes, which are numbers. Other goods say their size in their own
 * words: then `size` is only their place among the sizes of the product.
 */

export interface Sized {
  size: number;
  /** "Large", "Taille unique", "Logo\u00a0: Oui"; absent for an EU size. */
  sizeLabel?: string;
}

/** Of a product that comes in one size. */
export const ONE_SIZE = "Taille unique";
/** Places begin here: no shoe has such a number, so that no filter of shoe sizes meets them. */
export const FIRST_PLACE = 101;
/** Of a product that names no colour: it is on the page to be chosen, and nowhere else to be read. */
export const ONE_COLOR = { slug: "unique", name: "Coloris unique", hex: "" } as const;

/** As it stands on a control: "42", "Large". */
export const sizeName = ({ size, sizeLabel }: Sized): string => sizeLabel ?? String(size);

/** As it stands in a sentence: "pointure 42", "taille Large", "taille unique". */
export function sizeWords({ size, sizeLabel }: Sized): string {
  if (sizeLabel === undefined) return `pointure ${size}`;
  if (sizeLabel === ONE_SIZE) return ONE_SIZE.toLowerCase();
  // A choice of another kind says itself what is chosen.
  return /^[^,]*:/.test(sizeLabel) ? sizeLabel : `taille ${sizeLabel}`;
}

/** "Taupe, pointure 42": what of a product is meant. */
export function variantWords(variant: Sized & { color: { slug: string; name: string } }): string {
  const { slug, name } = variant.color;
  return [...(slug === ONE_COLOR.slug ? [] : [name]), sizeWords(variant)].join(", ");
}

/** What is asked for: shoes have a "pointure", everything else a "taille". */
export const sizeNoun = (isLabelled: boolean): "pointure" | "taille" => (isLabelled ? "taille" : "pointure");

/** Shoes are counted in pairs. */
export function pieces(count: number, isLabelled: boolean): string {
  return `${count} ${isLabelled ? "article" : "paire"}${count > 1 ? "s" : ""}`;
}
