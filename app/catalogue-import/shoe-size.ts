import { isEuSize } from "~/domain/catalogue/size";
import { normalised } from "~/domain/values/clean-text";
import { asciiDigits } from "~/domain/values/phone";
import { plainText } from "~/domain/values/plain-text";

/** Reads sizes of shoes as other shops write them. Pure. */

/** EU sizes of the smallest child and the largest adult. */
const SMALLEST = 16;
const LARGEST = 50;

/** "40", "40.0", "36,5", "36 2/3". */
const NUMBER = /(\d{2})(?:[.,٫](\d{1,2})(?!\d)|\s+([12])\/([23]))?/.source;
const EU = /(?:eu|eur|fr|europe)/.source;
const OTHER = /\b(?:us|usa|uk|jp|cm|mm|mois|ans|an|months?|years?|m|kg|g)\b/;
const marked = [new RegExp(`\\b${EU}\\b[\\s:.-]*${NUMBER}(?!\\d)`), new RegExp(`(?<!\\d)${NUMBER}\\s*${EU}\\b`)];
const glued = new RegExp(`^${EU}\\s*${NUMBER}$`);
const bare = new RegExp(`^${NUMBER}$`);
/** Words around the number of a size. */
const NOUNS = /\b(?:pointures?|tailles?|sizes?|no|numero|tallas?|taglia|taglie|grosse)\b|\bn°|المقاس|مقاس|نمره|نمرة/g;

const fractions: Record<string, string> = { "½": " 1/2", "⅓": " 1/3", "⅔": " 2/3" };

/**
 * @param value "40", "40.0", "EU40", "Pointure 40", "EU 40 / US 7", "٤٠", "36,5", "36 2/3"
 * @returns undefined for what is no EU size, US and UK sizes among it
 */
export function euSizeOf(value: string): number | undefined {
  const text = plainText(
    asciiDigits(
      normalised(
        value.replace(/[½⅓⅔]/g, (sign) => fractions[sign] ?? ""),
        "NFKC",
      ),
    ),
  )
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(NOUNS, " ")
    .replace(/[()[\]:#]/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  const match = glued.exec(text) ?? marked.map((pattern) => pattern.exec(text)).find((match) => match !== null);
  if (match) return sizeIn(match);
  return OTHER.test(text) ? undefined : sizeIn(bare.exec(text));
}

function sizeIn(match: RegExpExecArray | null | undefined): number | undefined {
  if (!match) return undefined;
  const [, whole = "", decimals = "", above, below] = match;
  const rest = above && below ? Number(above) / Number(below) : (thirds[decimals] ?? Number(`0.${decimals || 0}`));
  const size = Math.round((Number(whole) + rest) * 100) / 100;
  return size >= SMALLEST && size <= LARGEST && isEuSize(size) ? size : undefined;
}

/** Thirds as they are rounded. */
const thirds: Record<string, number> = {
  "3": 1 / 3,
  "33": 1 / 3,
  "34": 1 / 3,
  "6": 2 / 3,
  "66": 2 / 3,
  "67": 2 / 3,
  "7": 2 / 3,
};
