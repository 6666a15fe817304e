import type { ProductCard, Variant } from "~/domain/catalogue";
import type { VisitorId } from "./guests";

/** What a visitor wants to find again; for guests it hangs on the same token as the cart. */
export interface WishlistService {
  /** The last added first, as the products are now; those that are no longer sold are left out. */
  read(visitor: VisitorId | undefined): Promise<WishlistItem[]>;
  /** Which products are on the list; cheaper than `read`, for the hearts of a page. */
  ids(visitor: VisitorId | undefined): Promise<string[]>;
  /** Refused, with nothing changed, when it is on the list already (section 5), unknown, or the list is full. */
  add(visitor: VisitorId, productId: string): Promise<AddWishResult>;
  /** @returns whether it was on the list */
  remove(visitor: VisitorId, productId: string): Promise<boolean>;
  clear(visitor: VisitorId): Promise<void>;
}

export interface WishlistItem extends ProductCard {
  addedAt: Date;
  /** What can be had now, by colour as the product names them, then by size. */
  variants: Omit<Variant, "sku">[];
}

export type AddWishResult =
  | { ok: true; name: string }
  | { ok: false; reason: "already"; name: string }
  | { ok: false; reason: "unknown" | "full" };
