import type { Profile } from "~/domain/account";
import type { Recipient } from "~/domain/order";
import type { VisitorId } from "./guests";

export interface AccountService {
  save(account: VisitorId, profile: Profile): Promise<void>;
  /** Who the next parcel is probably for: the profile, and where the last order went unless the address is another one. */
  recipient(account: VisitorId): Promise<Partial<Recipient> | undefined>;
  /** Deletes account, cart, wishlist and access. Its orders stay, without the person: at once, or when they have ended. */
  close(account: VisitorId): Promise<void>;
  /** The same, for who reads the letter of a registration and did not register. @returns whether the link was good */
  disown(token: string): Promise<boolean>;
  /** Forgets the persons of orders that have ended since their accounts were closed. */
  forgetRecipients(): Promise<void>;
}
