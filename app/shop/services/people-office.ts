import type { Account } from "~/domain/account/account";
import type { Actor } from "~/domain/office/journal";
import type { VisitorId } from "./guests";

/** What people ask of the shop about their own data. */
export interface PeopleOffice {
  /**
   * Erases the person of an order that has ended, and of its reviews; the rest stays for the books.
   * @param isCopy of an order on another shop's API, which is asked in the background for its end
   * @returns `later` while the courier has its parcel, or the end of a copy's order is not known;
   * `open` for an order that has not ended
   */
  forgetPerson(number: string, by?: Actor, isCopy?: boolean): Promise<"done" | "later" | "open" | "unknown">;
  accountAt(email: string): Promise<Account | undefined>;
  /**
   * Gives an account back to its owner: this is its address, its password and its sessions are
   * void, and a reset's link is mailed there. Another address counts as unconfirmed, so that the
   * reset empties the account (decision 032).
   * @returns `taken` by another account; `limited` when a link went there minutes ago
   */
  returnAccount(account: VisitorId, email: string): Promise<"mailed" | "unknown" | "taken" | "limited">;
}
