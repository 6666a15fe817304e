/** French has the singular for 0 and 1. @returns the word alone */
export const plural = (count: number, one: string, many = `${one}s`): string => (count > 1 ? many : one);

/** '1 000', from '1000'. */
export const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, "\u202f");

/** '« Été »' */
export const quoted = (text: string): string => `«\u00a0${text}\u00a0»`;

/** "1 produit", "3 produits", "1 000 produits" */
export const counted = (count: number, one: string, many?: string): string =>
  `${grouped(String(count))} ${plural(count, one, many)}`;
