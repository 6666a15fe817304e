import { formatDinars } from "../values/money";
import { counted } from "../values/plural";
import type { OrderLine } from "./order";

/** The cart on the server (sections 3, 4, 5), read with current prices and stock (decision 021). */

/** The most pairs that are added at once on the product page. */
export const MAX_ADDED = 10;
/** The most pairs of a line where the stock is unknown (section 9). */
export const MAX_QUANTITY = 99;
/** Different variants in one cart; no shopper needs more. */
export const MAX_LINES = 50;

/** `price` is what one pair costs now. */
export interface CartLine extends OrderLine {
  /** What it cost when the shopper last saw it, when that differs. */
  priceBefore?: number;
  /** Pairs in stock now; 0 also when the product is no longer sold. */
  stock: number;
}

export interface Cart {
  lines: CartLine[];
}

export function pairsOf(lines: readonly { quantity: number }[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Dinars, without delivery. */
export function amountOf(lines: readonly { quantity: number; price: number }[]): number {
  return lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
}

/** Whether every line can be delivered as it stands. */
export function isOrderable(cart: Cart): boolean {
  return cart.lines.length > 0 && cart.lines.every((line) => line.quantity <= line.stock);
}

/** "1 article", "3 articles". */
export const articles = (count: number): string => counted(count, "article");

/** The message beside a line; of several the most serious. */
export function lineNotice(line: CartLine): string | undefined {
  if (line.stock === 0) return "Rupture de stock\u00a0: retirez cet article pour continuer.";
  if (line.quantity > line.stock) return `Plus que ${line.stock} en stock ! Réduisez la quantité pour continuer.`;
  if (line.priceBefore !== undefined)
    return `Le prix a changé\u00a0: ${formatDinars(line.priceBefore)} avant, ${formatDinars(line.price)} maintenant.`;
  return undefined;
}
