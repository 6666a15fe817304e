import { normalised } from "./clean-text";
import { asciiDigits } from "./phone";

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

/**
 * "Pointure (EU)" as `pointure`, `eu`. Letters of every alphabet stay, Arabic ones in one
 * spelling.
 */
export function foldedWords(text: string): string[] {
  // Escapes: a regular expression goes into the bundle of the server as it is written.
  return plainText(asciiDigits(normalised(text, "NFKC")))
    .replace(/[\u0629\u06c0]/g, "\u0647")
    .replace(/[\u0649\u06cc]/g, "\u064a")
    .replace(/\u0671/g, "\u0627")
    .replace(/\u06a9/g, "\u0643")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

const inOneWord = (name: string) => plainText(name).replace(/[^\p{L}\p{N}]/gu, "");
/** Whether both are one place, however spelt: `M'Sila` is `msila`. */
export const isSameName = (one: string, other: string): boolean => inOneWord(one) === inOneWord(other);
export const placeNamed = <Place extends { name: string }>(places: readonly Place[], name: string): Place | undefined =>
  places.find((place) => isSameName(place.name, name));

/** An Arabic word, also without "and", "for" and "the" before it: `والابيض` as `ابيض`. */
export const bareForms = (word: string): string[] => [
  word,
  word.replace(/^\u0648?(?:\u0627\u0644|\u0644\u0644)/, ""),
  word.replace(/^[\u0648\u0644]/, ""),
];
