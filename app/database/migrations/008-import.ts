import type { Kysely } from "kysely";

/** Where imported products come from, and sizes that are words. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("variants").addColumn("size_label", "text").execute();
  await db.schema.alterTable("order_lines").addColumn("size_label", "text").execute();
  await db.schema.alterTable("products").addColumn("source", "text").execute();
  await db.schema.alterTable("products").addColumn("source_id", "text").execute();
  await db.schema.createIndex("products_source").on("products").columns(["source", "source_id"]).execute();
  // For the merchant's list of orders, newest first.
  await db.schema.createIndex("orders_newest").on("orders").columns(["created_at desc", "id"]).execute();
}
