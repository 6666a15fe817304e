/** Opaque, made by the first addition, known by the hash of the token in the visitor's cookie. */
export type VisitorId = string;

/**
 * Guests whose browser has not shown yet that it keeps cookies: whoever throws them away would leave a cart with each addition.
 * What such a guest put into a cart or on a wishlist goes when others of the same address begin, or with time.
 */
export interface GuestService {
  /**
   * A guest that was just made. Of those that one address of the network began, the last 50 stay.
   * @param address undefined where nobody's is known
   */
  begin(guest: VisitorId, address: string | undefined): Promise<void>;
  /** Its cookie was sent back: from now on it stays as others do. */
  cameBack(guest: VisitorId): Promise<void>;
  /** Whether a cart, a wishlist or an order hangs on it. */
  isKnown(guest: VisitorId): Promise<boolean>;
  /** Those that began before then and did not come back go, and of the others all but the last `most`. @returns how many */
  forget(begunBefore: Date, most: number): Promise<number>;
}
