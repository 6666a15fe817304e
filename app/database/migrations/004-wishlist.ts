import type { Kysely } from "kysely";
import { required } from "./columns";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("wishlist_items")
    .addColumn("visitor", "text", required)
    .addColumn("product_id", "text", (column) => column.notNull().references("products.id").onDelete("cascade"))
    .addColumn("added_at", "bigint", required)
    .addPrimaryKeyConstraint("wishlist_items_key", ["visitor", "product_id"])
    .execute();
  await db.schema.createIndex("wishlist_items_product").on("wishlist_items").column("product_id").execute();
}
