import { expect, it } from "vitest";
import { journalOf } from "../support/shop/order-rows";
import { karim, nadia } from "../support/shop/staff";
import { id, requestFor } from "../support/shop/test-shop";
import { describeShopHere } from "./describe-shop";

/** Pairs that came, noted by a form of the office. */

describeShopHere("backOffice", "pairs that came", (fixture) => {
  const testShop = () => fixture().testShop;
  const office = () => testShop().shop.office;
  const made = async (...stocks: number[]) => {
    const { id: productId, slug, variants } = await testShop().product(stocks);
    const receive = (came: number[], key: string, by = nadia) => {
      const pairs = new Map(came.flatMap((pairs, at) => (pairs === 0 ? [] : [[variants[at] ?? "", pairs] as const])));
      return office().receive({ slug, key, came: pairs }, by);
    };
    const stocksNow = () => Promise.all(variants.map((variant) => testShop().stockOf(variant)));
    const noted = async (key: string) =>
      (await office().receiptPage(slug, key))?.noted.map(({ before, stock }) => [before, stock]);
    const journal = () => journalOf(testShop(), productId);
    return { slug, variants, receive, stocksNow, noted, journal };
  };

  it("are added once for a form, and the journal has a row for each size", async () => {
    const { variants, receive, stocksNow, noted, journal } = await made(3, 0, 4);
    const key = id("key");
    expect(await noted(key)).toEqual([]);
    for (const _ of ["press", "again"]) expect(await receive([5, 0, -1], key)).toEqual({ outcome: "noted" });
    expect(await stocksNow()).toEqual([8, 0, 3]);
    expect(await noted(key)).toEqual([
      [3, 8],
      [4, 3],
    ]);
    const [first = "", , third = ""] = variants.map((variant) => variant.toUpperCase());
    const rows = await journal();
    expect(rows.map(({ action, name, before, after }) => ({ action, name, before, after }))).toEqual([
      { action: "stock-set", name: "Nadia", before: { [first]: 3 }, after: { [first]: 8 } },
      { action: "stock-set", name: "Nadia", before: { [third]: 4 }, after: { [third]: 3 } },
    ]);
    // Something else under the same key is not taken for what was noted.
    for (const other of [[5, 0, -2], [5], [5, 2, -1], [0, 7]])
      expect(await receive(other, key)).toEqual({ outcome: "key-used" });
    expect(await receive([5], id("key"))).toEqual({ outcome: "noted" });
    expect(await stocksNow()).toEqual([13, 0, 3]);
    expect(await testShop().wrongSums()).toEqual([]);
  });

  it("change nothing where more went than there is, or a size has left the product", async () => {
    const { slug, variants, receive, stocksNow, journal } = await made(3, 0);
    const other = await made(6);
    const key = id("key");
    expect(await receive([1, -1], key)).toEqual({ outcome: "too-few", ids: [variants[1]] });
    for (const [where, variant] of [
      [slug, other.variants[0]],
      [slug, "absent"],
      ["absent", variants[0]],
      ["\u0000", variants[0]],
    ] as const)
      expect(await office().receive({ slug: where, key, came: new Map([[variant ?? "", 1]]) }, nadia)).toEqual({
        outcome: "changed",
      });
    expect([...(await stocksNow()), ...(await other.stocksNow())]).toEqual([3, 0, 6]);
    expect(await journal()).toEqual([]);
    // The refused form can be corrected.
    expect(await receive([1, 1], key)).toEqual({ outcome: "noted" });
    expect(await office().receiptPage("absent", key)).toBeUndefined();
  });

  it("count from what is there, while two people note them, both twice, and shoppers buy", async () => {
    const { variants, receive, stocksNow, noted, journal } = await made(10, 0, 0);
    const { shop } = testShop();
    const keys = [id("key"), id("key")] as const;
    const buy = async () =>
      shop.orders.place(await requestFor(shop, [{ variantId: variants[0] ?? "", quantity: 1, price: 5_000 }]));
    const [bought] = await Promise.all([
      Promise.all([1, 2, 3].map(buy)),
      ...[1, 2].flatMap(() => [receive([5, 2], keys[0]), receive([7, 0], keys[1], karim)]),
      // One form with something else typed, at once.
      receive([0, 0, 9], keys[0]),
    ]);
    expect(bought.map(({ outcome }) => outcome)).toEqual(["placed", "placed", "placed"]);
    const isOther = (await noted(keys[0]))?.length === 1;
    expect(await stocksNow()).toEqual(isOther ? [14, 0, 9] : [19, 2, 0]);
    expect(await journal()).toHaveLength(isOther ? 2 : 3);
    expect(await testShop().wrongSums()).toEqual([]);
  });

  it("tell who waits for a size", async () => {
    const { variants, receive } = await made(0);
    const { stockAlerts } = testShop().shop;
    const contact = `${id("amel")}@example.com`;
    await stockAlerts.request({ variantId: variants[0] ?? "", contacts: [contact] });
    await receive([2], id("key"));
    await stockAlerts.deliver();
    const mails = testShop().database.db.selectFrom("mails").select("kind").where("recipient", "=", contact);
    expect(await mails.execute()).toEqual([{ kind: "stock-back" }]);
  });
});
