import type { VariantTable } from "~/database/schema/catalogue";
import { fillStockIndex } from "~/database/stock-index";
import { variantColumns } from "./catalogue-rows";
import type { Queries } from "./context";

/**
 * Only this file changes stock for orders. Rows are locked in one order, variants by id and then
 * products by id, so that no two transactions deadlock.
 */

export interface Pairs {
  variantId: string;
  productId: string;
  quantity: number;
}

const variantsIn = (queries: Queries, ids: readonly string[]) =>
  queries
    .selectFrom("variants")
    .select([...variantColumns, "product_id", "barcode", "position"])
    .where("id", "in", ids)
    .orderBy("id");

/** @returns the variants; unknown ones are missing */
export async function readVariants(queries: Queries, ids: readonly string[]): Promise<VariantTable[]> {
  return ids.length === 0 ? [] : variantsIn(queries, ids).execute();
}

/**
 * The same, locked until the transaction ends. NO KEY here and elsewhere, because cart lines refer
 * to variants and do not have to wait for an order.
 */
export async function lockVariants(queries: Queries, ids: readonly string[]): Promise<VariantTable[]> {
  return ids.length === 0 ? [] : variantsIn(queries, ids).forNoKeyUpdate().execute();
}

/**
 * Takes pairs of locked variants, each named once.
 * @throws Error when the stock is smaller, which the caller has ruled out under its lock
 */
export const takePairs = (queries: Queries, pairs: readonly Pairs[]): Promise<void> => movePairs(queries, pairs);

/** Puts back pairs of locked variants; those of deleted variants are dropped. */
export const returnPairs = (queries: Queries, pairs: readonly Pairs[]): Promise<void> =>
  movePairs(
    queries,
    pairs.map((pair) => ({ ...pair, quantity: -pair.quantity })),
  );

/**
 * Both at once, so that products are locked in one order.
 * @param pairs negative ones are put back
 */
export async function movePairs(queries: Queries, pairs: readonly Pairs[]): Promise<void> {
  const changed = new Set<string>();
  const moved: Pairs[] = [];
  for (const pair of inOrder(pairs, ({ variantId }) => variantId)) {
    const { variantId, productId, quantity } = pair;
    const left = await queries
      .updateTable("variants")
      .set((build) => ({ stock: build("stock", "-", quantity) }))
      .where("id", "=", variantId)
      .where("stock", ">=", quantity)
      .returning("stock")
      .executeTakeFirst();
    if (!left && quantity > 0) throw new Error("Stock changed under its lock.");
    if (!left) continue;
    moved.push(pair);
    if (left.stock === 0 || left.stock + quantity === 0) changed.add(productId);
  }
  await addToProducts(queries, moved, changed);
}

/**
 * Updates the products' sums, by which lists show what is sold out.
 * @param changed products of which a size was sold out or came back, usually none
 */
async function addToProducts(queries: Queries, pairs: readonly Pairs[], changed: ReadonlySet<string>): Promise<void> {
  const sums = new Map<string, number>();
  for (const { productId, quantity } of pairs) sums.set(productId, (sums.get(productId) ?? 0) - quantity);
  for (const [productId, change] of inOrder([...sums], ([id]) => id)) {
    await queries
      .updateTable("products")
      .set((build) => ({ stock: build("stock", "+", change) }))
      .where("id", "=", productId)
      .execute();
    if (changed.has(productId)) await fillStockIndex(queries, [productId]);
  }
}

function inOrder<Item>(items: readonly Item[], id: (item: Item) => string): Item[] {
  return [...items].sort((a, b) => (id(a) < id(b) ? -1 : 1));
}
