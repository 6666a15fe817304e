import { type Cart, type CartLine, cartCount, cartSubtotal, isOrderable } from "./cart";

export const EMPTY_CART = "Votre panier est vide";
export const FILL_CART = "Ajoutez des produits à votre panier pour commencer vos achats";

/** The cart as pages and the drawer show it. */
export interface CartView {
  lines: CartLine[];
  /** Pairs. */
  count: number;
  /** Dinars, without delivery. */
  subtotal: number;
  isOrderable: boolean;
}

export function cartView(cart: Cart): CartView {
  return { lines: cart.lines, count: cartCount(cart), subtotal: cartSubtotal(cart), isOrderable: isOrderable(cart) };
}

/** The cart as it will be once these quantities are taken; 0 removes a line, a variant that is not there changes nothing. */
export function withQuantities(cart: Cart, wanted: ReadonlyMap<string, number>): CartView {
  const lines = cart.lines
    .map((line) => ({ ...line, quantity: wanted.get(line.variantId) ?? line.quantity }))
    .filter(({ quantity }) => quantity > 0);
  return cartView({ lines });
}

/** What was put into the cart. */
export interface Added {
  variantId: string;
  message: string;
  /** It set the browser's first cookie: the next request shows whether that was kept. */
  isFirst?: boolean;
}

/** What the shop answers to a change of the cart: the cart as it is now, and why it is not as it was wanted. */
export interface CartReply {
  cart: CartView;
  added?: Added;
  refused?: { variantId: string; message: string };
}
