import type { Total } from "~/domain/search-texts";

/** What /search/suggestions answers. */
export interface Suggestions extends Total {
  products: Suggestion[];
  /** Only where nothing was asked for. */
  popular: string[];
}

export interface Suggestion {
  /** Its page, with the colour and the size that were asked for. */
  href: string;
  name: string;
  /** Name of the colour that was asked for. */
  color?: string;
  /** As it is shown. */
  price: string;
  /** As in `Picture.src`. */
  picture?: string;
}
