import { describe, expect, it } from "vitest";
import { MAX_COLLECTED } from "~/domain/delivery/delivery";
import type { Order } from "~/domain/order/order";
import { defaultOrderBounds } from "~/domain/order/order-bounds";
import type { EditResult, OrderEdit } from "~/shop/services/order-detail-office";
import { mailsTo, newAccount } from "../support/shop/accounts";
import { deliver, lineOf, orderOf } from "../support/shop/orders";
import { karim, nadia } from "../support/shop/staff";
import { id, requestFor, someone } from "../support/shop/test-shop";
import { describeShopHere } from "./describe-shop";

describeShopHere("backOffice", "editing an order", (fixture) => {
  const testShop = () => fixture().testShop;
  const office = () => testShop().shop.office;

  /** An order of two pairs of the first of these variants. */
  const place = async (stocks: number[], changes: { visitor?: string } = {}) => {
    const product = await testShop().product(stocks);
    return { ...product, order: await orderOf(testShop().shop, [lineOf(product, 2)], changes) };
  };
  const asItIs = ({ recipient, lines }: Order): OrderEdit => ({
    recipient,
    lines: lines.map(({ variantId, quantity, price }) => ({ variantId, quantity, price })),
    priceReason: "",
  });
  const read = async (number: string) => {
    const page = await office().orderPage(number);
    if (!page) throw new Error("There is no page.");
    return page;
  };
  /** Agrees to whatever the sums are. */
  const agreed = async (number: string, edit: OrderEdit, version = 0): Promise<EditResult> => {
    const first = await office().editOrder(number, edit, version, nadia);
    if (first.result !== "to-agree") return first;
    return office().editOrder(number, { ...edit, agreed: first }, version, nadia);
  };
  const stocks = (variants: readonly string[]) => Promise.all(variants.map((id) => testShop().stockOf(id)));
  const isSound = async () => {
    expect(await testShop().wrongSums()).toEqual([]);
    expect(await testShop().damagedOrders()).toEqual([]);
  };

  it("leaves an order the one of its form, and of a program without a key, that is sent again", async () => {
    const { orders } = testShop().shop;
    const { variants, price } = await testShop().product([5]);
    const request = await requestFor(testShop().shop, [{ variantId: variants[0] ?? "", quantity: 1, price }]);
    const key = await orders.keyOf(request, "a program");
    const placed = await orders.place({ ...request, key });
    if (placed.outcome !== "placed") throw new Error(placed.outcome);
    const { number } = placed.order;
    const recipient = { ...placed.order.recipient, address: "Cité Émir, bâtiment 3" };
    expect(await agreed(number, { ...asItIs(placed.order), recipient })).toMatchObject({ result: "edited" });
    expect(await orders.keyOf(request, "a program")).toBe(key);
    const again = await orders.place({ ...request, key, visitor: id("visitor") });
    expect(again).toMatchObject({ outcome: "placed", repeated: true, order: { number, recipient } });
    expect(await orders.place({ ...request, key, recipient })).toMatchObject({ outcome: "key-used" });
    expect(await orders.justOrdered({ ...request, key: id("key") })).toEqual({ minutes: 1, number });
    expect(await stocks(variants)).toEqual([4]);
  });

  it("stores names and address without a question; the search follows, and the journal says it", async () => {
    const { order, variants } = await place([5]);
    const recipient = { ...order.recipient, lastName: "Ziani", address: "Cité Émir, bâtiment 3" };
    expect(await office().editOrder(order.number, { ...asItIs(order), recipient }, 0, nadia)).toEqual({
      result: "edited",
    });
    const page = await read(order.number);
    expect(page.order).toMatchObject({ recipient, total: order.total, lines: order.lines });
    expect(page.version).toBe(1);
    expect((await office().listOrders({ search: "ziani" })).orders.map(({ order }) => order.number)).toContain(
      order.number,
    );
    const found = await office().listOrders({ search: `${variants[0]} benali` });
    expect(found.orders).toEqual([]);
    expect(page.events.filter(({ kind }) => kind === "change").at(-1)).toMatchObject({
      entry: {
        action: "order-edited",
        name: "Nadia",
        before: { nom: "Benali", adresse: someone.address },
        after: { nom: "Ziani", adresse: "Cité Émir, bâtiment 3" },
      },
    });
    expect(page.events).toContainEqual(expect.objectContaining({ kind: "mail", mail: "order-edited-shop" }));
    expect(await office().editOrder(order.number, asItIs(page.order), 1, nadia)).toEqual({ result: "unchanged" });
    expect((await read(order.number)).version).toBe(1);
    await isSound();
  });

  it("stores a name that is split otherwise, and another variant of the same words, of which nobody is mailed", async () => {
    const split = { lastName: "Zohra Benali", firstName: "Fatima" };
    const right = { lastName: "Benali", firstName: "Fatima Zohra" };
    const { order, variants, price } = await place([5]);
    const twin = await testShop().product([5], price, { name: order.lines[0]?.name });
    const edit = async (changes: Partial<OrderEdit>) => {
      const { order: now, version } = await read(order.number);
      return office().editOrder(order.number, { ...asItIs(now), ...changes }, version, nadia);
    };
    expect(await edit({ recipient: { ...order.recipient, ...split } })).toEqual({ result: "edited" });
    const recipient = { ...order.recipient, ...right };
    expect(await edit({ recipient })).toEqual({ result: "edited" });
    const page = await read(order.number);
    expect(page.order.recipient).toEqual(recipient);
    expect(page.events.filter(({ kind }) => kind === "change").at(-1)).toMatchObject({
      entry: { before: { nom: "Zohra Benali", prénom: "Fatima" }, after: { nom: "Benali", prénom: "Fatima Zohra" } },
    });
    const mails = page.events.filter(({ kind }) => kind === "mail");
    const lines = [{ variantId: twin.variants[0] ?? "", quantity: 2, price }];
    expect(await edit({ lines })).toEqual({ result: "edited" });
    const { order: now, events } = await read(order.number);
    expect(now.lines.map(({ variantId }) => variantId)).toEqual(twin.variants);
    expect(events.filter(({ kind }) => kind === "mail")).toEqual(mails);
    expect(await stocks([...variants, ...twin.variants])).toEqual([5, 3]);
    expect(await edit({ lines })).toEqual({ result: "unchanged" });
    await isSound();
  });

  it("shows another fee and total first, and stores what was agreed to, with the stock right to the pair", async () => {
    const { order, variants, price } = await place([5, 3, 1]);
    const [first = "", second = ""] = variants;
    const edit: OrderEdit = {
      ...asItIs(order),
      recipient: { ...order.recipient, wilayaId: 16, communeId: 1601 },
      lines: [
        { variantId: first, quantity: 1, price },
        { variantId: second, quantity: 3, price },
      ],
    };
    const asked = await office().editOrder(order.number, edit, 0, nadia);
    if (asked.result !== "to-agree") throw new Error(asked.result);
    expect(asked.before).toEqual({ fee: order.fees.totalFee, total: order.total });
    expect(asked.total).toBe(4 * price + asked.fee);
    expect(await stocks(variants)).toEqual([3, 3, 1]);
    const other = { ...edit, agreed: { fee: asked.fee, total: asked.total - 1 } };
    expect(await office().editOrder(order.number, other, 0, nadia)).toEqual(asked);
    expect(await office().editOrder(order.number, { ...edit, agreed: asked }, 0, nadia)).toEqual({ result: "edited" });
    expect(await stocks(variants)).toEqual([4, 0, 1]);
    const { order: after } = await read(order.number);
    expect(after).toMatchObject({ total: asked.total, subtotal: 4 * price, recipient: { wilayaId: 16 } });
    expect(after.parcel.weightKg).toBe(4);
    // Cancelled, all of them come back.
    expect(await office().moveOrder(order.number, "cancelled", { version: 1 }, nadia)).toBe("moved");
    expect(await stocks(variants)).toEqual([5, 3, 1]);
    await isSound();
  });

  it("refuses what there is not: pairs, variants, prices without a reason, places, too large a sum", async () => {
    const { order, variants, price } = await place([5, 1]);
    const [first = "", second = ""] = variants;
    const retired = await testShop().product([5]);
    await testShop().retire(retired.id);
    const foreign = retired.variants[0] ?? "";
    const edit = (line: Partial<OrderEdit["lines"][number]>, more: Partial<OrderEdit> = {}) =>
      office().editOrder(
        order.number,
        { ...asItIs(order), lines: [{ variantId: first, quantity: 2, price, ...line }], ...more },
        0,
        nadia,
      );
    const rows = ["orders", "order_lines", "variants", "products", "mails"] as const;
    const before = await testShop().everything([...rows]);
    expect(await edit({ variantId: second, quantity: 2 })).toMatchObject({
      result: "short",
      lines: [{ variantId: second, wanted: 2, stock: 1 }],
    });
    expect(await edit({ quantity: 6 })).toMatchObject({ result: "short", lines: [{ wanted: 6, stock: 5 }] });
    expect(await edit({ variantId: foreign })).toEqual({ result: "gone", variantId: foreign });
    expect(await edit({ price: price - 500 })).toEqual({ result: "no-reason" });
    expect(await edit({ price: MAX_COLLECTED }, { priceReason: "Erreur" })).toMatchObject({ result: "ceiling" });
    for (const quantity of [0, -1, 1.5, 100, Number.NaN])
      expect((await edit({ quantity })).result, String(quantity)).toBe("impossible");
    expect((await edit({}, { recipient: { ...order.recipient, communeId: 1601 } })).result).toBe("destination");
    expect((await office().editOrder(order.number, asItIs(order), 1, nadia)).result).toBe("stale");
    expect((await office().editOrder("0000-0000", asItIs(order), 0, nadia)).result).toBe("unknown");
    expect(await testShop().everything([...rows])).toBe(before);
    // With a reason it is stored, and the reason is in the journal.
    const cheaper = { variantId: first, quantity: 2, price: price - 500 };
    const done = await agreed(order.number, { ...asItIs(order), lines: [cheaper], priceReason: "Fidèle cliente" });
    expect(done.result).toBe("edited");
    expect((await read(order.number)).events.filter(({ kind }) => kind === "change").at(-1)).toMatchObject({
      entry: { after: { motif: "Fidèle cliente" } },
    });
    await isSound();
  });

  it("moves it to a phone that has as many open orders as a shopper may have, as it takes one down for it", async () => {
    const bounded = testShop().reopened({ bounds: { ...defaultOrderBounds, orders: 1 } });
    const { order, variants, price } = await place([5]);
    const recipient = { ...order.recipient, phone: "0661300009" };
    const request = await requestFor(bounded, [lineOf({ variants, price })], { recipient });
    expect((await bounded.orders.place(request)).outcome).toBe("placed");
    const takenDown = { ...request, key: id("key"), channel: "phone" as const };
    expect((await bounded.office.takeDownOrder(takenDown, nadia)).outcome).toBe("placed");
    const edit = { ...asItIs(order), recipient };
    expect(await bounded.office.editOrder(order.number, edit, 0, nadia)).toEqual({ result: "edited" });
    // Shoppers stay bounded.
    expect((await bounded.orders.place({ ...request, key: id("key") })).outcome).toBe("limited");
    await isSound();
  });

  it("moves no pairs of an order that took none, and comes too late once it is confirmed", async () => {
    const { order, variants, price } = await place([5, 1]);
    await testShop().database.db.updateTable("orders").set({ reserved: 0 }).where("id", "=", order.id).execute();
    await testShop().setStock(variants[0] ?? "", 5);
    const lines = [{ variantId: variants[1] ?? "", quantity: 4, price }];
    expect((await agreed(order.number, { ...asItIs(order), lines })).result).toBe("edited");
    expect(await stocks(variants)).toEqual([5, 1]);
    expect(await office().moveOrder(order.number, "confirmed", { version: 1 }, nadia)).toBe("short");
    const one = [{ variantId: variants[1] ?? "", quantity: 1, price }];
    expect((await agreed(order.number, { ...asItIs(order), lines: one }, 1)).result).toBe("edited");
    expect(await office().moveOrder(order.number, "confirmed", { version: 2 }, nadia)).toBe("moved");
    expect(await stocks(variants)).toEqual([5, 0]);
    expect(await office().editOrder(order.number, asItIs(order), 3, nadia)).toEqual({
      result: "too-late",
      status: "confirmed",
    });
    await isSound();
  });

  it("takes in an article of another product, at its price, and its pairs with it", async () => {
    const { order, variants, price } = await place([5]);
    const other = await testShop().product([2]);
    const [own = "", added = ""] = [variants[0], other.variants[0]];
    const edit = (quantity: number, dinars: number) => ({
      ...asItIs(order),
      lines: [
        { variantId: own, quantity: 1, price },
        { variantId: added, quantity, price: dinars },
      ],
    });
    expect(await office().editOrder(order.number, edit(1, other.price - 1), 0, nadia)).toEqual({ result: "no-reason" });
    expect(await office().editOrder(order.number, edit(3, other.price), 0, nadia)).toMatchObject({
      result: "short",
      lines: [{ variantId: added, wanted: 3, stock: 2 }],
    });
    expect((await agreed(order.number, edit(2, other.price))).result).toBe("edited");
    const { order: now } = await read(order.number);
    expect(now.subtotal).toBe(price + 2 * other.price);
    expect(await stocks([own, added])).toEqual([4, 0]);
    await isSound();
  });

  it("keeps a line of a product that is no longer sold, and writes to its account what changed", async () => {
    const { account } = await newAccount(testShop().shop);
    const { order, variants, price } = await place([5], { visitor: account.id });
    await testShop().retire(order.lines[0]?.productId ?? "");
    expect((await office().editChoices(order.number)).get(order.lines[0]?.productId ?? "")).toEqual([]);
    const lines = [lineOf({ variants, price })];
    await mailsTo(testShop().shop, account.email);
    expect((await agreed(order.number, { ...asItIs(order), lines })).result).toBe("edited");
    expect(await stocks(variants)).toEqual([4]);
    const [mail] = await mailsTo(testShop().shop, account.email);
    expect(mail?.subject).toContain(order.number);
    expect(mail?.text).toMatch(/Articles.*1 ×/s);
  });

  describe("of a loyalty card's holder", () => {
    /** Orders pairs of products with one variant from the cart. */
    const fromCart = async (visitor: string, lines: OrderEdit["lines"], shownReward = 0) => {
      for (const { variantId, quantity } of lines) await testShop().shop.carts.add(visitor, variantId, quantity);
      return orderOf(testShop().shop, lines, { visitor, fromCart: true, shownReward });
    };
    const pair = async (price: number) => {
      const { variants } = await testShop().product([50], price);
      return (quantity: number, paid = price) => ({ variantId: variants[0] ?? "", quantity, price: paid });
    };
    /** The reward after an edit to these lines, and what is to be paid but for the delivery. */
    const sumsAfter = async (order: Order, version: number, ...lines: OrderEdit["lines"]) => {
      const edit = { ...asItIs(order), lines, priceReason: "Cadeau" };
      expect(await agreed(order.number, edit, version)).toEqual({ result: "edited" });
      const { reward, total, fees } = (await read(order.number)).order;
      return [reward, total - fees.totalFee];
    };
    const cardOf = (account: { id: string }) => testShop().shop.orders.loyaltyCard(account.id);

    it("gives the cheapest of seven also of other pairs, and keeps it beside a gift", async () => {
      const { account } = await newAccount(testShop().shop);
      const [cheap, dear] = [await pair(3_000), await pair(9_000)];
      await deliver(testShop(), (await fromCart(account.id, [dear(6)])).number);
      const order = await fromCart(account.id, [cheap(1)], 3_000);
      expect(await sumsAfter(order, 0, dear(1))).toEqual([9_000, 0]);
      expect(await sumsAfter(order, 1, dear(1), cheap(1))).toEqual([3_000, 9_000]);
      expect(await sumsAfter(order, 2, dear(2), cheap(1, 0))).toEqual([9_000, 9_000]);
      expect(await sumsAfter(order, 3, dear(2))).toEqual([9_000, 9_000]);
      expect(await cardOf(account)).toEqual({ stamps: 0 });
      // Of what costs nothing anyway no pair is given: the card is whole again, for another order.
      expect(await sumsAfter(order, 4, dear(2, 0))).toEqual([0, 0]);
      expect(await cardOf(account)).toEqual({ stamps: 6, worth: 9_000 });
      await fromCart(account.id, [dear(1)], 9_000);
      expect(await sumsAfter(order, 5, dear(2))).toEqual([0, 18_000]);
      await isSound();
    });

    it("takes each order's own card, and leaves what a card has given that is gone since", async () => {
      const { account } = await newAccount(testShop().shop);
      const [cheap, dear] = [await pair(3_000), await pair(9_000)];
      const bought = [await fromCart(account.id, [cheap(6)]), await fromCart(account.id, [dear(6)])];
      for (const { number } of bought) await deliver(testShop(), number);
      const one = await fromCart(account.id, [cheap(1)], 3_000);
      const other = await fromCart(account.id, [dear(1)], 9_000);
      expect(await sumsAfter(one, 0, dear(1))).toEqual([3_000, 6_000]);
      expect(await sumsAfter(other, 0, dear(1), cheap(1))).toEqual([3_000, 9_000]);
      expect(await sumsAfter(other, 1, dear(2))).toEqual([9_000, 9_000]);
      await testShop().setStatus(bought[0]?.number ?? "", "returned");
      expect(await sumsAfter(other, 2, dear(1, 8_000))).toEqual([8_000, 0]);
      expect(await sumsAfter(other, 3, dear(1))).toEqual([8_000, 1_000]);
      await isSound();
    });
  });

  it("answers the same to who presses again, and nobody else", async () => {
    const { order, variants, price } = await place([5, 5]);
    const lines = [{ variantId: variants[1] ?? "", quantity: 1, price: price - 500 }];
    const edit = { ...asItIs(order), lines, priceReason: "Boîte abîmée" };
    expect((await agreed(order.number, edit)).result).toBe("edited");
    const press = async (by = nadia, changes = {}) =>
      (await office().editOrder(order.number, { ...edit, ...changes }, 0, by)).result;
    expect(await press()).toBe("repeated");
    expect(await press(karim)).toBe("stale");
    expect(await press(nadia, { recipient: { ...order.recipient, address: "Ailleurs" } })).toBe("stale");
    expect((await read(order.number)).version).toBe(1);
    expect(await stocks(variants)).toEqual([5, 4]);
    await isSound();
  });

  it("lets one of two people win, and takes the last pair once", async () => {
    const { order, variants, price } = await place([5, 1]);
    const rival = await place([5]);
    const lines = [{ variantId: variants[1] ?? "", quantity: 1, price }];
    const edit = { ...asItIs(order), lines, agreed: await sums(order, lines) };
    const [one, other] = await Promise.all([
      office().editOrder(order.number, edit, 0, nadia),
      office().editOrder(
        order.number,
        { ...asItIs(order), priceReason: "", recipient: { ...order.recipient, lastName: "X" } },
        0,
        karim,
      ),
    ]);
    expect([one.result, other.result].toSorted()).toEqual(["edited", "stale"]);
    const isMoved = one.result === "edited";
    expect(await stocks(variants)).toEqual(isMoved ? [5, 0] : [3, 1]);
    expect(rival.order.number).not.toBe(order.number);
    // An edit and a purchase of the last pair at once: one of them has it.
    await testShop().setStock(variants[1] ?? "", 1);
    const page = await read(order.number);
    const wanted = [{ variantId: variants[1] ?? "", quantity: isMoved ? 2 : 1, price }];
    const [edited, bought] = await Promise.all([
      office().editOrder(
        order.number,
        { ...asItIs(page.order), lines: wanted, agreed: await sums(page.order, wanted) },
        page.version,
        nadia,
      ),
      testShop().shop.orders.place(
        await requestFor(testShop().shop, [{ ...wanted[0], quantity: 1 } as (typeof wanted)[0]]),
      ),
    ]);
    expect([edited.result === "edited", bought.outcome === "placed"].filter(Boolean)).toHaveLength(1);
    expect(await testShop().stockOf(variants[1] ?? "")).toBe(0);
    await isSound();
  });

  /** What an order of these lines costs at the same place. */
  async function sums(order: Order, lines: OrderEdit["lines"]) {
    const pairs = lines.reduce((sum, { quantity }) => sum + quantity, 0);
    const value = lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
    const fee = (await testShop().shop.courier.quote(order.recipient, pairs, value))?.home.totalFee ?? 0;
    return { fee, total: value + fee };
  }
});
