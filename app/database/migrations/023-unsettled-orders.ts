import { type Kysely, sql } from "kysely";
import { primary, required } from "./columns";

/** Orders that another shop's API was asked to take; of one content a visitor has one open. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("unsettled_orders")
    .addColumn("key_hash", "text", primary)
    .addColumn("content_hash", "text", required)
    .addColumn("reference", "text", (column) => column.notNull().unique())
    .addColumn("visitor", "text", required)
    .addColumn("state", "text", required)
    .addColumn("content", "text", required)
    .addColumn("from_cart", "integer", required)
    .addColumn("asked_at", "bigint", required)
    .addColumn("settled_at", "bigint")
    .execute();
  await db.schema
    .createIndex("unsettled_orders_open")
    .unique()
    .on("unsettled_orders")
    .columns(["visitor", "content_hash"])
    .where(sql<boolean>`state in ('asked', 'unsettled')`)
    .execute();
}
