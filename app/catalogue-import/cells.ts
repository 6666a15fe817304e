import { clean } from "~/domain/clean-text";

/** Reads single cells. Pure. */

/** Characters of a product's name. */
export const MAX_NAME = 150;

const MAX_HTML = 50_000;
const MAX_TEXT = 5_000;

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  eacute: "é",
  egrave: "è",
  ecirc: "ê",
  agrave: "à",
  acirc: "â",
  ccedil: "ç",
  ocirc: "ô",
  ucirc: "û",
  ugrave: "ù",
  icirc: "î",
  rsquo: "’",
  lsquo: "‘",
  ldquo: "“",
  rdquo: "”",
  laquo: "«",
  raquo: "»",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  bull: "•",
  deg: "°",
  euro: "€",
  times: "×",
};

/** Decodes entities once: `&amp;lt;` stays the text `&lt;`. They may stand for anything. */
function decoded(text: string): string {
  const characters = text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[name] ?? entities[name.toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : "";
  });
  return clean(characters);
}

/** A description without its markup; line breaks and bullets stay. */
export function withoutMarkup(html: string): string {
  const text = html
    .slice(0, MAX_HTML)
    // WooCommerce writes a line break as backslash and n.
    .replace(/\\r\\n|\\n/g, "\n")
    .replace(/<!--[\s\S]*?(?:-->|$)/g, "")
    .replace(/<(script|style|template|iframe|object|svg|noscript|head|title)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, "")
    .replace(/<li\b[^>]*>/gi, "\n• ")
    .replace(/<br\b[^>]*>|<\/(?:p|div|h[1-6]|tr|ul|ol|table|section|blockquote)\s*>/gi, "\n")
    .replace(/<\/?[a-z][^>]*>/gi, "");
  return decoded(text)
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
    .slice(0, MAX_TEXT)
    .toWellFormed();
}

/** A name: one line, no markup, bounded; of a product's so much that a longer one shows. */
export function plainName(text: string, most = MAX_NAME + 1): string {
  return withoutMarkup(text).replace(/\s+/g, " ").slice(0, most).toWellFormed().trim();
}

/** No product costs more. */
const MAX_PRICE = 10_000_000;

type Price = { dinars: number } | { problem: string } | undefined;

/**
 * @param typed "1 200", "12.50", "12,50 €", "1,299.00"; empty is no price
 * @param rate dinars for one unit of the list's currency; without it the list is in whole dinars
 */
export function priceOf(typed: string, rate: number | undefined): Price {
  const bare = typed.replace(/[\s\u00a0\u202f'’]|DZD|DA|EUR|USD|[€$£]/gi, "");
  if (bare === "") return undefined;
  const amount = amountOf(bare);
  if (amount === undefined) return { problem: `prix illisible «\u00a0${typed.slice(0, 30)}\u00a0»` };
  if (rate === undefined && !Number.isInteger(amount))
    return { problem: `le prix ${typed} n'est pas en dinars entiers\u00a0: indiquez le taux de sa monnaie (--taux)` };
  // A converted price is rounded to tens, as prices in dinars are.
  const dinars = rate === undefined ? amount : Math.round((amount * rate) / 10) * 10;
  if (dinars < 1) return { problem: "prix nul" };
  if (dinars > MAX_PRICE) return { problem: `prix trop élevé\u00a0: ${dinars} DA` };
  return { dinars };
}

/** The last "." or "," is the decimal sign, unless "," is followed by three digits: "1,299". */
function amountOf(bare: string): number | undefined {
  const plain = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(bare)
    ? bare.replace(/,/g, "")
    : /^\d{1,3}(?:\.\d{3})+,\d+$/.test(bare)
      ? bare.replace(/\./g, "").replace(",", ".")
      : bare.replace(",", ".");
  return /^(?:\d{1,12}(?:\.\d{0,6})?|\.\d{1,6})$/.test(plain) ? Number(plain) : undefined;
}

/** @returns 0 for negative counts; undefined for what is no number */
export function countOf(typed: string): number | undefined {
  const bare = typed.replace(/[\s\u00a0\u202f]/g, "");
  if (!/^-?\d{1,9}(?:[.,]0*)?$/.test(bare)) return undefined;
  return Math.min(100_000, Math.max(0, Number.parseInt(bare, 10)));
}

export const isYes = (typed: string) => /^(?:1|true|yes|oui|vrai|wahr)$/i.test(typed);
export const isNo = (typed: string) => /^(?:0|-1|false|no|non|faux)$/i.test(typed);

/** "A, B\, C" as ["A", "B, C"]. */
export function splitList(cell: string): string[] {
  return cell
    .split(/(?<!\\),/)
    .map((part) => decoded(part.replace(/\\,/g, ",").trim()))
    .filter((part) => part !== "");
}
