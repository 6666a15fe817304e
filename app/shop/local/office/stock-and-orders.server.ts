import { sql } from "kysely";
import { spellingsOf } from "~/courier/yalidine/statuses";
import { byCommand } from "~/domain/office/journal";
import type { Order } from "~/domain/order/order";
import type { OrderFilter, OrderOffice, StockOffice } from "../../services/office";
import { stockItemColumns, stockItemOf } from "../catalogue-rows";
import type { Context, Queries } from "../context";
import { importProduct } from "../import-product.server";
import { pageOfOrders } from "../order-queries.server";
import { writeStocks } from "./receipts.server";
import { isDemoOnSale, retireDemo } from "./retire-demo.server";

export function orderAndStockOffice(context: Context): OrderOffice & StockOffice {
  const { database } = context;
  const { db } = database;

  return {
    orders: (filter, page) => pageOfOrders(db, ordersMatching(filter), page),

    async stock(reference) {
      const row = await variantBySku(db, reference).executeTakeFirst();
      return row && { ...stockItemOf(row), held: await heldOf(db, reference) };
    },

    async sizesOf(reference) {
      // SQLite, and PostgreSQL with the locale C, know the other case of ASCII only.
      const cases = [reference, reference.toUpperCase(), reference.toLowerCase()].map((typed) => sql`lower(${typed})`);
      const spelt = (column: "products.sku" | "variants.sku") =>
        sql<boolean>`lower(${sql.ref(column)}) in (${sql.join(cases)})`;
      const ofSize = db.selectFrom("variants").select("product_id").where(spelt("variants.sku"));
      const rows = await stockItems(db)
        .where((build) => build.or([spelt("products.sku"), build("products.id", "in", ofSize)]))
        .orderBy("products.id")
        .orderBy("variants.position")
        .execute();
      return rows.map(stockItemOf);
    },

    async setStock(reference, count, by = byCommand) {
      const isCounted = typeof count === "number";
      const pairs = isCounted ? count : count.came;
      if (!Number.isSafeInteger(pairs) || (isCounted && pairs < 0)) return undefined;
      return database.transact(async (transaction) => {
        const row = await transaction
          .selectFrom("variants")
          .select(["id", "sku", "product_id", "stock"])
          .where("sku", "=", reference)
          .forNoKeyUpdate()
          .executeTakeFirst();
        if (!row) return undefined;
        const stock = isCounted ? pairs : row.stock + pairs;
        if (stock < 0) return "too-few";
        await writeStocks(context, transaction, row.product_id, [{ row, stock }], by);
        const item = stockItemOf(await variantBySku(transaction, reference).executeTakeFirstOrThrow());
        return { ...item, before: row.stock, held: await heldOf(transaction, reference) };
      });
    },

    importProduct: (product, terms = {}) => importProduct(context, product, terms),

    async demoOnSale() {
      const { count } = await db
        .selectFrom("products")
        .select((build) => build.fn.countAll<number>().as("count"))
        .where(isDemoOnSale)
        .executeTakeFirstOrThrow();
      return count;
    },

    retireDemo: () => database.transact(retireDemo),
  };

  function ordersMatching({ status, since, until }: OrderFilter) {
    let query = db.selectFrom("orders");
    if (status) query = query.where("status", "=", status);
    if (since) query = query.where("created_at", ">=", since.getTime());
    if (until) query = query.where("created_at", "<", until.getTime());
    return query;
  }
}

const stockItems = (queries: Queries) =>
  queries.selectFrom("variants").innerJoin("products", "products.id", "variants.product_id").select(stockItemColumns);

const variantBySku = (queries: Queries, reference: string) => stockItems(queries).where("variants.sku", "=", reference);

/** Pairs of a variant that orders took, and that wait in the shop to be handed over. */
async function heldOf(queries: Queries, reference: string): Promise<number> {
  const reserved = queries
    .selectFrom("orders")
    .innerJoin("order_lines", "order_lines.order_id", "orders.id")
    .innerJoin("variants", "variants.id", "order_lines.variant_id")
    .select((build) => build.fn.sum<number | null>("order_lines.quantity").as("pairs"))
    .where("variants.sku", "=", reference)
    .where("orders.reserved", "=", 1);
  // Two queries, since SQLite would read all orders for one of both.
  const open = await reserved.where("orders.status", "in", ["pending", "confirmed"]).executeTakeFirstOrThrow();
  // Cancelled while the courier, who has not fetched the parcel, is asked for it.
  const leaving = await reserved
    .innerJoin("parcels", "parcels.order_id", "orders.id")
    .where(sql<boolean>`parcels.holds_pairs = 1`)
    .where("orders.status", "not in", ["pending", "confirmed"])
    .where("parcels.state", "=", "leaving")
    .where((build) =>
      build.or([build("parcels.status", "is", null), build("parcels.status", "in", spellingsOf(["preparing"]))]),
    )
    .executeTakeFirstOrThrow();
  return (open.pairs ?? 0) + (leaving.pairs ?? 0);
}

/** Lines that the stock cannot cover, of an order that has not taken its pairs. */
export async function missingFor(queries: Queries, { lines, status, reserved }: Order) {
  if (status !== "pending" || reserved) return [];
  const ids = lines.map(({ variantId }) => variantId);
  const rows = await queries.selectFrom("variants").select(["id", "stock"]).where("id", "in", ids).execute();
  const stocks = new Map(rows.map(({ id, stock }) => [id, stock]));
  return lines
    .map((line) => ({ line, stock: stocks.get(line.variantId) ?? 0 }))
    .filter(({ line, stock }) => stock < line.quantity);
}
