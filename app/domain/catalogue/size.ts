import { counted } from "../values/plural";

/** An EU size of a shoe; other sizes have labels, and `size` is their place. */

export interface Sized {
  /** Halves and thirds are 40.5, 36.33 and 36.67. */
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

/** What stands behind the whole number of a size. */
const fractionNames = new Map([
  [0, ""],
  [33, " 1/3"],
  [50, ",5"],
  [67, " 2/3"],
]);

/** The whole size that a half or a third is found by. */
export const wholeSize = (size: number): number => Math.floor(size);

/** In hundredths. */
const fractionOf = (size: number) => Math.round((size - wholeSize(size)) * 100);

/** Whether it is a whole size, a half or a third. */
export const isEuSize = (size: number): boolean =>
  fractionNames.has(fractionOf(size)) && size === Math.round(size * 100) / 100;

/** As it stands on a control: "42", "40,5", "36 2/3", "Large". */
export const sizeName = ({ size, sizeLabel }: Sized): string =>
  sizeLabel ?? `${wholeSize(size)}${fractionNames.get(fractionOf(size)) ?? ""}`;

/** "36, 37, 40"; "36 à 39, 41" where more than two follow each other. @param sizes ascending */
export function sizesText(sizes: readonly number[]): string {
  const runs: number[][] = [];
  for (const size of sizes) {
    const run = runs.at(-1);
    if (run && run.at(-1) === size - 1) run.push(size);
    else runs.push([size]);
  }
  const name = (size: number | undefined) => (size === undefined ? "" : sizeName({ size }));
  return runs.flatMap((run) => (run.length > 2 ? `${name(run[0])} à ${name(run.at(-1))}` : run.map(name))).join(", ");
}

/** As it stands in a sentence: "pointure 42", "taille Large", "taille unique". */
export function sizeWords({ size, sizeLabel }: Sized): string {
  if (sizeLabel === undefined) return `pointure ${sizeName({ size })}`;
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
export const pieces = (count: number, isLabelled: boolean): string => counted(count, isLabelled ? "article" : "paire");
