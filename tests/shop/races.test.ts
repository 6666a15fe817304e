import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import type { KyselyPlugin } from "kysely";
import { expect, it } from "vitest";
import type { Database } from "~/database/connection.server";
import type { Shop } from "~/shop/shop";
import { isSweep } from "../support/setup/sweeps";
import { crowd, lineOf, orderOf } from "../support/shop/orders";
import { AMPLE, id, requestFor, someone } from "../support/shop/test-shop";
import { describeShop, describeShopHere } from "./describe-shop";

function tally(results: { outcome: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { outcome } of results) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

/** Buyers at the same moment: no pair is sold twice. */
describeShop("parallel orders", (fixture, hereOnly) => {
  const testShop = () => fixture().testShop;
  const shop = () => testShop().shop;

  it("sells 10 pairs to 200 buyers ten times", async () => {
    const product = await testShop().product([10]);
    const request = await requestFor(shop(), [lineOf(product, 1)]);
    const results = await crowd(200, (buyer) =>
      shop().orders.place({ ...request, key: id("key"), visitor: `buyer-${buyer}` }),
    );
    expect(tally(results)).toEqual({ placed: 10, changed: 190 });
    for (const result of results)
      if (result.outcome === "changed")
        expect(result.changes).toEqual([expect.objectContaining({ kind: "stock", wanted: 1, stock: 0 })]);
    const numbers = results.flatMap((result) => (result.outcome === "placed" ? [result.order.number] : []));
    expect(new Set(numbers).size).toBe(10);
    expect(await testShop().stockOf(product.variants[0] ?? "")).toBe(0);
    expect(await testShop().orderedOf(product.variants[0] ?? "")).toBe(10);
    expect(await testShop().wrongSums()).toEqual([]);
  });

  hereOnly("database", "does not deadlock on carts in opposite order", async () => {
    const products = [await testShop().product([60]), await testShop().product([60])];
    const there = products.map((product) => lineOf(product, 1));
    const back = [...there].reverse();
    const request = await requestFor(shop(), there);
    const results = await crowd(100, (index) =>
      // Of one visitor the same order under way would be asked about first (decision 035).
      shop().orders.place({ ...request, key: id("key"), visitor: id("visitor"), lines: index % 2 ? there : back }),
    );
    expect(tally(results)).toEqual({ placed: 60, changed: 40 });
    for (const product of products) expect(await testShop().stockOf(product.variants[0] ?? "")).toBe(0);
  });

  it("counts the variants of one product that are sold at the same time", async () => {
    const product = await testShop().product([30, 30, 30]);
    const results = await crowd(90, async (index) =>
      shop().orders.place(await requestFor(shop(), [lineOf(product, 1, index % 3)])),
    );
    expect(tally(results)).toEqual({ placed: 90 });
    expect(await testShop().wrongSums()).toEqual([]);
    expect((await shop().catalogue.product(product.id))?.soldOut).toBe(true);
  });

  it("makes one order of fifty posts of one form", async () => {
    const product = await testShop().product([100]);
    const request = await requestFor(shop(), [lineOf(product, 2)], { fromCart: true });
    await shop().carts.add(request.visitor, product.variants[0] ?? "", 2);
    const results = await Promise.all(Array.from({ length: 50 }, () => shop().orders.place(request)));
    expect(tally(results)).toEqual({ placed: 50 });
    const numbers = results.map((result) => (result.outcome === "placed" ? result.order.number : ""));
    expect(new Set(numbers).size).toBe(1);
    expect(results.filter((result) => result.outcome === "placed" && !result.repeated)).toHaveLength(1);
    expect(await testShop().orderedOf(product.variants[0] ?? "")).toBe(2);
  });

  it("makes one order of fifty posts of one key with fifty contents", async () => {
    const product = await testShop().product(Array.from({ length: 50 }, () => 5));
    const request = await requestFor(shop(), [lineOf(product, 1)]);
    // Every post locks another variant: only the key itself separates them.
    const results = await Promise.all(
      product.variants.map((_, index) => shop().orders.place({ ...request, lines: [lineOf(product, 1, index)] })),
    );
    expect(tally(results)).toEqual({ placed: 1, "key-used": 49 });
    const stocks = await Promise.all(product.variants.map((variant) => testShop().stockOf(variant)));
    expect(stocks.reduce((sum, stock) => sum + stock, 0)).toBe(249);
    expect(await testShop().wrongSums()).toEqual([]);
  });

  hereOnly("backOffice", "cancels once", async () => {
    const product = await testShop().product([5]);
    const { number } = await orderOf(shop(), [lineOf(product, 5)]);
    const moves = await Promise.all(Array.from({ length: 20 }, () => testShop().setStatus(number, "cancelled")));
    expect(moves.filter((move) => move === "moved")).toHaveLength(1);
    expect(await testShop().stockOf(product.variants[0] ?? "")).toBe(5);
  });

  it("cancels once for its shopper, and tells every press the same", async () => {
    const product = await testShop().product([5]);
    const { number, visitor } = await orderOf(shop(), [lineOf(product, 5)]);
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop().orders.cancel(number, visitor)));
    expect(new Set(answers)).toEqual(new Set(["cancelled"]));
    expect(await testShop().stockOf(product.variants[0] ?? "")).toBe(5);
    expect(await testShop().wrongSums()).toEqual([]);
  });

  it("is confirmed by the shop or cancelled by its shopper, never both", async () => {
    const product = await testShop().product([40]);
    const places = Array.from({ length: 40 }, async (_, index) => {
      return { index, ...(await orderOf(shop(), [lineOf(product)])) };
    });
    const outcomes = await Promise.all(
      (await Promise.all(places)).map(async ({ index, number, visitor }) => {
        const cancel = () => shop().orders.cancel(number, visitor);
        const confirm = () => testShop().setStatus(number, "confirmed");
        const correct = () =>
          shop().orders.correct(number, visitor, { phone: "0661234567", address: "Cité 200", notes: "" });
        // Each begins first in half of the orders.
        const [one, other, corrected] =
          index % 2
            ? await Promise.all([cancel(), confirm(), correct()])
            : await Promise.all([confirm(), cancel(), correct()]).then(([b, a, c]) => [a, b, c] as const);
        const order = await shop().orders.read(number, visitor);
        expect(order?.recipient.phone).toBe(corrected === "corrected" ? "0661234567" : someone.phone);
        return `${one}, ${other}: ${order?.status}`;
      }),
    );
    const possible = ["cancelled, refused: cancelled", "too-late, moved: confirmed"];
    expect([...new Set(outcomes)].filter((outcome) => !possible.includes(outcome))).toEqual([]);
    const cancelled = outcomes.filter((outcome) => outcome === possible[0]).length;
    expect(await testShop().stockOf(product.variants[0] ?? "")).toBe(cancelled);
    expect(await testShop().damagedOrders()).toEqual([]);
  });

  it("lets carts change while orders are placed", async () => {
    const product = await testShop().product([500]);
    const [variant = ""] = product.variants;
    const visitors = Array.from({ length: 40 }, () => id("visitor"));
    await Promise.all(
      visitors.map(async (visitor) => {
        await shop().carts.add(visitor, variant, 1);
        const request = await requestFor(shop(), [lineOf(product, 1)], { visitor, fromCart: true });
        await Promise.all([
          shop().orders.place(request),
          shop().carts.add(visitor, variant, 1),
          shop().carts.setQuantity(visitor, variant, 3),
          shop().carts.acceptPrices(visitor),
          shop().carts.saveDraft(visitor, someone),
          shop().carts.read(visitor),
        ]);
      }),
    );
    const sold = await testShop().orderedOf(variant);
    expect(sold + (await testShop().stockOf(variant))).toBe(500);
  });
});

/** A rival's purchase at the exact point where it hurts, every time. */
describeShopHere("inside", "a rival in the middle of an order", (fixture) => {
  const testShop = () => fixture().testShop;

  /**
   * Runs the rival once, before the order's transaction or when it has locked its variants (SQLite:
   * the database). If the rival has to wait, the order goes on.
   */
  function withRival(at: "beforeLocks" | "afterLocks", rival: (shop: Shop) => Promise<unknown>) {
    const state = { finishedInside: false, rival: Promise.resolve<unknown>(undefined) };
    let started = false;
    const hook = async () => {
      if (started) return;
      started = true;
      state.rival = rival(testShop().shop);
      await Promise.race([state.rival.then(() => (state.finishedInside = true)), wait(150)]);
    };
    const afterVariants: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (result.rows.some((row) => "barcode" in row)) await hook();
        return result;
      },
    };
    const { database } = testShop();
    const transact: Database["transact"] = async (work) => {
      if (at === "beforeLocks") await hook();
      return database.transact((queries) => work(at === "beforeLocks" ? queries : queries.withPlugin(afterVariants)));
    };
    return { state, shop: testShop().reopened({ database: { ...database, transact } }) };
  }

  const lastPair = async () => {
    const product = await testShop().product([1]);
    const line = lineOf(product);
    return { product, variant: line.variantId, lines: [line] };
  };

  it("buys the last pair before it is locked", async () => {
    const { variant, lines } = await lastPair();
    const rivals = await requestFor(testShop().shop, lines);
    const { shop, state } = withRival("beforeLocks", (other) => other.orders.place(rivals));
    expect(await shop.orders.place(await requestFor(shop, lines))).toMatchObject({
      outcome: "changed",
      changes: [{ kind: "stock", stock: 0 }],
    });
    expect(state.finishedInside).toBe(true);
    expect(await state.rival).toMatchObject({ outcome: "placed" });
    expect(await testShop().stockOf(variant)).toBe(0);
  });

  it("waits once the last pair is locked, and then finds none", async () => {
    const { variant, lines } = await lastPair();
    const rivals = await requestFor(testShop().shop, lines);
    const { shop, state } = withRival("afterLocks", (other) => other.orders.place(rivals));
    expect(await shop.orders.place(await requestFor(shop, lines))).toMatchObject({ outcome: "placed" });
    expect(state.finishedInside).toBe(false);
    expect(await state.rival).toMatchObject({ outcome: "changed", changes: [{ kind: "stock", stock: 0 }] });
    expect(await testShop().stockOf(variant)).toBe(0);
  });

  it("sends the same form first", async () => {
    const { variant, lines } = await lastPair();
    const request = await requestFor(testShop().shop, lines);
    const { shop, state } = withRival("beforeLocks", (other) => other.orders.place(request));
    const result = await shop.orders.place(request);
    expect(result).toMatchObject({ outcome: "placed", repeated: true });
    expect(await state.rival).toMatchObject({ outcome: "placed", repeated: false });
    expect(await testShop().orderedOf(variant)).toBe(1);
  });

  it("uses the same key for another variant while this one is locked", async () => {
    const [mine, theirs] = [await lastPair(), await lastPair()];
    const request = await requestFor(testShop().shop, mine.lines);
    const { shop, state } = withRival("afterLocks", (other) => other.orders.place({ ...request, lines: theirs.lines }));
    const results = [await shop.orders.place(request), await state.rival].map(
      (result) => (result as { outcome: string }).outcome,
    );
    expect(results.sort()).toEqual(["key-used", "placed"]);
    expect((await testShop().stockOf(mine.variant)) + (await testShop().stockOf(theirs.variant))).toBe(1);
    expect(await testShop().wrongSums()).toEqual([]);
  });

  it("changes the price before it is read", async () => {
    const { product, variant, lines } = await lastPair();
    const { shop } = withRival("beforeLocks", () => testShop().setPrice(product.id, 6_000));
    expect(await shop.orders.place(await requestFor(shop, lines))).toMatchObject({
      outcome: "changed",
      changes: [{ kind: "price", before: 5_000, now: 6_000 }],
    });
    expect(await testShop().stockOf(variant)).toBe(1);
  });

  it("retires the product before it is read", async () => {
    const { product, variant, lines } = await lastPair();
    const { shop } = withRival("beforeLocks", () => testShop().retire(product.id));
    const result = await shop.orders.place(await requestFor(shop, lines));
    expect(result).toEqual({ outcome: "changed", changes: [{ kind: "gone", variantId: variant }] });
  });

  it("adds to the cart while it is being ordered: one more pair stays in it", async () => {
    const product = await testShop().product([5]);
    const lines = [lineOf(product, 2)];
    const request = await requestFor(testShop().shop, lines, { fromCart: true });
    const add = (shop: Shop, pairs: number) => shop.carts.add(request.visitor, lines[0]?.variantId ?? "", pairs);
    await add(testShop().shop, 2);
    const { shop, state } = withRival("afterLocks", (other) => add(other, 1));
    expect(await shop.orders.place(request)).toMatchObject({ outcome: "placed" });
    expect(await state.rival).toMatchObject({ ok: true, quantity: 1 });
    expect(await shop.carts.count(request.visitor)).toBe(1);
  });

  it("empties the cart before it is locked", async () => {
    const { product, variant, lines } = await lastPair();
    const request = await requestFor(testShop().shop, lines, { fromCart: true });
    await testShop().shop.carts.add(request.visitor, variant, 1);
    const { shop } = withRival("beforeLocks", (other) => other.carts.clear(request.visitor));
    expect(await shop.orders.place(request)).toEqual({
      outcome: "changed",
      changes: [{ kind: "quantity", variantId: variant, name: `Modèle ${product.id}`, before: 1, now: 0 }],
    });
  });
});

describeShop("stock is conserved", (fixture) => {
  const VISITORS = 4;
  const STOCKS = [3, 5, 2, 8];
  /** Over HTTP a history takes half a second, and on PostgreSQL a fifth. */
  const RUNS = isSweep ? { sqlite: 200, postgres: 200, api: 40 } : { sqlite: 40, postgres: 15, api: 4 };

  const pick = fc.record({
    visitor: fc.nat({ max: VISITORS - 1 }),
    variant: fc.nat({ max: STOCKS.length - 1 }),
    other: fc.nat({ max: STOCKS.length - 1 }),
    quantity: fc.integer({ min: 1, max: 4 }),
  });
  const action = fc.oneof(
    { weight: 3, arbitrary: pick.map((choice) => ({ kind: "add" as const, ...choice })) },
    { weight: 3, arbitrary: pick.map((choice) => ({ kind: "order cart" as const, ...choice })) },
    { weight: 4, arbitrary: pick.map((choice) => ({ kind: "order" as const, ...choice })) },
    { weight: 3, arbitrary: pick.map((choice) => ({ kind: "cancel" as const, ...choice })) },
    { weight: 2, arbitrary: pick.map((choice) => ({ kind: "confirm" as const, ...choice })) },
    { weight: 1, arbitrary: pick.map((choice) => ({ kind: "lapse" as const, ...choice })) },
    { weight: 1, arbitrary: pick.map((choice) => ({ kind: "set" as const, ...choice })) },
  );
  /** What happens at the same time, one group after another. */
  const story = fc.array(fc.array(action, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 6 });
  type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;

  async function tell(groups: Action[][]): Promise<void> {
    const here = fixture();
    const { testShop } = here;
    // Some orders wait for a call, some take their pairs late or never, and some expire.
    const shop = here.where === "here" ? here.testShop.reopened({ bounds: { ...AMPLE, pairs: 7 } }) : testShop.shop;
    const later = () => new Date(Date.now() + 4 * 24 * 60 * 60_000);
    const clock = here.where === "here" ? here.testShop.reopened({ now: later }) : testShop.shop;
    const recipient = { ...someone, phone: `06${randomInt(10_000_000, 99_999_999)}` };
    const product = await testShop.product(STOCKS);
    const variant = (index: number) => product.variants[index] ?? "";
    const visitors = Array.from({ length: VISITORS }, () => id("visitor"));
    const placed: { number: string; visitor: string }[] = [];
    const order = async (visitor: string, lines: { variantId: string; quantity: number }[], fromCart: boolean) => {
      const priced = lines.map((line) => ({ ...line, price: product.price }));
      const result = await shop.orders.place(await requestFor(shop, priced, { visitor, fromCart, recipient }));
      if (result.outcome === "placed") placed.push({ number: result.order.number, visitor });
    };
    const act = async ({ kind, quantity, ...choice }: Action) => {
      const visitor = visitors[choice.visitor] ?? "";
      if (kind === "add") await shop.carts.add(visitor, variant(choice.variant), quantity);
      else if (kind === "set") await shop.carts.setQuantity(visitor, variant(choice.variant), quantity - 1);
      else if (kind === "order cart") await order(visitor, (await shop.carts.read(visitor)).lines, true);
      else if (kind === "lapse") await clock.orders.lapse();
      else if (kind === "confirm") await testShop.setStatus(placed[choice.other]?.number ?? "", "confirmed");
      else if (kind === "cancel") {
        const { number, visitor } = placed[choice.other] ?? { number: "", visitor: "" };
        if (quantity % 2) await testShop.setStatus(number, "cancelled");
        else await shop.orders.cancel(number, visitor);
      } else {
        const both = [choice.variant, choice.other].map((index) => ({ variantId: variant(index), quantity }));
        await order(visitor, both, false);
      }
    };
    for (const group of groups) await Promise.all(group.map(act));

    for (const [index, initial] of STOCKS.entries()) {
      const left = await testShop.stockOf(variant(index));
      const ordered = await testShop.orderedOf(variant(index));
      expect(left).toBeGreaterThanOrEqual(0);
      expect(left + ordered).toBe(initial);
    }
    expect(await testShop.wrongSums()).toEqual([]);
  }

  it("whatever is added, ordered and cancelled at the same time", async () => {
    const here = fixture();
    const runs = here.where === "here" ? RUNS[here.engine.dialect] : RUNS.api;
    await fc.assert(fc.asyncProperty(story, tell), { numRuns: runs });
    expect(await here.testShop.damagedOrders()).toEqual([]);
  }, 600_000);
});
