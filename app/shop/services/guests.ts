/** Opaque: the hash of the token in the visitor's cookie, or the id of an account. */
export type VisitorId = string;

/**
 * Guests whose browser has not sent the cookie back yet: clients without cookies leave many. Their
 * carts and wishlists are deleted when others of the address begin, or with time.
 */
export interface GuestService {
  /**
   * Registers a new guest; of those of one client address the last 50 stay.
   * @param address undefined where it is not known
   */
  begin(guest: VisitorId, address: string | undefined): Promise<void>;
  /**
   * Keeps the guest from now on: its browser sent the cookie back. Beyond 300 of one address in an
   * hour it stays a new one, which goes after an hour.
   */
  cameBack(guest: VisitorId): Promise<void>;
  /** Whether it has a cart, a wishlist or access to an order. */
  isKnown(guest: VisitorId): Promise<boolean>;
  /** Deletes guests begun before then, and all but the last `most`. @returns how many */
  forget(begunBefore: Date, most: number): Promise<number>;
}
