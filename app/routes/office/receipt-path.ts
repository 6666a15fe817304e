export const STOCK = "/gestion/stock";

/** Where pairs of a product are noted that came. @param key of the form; without it a new one */
export const receiptPath = (slug: string, key?: string): string =>
  `${STOCK}/${encodeURIComponent(slug)}${key === undefined ? "" : `?cle=${key}`}`;
