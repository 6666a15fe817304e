import type { Total } from "~/domain/catalogue/search-texts";

/** The answer of /search/suggestions. */
export interface Suggestions extends Total {
  products: Suggestion[];
  /** Popular searches; only in the answer to an empty search. */
  popular: string[];
}

export interface Suggestion {
  /** Address of its page, with the colour and size that the search named. */
  href: string;
  /** With what it is: "Tafna – mule femme". */
  name: string;
  /** Name of the colour that the search named. */
  color?: string;
  /** As formatted text. */
  price: string;
  /** As in `Picture.src`. */
  picture?: string;
}
