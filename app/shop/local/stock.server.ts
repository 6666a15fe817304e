import type { VariantTable } from "~/database/schema/catalogue";
import { fillStockIndex } from "~/database/stock-index";
import { RETIRED } from "~/domain/catalogue/imported-product";
import type { Queries } from "./context";

/**
 * Only this file changes stock for orders. Rows are locked in one order, variants by id and then
 * products by id, so that no two transactions deadlock.
 */

export interface Pairs {
  variantId: string;
  quantity: number;
}

const columns = [
  ...(["id", "product_id", "sku", "color_slug", "color_name", "color_hex", "size", "size_label"] as const),
  ...(["barcode", "stock", "position"] as const),
] as const;

const variantsIn = (queries: Queries, ids: readonly string[]) =>
  queries.selectFrom("variants").select(columns).where("id", "in", ids).orderBy("id");

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
 * The variants of these products, in their order, by product; those sold out among them. What has
 * left an imported list is only the carts' that hold it, unless pairs of it have come back.
 */
export async function variantsOf(
  queries: Queries,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, VariantTable[]>> {
  const byProduct = new Map(productIds.map((id): [string, VariantTable[]] => [id, []]));
  if (productIds.length === 0) return byProduct;
  const variants = queries
    .selectFrom("variants")
    .select(columns)
    .where("product_id", "in", productIds)
    .where((build) => build.or([build("stock", ">", 0), build("position", "<", RETIRED)]));
  for (const row of await variants.orderBy("position").execute()) byProduct.get(row.product_id)?.push(row);
  return byProduct;
}

/** Those that have left an imported list, and all of a product that is no longer sold. */
export async function leftVariantsOf(queries: Queries, idOrSlug: string): Promise<VariantTable[]> {
  return queries
    .selectFrom("variants")
    .innerJoin("products", "products.id", "product_id")
    .select(columns.map((column) => `variants.${column}` as const))
    .where(({ eb, or }) => or([eb("products.id", "=", idOrSlug), eb("slug", "=", idOrSlug)]))
    .where(({ eb, or }) => or([eb("active", "=", 0), eb("position", ">=", RETIRED)]))
    .orderBy("position")
    .execute();
}

/** Puts back pairs of locked variants; those of deleted variants are dropped. */
export const returnPairs = (queries: Queries, pairs: readonly Pairs[]): Promise<void> =>
  takePairs(
    queries,
    pairs.map((pair) => ({ ...pair, quantity: -pair.quantity })),
  );

/**
 * Takes pairs of locked variants, each named once, and puts back negative ones. All in one call, so
 * that products are locked in one order.
 * @throws Error when the stock is smaller, which the caller has ruled out under its lock
 */
export async function takePairs(queries: Queries, pairs: readonly Pairs[]): Promise<void> {
  /** Products' sums, and of which products a size was sold out or came back, usually none. */
  const sums = new Map<string, number>();
  const changed = new Set<string>();
  for (const { variantId, quantity } of inOrder(pairs, ({ variantId }) => variantId)) {
    const left = await queries
      .updateTable("variants")
      .set((build) => ({ stock: build("stock", "-", quantity) }))
      .where("id", "=", variantId)
      .where("stock", ">=", quantity)
      // Not as an order's line names it: an import may have moved the variant to another product.
      .returning(["stock", "product_id"])
      .executeTakeFirst();
    if (!left && quantity > 0) throw new Error("Stock changed under its lock.");
    if (!left) continue;
    const { stock, product_id } = left;
    sums.set(product_id, (sums.get(product_id) ?? 0) - quantity);
    if (stock === 0 || stock + quantity === 0) changed.add(product_id);
  }
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
