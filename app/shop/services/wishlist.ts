import type { ProductCard, Variant } from "~/domain/catalogue/catalogue";
import type { VisitorId } from "./guests";

/** For guests it belongs to the same token as the cart. */
export interface WishlistService {
  /** Last added first, with current data; products no longer sold are left out. */
  read(visitor: VisitorId | undefined): Promise<WishlistItem[]>;
  /** What the list keeps, products no longer sold too; last added first. */
  kept(visitor: VisitorId): Promise<Pick<WishlistItem, "name" | "addedAt">[]>;
  /** Product ids only; cheaper than `read`, for the hearts of a page. */
  ids(visitor: VisitorId | undefined): Promise<string[]>;
  /** Refused when it is on the list already (section 5), unknown, or the list is full. */
  add(visitor: VisitorId, productId: string): Promise<AddWishResult>;
  /** @returns whether it was on the list */
  remove(visitor: VisitorId, productId: string): Promise<boolean>;
  clear(visitor: VisitorId): Promise<void>;
}

export interface WishlistItem extends ProductCard {
  addedAt: Date;
  /** Variants in stock, by colour in the product's order, then by size. */
  variants: Omit<Variant, "sku">[];
}

export type AddWishResult =
  | { ok: true; name: string }
  | { ok: false; reason: "already"; name: string }
  | { ok: false; reason: "unknown" | "full" };
