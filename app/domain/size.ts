/** An EU size of a shoe; other products have labels, and `size` is the place among them. */

export interface Sized {
  size: number;
  /** "Large", "Taille unique", "Logo\u00a0: Oui"; absent for an EU size. */
  sizeLabel?: string;
}

/** The label of a product that has one size. */
export const ONE_SIZE = "Taille unique";
/** Places begin above all EU sizes, so that filters by size never match them. */
export const FIRST_PLACE = 101;
/** The colour of a product that has none: offered on its page, and mentioned nowhere else. */
export const ONE_COLOR = { slug: "unique", name: "Coloris unique", hex: "" } as const;

/** As it stands on a control: "42", "Large". */
export const sizeName = ({ size, sizeLabel }: Sized): string => sizeLabel ?? String(size);

/** As it stands in a sentence: "pointure 42", "taille Large", "taille unique". */
export function sizeWords({ size, sizeLabel }: Sized): string {
  if (sizeLabel === undefined) return `pointure ${size}`;
  if (sizeLabel === ONE_SIZE) return ONE_SIZE.toLowerCase();
  // A label with a colon names its kind itself.
  return /^[^,]*:/.test(sizeLabel) ? sizeLabel : `taille ${sizeLabel}`;
}

/** "Taupe, pointure 42". */
export function variantWords(variant: Sized & { color: { slug: string; name: string } }): string {
  const { slug, name } = variant.color;
  return [...(slug === ONE_COLOR.slug ? [] : [name]), sizeWords(variant)].join(", ");
}

/** How a product fits, where somebody said it. */
export const fits = ["small", "true", "large"] as const;
export type Fit = (typeof fits)[number];

/** What to do about the fit, in a sentence without its dot. */
export function fitWords(fit: Fit, isLabelled: boolean): string {
  const noun = sizeNoun(isLabelled);
  return {
    small: `Taille petit\u00a0: prenez une ${noun} au-dessus`,
    true: `Taille normalement\u00a0: prenez votre ${noun} habituelle`,
    large: `Taille grand\u00a0: prenez une ${noun} au-dessous`,
  }[fit];
}

/** Shoes have a "pointure", everything else a "taille". */
export const sizeNoun = (isLabelled: boolean): "pointure" | "taille" => (isLabelled ? "taille" : "pointure");

/** Shoes are counted in pairs. */
export function pieces(count: number, isLabelled: boolean): string {
  return `${count} ${isLabelled ? "article" : "paire"}${count > 1 ? "s" : ""}`;
}
