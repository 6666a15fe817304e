import type { KyselyPlugin } from "kysely";
import { expect, it } from "vitest";
import { stockIndexColumns } from "~/database/stock-index";
import type { Queries } from "~/shop/local/context";
import { lockVariants, type Pairs, readVariants, returnPairs, takePairs } from "~/shop/local/stock.server";
import { requestFor } from "../support/shop/test-shop";
import { describeShopHere } from "./describe-shop";

/** What moves pairs, by itself: orders rule out most of these cases before. */
describeShopHere("inside", "stock", (fixture) => {
  const inTransaction = <Result>(work: (queries: Queries) => Promise<Result>) =>
    fixture().testShop.database.transact(work);
  const stocksOf = (ids: readonly string[]) => Promise.all(ids.map((id) => fixture().testShop.stockOf(id)));
  const productStock = async (id: string) =>
    (
      await fixture()
        .testShop.database.db.selectFrom("products")
        .select("stock")
        .where("id", "=", id)
        .executeTakeFirstOrThrow()
    ).stock;

  async function made(...stocks: number[]) {
    const { id, variants } = await fixture().testShop.product(stocks);
    const pairs = (...quantities: number[]): Pairs[] =>
      quantities.map((quantity, index) => ({ variantId: variants[index] ?? "", quantity }));
    return { id, variants, pairs };
  }

  it("reads and locks no variant where none is named", async () => {
    await made(3);
    expect(await readVariants(fixture().testShop.database.db, [])).toEqual([]);
    expect(await inTransaction((queries) => lockVariants(queries, []))).toEqual([]);
  });

  it("gives variants by id, whatever order they are named in", async () => {
    const { variants } = await made(1, 1, 1);
    const named = [...variants].reverse();
    for (const read of [readVariants, lockVariants])
      expect((await inTransaction((queries) => read(queries, named))).map(({ id }) => id)).toEqual(variants);
  });

  it("takes down to the last pair, and never below: then nothing is taken", async () => {
    const { id, variants, pairs } = await made(2, 3);
    await inTransaction((queries) => takePairs(queries, pairs(2, 1)));
    expect(await stocksOf(variants)).toEqual([0, 2]);
    await expect(inTransaction((queries) => takePairs(queries, pairs(1, 1)))).rejects.toThrow(
      "Stock changed under its lock.",
    );
    await expect(inTransaction((queries) => takePairs(queries, pairs(0, 3)))).rejects.toThrow(
      "Stock changed under its lock.",
    );
    expect(await stocksOf(variants)).toEqual([0, 2]);
    expect(await productStock(id)).toBe(2);
  });

  it("puts pairs back, and drops those of a variant that is gone", async () => {
    const { id, variants, pairs } = await made(1, 0);
    await inTransaction((queries) => returnPairs(queries, [...pairs(2, 1), { variantId: "gone", quantity: 7 }]));
    expect(await stocksOf(variants)).toEqual([3, 1]);
    expect(await productStock(id)).toBe(4);
    expect(await fixture().testShop.wrongSums()).toEqual([]);
  });

  it("counts for the product to which an import has moved a variant since it was ordered", async () => {
    const { id, variants, pairs } = await made(5, 1);
    const other = await made(0);
    const { db } = fixture().testShop.database;
    await inTransaction((queries) => takePairs(queries, pairs(0, 1)));
    const [, moved = ""] = variants;
    await db.updateTable("variants").set({ product_id: other.id, size: 45 }).where("id", "=", moved).execute();
    await inTransaction((queries) => returnPairs(queries, pairs(0, 1)));
    expect([await productStock(id), await productStock(other.id)]).toEqual([5, 1]);
    expect(await fixture().testShop.wrongSums()).toEqual([]);
    // Its last pair can be sold.
    await inTransaction((queries) => takePairs(queries, pairs(0, 1)));
    expect([await productStock(id), await productStock(other.id)]).toEqual([5, 0]);
  });

  it("tells lists when the first pair of a size comes or the last one goes, to either side", async () => {
    const { id, variants, pairs } = await made(1, 3, 0);
    const { db } = fixture().testShop.database;
    /** Lists find a product by columns of its own, which repeat what its variants say. */
    const expectTold = async () => {
      const product = await db.selectFrom("products").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
      const rows = await db.selectFrom("variants").selectAll().where("id", "in", variants).execute();
      expect(product).toMatchObject(stockIndexColumns(rows));
    };
    for (const quantities of [[1], [0, 2], [0, 1], [0, 0, -1], [0, 0, 1], [-1]]) {
      const moved = pairs(...quantities).filter(({ quantity }) => quantity !== 0);
      await inTransaction((queries) => takePairs(queries, moved));
      await expectTold();
    }
    expect(await stocksOf(variants)).toEqual([1, 0, 0]);
  });

  it("adds what came and takes off what went while shoppers buy, and names the pairs of their orders", async () => {
    const { shop, product, stockOf, wrongSums } = fixture().testShop;
    const { variants, price } = await product([20]);
    const [variantId = ""] = variants;
    const change = (came: number) => shop.office.setStock(variantId.toUpperCase(), { came });
    const buy = async () => shop.orders.place(await requestFor(shop, [{ variantId, quantity: 2, price }]));
    const times = [1, 2, 3, 4];
    const [bought] = await Promise.all([
      Promise.all(times.map(buy)),
      Promise.all(times.flatMap(() => [change(10), change(-1)])),
    ]);
    expect(bought.map(({ outcome }) => outcome)).toEqual(times.map(() => "placed"));
    expect(await stockOf(variantId)).toBe(20 + 4 * (10 - 1 - 2));
    expect(await change(-49)).toBe("too-few");
    expect(await change(-48)).toMatchObject({ stock: 0, before: 48, held: 8 });
    expect(await wrongSums()).toEqual([]);
  });

  it("locks variants by id and then products by id, whatever order the lines have", async () => {
    const [first, second] = [await made(5, 5), await made(5, 5)].sort((a, b) => (a.id < b.id ? -1 : 1));
    if (!first || !second) throw new Error("Two products were made.");
    // The variants of the first product come last.
    for (const [index, id] of first.variants.entries()) {
      const renamed = `z-${id}`;
      const { db } = fixture().testShop.database;
      await db.updateTable("variants").set({ id: renamed }).where("id", "=", id).execute();
      first.variants[index] = renamed;
    }
    const updated: string[] = [];
    const ids = [first, second].flatMap(({ id, variants }) => [...variants, id]);
    const watch: KyselyPlugin = {
      transformQuery({ node }) {
        const values = JSON.stringify(node);
        if (node.kind === "UpdateQueryNode") updated.push(...ids.filter((id) => values.includes(`"${id}"`)));
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const variants = [...first.variants, ...second.variants].sort();
    const products = [first.id, second.id].sort();
    for (const lines of [
      [...first.pairs(1, 1), ...second.pairs(1, 1)],
      [...second.pairs(1, 1), ...first.pairs(1, 1)],
      [...first.pairs(1, 1), ...second.pairs(1, 1)].reverse(),
    ]) {
      updated.length = 0;
      await inTransaction((queries) => takePairs(queries.withPlugin(watch), lines));
      expect(updated).toEqual([...variants, ...products]);
    }
  });
});
