import type { Answer } from "./http";

/** What a served page says, read without a browser. */

/** Text as it is meant, from how HTML writes it. */
export function decoded(text: string): string {
  return text
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&nbsp;/g, "\u00a0")
    .replace(/&amp;/g, "&");
}

export function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return found && decoded(found);
}

export function titleOf(html: string): string {
  return decoded(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? "");
}

/** The page's own part, between header and footer. */
export function mainOf({ text }: Answer): string {
  const main = /<main\b.*<\/main>/s.exec(text)?.[0];
  if (main === undefined) throw new Error(`No <main>: ${text.slice(0, 200)}`);
  return main;
}

/** What is read there, in one line with one kind of space. */
export function wordsIn(html: string): string {
  const text = html.replace(/<!--.*?-->|<(script|style)\b.*?<\/\1>/gs, "").replace(/<[^>]*>/g, " ");
  return decoded(text).replace(/[\s\u00a0\u202f]+/g, " ");
}

export const words = (answer: Answer) => wordsIn(mainOf(answer));

/**
 * Where the page says what has to be mended: first in <main>, before its heading (PE-3), or on the product page, which holds more
 * than a form, in that part of the form which was sent.
 */
export function summaryIn(answer: Answer): { place: "first" | "choice" | "order" | "nowhere"; says: string } {
  const main = mainOf(answer);
  const at = main.indexOf('<section id="erreurs"');
  if (at < 0) return { place: "nowhere", says: "" };
  const says = wordsIn(main.slice(at)).trim();
  if (at < main.indexOf("<h1")) return { place: "first", says };
  const order = main.indexOf('id="commander"');
  if (at < order) return { place: at < main.indexOf('name="pointure"') ? "choice" : "nowhere", says };
  return { place: at < main.indexOf('name="nom"') ? "order" : "nowhere", says };
}

/** The products that are linked to, with whatever variant, in their order; one that is linked twice is there twice. */
export const productsIn = (html: string) =>
  [...html.matchAll(/<a [^>]*href="\/product\/([^"?]+)[^"]*"/g)].map(([, slug = ""]) => slug);

/** The one address that a page names for itself, without the shop's own. */
export function canonicalOf({ text }: Answer): string | undefined {
  const tag = /<link rel="canonical"[^>]*>/.exec(text)?.[0];
  const address = tag && attribute(tag, "href");
  return address?.replace(/^https?:\/\/[^/]+/, "");
}
