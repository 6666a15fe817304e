import { type Kysely, PostgresAdapter, sql } from "kysely";

/** Orders the index by date, with words as text for ranking; the next start fills it anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const place of ["name", "kind"])
    await db.schema
      .alterTable("product_words")
      .addColumn(place, "text", (column) => column.notNull().defaultTo(""))
      .execute();
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
  // Deleting row by row would exceed the statement timeout.
  await sql`truncate product_words`.execute(db);
  await db.schema.alterTable("product_words").dropColumn("heads").execute();
  await db.schema
    .createIndex("product_words_newest")
    .on("product_words")
    .columns(["created_at", "product_id"])
    .execute();
}
