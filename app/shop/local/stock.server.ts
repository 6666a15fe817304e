import { prepared } from "~/database/prepared.server";
import type { VariantTable } from "~/database/schema/catalogue";
import { fillStockIndex } from "~/database/stock-index";
import type { Queries } from "./context";
import { locked } from "./row-locks";

/**
 * Pairs leave the stock and come back here only. Rows are locked in one order, variants by id and then products by id, the
 * same for everybody, so that no two transactions wait for each other.
 */

export interface Pairs {
  variantId: string;
  productId: string;
  quantity: number;
}

const variantsIn = (queries: Queries, { ids }: { ids: readonly string[] }) =>
  queries.selectFrom("variants").selectAll().where("id", "in", ids).orderBy("id");
const variants = prepared(variantsIn);
const variantsLocked = prepared((queries, given: { ids: readonly string[] }, dialect) =>
  locked(variantsIn(queries, given), dialect),
);

/** @returns the variants as they stand now; unknown ones are missing */
export async function readVariants(queries: Queries, ids: readonly string[]): Promise<VariantTable[]> {
  return ids.length === 0 ? [] : variants(queries, { ids });
}

/** The same, locked until the transaction ends. */
export async function lockVariants(queries: Queries, ids: readonly string[]): Promise<VariantTable[]> {
  return ids.length === 0 ? [] : variantsLocked(queries, { ids });
}

interface Change {
  id: string;
  by: number;
}

const take = prepared((queries, { id, by }: Change) =>
  queries
    .updateTable("variants")
    .set((build) => ({ stock: build("stock", "-", by) }))
    .where("id", "=", id)
    .where("stock", ">=", by)
    .returning("stock"),
);
const putBack = prepared((queries, { id, by }: Change) =>
  queries
    .updateTable("variants")
    .set((build) => ({ stock: build("stock", "+", by) }))
    .where("id", "=", id)
    .returning("stock"),
);
const addToProduct = prepared((queries, { id, by }: Change) =>
  queries
    .updateTable("products")
    .set((build) => ({ stock: build("stock", "+", by) }))
    .where("id", "=", id),
);

/**
 * Takes pairs of locked variants, each named once.
 * @throws Error when fewer are in stock: the caller saw the stock under its lock, so that cannot be
 */
export async function takePairs(queries: Queries, pairs: readonly Pairs[]): Promise<void> {
  const changed = new Set<string>();
  for (const { variantId, productId, quantity } of inOrder(pairs, (one) => one.variantId)) {
    const [left] = await take(queries, { id: variantId, by: quantity });
    if (!left) throw new Error("Stock changed under its lock.");
    if (left.stock === 0) changed.add(productId);
  }
  await addToProducts(queries, pairs, -1, changed);
}

/** Puts pairs of locked variants back; pairs of a variant that is gone have nowhere to go. */
export async function returnPairs(queries: Queries, pairs: readonly Pairs[]): Promise<void> {
  const changed = new Set<string>();
  for (const { variantId, productId, quantity } of inOrder(pairs, (one) => one.variantId)) {
    const [now] = await putBack(queries, { id: variantId, by: quantity });
    if (now?.stock === quantity) changed.add(productId);
  }
  await addToProducts(queries, pairs, 1, changed);
}

/**
 * Keeps the products' sums, by which lists know what is sold out.
 * @param changed products of which a size was sold out, or came back: most orders have none
 */
async function addToProducts(
  queries: Queries,
  pairs: readonly Pairs[],
  sign: 1 | -1,
  changed: ReadonlySet<string>,
): Promise<void> {
  const sums = new Map<string, number>();
  for (const { productId, quantity } of pairs) sums.set(productId, (sums.get(productId) ?? 0) + sign * quantity);
  for (const [productId, change] of inOrder([...sums], ([id]) => id)) {
    await addToProduct(queries, { id: productId, by: change });
    if (changed.has(productId)) await fillStockIndex(queries, [productId]);
  }
}

function inOrder<Item>(items: readonly Item[], id: (item: Item) => string): Item[] {
  return [...items].sort((a, b) => (id(a) < id(b) ? -1 : 1));
}
