import type { VisitorId } from "./guests";

/** What a kept public page depends on. */
export interface PageQuestion {
  /** Slug of the product whose stock the page shows. */
  product?: string | undefined;
  /** Token of a session, which may have ended. */
  session?: string | undefined;
  guest?: VisitorId | undefined;
}

export interface PageState {
  /** Changes whenever the page may change. */
  version: string;
  /** Of the signed-in account. */
  email: string | undefined;
  /** Pairs in the cart. */
  pairs: number;
  /** Ids of products on the wishlist, sorted. */
  wished: readonly string[];
}
