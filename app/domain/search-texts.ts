/** What the search page and its overlay say (specification, sections 2 and 8), the same in both. */

export const SEARCH_PLACEHOLDER = "Rechercher des produits...";
export const SEARCH_EMPTY = "Commencez à taper pour rechercher des produits";
export const SEARCH_FAILED = "Impossible d'effectuer la recherche. Veuillez réessayer.";
export const POPULAR_SEARCHES = "Recherches populaires";

/** The field takes no more; what lies behind is not searched for. */
export const MAX_SEARCH = 100;

/** The overlay shows so many, and waits so long after the last key (section 9). */
export const SUGGESTIONS = 10;
export const DEBOUNCE_MS = 300;

/** '3 résultats pour « sabot »', or 'Aucun résultat pour « xyz »'. */
export function searchHeading(words: string, total: number): string {
  const count = total === 0 ? "Aucun résultat" : `${total} résultat${total > 1 ? "s" : ""}`;
  return `${count} pour «\u00a0${words}\u00a0»`;
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
