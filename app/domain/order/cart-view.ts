import { amountOf, type Cart, type CartLine, isOrderable, pairsOf } from "./cart";

export const EMPTY_CART = "Votre panier est vide";
export const FEES_LATER = "Les frais de livraison seront calculés à l'étape suivante";
export const FILL_CART = "Ajoutez des produits à votre panier pour commencer vos achats";

/** The cart as pages and the drawer show it. */
export interface CartView {
  lines: CartLine[];
  /** Pairs. */
  count: number;
  /** Dinars, without delivery. */
  subtotal: number;
  isOrderable: boolean;
  /** What its delivery costs in the wilaya that the visitor chose (delivery-line.ts). */
  delivery?: string;
}

export function cartView(cart: Cart): CartView {
  const { lines } = cart;
  return { lines, count: pairsOf(lines), subtotal: amountOf(lines), isOrderable: isOrderable(cart) };
}

/**
 * The quantity that is asked for: 0 removes the line; null leaves it, where what was typed is no
 * quantity, and the shop says why.
 */
export type AskedQuantity = number | null;

/** The cart with these quantities by variant id; unknown ids are ignored. */
export function withQuantities(
  cart: Pick<CartView, "lines" | "delivery">,
  wanted: ReadonlyMap<string, AskedQuantity>,
): CartView {
  const { delivery } = cart;
  const lines = cart.lines
    .map((line) => ({ ...line, quantity: wanted.get(line.variantId) ?? line.quantity }))
    .filter(({ quantity }) => quantity > 0);
  return { ...cartView({ lines }), ...(delivery === undefined ? {} : { delivery }) };
}

export interface Added {
  variantId: string;
  message: string;
  /** Whether this set the browser's first cookie; the next request shows whether it was kept. */
  isFirst?: boolean;
}

/** The cart after a change, and why the change was refused or limited. */
export interface CartReply {
  cart: CartView;
  /** Of the account whose cart is read. */
  email?: string;
  /** When it is empty since the session of an account has ended. */
  isLost?: true;
  /** Ids of the products on the wishlist, when the cart is read. */
  wished?: string[];
  added?: Added;
  refused?: { variantId: string; message: string };
}
