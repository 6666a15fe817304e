import type { Variant } from "~/domain/catalogue/catalogue";

/** Somebody waits for a sold-out variant, and gets one message when it is back. */
export interface StockAlertService {
  /**
   * Stores one request for each contact; a repeated one changes nothing and is `noted` as well, so
   * that the answer discloses nobody. `in-stock`: there is nothing to wait for; `unknown`: no
   * variant of a product on sale; `limited`: too many from one client or to one contact.
   * @param contacts as `normaliseEmail` and `normalisePhone` return them
   * @param address the client's; undefined when only a proxy's is known
   */
  request(request: {
    variantId: string;
    contacts: readonly string[];
    address?: string | undefined;
  }): Promise<"noted" | "in-stock" | "unknown" | "limited">;
  /**
   * Ends all requests of the contact whose mail holds this token; for 30 days further ones are
   * not stored. @returns whether the token is known
   */
  refuse(token: string): Promise<boolean>;
  /** What this e-mail address waits for, oldest first. */
  ofEmail(email: string): Promise<OwnStockAlert[]>;
  /**
   * Mails those whose variant is in stock again, each once, and the shop whom to call.
   * @returns how many requests were found
   */
  deliver(): Promise<number>;
  /** Mails the shop what is waited for, once a day, if anything was requested the day before. */
  report(): Promise<void>;
}

interface OwnStockAlert extends Pick<Variant, "color" | "size" | "sizeLabel"> {
  name: string;
  requestedAt: Date;
}
