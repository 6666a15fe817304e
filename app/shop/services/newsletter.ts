export interface NewsletterService {
  /**
   * Mails a link that confirms, unless the address is confirmed already. Nobody fills another's letter box: an address is
   * asked once a day and three times in all, and not at all once its owner has left, until `forgetUnconfirmed` forgets that
   * as well. It is the same to the caller in any case (S-5). `limited`: too many were entered by one client; nothing was looked at.
   * @param email as `normaliseEmail` gives it: an address is subscribed once
   * @param from the client's address of the network; undefined when only a proxy's is known: then it limits nobody
   */
  subscribe(email: string, from?: string): Promise<"asked" | "limited">;
  /** @returns whether the link is one of ours, used before or not */
  confirm(token: string): Promise<boolean>;
  /**
   * Forgets the address, and the mails that asked it, sent or not; a hash of it stays as a bar to asking.
   * @returns whether it was known: a link that is used again finds nothing left to do
   */
  unsubscribe(token: string): Promise<boolean>;
  /** Addresses asked before then that never answered go, and the bars of those that left before then. @returns how many */
  forgetUnconfirmed(askedBefore: Date): Promise<number>;
}
