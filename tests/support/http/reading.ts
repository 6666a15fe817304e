import type { Answer } from "./client";

/** Reads a served page without a browser. */

/** Text with HTML's entities decoded. */
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

/** The part between header and footer. */
export function mainOf({ text }: Answer): string {
  const main = /<main\b.*<\/main>/s.exec(text)?.[0];
  if (main === undefined) throw new Error(`No <main>: ${text.slice(0, 200)}`);
  return main;
}

/** The text in one line with plain spaces. */
export function wordsIn(html: string): string {
  const text = html.replace(/<!--.*?-->|<(script|style)\b.*?<\/\1>/gs, "").replace(/<[^>]*>/g, " ");
  return decoded(text).replace(/[\s\u00a0\u202f]+/g, " ");
}

export const words = (answer: Answer) => wordsIn(mainOf(answer));

/** Where the error summary is (PE-3): first in <main>, or in the posted part of a product. */
export function summaryIn(answer: Answer): { place: "first" | "choice" | "order" | "nowhere"; text: string } {
  const main = mainOf(answer);
  const at = main.indexOf('<section id="erreurs"');
  if (at < 0) return { place: "nowhere", text: "" };
  const text = wordsIn(main.slice(at)).trim();
  if (at < main.indexOf("<h1")) return { place: "first", text };
  const order = main.indexOf('id="commander"');
  if (at < order) return { place: at < main.indexOf('name="pointure"') ? "choice" : "nowhere", text };
  return { place: at < main.indexOf('name="nom"') ? "order" : "nowhere", text };
}

/** Slugs of the linked products, in order and as often as they are linked. */
export const productsIn = (html: string) =>
  [...html.matchAll(/<a [^>]*href="\/product\/([^"?]+)[^"]*"/g)].map(([, slug = ""]) => slug);

/** The page's canonical path. */
export function canonicalOf({ text }: Answer): string | undefined {
  const tag = /<link rel="canonical"[^>]*>/.exec(text)?.[0];
  const address = tag && attribute(tag, "href");
  return address?.replace(/^https?:\/\/[^/]+/, "");
}
