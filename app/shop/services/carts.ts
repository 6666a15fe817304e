import type { Cart } from "~/domain/cart";
import type { Recipient } from "~/domain/order";
import type { VisitorId } from "./guests";

export interface CartService {
  /** The cart as it stands now: fresh prices, fresh stock. An unknown visitor's is empty. */
  read(visitor: VisitorId | undefined): Promise<Cart>;
  /** Pairs in the cart; cheaper than `read`, for the badge. */
  count(visitor: VisitorId | undefined): Promise<number>;
  /**
   * Adds to the line of this variant, or makes one. Refused, with nothing changed, when the variant is unknown, sold out, or
   * the sum would pass the stock (then `stock` says how many there are) or the cart is full.
   * @param press names one press of a button: whatever was added under it within a day is not added again
   */
  add(visitor: VisitorId, variantId: string, quantity: number, press?: string): Promise<AddResult>;
  /** Sets a line to an absolute quantity; 0 removes it. A quantity above the stock is refused and nothing changes. */
  setQuantity(visitor: VisitorId, variantId: string, quantity: number): Promise<AddResult>;
  clear(visitor: VisitorId): Promise<void>;
  /** The shopper has seen today's prices: lines no longer say that they changed. */
  acceptPrices(visitor: VisitorId): Promise<void>;
  /** What was typed in the checkout, kept between its steps and until the order is placed. */
  draft(visitor: VisitorId): Promise<Recipient | undefined>;
  saveDraft(visitor: VisitorId, recipient: Recipient): Promise<void>;
  /** Carts that nobody has touched since then go, with what was typed in the checkout. @returns how many */
  forget(untouchedSince: Date): Promise<number>;
}

/** `quantity`: pairs of this variant in the cart now. */
export type AddResult =
  | { ok: true; name: string; quantity: number }
  | { ok: false; reason: "unknown" | "sold-out" | "full" }
  | { ok: false; reason: "stock"; stock: number; name: string };
