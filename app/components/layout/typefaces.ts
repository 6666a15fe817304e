import display from "./fonts/display.woff2?url";
import text from "./fonts/text.woff2?url";

/**
 * The shop's typefaces, made by tools/fonts.mjs. A page is painted with the system's unless these
 * are there at once, and then keeps them, so that nothing moves.
 */
const face = (name: string, more: string, file: string) =>
  `@font-face{font-family:${name};${more};font-display:optional;src:url(${file})}`;

/**
 * They are about as wide as the system's on most phones: text as in Roboto by itself, headings as
 * in Noto Serif once they are adjusted (decision 056).
 */
export const typefaces = face("Texte", "font-weight:400 600", text) + face("Titre", "size-adjust:94%", display);
