import type { CartReply, CartView } from "~/domain/cart-view";
import { sendAsEver } from "../forms/send-as-ever";

/** Where scripts read and change the cart; the page /cart does the same by its forms. */
const ADDRESS = "/cart/contents";

/** Longer than any answer that still is one. */
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
    // A refusal is an answer as well; what holds no cart (a portal's page, a failure) is none.
    if (!Array.isArray(body.cart?.lines)) throw new Error(String(answer.status));
    return body as Answer;
  } finally {
    clearTimeout(timer);
  }
}

export const readCart = (): Promise<{ cart: CartView }> => ask();

/** A field that names one press of 'Ajouter au panier': whatever becomes of its answer, the shop adds once. */
export const PRESS = "pression";

/** Goes on when the page is left meanwhile. @param form of a product's page or of the wishlist, with the pressed button */
export const addToCart = (form: FormData): Promise<CartReply> => ask({ method: "POST", body: form, keepalive: true });

/** Goes on when the page is left meanwhile. @param quantity absolute; 0 removes the line */
export async function changeCart(
  variantId: string,
  quantity: number,
  controller?: AbortController,
): Promise<CartReply> {
  const body = new URLSearchParams(fields(variantId, quantity));
  return ask({ method: "POST", body, keepalive: true }, controller);
}

/** The same change by the browser's own means, when scripts get no answer. */
export function submitNatively(variantId: string, quantity: number): void {
  const form = document.createElement("form");
  form.method = "post";
  form.action = "/cart";
  form.hidden = true;
  document.body.append(form);
  sendAsEver(form, fields(variantId, quantity));
}

const fields = (variantId: string, quantity: number): Record<string, string> => ({
  variante: variantId,
  ...(quantity === 0 ? { intent: "retirer" } : { intent: "quantite", quantite: String(quantity) }),
});

const CHANGED = "shop:cart";

/** Tells the badge, and whoever else shows the cart. */
export function announceCart(cart: CartView): void {
  window.dispatchEvent(new CustomEvent(CHANGED, { detail: cart }));
}

/** @returns ends it */
export function onCart(listener: (cart: CartView) => void): () => void {
  const listen = (event: Event) => listener((event as CustomEvent<CartView>).detail);
  window.addEventListener(CHANGED, listen);
  return () => window.removeEventListener(CHANGED, listen);
}
