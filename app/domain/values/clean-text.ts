/** Texts of strangers, made fit to be compared, kept and shown. */

/** Also the two letters that normalise to marks. */
const MARKS = /([\p{M}\uff9e\uff9f]{1,30})[\p{M}\uff9e\uff9f]*/gu;

/**
 * Normalises in linear time: marks in a row are sorted, which takes the square of their number. No
 * language has 30 of them at a letter, so further ones are cut (UAX #15, Stream-Safe Text Format).
 */
export const normalised = (text: string, form: "NFC" | "NFKC" | "NFKD"): string =>
  text.replace(MARKS, "$1").normalize(form);

/** So many units at most, without half a character at the end. */
export const cut = (text: string, most: number) => text.slice(0, most).replace(/[\ud800-\udbff]$/, "");

/** @param text as `clean` makes it: XML lacks the other control characters */
export const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

/**
 * Removes control characters (but line breaks and tabs), marks that turn the reading direction and
 * halves of characters, and composes what is left (NFC).
 */
export const clean = (text: string): string =>
  normalised(
    text
      .toWellFormed()
      .replace(/\r\n?/g, "\n")
      .replace(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufffd\ufffe\uffff]/gu, ""),
    "NFC",
  );
