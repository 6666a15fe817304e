import { describe, expect, it } from "vitest";
import { CartQueue } from "~/components/cart/cart-queue";
import type { CartLine } from "~/domain/order/cart";
import { type AskedQuantity, type CartReply, cartView, withQuantities } from "~/domain/order/cart-view";

/** Optimistic lines: what is shown at once, what is posted, and the final state. */

const line = (variantId: string, quantity: number): CartLine => ({
  variantId,
  productId: variantId,
  productSlug: variantId,
  name: variantId,
  color: { slug: "noir", name: "Noir", hex: "#000000" },
  size: 40,
  quantity,
  price: 1000,
  stock: 20,
});

const twoLines = () => cartView({ lines: [line("a", 1), line("b", 2)] });

/** A shop whose answers are let go one by one, in the order in which they were asked for. */
/** @param isCutOff whether no answer means that the line is down */
function slowShop({ cart = twoLines(), isCutOff = false } = {}) {
  const stored = new Map(cart.lines.map(({ variantId, quantity }) => [variantId, quantity]));
  const asked: [string, AskedQuantity][] = [];
  const waiting: (() => void)[] = [];
  const given: [string, AskedQuantity][] = [];
  let stock = 20;
  const queue = new CartQueue(cart, {
    send: (variantId, quantity) =>
      new Promise<CartReply>((resolve, reject) => {
        asked.push([variantId, quantity]);
        waiting.push(() => {
          if (quantity === 13) return reject(new Error("503"));
          const isTaken = quantity !== null && quantity <= stock;
          if (isTaken) stored.set(variantId, quantity);
          const now = withQuantities({ lines: cart.lines.map((one) => ({ ...one, stock })) }, stored);
          resolve({
            cart: now,
            ...(isTaken ? {} : { refused: { variantId, message: `Plus que ${stock} en stock !` } }),
          });
        });
      }),
    giveUp: async (...what) => {
      if (isCutOff) return "La connexion est coupée.";
      given.push(what);
      return undefined;
    },
  });
  const answer = async () => {
    waiting.shift()?.();
    await new Promise((go) => setTimeout(go));
  };
  return { queue, asked, given, stored, answer, sell: (left: number) => (stock = left) };
}

const quantities = (queue: CartQueue) => queue.state.cart.lines.map(({ quantity }) => quantity);

describe("the cart's queue", () => {
  it("shows a change, its total and its count at once, before any answer", () => {
    const { queue } = slowShop();
    queue.set("a", 3);
    expect(quantities(queue)).toEqual([3, 2]);
    expect(queue.state.cart).toMatchObject({ count: 5, subtotal: 5000 });
    expect(queue.state.isBusy).toBe(true);
    queue.set("b", 0);
    expect(queue.state.cart.lines).toHaveLength(1);
  });

  it("ten quick presses are two requests, and end in the last wish", async () => {
    const { queue, asked, stored, answer } = slowShop();
    for (let quantity = 2; quantity <= 11; quantity++) queue.set("a", quantity);
    expect(asked).toEqual([["a", 2]]);
    await answer();
    expect(quantities(queue)).toEqual([11, 2]);
    expect(asked.at(-1)).toEqual(["a", 11]);
    await answer();
    expect(asked).toHaveLength(2);
    expect(stored.get("a")).toBe(11);
    expect(quantities(queue)).toEqual([11, 2]);
    expect(queue.state.isBusy).toBe(false);
  });

  it("lines wait for each other, so that an older answer never overwrites a newer one", async () => {
    const { queue, asked, answer } = slowShop();
    queue.set("a", 5);
    queue.set("b", 6);
    expect(asked).toEqual([["a", 5]]);
    await answer();
    expect(quantities(queue)).toEqual([5, 6]);
    expect(asked).toEqual([
      ["a", 5],
      ["b", 6],
    ]);
    await answer();
    expect(quantities(queue)).toEqual([5, 6]);
  });

  it("settles on the shop's answer when the stock refuses, says so, and forgets it with the next change of that line", async () => {
    const { queue, answer, sell } = slowShop();
    sell(3);
    queue.set("a", 4);
    expect(quantities(queue)).toEqual([4, 2]);
    await answer();
    expect(quantities(queue)).toEqual([1, 2]);
    expect(queue.state.cart.lines[0]?.stock).toBe(3);
    expect(queue.state.notice).toEqual({ variantId: "a", message: "Plus que 3 en stock !" });
    queue.set("b", 1);
    expect(queue.state.notice?.variantId).toBe("a");
    queue.set("a", 3);
    expect(queue.state.notice).toBeUndefined();
  });

  it("a refusal that was overtaken says nothing", async () => {
    const { queue, answer, sell } = slowShop();
    sell(3);
    queue.set("a", 9);
    queue.set("a", 2);
    await answer();
    expect(queue.state.notice).toBeUndefined();
    await answer();
    expect(quantities(queue)).toEqual([2, 2]);
    expect(queue.state.notice).toBeUndefined();
  });

  it("gives the last wish to the browser's own form when there is no answer", async () => {
    const { queue, given, answer } = slowShop();
    queue.set("a", 13);
    queue.set("a", 14);
    await answer();
    expect(given).toEqual([["a", 14]]);
  });

  it("asks the shop why what was typed is no quantity, and leaves the line meanwhile", async () => {
    const { queue, asked, answer } = slowShop();
    queue.set("a", null);
    expect(quantities(queue)).toEqual([1, 2]);
    expect(queue.state.isBusy).toBe(true);
    await answer();
    expect(asked).toEqual([["a", null]]);
    expect(quantities(queue)).toEqual([1, 2]);
    expect(queue.state).toMatchObject({ isBusy: false, notice: { variantId: "a" } });
  });

  it("takes changes back where the line is down, says so beside the line, and tries again", async () => {
    const { queue, given, asked, answer } = slowShop({ isCutOff: true });
    queue.set("a", 13);
    queue.set("b", 5);
    await answer();
    expect(given).toEqual([]);
    expect(quantities(queue)).toEqual([1, 2]);
    expect(queue.state).toMatchObject({
      isBusy: false,
      notice: { variantId: "a", message: "La connexion est coupée." },
    });
    queue.set("a", 3);
    expect(queue.state.notice).toBeUndefined();
    await answer();
    expect(asked.at(-1)).toEqual(["a", 3]);
    expect(quantities(queue)).toEqual([3, 2]);
  });

  it("hands over what has no answer yet when the page is left, and submits no form then", async () => {
    const { queue, given, asked, answer } = slowShop();
    queue.set("a", 13);
    queue.set("b", 0);
    expect(queue.leave()).toEqual([
      ["a", 13],
      ["b", 0],
    ]);
    expect(queue.leave()).toEqual([]);
    await answer();
    expect(given).toEqual([]);
    expect(asked).toHaveLength(1);
    // Back out of the browser's memory it works as before, also without a new cart.
    expect(queue.state.isBusy).toBe(false);
    queue.settle(twoLines());
    queue.set("a", 2);
    expect(asked).toHaveLength(2);
    await answer();
    expect(quantities(queue)).toEqual([2, 2]);
  });
});
