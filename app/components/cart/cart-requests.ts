import type { AskedQuantity, CartReply, CartView } from "~/domain/order/cart-view";
import { postNatively } from "../forms/send-natively";

/** Where scripts read and change the cart; the page /cart does the same by its forms. */
const ADDRESS = "/cart/contents";

const PATIENCE_MS = 10_000;

async function ask<Answer>(init?: RequestInit, controller = new AbortController()): Promise<Answer> {
  const timer = setTimeout(() => controller.abort(), PATIENCE_MS);
  try {
    const answer = await fetch(ADDRESS, {
      ...init,
      headers: { Accept: "application/json" },
      signal: controller.signal,
    });
    const body = (await answer.json()) as Partial<CartReply>;
    // A refusal holds the cart as well; a Wi-Fi portal's page or a failure does not.
    if (!Array.isArray(body.cart?.lines)) throw new Error(String(answer.status));
    return body as Answer;
  } finally {
    clearTimeout(timer);
  }
}

export const readCart = (): Promise<CartReply> => ask();

/** The field with the key of one press of 'Ajouter au panier', under which the shop adds once. */
export const PRESS = "pression";

/** The request outlives the page. @param form with the pressed button */
export const addToCart = (form: FormData): Promise<CartReply> => ask({ method: "POST", body: form, keepalive: true });

/** The request outlives the page. @param quantity absolute */
export async function changeCart(
  variantId: string,
  quantity: AskedQuantity,
  controller: AbortController,
): Promise<CartReply> {
  const body = new URLSearchParams(fields(variantId, quantity));
  return ask({ method: "POST", body, keepalive: true }, controller);
}

/** For a page that is left, with which Firefox before 133 ends other requests. */
export function changeLast(variantId: string, quantity: AskedQuantity): void {
  navigator.sendBeacon(ADDRESS, new URLSearchParams(fields(variantId, quantity)));
}

let choosing: AbortController | undefined;

/**
 * Has the shop remember the wilaya.
 * @returns the cart, with what its delivery costs there; undefined once another was chosen
 */
export async function chooseWilaya(vers: string): Promise<CartView | undefined> {
  choosing?.abort();
  choosing = new AbortController();
  const controller = choosing;
  try {
    const body = new URLSearchParams({ intent: "livraison", vers });
    return (await ask<CartReply>({ method: "POST", body }, controller)).cart;
  } catch (error) {
    if (controller !== choosing) return undefined;
    throw error;
  }
}

/** The same change by a native form, when the request failed. */
export function submitNatively(variantId: string, quantity: AskedQuantity): void {
  // Not the address of the page, where Back leads.
  postNatively(`/cart?envoi=${Date.now()}`, fields(variantId, quantity));
}

const fields = (variantId: string, quantity: AskedQuantity): Record<string, string> => ({
  variante: variantId,
  ...(quantity === 0 ? { intent: "retirer" } : { intent: "quantite", quantite: `${quantity ?? ""}` }),
});

const CHANGED = "shop:cart";

/** Informs the badge and the other views of the cart. */
export function announceCart(cart: CartView): void {
  window.dispatchEvent(new CustomEvent(CHANGED, { detail: cart }));
}

/** @returns a function that removes the listener */
export function onCart(listener: (cart: CartView) => void): () => void {
  const listen = (event: Event) => listener((event as CustomEvent<CartView>).detail);
  window.addEventListener(CHANGED, listen);
  return () => window.removeEventListener(CHANGED, listen);
}
