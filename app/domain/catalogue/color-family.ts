import { bareForms, foldedWords } from "../values/plain-text";
import { basicWords, type ColorFamily, colorFamilies, colorWords, familyTable } from "./color-words";

/** Shoppers filter by "bleu", makers say "bleu Méditerranée": a shade has one or two families. */

export { type ColorFamily, colorFamilies, familyTable };

/**
 * @param hex `#rrggbb`; empty when unknown
 * @param name as the maker calls it: "Bleu Méditerranée", "Blanc et marine"
 * @returns one or two families, the nearer first; none when name and hex give none
 */
export function familiesOf(hex: string, name = ""): ColorFamily[] {
  const parts = name
    .split(/ (?:et|and|&|y|und|e|\u0648) |[/+]| \u0648(?=\u0627\u0644)/i)
    .map(familiesIn)
    .filter((families) => families.length > 0);
  // "Blanc et marine" is two colours in one shoe: the first family of each.
  const byName = parts.length > 1 ? parts.flatMap((families) => families.slice(0, 1)) : (parts[0] ?? []);
  if (byName.length > 0) return [...new Set(byName)].slice(0, 2);
  return hex === "" ? [] : [familyOfHex(hex)];
}

/** The hex of a colour known by name only: its family's, or "" when the name is unknown. */
export function hexByName(name: string): string {
  const [family] = familiesOf("", name);
  return family ? familyTable[family].hex : "";
}

function familiesIn(name: string): ColorFamily[] {
  const forms = foldedWords(name).flatMap((word) => knownForm(word) ?? []);
  const basic = forms.filter((word) => basicWords.has(word));
  return (basic.length > 0 ? basic : forms).flatMap((word) => colorWords.get(word) ?? []);
}

/** German writes "dark blue" as one word. */
const knownForm = (word: string) =>
  [...bareForms(word), word.replace(/^(?:dunkel|hell)/, "")].find((form) => colorWords.has(form));

/** The family by lightness, chroma and hue (OKLCH); grey when `hex` is malformed. */
function familyOfHex(hex: string): ColorFamily {
  if (!/^#[\da-f]{6}$/i.test(hex)) return "gris";
  const { lightness, chroma, hue } = oklch(hex);
  if (lightness < 0.3 && chroma < 0.05) return "noir";
  if (chroma < 0.02) return lightness > 0.88 ? "blanc" : "gris";
  const isEarthy = hue > 35 && hue < 110;
  if (isEarthy && chroma < 0.05 && lightness < 0.45) return "marron";
  if (isEarthy && chroma < 0.05) return lightness > 0.92 ? "blanc" : lightness > 0.74 ? "beige" : "taupe";
  if (isEarthy && chroma < 0.08 && lightness > 0.7) return "beige";
  if (hue < 15 || hue >= 340) return lightness > 0.6 || chroma > 0.17 ? "rose" : "rouge";
  if (hue < 35) return lightness > 0.7 ? "rose" : "rouge";
  if (hue < 75) return chroma < 0.11 || lightness < 0.5 ? "marron" : "orange";
  if (hue < 110) return chroma < 0.1 && lightness < 0.6 ? "vert" : "jaune";
  if (hue < 185) return "vert";
  if (hue < 285) return "bleu";
  return "violet";
}

/** Red, green and blue by the light that they give, from 0 to 1. @param hex `#rrggbb` */
export function linearRgb(hex: string): [red: number, green: number, blue: number] {
  const linear = (at: number) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return [linear(1), linear(3), linear(5)];
}

function oklch(hex: string): { lightness: number; chroma: number; hue: number } {
  const [r, g, b] = linearRgb(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const yellow = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, yellow),
    hue: ((Math.atan2(yellow, a) * 180) / Math.PI + 360) % 360,
  };
}
