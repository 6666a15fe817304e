export interface NewsletterService {
  /**
   * Mails a link that confirms, once a day and three times in all; not to an address that is
   * confirmed or unsubscribed. `requested` in all these cases (S-5); `limited`: too many from one
   * client.
   * @param email as `normaliseEmail` returns it: an address is subscribed once
   * @param from the client's address; undefined when only a proxy's is known
   */
  subscribe(email: string, from?: string): Promise<"requested" | "limited">;
  /** @returns whether the link is known, used before or not */
  confirm(token: string): Promise<boolean>;
  /**
   * Deletes the address and its confirmation mails; a hash of it prevents further ones.
   * @returns whether it was subscribed: false when the link is used again
   */
  unsubscribe(token: string): Promise<boolean>;
}
