import type { Profile } from "~/domain/account/account";
import type { Recipient } from "~/domain/order/order";
import type { VisitorId } from "./guests";

export interface AccountService {
  save(account: VisitorId, profile: Profile): Promise<void>;
  /** Prefills the checkout: profile, and the last order's destination unless it differs. */
  recipient(account: VisitorId): Promise<Partial<Recipient> | undefined>;
  /** Deletes account, cart, wishlist and access. Orders stay; the recipient goes once they end. */
  close(account: VisitorId): Promise<void>;
  /** The same by the link of the registration's mail. @returns whether the link was valid */
  disown(token: string): Promise<boolean>;
  /** Erases recipients of closed accounts, once their orders end, and of all older orders. */
  forgetRecipients(placedBefore?: Date): Promise<void>;
}
