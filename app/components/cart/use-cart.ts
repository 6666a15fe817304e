import { useEffect, useState, useSyncExternalStore } from "react";
import { articles } from "~/domain/cart";
import { type CartView, EMPTY_CART } from "~/domain/cart-view";
import { formatDinars } from "~/domain/money";
import { CartQueue, type CartState } from "./cart-queue";
import { announceCart, changeCart, onCart, submitNatively } from "./contents";

interface LiveCart extends CartState {
  /** @param quantity absolute; 0 removes the line */
  set: (variantId: string, quantity: number) => void;
  /** For the one polite live region: what was refused, else what the cart comes to. */
  announcement: string;
  /** Calls this once everything that was changed has been answered. */
  afterwards: (then: () => void) => void;
}

/** A cart that changes under the shopper's fingers and settles on what the shop answers. */
export function useCart(initial: CartView): LiveCart {
  const [{ queue, leave }] = useState(() => newQueue(initial));
  const { cart, notice, isBusy } = useSyncExternalStore(queue.subscribe, queue.current, queue.current);
  const isTouched = cart !== initial;

  useEffect(() => {
    if (isTouched) announceCart(cart);
  }, [cart, isTouched]);

  useEffect(() => {
    const forget = onCart((other) => {
      if (other !== queue.state.cart) queue.settle(other);
    });
    window.addEventListener("pagehide", leave);
    return () => {
      forget();
      window.removeEventListener("pagehide", leave);
    };
  }, [queue, leave]);

  return {
    cart,
    isBusy,
    ...(notice ? { notice } : {}),
    set: (variantId, quantity) => queue.set(variantId, quantity),
    afterwards: (then) => {
      const look = () => !queue.state.isBusy && then();
      if (look() === false) queue.subscribe(look);
    },
    announcement: isTouched && !isBusy ? (notice?.message ?? sentence(cart)) : "",
  };
}

function newQueue(initial: CartView) {
  let running: AbortController;
  const queue = new CartQueue(initial, {
    send: async (variantId, quantity) => {
      running = new AbortController();
      const reply = await changeCart(variantId, quantity, running);
      if (quantity === 0 && !reply.refused) void sayRemoved();
      return reply;
    },
    giveUp: submitNatively,
  });
  // A page that is left says what it still has to say; what is on its way must not arrive after that.
  const leave = () => {
    const rest = queue.leave();
    if (rest.length > 0) running.abort();
    for (const [variantId, quantity] of rest) void changeCart(variantId, quantity).catch(() => undefined);
  };
  return { queue, leave };
}

/** The message of section 8; when its script does not come, the line that is gone says it. */
async function sayRemoved(): Promise<void> {
  try {
    const { toast } = await import("../layout/toast");
    toast("Article retiré du panier", "success");
  } catch {}
}

const sentence = ({ count, subtotal }: CartView) =>
  count === 0 ? EMPTY_CART : `${articles(count)}, sous-total ${formatDinars(subtotal)}`;
