/** What the search page and its overlay say (specification, sections 2 and 8), the same in both. */

import { grouped } from "./money";

export const SEARCH_PLACEHOLDER = "Rechercher des produits...";
export const SEARCH_EMPTY = "Commencez à taper pour rechercher des produits";
export const SEARCH_FAILED = "Impossible d'effectuer la recherche. Veuillez réessayer.";
export const POPULAR_SEARCHES = "Recherches populaires";

/** The field takes no more; what lies behind is not searched for. */
export const MAX_SEARCH = 100;

/** A search shows no more products. */
export const MAX_FOUND = 1_000;

/** The overlay shows so many, and waits so long after the last key (section 9). */
export const SUGGESTIONS = 10;
export const DEBOUNCE_MS = 300;

/** How many products were found, or are in a list. */
export interface Total {
  total: number;
  /** Whether a search has found more, which no page shows. */
  isCut?: boolean;
}

/** '12', or 'plus de 1 000'. */
export const totalText = ({ total, isCut = false }: Total): string =>
  isCut ? `plus de ${grouped(String(total))}` : String(total);

/** '3 résultats pour « sabot »', 'Plus de 1 000 résultats pour « cuir »', or 'Aucun résultat pour « xyz »'. */
export function searchHeading(words: string, found: Total): string {
  const count = found.total === 0 ? "Aucun résultat" : `${totalText(found)} résultat${found.total > 1 ? "s" : ""}`;
  return `${count.replace("plus", "Plus")} pour «\u00a0${words}\u00a0»`;
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
