import type { VisitorId } from "./guests";

/** Whether a public page that was kept is still good, and what it shows of who looks at it. */
export interface PageQuestion {
  /** Slug of the product whose stock the page tells. */
  product?: string | undefined;
  /** The token of a session, which may have ended. */
  session?: string | undefined;
  guest?: VisitorId | undefined;
}

export interface PageState {
  /** Another one as soon as the page may be. */
  version: string;
  /** Of the account that is signed in. */
  email: string | undefined;
  /** In the cart. */
  pairs: number;
  /** Identifiers of products on the wishlist, in their order. */
  wished: readonly string[];
}
