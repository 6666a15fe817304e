import PQueue from "p-queue";
import type { Order, Recipient, WantedLine } from "~/domain/order/order";
import type { PlaceOrder, PlaceResult } from "~/shop/services/orders";
import type { Shop } from "~/shop/shop";
import { type Made, requestFor, someone, type TestShop } from "./test-shop";

/** Orders that a test only needs to exist. */

/** Of what is requested, what differs from an order of `someone` at home by a new visitor. */
type Changes = Partial<Omit<PlaceOrder, "recipient">> & { recipient?: Partial<Recipient> };

export interface Terms extends Changes {
  /** Of the new product's variants. */
  stocks?: number[];
  /** Pairs of the first variant. */
  quantity?: number;
  shop?: Shop;
}

/** Orders that a process of a shop on SQLite takes at once (http/order-queue.server.ts). */
const AT_ONCE = 32;

/**
 * Many who come together, as many at once as the shop's queue lets. On a slow machine the last of
 * hundreds would wait longer for one of PostgreSQL's ten connections than the shop waits for one.
 */
export const crowd = <Result>(count: number, come: (index: number) => Promise<Result>): Promise<Result[]> =>
  new PQueue({ concurrency: AT_ONCE }).addAll(Array.from({ length: count }, (_, index) => () => come(index)));

let phones = 0;
/** Of somebody who has not ordered yet. */
export const newPhone = () => `05${String(10_000_000 + phones++)}`;

export function placed(result: PlaceResult): Order {
  if (result.outcome !== "placed") throw new Error(`Not placed: ${JSON.stringify(result)}`);
  return result.order;
}

export const lineOf = (product: Pick<Made, "variants" | "price">, quantity = 1, index = 0): WantedLine => ({
  variantId: product.variants[index] ?? "",
  quantity,
  price: product.price,
});

/** A pair of each variant. */
export const linesOf = (product: Pick<Made, "variants" | "price">): WantedLine[] =>
  product.variants.map((_, index) => lineOf(product, 1, index));

/** An order of these lines, and who may read it. */
export async function orderOf(
  shop: Shop,
  lines: readonly WantedLine[],
  { recipient, ...changes }: Changes = {},
): Promise<Order & { visitor: string }> {
  const request = await requestFor(shop, lines, { ...changes, recipient: { ...someone, ...recipient } });
  return { ...placed(await shop.orders.place(request)), visitor: request.visitor };
}

/** An order of a new product. */
export async function ordered(
  testShop: Pick<TestShop, "shop" | "product">,
  { stocks = [5], quantity = 1, shop = testShop.shop, ...changes }: Terms = {},
): Promise<Order & { visitor: string; variant: string }> {
  const product = await testShop.product(stocks);
  const line = lineOf(product, quantity);
  return { ...(await orderOf(shop, [line], changes)), variant: line.variantId };
}

/** Moves an order on until it was delivered. */
export async function deliver({ setStatus }: Pick<TestShop, "setStatus">, number: string): Promise<void> {
  for (const status of ["confirmed", "shipped", "delivered"] as const)
    if ((await setStatus(number, status)) !== "moved") throw new Error(`${number} did not become ${status}.`);
}
