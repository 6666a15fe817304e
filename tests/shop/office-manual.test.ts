import { expect, it } from "vitest";
import { defaultOrderBounds } from "~/domain/order/order-bounds";
import { journalOf, orderRow } from "../support/shop/order-rows";
import { lineOf, newPhone } from "../support/shop/orders";
import { nadia } from "../support/shop/staff";
import { id, type Made, requestFor, someone } from "../support/shop/test-shop";
import { describeShopHere } from "./describe-shop";

describeShopHere("backOffice", "an order that staff take down", (fixture) => {
  const testShop = () => fixture().testShop;
  const office = () => testShop().shop.office;
  const person = () => ({ ...someone, phone: newPhone() });
  const lines = (product: Made, quantity = 1) => [lineOf(product, quantity)];
  const request = async (product: Made, quantity = 1, recipient = person()) => {
    const { key, shownFee } = await requestFor(testShop().shop, lines(product, quantity), { recipient });
    return { key, shownFee, recipient, lines: lines(product, quantity), channel: "phone" as const };
  };
  const row = (number: string) => orderRow(testShop(), number);
  const placedOf = (result: Awaited<ReturnType<ReturnType<typeof office>["takeDownOrder"]>>) => {
    if (result.outcome !== "placed") throw new Error(result.outcome);
    return result;
  };

  it("is a shopper's order, with its channel, and the journal says who", async () => {
    const product = await testShop().product([5]);
    const { order } = placedOf(await office().takeDownOrder(await request(product, 2), nadia));
    expect(await row(order.number)).toMatchObject({
      status: "pending",
      channel: "phone",
      reserved: 1,
      account_id: null,
    });
    expect((await row(order.number)).call_at).not.toBeNull();
    expect(await testShop().stockOf(product.variants[0] ?? "")).toBe(3);
    expect(order.fees.totalFee).toBeGreaterThan(0);
    expect(await journalOf(testShop(), order.id)).toMatchObject([
      { action: "order-placed", actor: "staff", name: "Nadia", after: { canal: "Téléphone" } },
    ]);
    // Its shopper finds it by number and phone.
    const found = await testShop().shop.orders.track(order.number, order.recipient.phone, id("visitor"));
    expect(found).toMatchObject({ number: order.number });
    expect(await testShop().damagedOrders()).toEqual([]);
  });

  it("is not refused for the phone's open orders, and takes its pairs; the form says how many there are", async () => {
    const bounded = testShop().reopened({ bounds: { ...defaultOrderBounds, orders: 2, pairs: 2 } });
    const product = await testShop().product([20]);
    const recipient = person();
    const shoppers = async () =>
      (await bounded.orders.place(await requestFor(bounded, lines(product), { recipient }))).outcome;
    expect([await shoppers(), await shoppers(), await shoppers()]).toEqual(["placed", "placed", "limited"]);
    expect(await bounded.office.knownRecipient(recipient.phone)).toMatchObject({ open: 2, isAtBound: true });
    const taken = await bounded.office.takeDownOrder(await request(product, 5, recipient), nadia);
    expect(placedOf(taken).order.reserved).toBe(true);
    expect(await bounded.office.knownRecipient(recipient.phone)).toMatchObject({ open: 3 });
    expect(await shoppers()).toBe("limited");
  });

  it("knows what a phone ordered with the last time", async () => {
    const product = await testShop().product([20]);
    const recipient = person();
    expect(await office().knownRecipient(recipient.phone)).toBeUndefined();
    expect(await office().knownRecipient("")).toBeUndefined();
    expect(await office().knownRecipient("05\u0000")).toBeUndefined();
    const first = placedOf(await office().takeDownOrder(await request(product, 1, recipient), nadia)).order;
    const moved = { ...recipient, address: "3, rue des Frères" };
    await testShop().setStatus(first.number, "cancelled");
    placedOf(await office().takeDownOrder(await request(product, 1, moved), nadia));
    const known = await office().knownRecipient(recipient.phone);
    expect(known).toMatchObject({ recipient: moved, open: 1, isAtBound: false });
    expect(known?.orders.map(({ status }) => status).sort()).toEqual(["cancelled", "pending"]);
  });

  it("finds what is sold by name and by reference", async () => {
    const product = await testShop().product([3, 0]);
    await testShop().indexProducts();
    const byName = await office().productsToSell(product.id);
    expect(byName.map(({ id }) => id)).toEqual([product.id]);
    expect(byName[0]?.variants.map(({ stock }) => stock)).toEqual([3, 0]);
    const byReference = await office().productsToSell(`${product.id}-0`.toUpperCase());
    expect(byReference.find(({ id }) => id === product.id)?.variants.map(({ sku }) => sku)).toEqual([
      `${product.id}-0`.toUpperCase(),
    ]);
    expect(await office().productsToSell("zzzzqqqq")).toEqual([]);
    expect(await office().productsToSell("")).toEqual([]);
  });

  it("shows its lines at the prices of now, without what is not sold any more", async () => {
    const [kept, retired] = [await testShop().product([3]), await testShop().product([3])];
    await testShop().retire(retired.id);
    await testShop().setPrice(kept.id, 6_400);
    const shown = await office().linesToSell([kept.variants[0] ?? "", retired.variants[0] ?? "", "\u0000", "no"]);
    expect(shown.map(({ id, price, stock }) => ({ id, price, stock }))).toEqual([
      { id: kept.variants[0], price: 6_400, stock: 3 },
    ]);
  });
});
