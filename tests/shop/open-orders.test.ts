import { describe, expect, it } from "vitest";
import { defaultOrderBounds } from "~/domain/order/order-bounds";
import type { LocalShopOptions } from "~/shop/local/index.server";
import type { PlaceOrder, PlaceResult } from "~/shop/services/orders";
import type { OperatedShop } from "~/shop/shop";
import { newAccount } from "../support/shop/accounts";
import { crowd, lineOf, newPhone, placed } from "../support/shop/orders";
import { hire, nadia } from "../support/shop/staff";
import { AMPLE, id, type Made, requestFor, setStatus, someone, withRival } from "../support/shop/test-shop";
import { describeShopHere } from "./describe-shop";

/** How much unconfirmed orders may hold (decision 031), on a shop whose bounds are set. */

const DAY = 24 * 60 * 60_000;
const newAddress = () => id("address");

describeShopHere("inside", "open orders", (fixture) => {
  const testShop = () => fixture().testShop;
  const usual = () => testShop().reopened({ bounds: defaultOrderBounds });

  /** Orders this many pairs, with a new phone by default. */
  async function order(
    shop: OperatedShop,
    product: Made,
    quantity: number,
    { phone = newPhone(), index = 0, ...changes }: Partial<PlaceOrder> & { phone?: string; index?: number } = {},
  ): Promise<PlaceResult> {
    const lines = [lineOf(product, quantity, index)];
    return shop.orders.place(await requestFor(shop, lines, { recipient: { ...someone, phone }, ...changes }));
  }
  const accountHolder = async () => (await newAccount(testShop().shop)).account.id;
  const stock = (product: Made) => testShop().stockOf(product.variants[0] ?? "");
  const tally = (results: PlaceResult[]) => {
    const counts: Record<string, number> = {};
    for (const result of results) {
      const what = result.outcome !== "placed" ? result.outcome : result.order.reserved ? "reserved" : "waiting";
      counts[what] = (counts[what] ?? 0) + 1;
    }
    return counts;
  };

  describe("are counted", () => {
    it("by phone: five of many at the same moment, the others say so and take nothing", async () => {
      // Of as many variants: only the count itself separates them.
      const [product, shop, phone] = [await testShop().product(Array(20).fill(3)), usual(), newPhone()];
      const results = await crowd(20, (index) => order(shop, product, 1, { phone, index }));
      expect(tally(results)).toEqual({ reserved: 5, limited: 15 });
      const stocks = await Promise.all(product.variants.map((variant) => testShop().stockOf(variant)));
      expect(stocks.reduce((sum, item) => sum + item, 0)).toBe(55);
      expect(tally([await order(shop, product, 1)])).toEqual({ reserved: 1 });
    });

    it("once each: what was confirmed or cancelled makes room", async () => {
      const [product, shop, phone] = [await testShop().product([100]), usual(), newPhone()];
      const orders = (await crowd(5, () => order(shop, product, 1, { phone }))).map(placed);
      expect(tally([await order(shop, product, 1, { phone })])).toEqual({ limited: 1 });
      await setStatus(shop, orders[0]?.number ?? "", "confirmed");
      await setStatus(shop, orders[1]?.number ?? "", "cancelled");
      expect(tally(await crowd(4, () => order(shop, product, 1, { phone })))).toEqual({ reserved: 2, limited: 2 });
    });

    it("by order: the form of an earlier one, sent again, is that order", async () => {
      const [product, shop, phone] = [await testShop().product([100]), usual(), newPhone()];
      const key = id("key");
      const form = { phone, key, visitor: id("visitor") };
      const first = placed(await order(shop, product, 1, form));
      await crowd(4, () => order(shop, product, 1, { phone }));
      expect(await order(shop, product, 1, form)).toMatchObject({ repeated: true, order: { number: first.number } });
    });

    it("by address: sixty an hour of any phones, at the same moment too; then again", async () => {
      const product = await testShop().product([500]);
      let ahead = 0;
      const bounds = { ...defaultOrderBounds, pairsFromAddress: 1_000 };
      const shop = testShop().reopened({ bounds, now: () => new Date(Date.now() + ahead) });
      const address = newAddress();
      expect(tally(await crowd(70, () => order(shop, product, 1, { address })))).toEqual({
        reserved: 60,
        limited: 10,
      });
      // A request that is refused by its address does not count against any phone.
      const traces = () => fixture().testShop.everything(["attempts", "order_access"]);
      const before = await traces();
      expect(tally(await crowd(10, () => order(shop, product, 1, { address })))).toEqual({ limited: 10 });
      expect(await traces()).toBe(before);
      // Other addresses, and who is known by none, go on.
      expect(tally([await order(shop, product, 1, { address: newAddress() })])).toEqual({ reserved: 1 });
      expect(tally([await order(shop, product, 1)])).toEqual({ reserved: 1 });
      ahead = DAY / 24 + 1;
      expect(tally([await order(shop, product, 1, { address })])).toEqual({ reserved: 1 });
    });

    it("for an account more generously: fifteen, whatever phones it names, and its neighbours do not count", async () => {
      const [product, shop, address] = [await testShop().product([500]), usual(), newAddress()];
      await crowd(61, () => order(shop, product, 1, { address }));
      const visitor = await accountHolder();
      const asked = () => order(shop, product, 1, { visitor, address });
      expect((await crowd(20, asked)).filter(({ outcome }) => outcome === "limited")).toHaveLength(5);
      // Strangers who order for its phone do not keep an owner out.
      const phone = newPhone();
      await crowd(5, () => order(shop, product, 1, { phone }));
      const other = await accountHolder();
      expect((await order(shop, product, 1, { phone, visitor: other })).outcome).toBe("placed");
    });

    it("for an account whose address nobody has confirmed as for a guest", async () => {
      const [product, shop, address] = [await testShop().product([500]), usual(), newAddress()];
      const { account } = await newAccount(testShop().shop, undefined, {
        isConfirmed: false,
      });
      const asked = () => order(shop, product, 1, { visitor: account.id });
      expect((await crowd(8, asked)).filter(({ outcome }) => outcome === "limited")).toHaveLength(3);
      await crowd(61, () => order(shop, product, 1, { address }));
      const other = await newAccount(testShop().shop, undefined, { isConfirmed: false });
      expect((await order(shop, product, 1, { visitor: other.account.id, address })).outcome).toBe("limited");
    });

    it("by the phone to which an order is corrected", async () => {
      const [product, shop, phone] = [await testShop().product([100]), usual(), newPhone()];
      await crowd(4, () => order(shop, product, 1, { phone }));
      const visitor = id("visitor");
      const others = (await crowd(3, () => order(shop, product, 1, { visitor }))).map(placed);
      const correction = { phone, address: someone.address, notes: "" };
      const outcomes = await Promise.all(others.map(({ number }) => shop.orders.correct(number, visitor, correction)));
      expect(outcomes.sort()).toEqual(["corrected", "limited", "limited"]);
      // Phones without orders of their own leave nothing.
      const [free = visitor] = (await crowd(1, () => order(shop, product, 1, { visitor }))).map(
        (result) => placed(result).number,
      );
      const attempts = await fixture().testShop.everything(["attempts"]);
      for (let count = 0; count < 3; count += 1)
        await shop.orders.correct(free, visitor, { ...correction, phone: newPhone() });
      expect(await fixture().testShop.everything(["attempts"])).toBe(attempts);
      // One that has the phone already is corrected all the same.
      const moved = (await Promise.all(others.map(({ number }) => shop.orders.read(number, visitor)))).find(
        (item) => item?.recipient.phone === phone,
      );
      expect(await shop.orders.correct(moved?.number ?? "", visitor, { ...correction, notes: "Sonnez" })).toBe(
        "corrected",
      );
    });

    it("by their pairs, where one is corrected to another's phone; alone or without pairs it may go to any", async () => {
      const [product, shop, visitor] = [await testShop().product([100]), usual(), id("visitor")];
      const placedWith = async (quantity: number, phone = newPhone()) =>
        placed(await order(shop, product, quantity, { visitor, phone }));
      const correct = ({ number }: { number: string }, phone: string) =>
        shop.orders.correct(number, visitor, { phone, address: someone.address, notes: "" });
      const phone = newPhone();
      await placedWith(4, phone);
      expect(await correct(await placedWith(3), phone)).toBe("limited");
      expect(await correct(await placedWith(2), phone)).toBe("corrected");
      expect(await correct(await placedWith(1), phone)).toBe("limited");
      const large = await placedWith(7);
      expect(large.reserved).toBe(false);
      expect(await correct(large, phone)).toBe("corrected");
      // Placed before the merchant allowed fewer.
      const { number } = await placedWith(6);
      const strict = testShop().reopened({ bounds: { ...defaultOrderBounds, pairs: 4 } });
      const moved = { phone: newPhone(), address: someone.address, notes: "" };
      expect(await strict.orders.correct(number, visitor, moved)).toBe("corrected");
    });
  });

  describe("of unusual size wait for a call", () => {
    it("more than six pairs take none until they are confirmed", async () => {
      const [product, shop] = [await testShop().product([20]), usual()];
      expect(placed(await order(shop, product, 6)).reserved).toBe(true);
      const { number, reserved, status } = placed(await order(shop, product, 7));
      expect([reserved, status, await stock(product)]).toEqual([false, "pending", 14]);
      expect(await setStatus(shop, number, "confirmed")).toBe("moved");
      expect(await stock(product)).toBe(7);
      expect((await shop.office.orderPage(number))?.order.reserved).toBe(true);
      expect(await setStatus(shop, number, "cancelled")).toBe("moved");
      expect(await stock(product)).toBe(14);
      expect(await testShop().wrongSums()).toEqual([]);
    });

    it("several orders of one phone are one of unusual size together, at the same moment too", async () => {
      const [product, shop, phone] = [await testShop().product([9, 9, 9, 9]), usual(), newPhone()];
      const results = await crowd(4, (index) => order(shop, product, 3, { phone, index }));
      expect(tally(results)).toEqual({ reserved: 2, waiting: 2 });
    });

    it("many orders from one address wait together, and are placed all the same", async () => {
      const [product, shop, address] = [await testShop().product([500]), usual(), newAddress()];
      expect(tally(await crowd(20, () => order(shop, product, 5, { address })))).toEqual({
        reserved: 8,
        waiting: 12,
      });
      expect(await stock(product)).toBe(460);
    });

    it("are refused when there are fewer by then, and say what is missing; nothing is taken", async () => {
      const [product, shop] = [await testShop().product([8]), usual()];
      const { number } = placed(await order(shop, product, 8));
      await order(shop, product, 1);
      expect(await setStatus(shop, number, "confirmed")).toBe("short");
      const found = await shop.office.orderPage(number);
      expect(found?.order).toMatchObject({ status: "pending", reserved: false });
      expect(found?.missing).toMatchObject([{ line: { quantity: 8 }, stock: 7 }]);
      expect(await stock(product)).toBe(7);
      // To be cancelled it needs no pairs.
      const other = placed(await order(shop, product, 7));
      expect(await setStatus(shop, number, "cancelled")).toBe("moved");
      expect(await stock(product)).toBe(7);
      await testShop().remove(product.id);
      expect(await setStatus(shop, other.number, "confirmed")).toBe("short");
    });

    it("take all of their pairs or none: one size that is short refuses the others", async () => {
      const [product, shop] = [await testShop().product([9, 9]), usual()];
      const [plenty = "", short = ""] = product.variants;
      const lines = [plenty, short].map((variantId) => ({ variantId, quantity: 4, price: product.price }));
      const request = await requestFor(shop, lines, { recipient: { ...someone, phone: newPhone() } });
      const { number } = placed(await shop.orders.place(request));
      await testShop().setStock(short, 3);
      expect(await setStatus(shop, number, "confirmed")).toBe("short");
      expect([await testShop().stockOf(plenty), await testShop().stockOf(short)]).toEqual([9, 3]);
      await testShop().setStock(short, 4);
      expect(await setStatus(shop, number, "confirmed")).toBe("moved");
      expect([await testShop().stockOf(plenty), await testShop().stockOf(short)]).toEqual([5, 0]);
    });

    it("give nothing back when they are cancelled, by whomever", async () => {
      const [product, shop, visitor] = [await testShop().product([10]), usual(), id("visitor")];
      const one = placed(await order(shop, product, 9, { visitor }));
      const other = placed(await order(shop, product, 9));
      const third = placed(await order(shop, product, 9));
      expect(await shop.orders.cancel(one.number, visitor)).toBe("cancelled");
      expect(await setStatus(shop, other.number, "cancelled")).toBe("moved");
      const later = testShop().reopened({ bounds: defaultOrderBounds, now: () => new Date(Date.now() + 3 * DAY + 1) });
      await later.orders.lapse();
      expect((await shop.office.orderPage(third.number))?.order.status).toBe("cancelled");
      expect(await stock(product)).toBe(10);
    });

    it("confirmed by many at once, among buyers: pairs taken are pairs there", async () => {
      const [product, shop] = [await testShop().product([30]), usual()];
      const waiting = (await crowd(4, () => order(shop, product, 10))).map(placed);
      const [buyers] = await Promise.all([
        crowd(10, () => order(shop, product, 1)),
        Promise.all(waiting.flatMap(({ number }) => [1, 2].map(() => setStatus(shop, number, "confirmed")))),
      ]);
      const confirmed = (await Promise.all(waiting.map(({ number }) => shop.office.orderPage(number)))).filter(
        (found) => found?.order.status === "confirmed",
      );
      expect(confirmed.every((found) => found?.order.reserved)).toBe(true);
      const left = 30 - 10 * confirmed.length - (tally(buyers).reserved ?? 0);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(await stock(product)).toBe(left);
      expect(await testShop().orderedOf(product.variants[0] ?? "")).toBe(30 - left);
      expect(await testShop().wrongSums()).toEqual([]);
      expect(await testShop().damagedOrders()).toEqual([]);
    });
  });

  describe("that nobody confirms", () => {
    /** A shop so many days later; it also looks for orders of the last test. */
    const inDays = (days: number, options: Partial<LocalShopOptions> = {}) => {
      const now = () => new Date(Date.now() + days * DAY + 1_000);
      return testShop().reopened({ bounds: { ...AMPLE, days: 3 }, now, ...options });
    };

    it("have three days from the update on, if they waited before it", async () => {
      const product = await testShop().product([10]);
      const { number } = placed(await order(testShop().shop, product, 4));
      await testShop().waitsSince(number, new Date(Date.now() + 5 * DAY));
      await inDays(7.9).orders.lapse();
      expect(await stock(product)).toBe(6);
      await inDays(8).orders.lapse();
      expect(await stock(product)).toBe(10);
    });

    it("give their pairs back after three days, once, and two mails tell it", async () => {
      const product = await testShop().product([10]);
      const { shop } = testShop();
      const visitor = await accountHolder();
      const { number } = placed(await order(shop, product, 4, { visitor }));
      await inDays(2.9).orders.lapse();
      expect(await stock(product)).toBe(6);
      // Two processes, at the same moment and again.
      const counts = await Promise.all([inDays(3), inDays(3), inDays(3)].map(({ orders }) => orders.lapse()));
      expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
      expect(await inDays(3).orders.lapse()).toBe(0);
      expect(await stock(product)).toBe(10);
      expect(await testShop().wrongSums()).toEqual([]);
      expect(await testShop().damagedOrders()).toEqual([]);
      const found = await testShop().shop.office.orderPage(number);
      expect(found?.order).toMatchObject({ status: "cancelled", lapsedDays: 3 });
      expect(found?.steps.map(({ status }) => status)).toEqual(["pending", "cancelled"]);
      const mails = JSON.parse(await testShop().everything(["mails"]))[0] as { subject: string; kind: string }[];
      const about = mails.filter(({ subject }) => subject.includes(number)).map(({ kind }) => kind);
      expect(about.sort()).toEqual(["order-lapsed", "order-lapsed-shop", "order-received"]);
    });

    it("of a guest are reported to the shop alone; those that are confirmed, shipped or cancelled stay as they are", async () => {
      const product = await testShop().product([20]);
      const { shop } = testShop();
      const [guests, kept, gone] = (await crowd(3, () => order(shop, product, 1))).map(placed);
      await setStatus(shop, kept?.number ?? "", "confirmed");
      await setStatus(shop, gone?.number ?? "", "cancelled");
      await inDays(3).orders.lapse();
      const statusOf = async (number = "") => (await shop.office.orderPage(number))?.order;
      expect((await statusOf(kept?.number))?.status).toBe("confirmed");
      expect((await statusOf(gone?.number))?.lapsedDays).toBeUndefined();
      expect((await statusOf(guests?.number))?.lapsedDays).toBe(3);
      const mails = JSON.parse(await testShop().everything(["mails"]))[0] as { subject: string; kind: string }[];
      const about = mails.filter(({ subject }) => subject.includes(guests?.number ?? "-")).map(({ kind }) => kind);
      expect(about).toEqual(["order-lapsed-shop"]);
    });

    it("are confirmed or cancelled by the clock, never both", async () => {
      const product = await testShop().product([20]);
      const { shop } = testShop();
      const orders = (await crowd(20, () => order(shop, product, 1))).map(placed);
      await Promise.all([
        inDays(3).orders.lapse(),
        ...orders.map(({ number }) => setStatus(shop, number, "confirmed")),
      ]);
      const after = await Promise.all(orders.map(({ number }) => shop.office.orderPage(number)));
      const cancelled = after.filter((found) => found?.order.status === "cancelled");
      expect(cancelled.every((found) => found?.order.lapsedDays === 3)).toBe(true);
      expect(await stock(product)).toBe(cancelled.length);
    });

    it("wait for a call that was agreed, and a day for it to be made; or as long again once they are back", async () => {
      const product = await testShop().product([10]);
      const { shop } = testShop();
      const visitor = await accountHolder();
      const { number } = placed(await order(shop, product, 4, { visitor }));
      const call = { key: id("key"), version: 0, outcome: "later", note: "" } as const;
      const when = new Date(Date.now() + 5 * DAY);
      expect((await shop.office.recordCall(number, { ...call, when }, nadia)).result).toBe("recorded");
      await inDays(5.9).orders.lapse();
      expect(await stock(product)).toBe(6);

      const late = inDays(5.95);
      const cancelling = { ...call, key: id("key"), version: 1, outcome: "duplicate" } as const;
      const cancelled = await late.office.recordCall(number, cancelling, nadia);
      if (cancelled.result !== "recorded") throw new Error(cancelled.result);
      expect(await stock(product)).toBe(10);
      expect(await late.office.takeBackCall(number, cancelled.call, nadia)).toBe("taken-back");
      await inDays(8.9).orders.lapse();
      expect(await stock(product)).toBe(6);
      await inDays(9).orders.lapse();
      expect(await stock(product)).toBe(10);
      expect((await shop.office.orderPage(number))?.order).toMatchObject({ status: "cancelled", lapsedDays: 3 });
    });

    it("wait while somebody has them open, who may be calling", async () => {
      const product = await testShop().product([10]);
      const { number } = placed(await order(testShop().shop, product, 4));
      await hire(testShop(), nadia);
      await inDays(4).office.seeOrder(number, nadia);
      await inDays(4).orders.lapse();
      expect(await stock(product)).toBe(6);
      await inDays(4 + 1 / 144).orders.lapse();
      expect(await stock(product)).toBe(10);
    });

    it("stay where a call is taken back while the clock is at work", async () => {
      const product = await testShop().product([10]);
      const { number } = placed(await order(testShop().shop, product, 4));
      const { office } = inDays(4);
      const database = withRival(testShop().database, async () => {
        const cancelling = { key: id("key"), version: 0, outcome: "duplicate", note: "" } as const;
        const cancelled = await office.recordCall(number, cancelling, nadia);
        if (cancelled.result !== "recorded") throw new Error(cancelled.result);
        expect(await office.takeBackCall(number, cancelled.call, nadia)).toBe("taken-back");
      });
      await inDays(4, { database }).orders.lapse();
      expect((await office.orderPage(number))?.order.status).toBe("pending");
      expect(await stock(product)).toBe(6);
      await inDays(7.1).orders.lapse();
    });

    it("wait for ever where the merchant wants it so", async () => {
      const product = await testShop().product([5]);
      await order(testShop().shop, product, 2);
      expect(await inDays(300, { bounds: { ...AMPLE, days: 0 } }).orders.lapse()).toBe(0);
      expect(await stock(product)).toBe(3);
      await inDays(300).orders.lapse();
    });
  });
});
