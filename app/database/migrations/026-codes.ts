import { type Kysely, sql } from "kysely";

/** The number under the barcode of a box; brands are counted as other filters are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("variants")
    .addColumn("barcode", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await db.schema.dropIndex("products_counted").execute();
  // All counted columns, in the order of the grouping.
  await sql`create index products_counted on products (active, category_id, collection_id, kind, gender,
    is_new, is_bestseller, price, old_price, material, brand, stock_index)`.execute(db);
}
