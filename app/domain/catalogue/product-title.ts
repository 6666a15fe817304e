import { plainWords } from "../values/plain-text";
import type { Gender, Kind, ProductCard } from "./catalogue";

/** What a product is, for names that do not say it: "Tafna – mule femme". */

export const nouns: Record<Kind, string> = {
  sandales: "sandale",
  sabots: "sabot",
  tongs: "tong",
  mules: "mule",
  ballerines: "ballerine",
  baskets: "basket",
  autres: "",
};

/** A text names a kind by these, as `plainWords` gives it. */
export const kindPatterns: readonly (readonly [Kind, RegExp])[] = [
  ["sabots", /\b(?:sabots?|clogs?)\b/],
  ["tongs", /\b(?:tongs?|flip ?flops?|claquettes?)\b/],
  ["sandales", /\b(?:sandales?|sandals?|sandalettes?|nu pieds|spartiates?)\b/],
  ["ballerines", /\b(?:ballerines?|ballet flats?)\b/],
  ["baskets", /\b(?:baskets|basket (?:homme|femme|enfant|mixte|basse|montante)|sneakers?|trainers|high tops)\b/],
  ["mules", /\b(?:mules?|babouches?|slides)\b/],
];

/** A text says by these for whom a product is, as `plainWords` gives it. */
const genderPatterns: Record<Exclude<Gender, "mixte">, RegExp> = {
  enfant: /\b(?:enfants?|kids?|children|child|garcons?|filles?|baby|bebes?|toddler|infant|newborn|boys?|girls?)\b/,
  femme: /\b(?:femmes?|dames?|wom[ae]ns?|ladies|female)\b/,
  homme: /\b(?:hommes?|mens?|male|man)\b/,
};

export type Titled = Pick<ProductCard, "name" | "kind" | "gender">;

/**
 * Kind and gender, as far as the name does not say them: "mule femme". Empty for "autres", of which
 * nothing is known; "mixte" is left out, since it is also the gender of what has none.
 */
function whatItIs({ name, kind, gender }: Titled): string {
  const noun = nouns[kind];
  if (noun === "") return "";
  const words = plainWords(name);
  const says = (pattern: RegExp) => pattern.test(words);
  const saysKind = words.split(" ").includes(noun) || kindPatterns.some(([, pattern]) => says(pattern));
  const saysGender = gender === "mixte" || Object.values(genderPatterns).some(says);
  return [saysKind ? "" : noun, saysGender ? "" : gender].filter(Boolean).join(" ");
}

/** "Tafna – mule femme", or the name alone. */
export const titleOf = (product: Titled): string => [product.name, whatItIs(product)].filter(Boolean).join(" – ");

/** The two lines of a title that is shown large; a dash in the name begins a line and ends none. */
export const titleLines = (product: Titled): { name: string; what: string } => ({
  name: product.name.replace(/ ([-\u2013\u2014]) /g, " $1\u00a0"),
  what: whatItIs(product),
});
