import { type Kysely, PostgresAdapter, sql } from "kysely";
import { primary, required } from "./columns";

/**
 * A review says how the pair fits. Those of the demonstration are of no order. SQLite changes no
 * column's constraint: the table is made anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await db.schema
      .alterTable("reviews")
      .alterColumn("order_id", (column) => column.dropNotNull())
      .alterColumn("variant_id", (column) => column.dropNotNull())
      .addColumn("fit", "text", (column) => column.notNull().defaultTo(""))
      .execute();
    return;
  }
  await db.schema
    .createTable("reviews_with_fit")
    .addColumn("id", "text", primary)
    .addColumn("order_id", "text")
    .addColumn("variant_id", "text")
    .addColumn("product_id", "text", required)
    .addColumn("rating", "integer", required)
    .addColumn("text", "text", required)
    .addColumn("author", "text", required)
    .addColumn("wilaya", "text", required)
    .addColumn("state", "text", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("fit", "text", (column) => column.notNull().defaultTo(""))
    .addUniqueConstraint("reviews_line", ["order_id", "variant_id"])
    .addForeignKeyConstraint(
      "reviews_of_line",
      ["order_id", "variant_id"],
      "order_lines",
      ["order_id", "variant_id"],
      (key) => key.onDelete("cascade"),
    )
    .addCheckConstraint("reviews_rating", sql`rating between 1 and 5`)
    .addCheckConstraint("reviews_state", sql`state in ('waiting', 'published', 'refused')`)
    .addCheckConstraint("reviews_text", sql`length(text) <= 1000`)
    .execute();
  await sql`insert into reviews_with_fit select id, order_id, variant_id, product_id, rating, text, author, wilaya,
    state, created_at, '' from reviews`.execute(db);
  await db.schema.dropTable("reviews").execute();
  await sql`alter table reviews_with_fit rename to reviews`.execute(db);
  await db.schema
    .createIndex("reviews_of_product")
    .on("reviews")
    .columns(["product_id", "state", "created_at"])
    .execute();
  for (const event of ["insert", "update", "delete"])
    await sql
      .raw(
        `create trigger published_reviews_${event} after ${event} on reviews begin
          update published set version = version + 1; end`,
      )
      .execute(db);
}
