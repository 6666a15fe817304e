import { expect, it } from "vitest";
import type { PlaceOrder } from "~/shop/services/orders";
import { lineOf, newPhone, placed } from "../support/shop/orders";
import { id, requestFor, someone } from "../support/shop/test-shop";
import { describeShop } from "./describe-shop";

const MINUTE = 60_000;

describeShop("an order that may be a mistake", (fixture, hereOnly) => {
  const shop = () => fixture().testShop.shop;

  /** A form of these quantities, a variant each, by a new phone: orders of one are compared. */
  async function form(...quantities: number[]): Promise<PlaceOrder> {
    const product = await fixture().testShop.product(quantities.map(() => 20));
    const lines = quantities.map((quantity, index) => lineOf(product, quantity, index));
    return requestFor(shop(), lines, { recipient: { ...someone, phone: newPhone() } });
  }
  const again = (request: PlaceOrder, changes: Partial<PlaceOrder> = {}) => ({
    ...request,
    key: id("key"),
    ...changes,
  });
  const number = async (request: PlaceOrder) => placed(await shop().orders.place(request)).number;

  it("is asked about when the same phone orders the same pairs, and named when nothing else differs", async () => {
    const request = await form(1, 2);
    expect(await shop().orders.justOrdered(request)).toBeUndefined();
    const placed = await number(request);
    expect(await shop().orders.justOrdered(again(request))).toEqual({ minutes: 1, number: placed });
    const elsewhere = again(request, { recipient: { ...request.recipient, address: "3, rue de Tlemcen" } });
    expect(await shop().orders.justOrdered(elsewhere)).toEqual({ minutes: 1 });
    // Lines in another order, or one line as two, are the same pairs.
    const [first, second] = request.lines;
    if (!first || !second) throw new Error("Two lines were made.");
    const split = [{ ...second, quantity: 1 }, first, { ...second, quantity: 1 }];
    expect(await shop().orders.justOrdered(again(request, { lines: split }))).toMatchObject({ minutes: 1 });
  });

  it("is not asked about when its form is the same, since that makes no second order", async () => {
    const request = await form(1);
    await number(request);
    expect(await shop().orders.justOrdered(request)).toBeUndefined();
    // Another form that ordered the same was confirmed meanwhile: its own repeat is no question.
    const confirmed = again(request);
    await number(confirmed);
    expect(await shop().orders.justOrdered(confirmed)).toBeUndefined();
  });

  it("is not asked about for other pairs, another number of them, or another phone", async () => {
    const request = await form(1, 1);
    await number(request);
    const [first, second] = request.lines;
    if (!first || !second) throw new Error("Two lines were made.");
    for (const lines of [[first], [second], [first, { ...second, quantity: 2 }]])
      expect(await shop().orders.justOrdered(again(request, { lines }))).toBeUndefined();
    const recipient = { ...request.recipient, phone: newPhone() };
    expect(await shop().orders.justOrdered(again(request, { recipient }))).toBeUndefined();
  });

  it("is not asked about once the first one was cancelled", async () => {
    const request = await form(1);
    await shop().orders.cancel(await number(request), request.visitor);
    expect(await shop().orders.justOrdered(again(request))).toBeUndefined();
  });

  hereOnly("inside", "is asked about for ten minutes, and says how many have passed", async ({ testShop }) => {
    const request = await form(3);
    const placed = await number(request);
    const { created_at } = await testShop.database.db
      .selectFrom("orders")
      .select("created_at")
      .where("number", "=", placed)
      .executeTakeFirstOrThrow();
    const after = (passed: number) =>
      testShop.reopened({ now: () => new Date(created_at + passed) }).orders.justOrdered(again(request));
    expect(await after(0)).toEqual({ minutes: 1, number: placed });
    expect(await after(4 * MINUTE)).toEqual({ minutes: 4, number: placed });
    expect(await after(10 * MINUTE - 1)).toEqual({ minutes: 10, number: placed });
    expect(await after(10 * MINUTE)).toBeUndefined();
  });

  hereOnly("inside", "has one key where it came without one, until it no longer counts", async ({ testShop }) => {
    const request = await form(1);
    const at = (passed: number) => testShop.reopened({ now: () => new Date(Date.now() + passed) }).orders;
    const key = await at(0).keyOf(request, "a caller");
    expect(await at(0).keyOf(request, "a caller")).toBe(key);
    expect(await at(0).keyOf(request, "another caller")).not.toBe(key);
    const first = await number({ ...request, key });
    expect(await at(9 * MINUTE).keyOf(request, "a caller")).toBe(key);
    const later = await at(11 * MINUTE).keyOf(request, "a caller");
    expect(later).not.toBe(key);
    await shop().orders.cancel(first, request.visitor);
    expect(await at(0).keyOf(request, "a caller")).toBe(later);
  });
});
