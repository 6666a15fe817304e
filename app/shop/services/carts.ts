import type { Cart } from "~/domain/order/cart";
import type { Recipient } from "~/domain/order/order";
import type { VisitorId } from "./guests";

export interface CartService {
  /** The cart with current prices and stock; empty for an unknown visitor. */
  read(visitor: VisitorId | undefined): Promise<Cart>;
  /** Pairs in the cart; cheaper than `read`, for the badge. */
  count(visitor: VisitorId | undefined): Promise<number>;
  /**
   * Adds to the variant's line or makes one. Refused, with nothing changed, when the variant is
   * unknown or sold out, the sum exceeds the stock (`stock` is what is left) or what one line may
   * hold, or the cart is full.
   * @param press identifies one press of a button: within a day it adds only once
   * @param shown the price on the page: a new line says that it has changed since
   */
  add(visitor: VisitorId, variantId: string, quantity: number, press?: string, shown?: number): Promise<AddResult>;
  /** Sets a line's quantity; 0 removes it, and one above the stock is refused without a change. */
  setQuantity(visitor: VisitorId, variantId: string, quantity: number): Promise<AddResult>;
  clear(visitor: VisitorId): Promise<void>;
  /** Lines no longer report a changed price: the shopper has seen today's. */
  acceptPrices(visitor: VisitorId): Promise<void>;
  /** What was typed in the checkout, kept until the order is placed. */
  draft(visitor: VisitorId): Promise<Recipient | undefined>;
  saveDraft(visitor: VisitorId, recipient: Recipient): Promise<void>;
}

/** `quantity`: pairs of this variant in the cart now. */
export type AddResult =
  | { ok: true; name: string; quantity: number }
  | { ok: false; reason: "unknown" | "sold-out" | "full" | "too-many" }
  | { ok: false; reason: "stock"; stock: number; name: string };
