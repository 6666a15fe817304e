import { expect, it } from "vitest";
import type { Database } from "~/database/connection.server";
import { MAX_LINES, MAX_QUANTITY } from "~/domain/order/cart";
import type { OrderStatus, WantedLine } from "~/domain/order/order";
import type { PlaceOrder, PlaceResult } from "~/shop/services/orders";
import { newAccount } from "../support/shop/accounts";
import { placed } from "../support/shop/orders";
import { id, ORAN, requestFor, someone } from "../support/shop/test-shop";
import { describeShop } from "./describe-shop";

function changesOf(result: PlaceResult) {
  if (result.outcome !== "changed") throw new Error(`Not changed: ${result.outcome}`);
  return result.changes;
}

describeShop("orders", (fixture, hereOnly) => {
  const shop = () => fixture().testShop.shop;
  const one = async (stocks = [10], price = 5_000) => {
    const product = await fixture().testShop.product(stocks, price);
    const line = (quantity: number, index = 0, shown = price): WantedLine => ({
      variantId: product.variants[index] ?? "",
      quantity,
      price: shown,
    });
    return { ...product, line, variant: product.variants[0] ?? "" };
  };
  /** So many pairs of a new product, ordered by a new visitor. */
  const bought = async (quantity = 1, stocks = [10]) => {
    const product = await one(stocks);
    const request = await requestFor(shop(), [product.line(quantity)]);
    const order = placed(await shop().orders.place(request));
    return { product, request, order, number: order.number };
  };
  const unchanged = async (variant: string, stock: number) => {
    expect(await fixture().testShop.stockOf(variant)).toBe(stock);
    expect(await fixture().testShop.orderedOf(variant)).toBe(0);
  };

  it("names the newest order of the last hour to its visitor alone, unless it was cancelled", async () => {
    const product = await one([10]);
    const request = await requestFor(shop(), [product.line(1)]);
    const { visitor } = request;
    const first = placed(await shop().orders.place(request));
    const second = placed(await shop().orders.place({ ...(await requestFor(shop(), [product.line(2)])), visitor }));
    expect(await shop().orders.latest(visitor)).toBe(second.number);
    await shop().orders.cancel(second.number, visitor);
    expect(await shop().orders.latest(visitor)).toBe(first.number);
    const other = await requestFor(shop(), [product.line(1)]);
    expect(await shop().orders.latest(other.visitor)).toBeUndefined();
    expect(await shop().orders.latest(undefined)).toBeUndefined();
    const later = new Date(Date.now() + 3_600_001);
    const reopened = await fixture().testShop.reopened({ now: () => later });
    expect(await reopened.orders.latest(visitor)).toBeUndefined();
  });

  it("takes the stock, keeps what was asked for, and can be read by who placed it", async () => {
    const product = await one([10, 4]);
    const notes = "Appelez avant 18 h, merci 🙂\nبجانب الصيدلية";
    const request = await requestFor(shop(), [product.line(2), product.line(1, 1)], {
      recipient: { ...someone, notes },
    });
    const order = placed(await shop().orders.place(request));

    expect(order.number).toMatch(/^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/);
    expect(order).toMatchObject({ status: "pending", subtotal: 15_000, total: 15_000 + request.shownFee });
    expect(order.recipient).toMatchObject({ ...someone, notes, wilayaName: "Oran" });
    expect(order.parcel).toEqual({ weightKg: 3, lengthCm: 30, widthCm: 20, heightCm: 30 });
    expect(order.lines.map((line) => [line.variantId, line.quantity, line.price])).toEqual([
      [product.variants[0], 2, 5_000],
      [product.variants[1], 1, 5_000],
    ]);
    const card = await shop().catalogue.product(product.slug);
    for (const { picture } of order.lines) expect(picture).toMatchObject({ src: card?.pictures[0]?.src });
    expect(await shop().orders.read(order.number, request.visitor)).toEqual(order);
    expect(await fixture().testShop.stockOf(product.variant)).toBe(8);
    expect(await fixture().testShop.wrongSums()).toEqual([]);
    expect(await fixture().testShop.damagedOrders()).toEqual([]);
  });

  it("sells the last pair, and the lists say so", async () => {
    const product = await one([1, 1]);
    const first = await shop().orders.place(await requestFor(shop(), [product.line(1)]));
    expect((await shop().catalogue.product(product.id))?.soldOut).toBe(false);
    await shop().orders.place(await requestFor(shop(), [product.line(1, 1)]));
    const newest = await shop().catalogue.list({ sort: "nouveautes", page: 1, size: 100 });
    expect(newest.products.find((card) => card.id === product.id)?.soldOut).toBe(true);

    await fixture().testShop.setStatus(placed(first).number, "cancelled");
    expect((await shop().catalogue.product(product.id))?.soldOut).toBe(false);
  });

  it("adds up two lines of one variant", async () => {
    const product = await one([3]);
    const lines = [product.line(2), product.line(2)];
    expect(changesOf(await shop().orders.place(await requestFor(shop(), lines)))).toEqual([
      { kind: "stock", variantId: product.variant, name: `Modèle ${product.id}`, wanted: 4, stock: 3 },
    ]);
    await unchanged(product.variant, 3);

    const order = placed(await shop().orders.place(await requestFor(shop(), [product.line(1), product.line(2)])));
    expect(order.lines).toHaveLength(1);
    expect(order.lines[0]?.quantity).toBe(3);
    expect(await fixture().testShop.stockOf(product.variant)).toBe(0);
  });

  it("compares the price of each of two lines of one variant", async () => {
    const product = await one();
    const result = await shop().orders.place(await requestFor(shop(), [product.line(1), product.line(1, 0, 1)]));
    expect(changesOf(result)).toContainEqual(expect.objectContaining({ kind: "price", before: 1, now: 5_000 }));
    await unchanged(product.variant, 10);
  });

  it("tells a changed price, stock, product, fee and quantity together, and stores nothing", async () => {
    const dearer = await one();
    const fewer = await one([5]);
    const retired = await one();
    const removed = await one();
    const untouched = await one();
    const visitor = id("visitor");
    const products = [dearer, fewer, retired, removed, untouched];
    for (const product of products) await shop().carts.add(visitor, product.variant, 2);
    const request = await requestFor(
      shop(),
      products.map((product) => product.line(2)),
      { visitor, fromCart: true },
    );
    await fixture().testShop.setPrice(dearer.id, 5_500);
    await fixture().testShop.setStock(fewer.variant, 1);
    await fixture().testShop.retire(retired.id);
    await fixture().testShop.remove(removed.id);
    await shop().carts.setQuantity(visitor, untouched.variant, 3);

    const orders = await fixture().testShop.orderCount();
    const changes = changesOf(await shop().orders.place({ ...request, shownFee: 1 }));
    const name = (product: { id: string }) => `Modèle ${product.id}`;
    expect(changes).toHaveLength(6);
    expect(changes).toEqual(
      expect.arrayContaining([
        { kind: "price", variantId: dearer.variant, name: name(dearer), before: 5_000, now: 5_500 },
        { kind: "stock", variantId: fewer.variant, name: name(fewer), wanted: 2, stock: 1 },
        { kind: "gone", variantId: retired.variant },
        { kind: "gone", variantId: removed.variant },
        { kind: "quantity", variantId: untouched.variant, name: name(untouched), before: 2, now: 3 },
        expect.objectContaining({ kind: "fee", before: 1 }),
      ]),
    );
    expect(await fixture().testShop.orderCount()).toBe(orders);
    expect(await fixture().testShop.stockOf(dearer.variant)).toBe(10);
    // Only the removed product's lines left the cart; over an API it may be sold again.
    expect(await shop().carts.count(visitor)).toBe(fixture().where === "here" ? 9 : 11);
    // The key is still free: the shopper who agrees to the changes sends it again.
    const agreed = await requestFor(shop(), [dearer.line(2, 0, 5_500)], { visitor, fromCart: true, key: request.key });
    expect((await shop().orders.place(agreed)).outcome).toBe("placed");
  });

  hereOnly("inside", "notices that the fee itself has changed", async ({ testShop }) => {
    const product = await one();
    const request = await requestFor(shop(), [product.line(1)]);
    const settings = { insured: false, shopperPaysCod: true, shopperPaysInsurance: false, deliveryTime: 7 };
    const changed = testShop.reopened({ settings });
    const [change] = changesOf(await changed.orders.place(request));
    expect(change).toEqual({ kind: "fee", before: request.shownFee, now: request.shownFee + 38 });
    const agreed = placed(await changed.orders.place({ ...request, shownFee: request.shownFee + 38 }));
    expect(agreed).toMatchObject({ settings, total: 5_000 + request.shownFee + 38 });
  });

  it("refuses destinations that are none", async () => {
    const product = await one();
    const request = await requestFor(shop(), [product.line(1)]);
    for (const [name, destination] of Object.entries({
      "a commune of another wilaya": { wilayaId: 16 },
      "an unknown wilaya": { wilayaId: 77 },
      "a wilaya that is no number": { wilayaId: Number.NaN },
      "a mode that is none": { mode: "constructor" as "home" },
      "a pickup point of another commune": { mode: "pickup" as const, pickupPointId: 160101 },
      "no pickup point": { mode: "pickup" as const },
    })) {
      const result = await shop().orders.place({ ...request, recipient: { ...someone, ...destination } });
      expect(changesOf(result), name).toEqual([{ kind: "destination" }]);
    }
    await unchanged(product.variant, 10);
  });

  it("delivers to a pickup point of the commune", async () => {
    const product = await one();
    const [pickupPoint] = await shop().courier.pickupPoints(ORAN.communeId);
    const recipient = { ...someone, address: "", mode: "pickup" as const, pickupPointId: pickupPoint?.id };
    const request = await requestFor(shop(), [product.line(1)], { recipient });
    const order = placed(await shop().orders.place(request));
    expect(order.fees.totalFee).toBe(300);
    expect(order.recipient).toMatchObject({
      mode: "pickup",
      pickupPointId: pickupPoint?.id,
      pickupPointName: pickupPoint?.name,
    });
    expect(await shop().orders.read(order.number, request.visitor)).toEqual(order);
  });

  it("refuses quantities that are none", async () => {
    const product = await one();
    const request = await requestFor(shop(), [product.line(1)]);
    for (const quantity of [0, -1, 1.5, 1e9, Number.NaN, Number.POSITIVE_INFINITY]) {
      const result = await shop().orders.place({ ...request, lines: [product.line(quantity)] });
      const change = expect.objectContaining({ kind: "quantity", now: 0 });
      expect(changesOf(result), String(quantity)).toContainEqual(change);
    }
    await unchanged(product.variant, 10);
  });

  it("takes as many pairs of a size as a line may hold, and not one more", async () => {
    const product = await one([200], 10);
    const request = await requestFor(shop(), [product.line(MAX_QUANTITY + 1)]);
    expect(changesOf(await shop().orders.place(request))).toContainEqual(
      expect.objectContaining({ kind: "quantity", before: MAX_QUANTITY + 1, now: 0 }),
    );
    await unchanged(product.variant, 200);
    const most = await requestFor(shop(), [product.line(MAX_QUANTITY)]);
    expect(placed(await shop().orders.place(most)).subtotal).toBe(10 * MAX_QUANTITY);
    expect(await fixture().testShop.stockOf(product.variant)).toBe(200 - MAX_QUANTITY);
  });

  it("takes as many sizes as a cart may hold, and not one more", async () => {
    const product = await one(
      Array.from({ length: MAX_LINES + 1 }, () => 1),
      10,
    );
    const lines = product.variants.map((variantId) => ({ variantId, quantity: 1, price: 10 }));
    const refused = changesOf(await shop().orders.place(await requestFor(shop(), lines)));
    expect(refused.filter(({ kind }) => kind === "gone")).toHaveLength(1);
    for (const { variantId } of lines) expect(await fixture().testShop.stockOf(variantId)).toBe(1);
    const order = placed(await shop().orders.place(await requestFor(shop(), lines.slice(0, MAX_LINES))));
    expect(order.lines).toHaveLength(MAX_LINES);
    expect(order.subtotal).toBe(10 * MAX_LINES);
  });

  it("refuses more than the courier collects for one parcel, to the dinar", async () => {
    const fee = (await requestFor(shop(), [(await one()).line(1)])).shownFee;
    const most = await one([10], 150_000 - fee);
    const over = await one([10], 150_001 - fee);
    const refused = changesOf(await shop().orders.place(await requestFor(shop(), [over.line(1, 0, 150_001 - fee)])));
    expect(refused).toEqual([{ kind: "ceiling", total: 150_001, most: 150_000 }]);
    await unchanged(over.variant, 10);
    placed(await shop().orders.place(await requestFor(shop(), [most.line(1, 0, 150_000 - fee)])));
  });

  it("refuses lines that only together make sense", async () => {
    const product = await one();
    const request = await requestFor(shop(), [product.line(2)]);
    const result = await shop().orders.place({ ...request, lines: [product.line(3), product.line(-1)] });
    expect(result.outcome).toBe("changed");
    await unchanged(product.variant, 10);
  });

  it("refuses an order of nothing, of unknown things, and of ten thousand", async () => {
    const request = await requestFor(shop(), []);
    expect(await shop().orders.place(request)).toEqual({ outcome: "changed", changes: [] });
    const unknown = ["nothing", "\u0000", "\ud800", "x".repeat(100_000)].map((variantId) => ({
      variantId,
      quantity: 1,
      price: 1,
    }));
    expect(changesOf(await shop().orders.place({ ...request, lines: unknown }))).toHaveLength(unknown.length);
    const many = Array.from({ length: 10_000 }, (_, index) => ({ variantId: `v${index}`, quantity: 1, price: 1 }));
    expect(changesOf(await shop().orders.place({ ...request, lines: many }))).toHaveLength(10_000);
  });

  it("stores texts without what no database can hold", async () => {
    const product = await one();
    const recipient = { ...someone, lastName: "B\u0000en\ud800ali\u0007", notes: "a\tb\nc\udfff" };
    const request = await requestFor(shop(), [product.line(1)], { recipient, key: "\u0000\ud800".repeat(1_000) });
    const order = placed(await shop().orders.place(request));
    expect(order.recipient).toMatchObject({ lastName: "Ben\ufffdali", notes: "a\tb\nc\ufffd" });
    expect(await shop().orders.read(order.number, request.visitor)).toEqual(order);
    expect(await shop().orders.place(request)).toMatchObject({ outcome: "placed", repeated: true });
  });

  it("makes one order of one form, however often it is sent, and lets its sender in", async () => {
    const product = await one();
    const request = await requestFor(shop(), [product.line(2)]);
    expect(await shop().orders.underKey(request.key)).toBeUndefined();
    const order = placed(await shop().orders.place(request));
    expect(await shop().orders.underKey(request.key)).toEqual(order);
    await fixture().testShop.setPrice(product.id, 9_000);

    // The first answer was lost, and its cookie with it.
    const again = await shop().orders.place({ ...request, visitor: "another-browser" });
    expect(again).toEqual({ outcome: "placed", order, repeated: true });
    expect(await shop().orders.read(order.number, "another-browser")).toEqual(order);
    // The same content in another order of lines.
    const split = { ...request, lines: [product.line(1), product.line(1)] };
    expect(await shop().orders.place(split)).toMatchObject({ outcome: "placed", repeated: true });
    expect(await fixture().testShop.orderedOf(product.variant)).toBe(2);
  });

  it("makes one order of the last pair's form, however often it is sent", async () => {
    const { product, request, order } = await bought(2, [2]);
    expect(await shop().orders.place(request)).toEqual({ outcome: "placed", order, repeated: true });
    expect(await fixture().testShop.stockOf(product.variant)).toBe(0);
  });

  it("names the commune that was chosen, whichever of its wilaya's it is", async () => {
    const product = await one();
    const communes = await shop().courier.communes(ORAN.wilayaId);
    for (const { id: communeId, name } of [communes[0], communes.at(-1)].flatMap((commune) => commune ?? [])) {
      const request = await requestFor(shop(), [product.line(1)], { recipient: { ...someone, communeId } });
      expect(placed(await shop().orders.place(request)).recipient).toMatchObject({ communeId, communeName: name });
    }
  });

  hereOnly("loyalty", "says of an order of nothing that is sold only that: no fee, no reward", async ({ testShop }) => {
    const product = await one();
    const request = await requestFor(shop(), [product.line(1)], { shownReward: 500, shownFee: 1 });
    await testShop.retire(product.id);
    expect(changesOf(await shop().orders.place(request))).toEqual([{ kind: "gone", variantId: product.variant }]);
  });

  it.each<[string, (request: PlaceOrder) => Partial<PlaceOrder>]>([
    ["quantity", (request) => ({ lines: request.lines.map((line) => ({ ...line, quantity: 2 })) })],
    ["recipient", () => ({ recipient: { ...someone, phone: "0661234567" } })],
    ["commune", () => ({ recipient: { ...someone, communeId: 3102 } })],
  ])("makes no second order of one key with another %s", async (_, other) => {
    const { product, request, order } = await bought();
    const result = await shop().orders.place({ ...request, ...other(request), visitor: "stranger" });
    expect(result).toEqual({ outcome: "key-used", order });
    expect(await fixture().testShop.orderedOf(product.variant)).toBe(1);
    expect(await shop().orders.read(order.number, "stranger")).toBeUndefined();
  });

  hereOnly("inside", "draws another number when one is taken", async ({ testShop }) => {
    const product = await one();
    const draws = [7, 7, 7, 8].flatMap((byte) => [new Uint8Array(16).fill(byte), new Uint8Array(32).fill(byte)]);
    // Ids and numbers come from the same source: 16 bytes are an id, 32 a number.
    const ids = [1, 2, 3];
    const numbers = draws.filter((bytes) => bytes.length === 32);
    const drawing = testShop.reopened({
      randomBytes: (count) =>
        count === 32 ? (numbers.shift() ?? new Uint8Array(32).fill(9)) : new Uint8Array(count).fill(ids.shift() ?? 4),
    });
    const first = placed(await drawing.orders.place(await requestFor(shop(), [product.line(1)])));
    const second = placed(await drawing.orders.place(await requestFor(shop(), [product.line(1)])));
    expect([first.number, second.number]).toEqual(["9999-9999", "AAAA-AAAA"]);
    expect(await fixture().testShop.stockOf(product.variant)).toBe(8);
  });

  hereOnly("inside", "gives up after five numbers that are taken, and leaves nothing", async ({ testShop }) => {
    const product = await one();
    let draws = 0;
    const drawing = testShop.reopened({
      randomBytes: (count) => {
        if (count !== 32) return crypto.getRandomValues(new Uint8Array(count));
        draws += 1;
        return new Uint8Array(32).fill(11);
      },
    });
    placed(await drawing.orders.place(await requestFor(shop(), [product.line(1)])));
    draws = 0;
    await expect(drawing.orders.place(await requestFor(shop(), [product.line(1)]))).rejects.toThrow(
      "No free order number was found.",
    );
    // One when the order is made, and another after each of five that were taken.
    expect(draws).toBe(6);
    expect(await fixture().testShop.stockOf(product.variant)).toBe(9);
  });

  hereOnly("inside", "reports what broke inside as that, and as no bound of the shopper's", async ({ testShop }) => {
    const product = await one();
    const transact: Database["transact"] = (work) =>
      testShop.database.transact(async (queries) => {
        await work(queries);
        throw new Error("The disk is full.");
      });
    const broken = testShop.reopened({ database: { ...testShop.database, transact } });
    await expect(broken.orders.place(await requestFor(shop(), [product.line(1)]))).rejects.toThrow("The disk is full.");
    await unchanged(product.variant, 10);
  });

  it("empties the cart of what was ordered, and of nothing else", async () => {
    const ordered = await one();
    const other = await one();
    const request = await requestFor(shop(), [ordered.line(2)], { fromCart: true });
    const { visitor } = request;
    await shop().carts.add(visitor, ordered.variant, 2);
    await shop().carts.add(visitor, other.variant, 1);
    await shop().carts.saveDraft(visitor, someone);
    await shop().carts.add("neighbour", ordered.variant, 1);
    placed(await shop().orders.place(request));
    expect((await shop().carts.read(visitor)).lines.map((line) => line.variantId)).toEqual([other.variant]);
    expect(await shop().carts.draft(visitor)).toBeUndefined();
    expect(await shop().carts.count("neighbour")).toBe(1);
  });

  it("leaves cart and draft alone when the product page's form orders", async () => {
    const product = await one();
    const request = await requestFor(shop(), [product.line(1)]);
    await shop().carts.add(request.visitor, product.variant, 4);
    await shop().carts.saveDraft(request.visitor, someone);
    placed(await shop().orders.place(request));
    expect(await shop().carts.count(request.visitor)).toBe(4);
    expect(await shop().carts.draft(request.visitor)).toEqual(someone);
  });

  it("does not order one cart twice with two forms", async () => {
    const product = await one();
    const request = await requestFor(shop(), [product.line(2)], { fromCart: true });
    await shop().carts.add(request.visitor, product.variant, 2);
    // Whichever process each comes to.
    const other = await fixture().testShop.reopened({});
    const results = await Promise.all(
      [shop(), other, shop()].map((shop) => shop.orders.place({ ...request, key: id("key") })),
    );
    expect(results.map((result) => result.outcome).sort()).toEqual(["changed", "changed", "placed"]);
    expect(results.filter((result) => result.outcome === "changed").map(changesOf)).toEqual([
      [expect.objectContaining({ kind: "quantity", before: 2, now: 0 })],
      [expect.objectContaining({ kind: "quantity", before: 2, now: 0 })],
    ]);
  });

  it("moves an order along its steps, and returns its pairs once", async () => {
    const { product, request, order } = await bought(3);
    const step = async (status: OrderStatus) => {
      const moved = await fixture().testShop.setStatus(order.number, status);
      if (moved === "moved") expect((await shop().orders.read(order.number, request.visitor))?.status).toBe(status);
      return moved;
    };
    expect(await step("shipped")).toBe("refused");
    expect(await step("pending")).toBe("refused");
    expect(await step("confirmed")).toBe("moved");
    expect(await step("confirmed")).toBe("refused");
    expect(await step("shipped")).toBe("moved");
    expect(await step("cancelled")).toBe("refused");
    expect(await step("delivered")).toBe("moved");
    expect(await fixture().testShop.stockOf(product.variant)).toBe(7);
    const returns = await Promise.all([step("returned"), step("returned"), step("returned")]);
    expect(returns.sort()).toEqual(["moved", "refused", "refused"]);
    expect(await fixture().testShop.stockOf(product.variant)).toBe(10);
    expect(await fixture().testShop.wrongSums()).toEqual([]);
    expect(await fixture().testShop.setStatus("K7MQ-4TXP", "confirmed")).toBe("unknown");
    expect(await fixture().testShop.setStatus("\u0000", "confirmed")).toBe("unknown");
  });

  it("keeps an order whose product was removed, and can still cancel it", async () => {
    const { product, request, order } = await bought();
    await fixture().testShop.remove(product.id);
    expect(await shop().orders.read(order.number, request.visitor)).toEqual(order);
    expect(await fixture().testShop.setStatus(order.number, "cancelled")).toBe("moved");
    expect((await shop().orders.read(order.number, request.visitor))?.status).toBe("cancelled");
  });

  it("opens an order for its visitor, and for who knows number and phone", async () => {
    const { order, number } = await bought();
    const stranger = id("visitor");
    const spelt = number.toLowerCase().replace("-", " ");

    expect(await shop().orders.read(number, undefined)).toBeUndefined();
    expect(await shop().orders.read(number, stranger)).toBeUndefined();
    for (const [typed, phone] of [
      [number, "0550123457"],
      ["K7MQ-4TXP", someone.phone],
      [number, "pas un numéro"],
      ["\u0000", "\ud800"],
      ["", ""],
    ] as const)
      expect(await shop().orders.track(typed, phone, stranger)).toBe("unknown");
    expect(await shop().orders.read(number, stranger)).toBeUndefined();

    expect(await shop().orders.track(spelt, "+213 550 12 34 56", stranger)).toEqual(order);
    expect(await shop().orders.read(spelt, stranger)).toEqual(order);
    expect(await shop().orders.track(number, someone.phone, stranger)).toEqual(order);
  });

  it("stays open to its account, however many others look it up", async () => {
    const product = await one();
    const { account } = await newAccount(shop());
    const request = await requestFor(shop(), [product.line(1)], { visitor: account.id });
    const { number } = placed(await shop().orders.place(request));
    for (let time = 0; time < 101; time += 1) await shop().orders.track(number, someone.phone, id("visitor"));
    expect((await shop().orders.read(number, account.id))?.number).toBe(number);
    expect(await shop().orders.ownerOf(number)).toBe(account.id);
    expect(await shop().orders.steps(number, account.id)).toHaveLength(1);
    expect(await shop().orders.cancel(number, account.id)).toBe("cancelled");
  });

  it("is cancelled by who may open it while the shop has not confirmed it, and its pairs come back once", async () => {
    const { product, request, number } = await bought(3);
    for (const [typed, visitor] of [
      [number, undefined],
      [number, id("visitor")],
      ["K7MQ-4TXP", request.visitor],
      ["\u0000", request.visitor],
    ] as const)
      expect(await shop().orders.cancel(typed, visitor)).toBe("unknown");
    expect(await fixture().testShop.stockOf(product.variant)).toBe(7);

    // Visitors with access by number and phone may do so, too; a second press changes nothing.
    const granted = id("visitor");
    await shop().orders.track(number, someone.phone, granted);
    expect(await shop().orders.cancel(number.toLowerCase(), granted)).toBe("cancelled");
    expect(await shop().orders.cancel(number, request.visitor)).toBe("cancelled");
    expect((await shop().orders.read(number, request.visitor))?.status).toBe("cancelled");
    expect(await fixture().testShop.stockOf(product.variant)).toBe(10);
    expect(await fixture().testShop.damagedOrders()).toEqual([]);
  });

  it("is not cancelled by its shopper once it is confirmed, shipped, delivered or returned", async () => {
    const { product, request, number } = await bought(3);
    for (const status of ["confirmed", "shipped", "delivered", "returned"] as const) {
      await fixture().testShop.setStatus(number, status);
      expect(await shop().orders.cancel(number, request.visitor)).toBe("too-late");
      expect((await shop().orders.read(number, request.visitor))?.status).toBe(status);
      expect(await fixture().testShop.stockOf(product.variant)).toBe(status === "returned" ? 10 : 7);
    }
  });

  it("takes another phone, address and remark, and nothing else, while the shop has not confirmed it", async () => {
    const { request, order, number } = await bought();
    const correct = (visitor: string | undefined, notes = "") =>
      shop().orders.correct(number, visitor, { phone: "0661234567", address: "3, rue\u0000 de la Paix\ud800", notes });
    expect(await correct(undefined)).toBe("unknown");
    expect(await correct(id("visitor"))).toBe("unknown");
    expect(await shop().orders.read(number, request.visitor)).toEqual(order);

    expect(await correct(request.visitor, "Sonnez\n2 fois\u0007")).toBe("corrected");
    const corrected = {
      ...order,
      recipient: {
        ...order.recipient,
        phone: "0661234567",
        address: "3, rue de la Paix\ufffd",
        notes: "Sonnez\n2 fois",
      },
    };
    expect(await shop().orders.read(number, request.visitor)).toEqual(corrected);
    expect(await shop().orders.track(number, someone.phone, id("visitor"))).toBe("unknown");
    expect(await shop().orders.track(number, "0661 23 45 67", id("visitor"))).toEqual(corrected);
    // The form that made the order still makes no other.
    expect(await shop().orders.place(request)).toEqual({ outcome: "placed", order: corrected, repeated: true });

    await fixture().testShop.setStatus(number, "confirmed");
    expect(await correct(request.visitor, "Trop tard")).toBe("too-late");
    await fixture().testShop.setStatus(number, "cancelled");
    expect(await correct(request.visitor, "Trop tard")).toBe("too-late");
    expect(await shop().orders.read(number, request.visitor)).toEqual({ ...corrected, status: "cancelled" });
  });

  it("without a key is one order of the same phone and content for ten minutes, also at the same moment", async () => {
    const clock = { now: Date.now() };
    const { orders, ...others } = await fixture().testShop.reopened({ now: () => new Date(clock.now) });
    const product = await one([20]);
    const request = await requestFor({ orders, ...others }, [product.line(1)]);
    const scope = id("scope");
    const order = async (changes: Partial<PlaceOrder> = {}, of = scope) => {
      const wanted = { ...request, visitor: id("visitor"), ...changes };
      const result = await orders.place({ ...wanted, key: await orders.keyOf(wanted, of) });
      return { number: placed(result).number, isNew: result.outcome === "placed" && !result.repeated };
    };
    const all = await Promise.all(Array.from({ length: 6 }, () => order()));
    expect(new Set(all.map(({ number }) => number)).size).toBe(1);
    expect(all.filter(({ isNew }) => isNew)).toHaveLength(1);
    const [{ number: first } = { number: "" }] = all;
    clock.now += 10 * 60_000 - 1_000;
    expect(await order()).toEqual({ number: first, isNew: false });
    // Somebody else's, and other content.
    const recipient = { ...request.recipient, address: "3, rue de la Paix" };
    const other = [await order({}, id("scope")), await order({ recipient })];
    expect(other.map(({ isNew }) => isNew)).toEqual([true, true]);
    clock.now += 2_000;
    const next = await Promise.all([order(), order()]);
    expect(new Set([first, ...next.map(({ number }) => number)]).size).toBe(2);
    expect(await fixture().testShop.orderedOf(product.variant)).toBe(4);
    // The cancelled pair is ordered again.
    const [{ number: second } = { number: "" }] = next;
    const visitor = id("visitor");
    expect(await order({ visitor })).toEqual({ number: second, isNew: false });
    expect(await orders.cancel(second, visitor)).toBe("cancelled");
    const last = await order();
    expect(last.isNew).toBe(true);
    expect(await order()).toEqual({ number: last.number, isNew: false });
  });
});
