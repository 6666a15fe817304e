import type { ProductCard, Variant } from "~/domain/catalogue/catalogue";
import type { StaffActor } from "~/domain/office/journal";
import type { OrderChannel } from "~/domain/order/channel";
import type { Order, Recipient } from "~/domain/order/order";
import type { OtherOrder } from "./call-office";
import type { PlaceOrder, PlaceResult } from "./orders";

/** Products that a search shows. */
export const MOST_FOUND = 8;

/** Orders that staff take down, by phone, on Instagram or in the shop. */
export interface ManualOrderOffice {
  /** What this phone ordered with the last time, and what it ordered. */
  knownRecipient(phone: string): Promise<KnownRecipient | undefined>;
  /** Products on sale by name or by a reference, their own or a variant's; the first few. */
  productsToSell(typed: string): Promise<ProductToSell[]>;
  /** These variants as they are sold now; those that are not are missing. */
  linesToSell(variantIds: readonly string[]): Promise<LineToSell[]>;
  /**
   * Places it as a shopper's, by the same rules of price, stock, fee and key. It is never refused
   * for the phone's open orders, and takes its pairs at once: somebody has spoken with the shopper.
   */
  takeDownOrder(order: ManualOrder, by: StaffActor): Promise<PlaceResult>;
}

interface ManualOrder extends Pick<PlaceOrder, "key" | "lines" | "recipient" | "shownFee"> {
  channel: OrderChannel;
}

export interface KnownRecipient {
  recipient: Order["recipient"] & Recipient;
  /** Newest first, a few. */
  orders: OtherOrder[];
  /** Orders of this phone that wait for confirmation, and whether a shopper could place no more. */
  open: number;
  isAtBound: boolean;
}

export interface ProductToSell extends Pick<ProductCard, "id" | "slug" | "name" | "price"> {
  variants: Variant[];
}

export interface LineToSell extends Variant {
  name: string;
  /** In dinars. */
  price: number;
}
