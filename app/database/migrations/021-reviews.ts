import { type Kysely, PostgresAdapter, sql } from "kysely";
import { primary, required } from "./columns";

/** One review for each line of an order, and one letter that asks for reviews for each order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("reviews")
    .addColumn("id", "text", primary)
    .addColumn("order_id", "text", required)
    .addColumn("variant_id", "text", required)
    .addColumn("product_id", "text", required)
    .addColumn("rating", "integer", required)
    .addColumn("text", "text", required)
    .addColumn("author", "text", required)
    .addColumn("wilaya", "text", required)
    .addColumn("state", "text", required)
    .addColumn("created_at", "bigint", required)
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
  await db.schema
    .createIndex("reviews_of_product")
    .on("reviews")
    .columns(["product_id", "state", "created_at"])
    .execute();

  await db.schema
    .createTable("review_letters")
    .addColumn("order_id", "text", (column) =>
      column.notNull().primaryKey().references("orders.id").onDelete("cascade"),
    )
    .addColumn("email_hash", "text", required)
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("sent_at", "bigint", required)
    .addColumn("refused_at", "bigint")
    .execute();
  await db.schema.createIndex("review_letters_email").on("review_letters").column("email_hash").execute();

  // Reviews are few, so that those as well renew the pages that nobody sees yet.
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const event of ["insert", "update", "delete"])
    await sql
      .raw(
        isPostgres
          ? `create constraint trigger published_reviews_${event} after ${event} on reviews
              deferrable initially deferred for each row execute function publish()`
          : `create trigger published_reviews_${event} after ${event} on reviews begin
              update published set version = version + 1; end`,
      )
      .execute(db);
}
