import { useEffect, useState, useSyncExternalStore } from "react";
import { articles } from "~/domain/order/cart";
import { type AskedQuantity, type CartView, EMPTY_CART } from "~/domain/order/cart-view";
import { formatDinars } from "~/domain/values/money";
import { CUT_OFF, failureOf } from "../ui/line-down";
import { CartQueue, type CartState } from "./cart-queue";
import { announceCart, changeCart, changeLast, onCart, submitNatively } from "./cart-requests";

interface LiveCart extends CartState {
  /** @param quantity absolute */
  set: (variantId: string, quantity: AskedQuantity) => void;
  /** For the polite live region: why a change was refused, else the cart's count and subtotal. */
  announcement: string;
  /** Calls `then` once every change has been answered. */
  afterwards: (then: () => void) => void;
}

/** A cart that shows changes at once and takes over what the shop answers. */
export function useCart(initial: CartView): LiveCart {
  const [{ queue, leave }] = useState(() => newQueue(initial));
  const { cart, notice, isBusy } = useSyncExternalStore(queue.subscribe, queue.current, queue.current);
  const isTouched = cart !== initial;

  useEffect(() => {
    if (isTouched) announceCart(cart);
  }, [cart, isTouched]);

  useEffect(() => {
    const unsubscribe = onCart((other) => {
      if (other !== queue.state.cart) queue.settle(other);
    });
    window.addEventListener("pagehide", leave);
    return () => {
      unsubscribe();
      window.removeEventListener("pagehide", leave);
    };
  }, [queue, leave]);

  return {
    cart,
    isBusy,
    ...(notice ? { notice } : {}),
    set: (variantId, quantity) => queue.set(variantId, quantity),
    afterwards: (then) => {
      const thenIfIdle = () => !queue.state.isBusy && then();
      if (thenIfIdle() === false) queue.subscribe(thenIfIdle);
    },
    announcement: isTouched && !isBusy ? (notice?.message ?? sentence(cart)) : "",
  };
}

function newQueue(initial: CartView) {
  let running: AbortController;
  let failure: ReturnType<typeof failureOf>;
  const queue = new CartQueue(initial, {
    send: async (variantId, quantity) => {
      running = new AbortController();
      const answer = changeCart(variantId, quantity, running);
      failure = failureOf(answer);
      const reply = await answer;
      if (quantity === 0 && !reply.refused) void toastRemoved();
      return reply;
    },
    giveUp: async (variantId, quantity) => {
      const isDown = await failure;
      if (isDown === false) submitNatively(variantId, quantity);
      return isDown ? CUT_OFF : undefined;
    },
  });
  // A page that is left sends its last changes; the running request must not arrive after them.
  const leave = () => {
    const rest = queue.leave();
    if (rest.length > 0) running.abort();
    for (const [variantId, quantity] of rest) changeLast(variantId, quantity);
  };
  return { queue, leave };
}

/** The message of section 8; without its script the line is simply gone. */
async function toastRemoved(): Promise<void> {
  try {
    const { toast } = await import("../layout/toast");
    toast("Article retiré du panier", "success");
  } catch {}
}

const sentence = ({ count, subtotal }: CartView) =>
  count === 0 ? EMPTY_CART : `${articles(count)}, sous-total ${formatDinars(subtotal)}`;
