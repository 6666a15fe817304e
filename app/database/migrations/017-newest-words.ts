import { type Kysely, PostgresAdapter, sql } from "kysely";

/** What is found comes with the newest first, and a word's place is text beside it. The shop fills all of it at its next start. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const place of ["name", "kind"])
    await db.schema
      .alterTable("product_words")
      .addColumn(place, "text", (column) => column.notNull().defaultTo(""))
      .execute();
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
  // At one go, where row by row would take longer than a statement may.
  await sql`truncate product_words`.execute(db);
  await db.schema.alterTable("product_words").dropColumn("heads").execute();
  await db.schema
    .createIndex("product_words_newest")
    .on("product_words")
    .columns(["created_at", "product_id"])
    .execute();
}
