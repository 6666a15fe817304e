import { grouped, plural, quoted } from "../values/plural";
import type { Kind } from "./catalogue";
import { productsText } from "./listing";

/** Texts, addresses and bounds of the search page and its overlay (sections 2 and 8). */

export const SEARCH_PLACEHOLDER = "Rechercher des produits...";
export const SEARCH_EMPTY = "Commencez à taper pour rechercher des produits";
export const SEARCH_FAILED = "Impossible d'effectuer la recherche. Veuillez réessayer.";
export const POPULAR_SEARCHES = "Recherches populaires";

/** A search ignores further characters, which the field keeps. */
export const MAX_SEARCH = 100;
export const SEARCH_LONG = `Votre recherche est longue\u00a0: seuls ses ${MAX_SEARCH} premiers caractères comptent.`;

/** The most products of a search. */
export const MAX_FOUND = 1_000;

/** The products in the overlay, and the wait after the last key (section 9). */
export const SUGGESTIONS = 10;
export const DEBOUNCE_MS = 300;

/** How many products were found, or are in a list. */
export interface Total {
  total: number;
  /** Whether a search found more than `MAX_FOUND`. */
  isCut?: boolean;
}

/** '12', '1 000', or 'plus de 1 000'. */
export const totalText = ({ total, isCut = false }: Total): string =>
  `${isCut ? "plus de " : ""}${grouped(String(total))}`;

/** '19 produits', or 'Plus de 1 000 produits'. */
export const foundText = (matches: Total): string =>
  matches.isCut ? `${totalText(matches).replace("plus", "Plus")} produits` : productsText(matches.total);

/** 'Voir 19 paires', or 'produits' where the list may have what is no shoe. */
export const seeText = (matches: Total, kinds: readonly { kind: Kind }[]): string =>
  `Voir ${totalText(matches)} ${plural(matches.total, kinds.some(({ kind }) => kind === "autres") ? "produit" : "paire")}`;

/** '3 résultats pour « sabot »', 'Plus de 1 000 résultats pour …' or 'Aucun résultat pour …'. */
export function searchHeading(words: string, matches: Total): string {
  const count = matches.total === 0 ? "Aucun résultat" : `${totalText(matches)} ${plural(matches.total, "résultat")}`;
  return `${count.replace("plus", "Plus")} pour ${quoted(words)}`;
}

/** The one address of a search. */
export function searchPath(words: string, page = 1): string {
  const parameters = new URLSearchParams({
    ...(words ? { q: words } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  });
  const text = parameters.toString();
  return text ? `/search?${text}` : "/search";
}
