import { useEffect, useState, useSyncExternalStore } from "react";
import { articles } from "~/domain/cart";
import type { CartView } from "~/domain/cart-view";
import { formatDinars } from "~/domain/money";
import { CartQueue, type CartState } from "./cart-queue";
import { changeCart, onCart, submitNatively, tellCart } from "./contents";

interface LiveCart extends CartState {
  /** @param quantity absolute; 0 removes the line */
  set: (variantId: string, quantity: number) => void;
  /** For the one polite live region: what was refused, else what the cart comes to. */
  announcement: string;
}

/** A cart that changes under the shopper's fingers and settles on what the shop answers. */
export function useCart(initial: CartView): LiveCart {
  const [queue] = useState(() => newQueue(initial));
  const { cart, notice, isBusy } = useSyncExternalStore(queue.subscribe, queue.current, queue.current);
  const isTouched = cart !== initial;

  useEffect(() => {
    if (isTouched) tellCart(cart);
  }, [cart, isTouched]);

  useEffect(() => {
    const forget = onCart((other) => {
      if (other !== queue.state.cart) queue.settle(other);
    });
    // A page that is left sends what it still has to say.
    const leave = () => {
      for (const [variantId, quantity] of queue.unsent()) void changeCart(variantId, quantity).catch(() => undefined);
    };
    window.addEventListener("pagehide", leave);
    return () => {
      forget();
      window.removeEventListener("pagehide", leave);
    };
  }, [queue]);

  return {
    cart,
    isBusy,
    ...(notice ? { notice } : {}),
    set: (variantId, quantity) => queue.set(variantId, quantity),
    announcement: isTouched && !isBusy ? (notice?.message ?? sentence(cart)) : "",
  };
}

function newQueue(initial: CartView): CartQueue {
  return new CartQueue(initial, {
    send: async (variantId, quantity) => {
      const reply = await changeCart(variantId, quantity);
      if (quantity === 0 && !reply.refused) void sayRemoved();
      return reply;
    },
    giveUp: submitNatively,
  });
}

/** The message of section 8; when its script does not come, the line that is gone says it. */
async function sayRemoved(): Promise<void> {
  try {
    const { toast } = await import("../layout/toast");
    toast("Article retiré du panier", "success");
  } catch {}
}

const sentence = ({ count, subtotal }: CartView) =>
  count === 0 ? "Votre panier est vide" : `${articles(count)}, sous-total ${formatDinars(subtotal)}`;
