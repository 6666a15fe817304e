import { asciiDigits } from "./phone";

/**
 * Lower case, without accents and ligatures: "Œuvre d'Été" as `oeuvre d'ete`. Names that people and
 * other systems spell in several ways are compared in this form.
 */
export function plainText(text: string): string {
  return (
    text
      .normalize("NFKD")
      // The Arabic stroke that stretches a word is no letter.
      .replace(/[\p{M}\u0640]/gu, "")
      .toLowerCase()
      .replaceAll("œ", "oe")
      .replace(/æ/g, "ae")
      .replace(/ß/g, "ss")
  );
}

/** "Été à Oran !" as `ete a oran`. Patterns that look for words in a text are written for it. */
export function plainWords(text: string): string {
  return plainText(text)
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}

/**
 * "Pointure (EU)" as `pointure`, `eu`. Letters of every alphabet stay, Arabic ones in one
 * spelling.
 */
export function foldedWords(text: string): string[] {
  return plainText(asciiDigits(text.normalize("NFKC")))
    .replace(/[ةۀ]/g, "ه")
    .replace(/[ىی]/g, "ي")
    .replace(/ٱ/g, "ا")
    .replace(/ک/g, "ك")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** An Arabic word, also without "and", "for" and "the" before it: `والابيض` as `ابيض`. */
export const bareForms = (word: string): string[] => [
  word,
  word.replace(/^و?(?:ال|لل)/, ""),
  word.replace(/^[ول]/, ""),
];
