/** What /search/suggestions answers. */
export interface Suggestions {
  /** Of all pages of /search together. */
  total: number;
  products: Suggestion[];
  /** Only where nothing was asked for. */
  popular: string[];
}

export interface Suggestion {
  slug: string;
  name: string;
  /** As it is shown. */
  price: string;
  /** As in `Picture.src`. */
  picture?: string;
}
