import type { Color, Picture } from "./catalogue";
import { formatDinars } from "./money";
import type { Sized } from "./size";

/** The cart on the server (sections 3, 4, 5), read with current prices and stock (decision 021). */

/** The most pairs that are added at once on the product page. */
export const MAX_ADDED = 10;
/** The most pairs of a line where the stock is unknown (section 9). */
export const MAX_QUANTITY = 99;
/** Different variants in one cart; no shopper needs more. */
export const MAX_LINES = 50;

export interface CartLine extends Sized {
  variantId: string;
  productId: string;
  productSlug: string;
  name: string;
  color: Color;
  picture?: Picture;
  quantity: number;
  /** What one pair costs now. */
  price: number;
  /** What it cost when the shopper last saw it, when that differs. */
  priceBefore?: number;
  /** Pairs in stock now; 0 also when the product is no longer sold. */
  stock: number;
}

export interface Cart {
  lines: CartLine[];
}

/** Number of pairs. */
export function cartCount(cart: Cart): number {
  return cart.lines.reduce((sum, line) => sum + line.quantity, 0);
}

/** Dinars, without delivery. */
export function cartSubtotal(cart: Cart): number {
  return cart.lines.reduce((sum, line) => sum + line.quantity * line.price, 0);
}

/** Whether every line can be delivered as it stands. */
export function isOrderable(cart: Cart): boolean {
  return cart.lines.length > 0 && cart.lines.every((line) => line.quantity <= line.stock);
}

/** "1 article", "3 articles". */
export function articles(count: number): string {
  return `${count} ${count > 1 ? "articles" : "article"}`;
}

/** The message beside a line; of several the most serious. */
export function lineNotice(line: CartLine): string | undefined {
  if (line.stock === 0) return "Rupture de stock\u00a0: retirez cet article pour continuer.";
  if (line.quantity > line.stock) return `Plus que ${line.stock} en stock ! Réduisez la quantité pour continuer.`;
  if (line.priceBefore !== undefined)
    return `Le prix a changé\u00a0: ${formatDinars(line.priceBefore)} avant, ${formatDinars(line.price)} maintenant.`;
  return undefined;
}
