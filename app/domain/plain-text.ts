import { normalised } from "./clean-text";

/**
 * Lower case, without accents and ligatures: "Œuvre d'Été" as `oeuvre d'ete`. Names that people and
 * other systems spell in several ways are compared in this form.
 */
export function plainText(text: string): string {
  return (
    normalised(text, "NFKD")
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
