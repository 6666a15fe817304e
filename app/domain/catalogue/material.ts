import { plainWords } from "../values/plain-text";

/** What the upper of a shoe is made of, where somebody said it. */

export const materials = ["cuir", "nubuck", "daim", "toile", "feutre", "eva", "synthetique"] as const;
export type Material = (typeof materials)[number];

export const materialLabels: Record<Material, string> = {
  cuir: "Cuir",
  nubuck: "Nubuck",
  daim: "Daim",
  toile: "Toile",
  feutre: "Feutre",
  eva: "EVA",
  synthetique: "Synthétique",
};

/**
 * A text names a material by these, as `plainWords` gives it; the first that matches
 * counts, so that "simili cuir" is no leather.
 */
const patterns: readonly (readonly [Material, RegExp])[] = [
  ["eva", /\beva\b/],
  ["synthetique", /\b(?:synthetiques?|synthetic|microfib(?:re|er)|simili\w*|faux|vegan|polyurethane|pu|pvc)\b/],
  ["nubuck", /\bnubuck\b/],
  ["daim", /\b(?:daim|suede|cuir velours)\b/],
  ["feutre", /\b(?:feutre|laine|felt|wool)\b/],
  ["toile", /\b(?:toile|coton|lin|textile|tissu|canvas|cotton|linen|mesh|fabric|polyester)\b/],
  ["cuir", /\b(?:cuir|veau|vachette|agneau|leather)\b/],
];

/** The material that a text names, in French or English; empty when it names none. */
export function materialIn(text: string): Material | "" {
  const words = plainWords(text);
  return patterns.find(([, pattern]) => pattern.test(words))?.[0] ?? "";
}
