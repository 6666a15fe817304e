import { MAX_STOCK } from "~/domain/catalogue/catalogue";
import { clean } from "~/domain/values/clean-text";
import { asciiDigits } from "~/domain/values/phone";
import type { Report } from "./source-product";
import type { Row } from "./table";

/** Reads single cells. Pure. */

/** Characters of a product's name. */
export const MAX_NAME = 150;

const MAX_HTML = 50_000;
const MAX_TEXT = 5_000;

const entities = new Map(
  Object.entries({
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
  }),
);

/** Decodes entities once: `&amp;lt;` stays the text `&lt;`. They may stand for anything. */
function decoded(text: string): string {
  const characters = text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name) return entities.get(name) ?? entities.get(name.toLowerCase()) ?? whole;
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
    // Cells of a row stay apart: "41 : 26". The mark says that a row begins.
    .replace(/\ue000/g, "")
    .replace(/<\/?tr\b[^>]*>/gi, "\n\ue000")
    .replace(/\ue000\s*<t[dh]\b[^>]*>/gi, "")
    .replace(/\s*<(?:t[dh]|dd)\b[^>]*>/gi, "\u00a0: ")
    .replace(/\ue000/g, "")
    .replace(
      /<br\b[^>]*>|<\/(?:p|div|h[1-6]|ul|ol|dl|dd|table|caption|section|article|figcaption|blockquote|pre)\s*>/gi,
      "\n",
    )
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

/** @returns 0 for negative counts; undefined for what is no number */
export function countOf(typed: string): number | undefined {
  const bare = asciiDigits(typed).replace(/[\s\u00a0\u202f]/g, "");
  if (!/^-?\d{1,9}(?:[.,]0*)?$/.test(bare)) return undefined;
  return Math.min(MAX_STOCK, Math.max(0, Number.parseInt(bare, 10)));
}

/** As `countOf`; what is no number is said. */
export function stockIn(row: Row, columns: readonly string[], report: Report): number | undefined {
  const typed = row.value(...columns);
  const count = countOf(typed);
  if (typed !== "" && count === undefined) report.left("stock illisible", row.line, typed);
  return count;
}

/** Maybe with the apostrophe that keeps a spreadsheet from rounding it. */
export function barcodeOf(row: Row, columns: readonly string[], report: Report): string {
  const typed = row.value(...columns);
  const bare = typed.replace(/^'/, "").replace(/[\s-]/g, "");
  if (/^[\dA-Z]{4,20}$/i.test(bare)) return bare;
  if (typed !== "") report.left("code-barres illisible", row.line, typed);
  return "";
}

export const isYes = (typed: string) => /^(?:1|true|yes|oui|vrai|wahr|vero|verdadero)$/i.test(typed);
export const isNo = (typed: string) => /^(?:0|-1|false|no|non|faux|falsch|falso)$/i.test(typed);

/** "Femme > Sandales" as ["Femme", "Sandales"]. */
export const splitPath = (cell: string): string[] =>
  cell
    .split(">")
    .map((part) => plainName(part, 60))
    .filter((part) => part !== "");

/** "A, B\, C" as ["A", "B, C"]. */
export function splitList(cell: string): string[] {
  return cell
    .split(/(?<!\\),/)
    .map((part) => decoded(part.replace(/\\,/g, ",").trim()))
    .filter((part) => part !== "");
}
