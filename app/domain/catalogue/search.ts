import { foldedWords, plainText } from "../values/plain-text";
import type { Color, Gender, Kind } from "./catalogue";
import { familiesOf, familyTable } from "./color-family";
import { MAX_SEARCH } from "./search-texts";

/** Folds words, so that accents, case, plural and feminine make no difference. */

/** Further words of a search are ignored. */
const MAX_WORDS = 8;
const MAX_WORD = 40;
/** Shorter words are similar to too many others to be corrected. */
const SHORTEST_SLIP = 4;

/** Words that tell nothing about a shoe; left out of searches and of the catalogue. */
const stopWords = new Set(
  "a à au aux avec ce ces cet cette d dans de des du elle en est et il ils j je l la le les leur lui m ma mes mon n ne nos notre nous on ou où par pas plus pointure pointures pour qu que qui s sa se ses si son sont sur t taille tailles tres un une vos votre vous y"
    .split(" ")
    .map(plainText),
);

const allWords = (text: string): string[] => foldedWords(text).filter((word) => word.length <= MAX_WORD);

/** In their order, each once. "dans" stays, as its stem is that of "danse". */
const folded = (words: readonly string[]): string[] => [
  ...new Set(words.map((word) => (stopWords.has(word) ? word : stem(word)))),
];

/** @returns the words of a text that tell something, folded, in their order, each once */
export const searchWords = (text: string): string[] => folded(allWords(text).filter((word) => !stopWords.has(word)));

/** The words of a search that count; where nothing else was typed, "on" and "elle" are brands. */
export function parseSearch(typed: string): string[] {
  const text = typed.slice(0, MAX_SEARCH);
  const words = searchWords(text);
  return (words.length > 0 ? words : folded(allWords(text))).slice(0, MAX_WORDS);
}

/** Whether a folded word may only be a name as it is written. */
export const tellsNothing = (word: string): boolean => stopWords.has(word);

/**
 * "0194-5012-38" as `0194501238`, and nothing else in a search. Looked for from a word's first
 * letter only: from each letter of a long word it would take the square of its length.
 */
export const withoutHyphens = (typed: string): string =>
  typed.replace(/(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+/gu, (code) =>
    /\d/.test(code) ? code.replaceAll("-", "") : code,
  );

/**
 * Shortens "sandales", "noires", "grise", "violette", "blanche", and Arabic words by their article;
 * at least three letters stay.
 */
function stem(word: string): string {
  if (!/^[a-z]{4,}$/.test(word)) return word.replace(/^(?:\u0627\u0644)+(?=\p{L}{3})/u, "");
  let short = word.replace(/^(blanch|fraich|franch|sech)e(s?)$/, (_, root: string) => root.slice(0, -1));
  short = short.replace(/(?<=[a-z]{2})(nn|tt)es?$/, (_, double: string) => double.charAt(0));
  while (short.length > 3 && /[sxe]$/.test(short)) short = short.slice(0, -1);
  return short;
}

/** Whether a word may have a typing error; numbers and references are taken literally. */
export const mayBeSlip = (word: string): boolean => word.length >= SHORTEST_SLIP && /^\p{L}+$/u.test(word);

/** Whether one letter was left out, added, replaced or swapped with its neighbour. */
export function isOneSlipAway(typed: string, meant: string): boolean {
  if (Math.abs(typed.length - meant.length) > 1 || typed === meant) return false;
  let start = 0;
  while (start < typed.length && typed[start] === meant[start]) start += 1;
  let end = 0;
  const most = Math.min(typed.length, meant.length) - start;
  while (end < most && typed[typed.length - 1 - end] === meant[meant.length - 1 - end]) end += 1;
  const left = typed.slice(start, typed.length - end);
  const right = meant.slice(start, meant.length - end);
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}

/** The words that find a product, by weight. */
export interface SearchText {
  /** Name and reference. */
  name: string[];
  /** Kind, for whom, colours. */
  kind: string[];
  /** Tags, category, collection, sizes, codes, description. */
  rest: string[];
  /** Words that typing errors are corrected to: all but those of the description. */
  known: string[];
}

/** Shoppers' words for a kind; "chaussure" finds closed shoes first. */
const kindWords: Record<Kind, string> = {
  sandales: "sandale sandalette nu-pieds spartiate",
  sabots: "sabot clog",
  tongs: "tong claquette entre-doigts savate",
  mules: "mule babouche claquette",
  ballerines: "ballerine chaussure soulier",
  baskets: "basket tennis sneaker chaussure soulier",
  // Of those with EU sizes: loafers, derbies, boots.
  autres: "chaussure soulier",
};

const genderWords: Record<Gender, string> = {
  femme: "femme dame",
  homme: "homme",
  mixte: "mixte unisexe femme homme",
  enfant: "enfant fille garçon",
};

/** A reference in its parts, and without its hyphens. */
const codeWords = (code: string) => `${code} ${code.replace(/[^\p{L}\p{N}]/gu, "")}`;

interface SearchedProduct {
  name: string;
  sku: string;
  kind: Kind;
  gender: Gender;
  colors: readonly Color[];
  /** Names of the sizes. */
  sizes: readonly string[];
  /** Whether any of these is an EU size, which only shoes have. */
  hasEuSize: boolean;
  brand: string;
  /** References and barcodes of its variants. */
  codes: readonly string[];
  tags: readonly string[];
  /** Names of its category and collection. */
  groups: readonly string[];
  description: string;
  /** Features, and values of specifications. */
  details: readonly string[];
}

export function searchTextOf(product: SearchedProduct): SearchText {
  const { name, sku, brand, kind, gender, colors, sizes, codes, tags, groups, description, details } = product;
  const isShoe = kind !== "autres" || product.hasEuSize;
  const named = [name, brand, codeWords(sku)].join(" ");
  const families = colors.flatMap((color) => familiesOf(color.hex, color.name));
  const kinds = searchWords(
    [
      isShoe ? kindWords[kind] : "",
      genderWords[gender],
      ...colors.flatMap((color) => [color.name, color.slug]),
      ...families.map((family) => familyTable[family].label),
    ].join(" "),
  );
  const shoe = isShoe ? ["chaussure"] : [];
  const tagged = searchWords([...shoe, ...tags, ...groups, ...sizes, ...codes.map(codeWords)].join(" "));
  const detailWords = searchWords([description, ...details].join(" "));
  return {
    name: folded(allWords(named)),
    kind: kinds,
    rest: [...new Set([...tagged, ...detailWords])],
    known: [...new Set([...searchWords(named), ...kinds, ...tagged])].filter(mayBeSlip),
  };
}
