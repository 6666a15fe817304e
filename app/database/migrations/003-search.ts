import { type Kysely, PostgresAdapter, sql } from "kysely";
import { type ColumnOf, primary, required } from "./columns";

/** The search index: FTS5 on SQLite, a tsvector on PostgreSQL. The shop fills it at its start. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const words = db.schema.createTable("product_words");
  const ofProduct: ColumnOf = (column) => column.notNull().references("products.id").onDelete("cascade");
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  if (isPostgres) {
    await words
      .addColumn("product_id", "text", (column) => ofProduct(column).primaryKey())
      .addColumn("created_at", "bigint", required)
      .addColumn("heads", sql`tsvector`, required)
      .addColumn("words", sql`tsvector`, required)
      .execute();
    await db.schema.createIndex("product_words_words").on("product_words").using("gin").column("words").execute();
    // Ranking reads `heads` of every product found and never `words`, which are stored apart.
    await sql`alter table product_words set (toast_tuple_target = 128)`.execute(db);
    await sql`alter table product_words alter column heads set storage main`.execute(db);
    await sql`create function forget_retired() returns trigger language plpgsql as $$
      begin
        delete from product_words where product_id = new.id;
        return null;
      end
    $$`.execute(db);
    await sql`create trigger products_retired after update of active on products
      for each row when (new.active = 0) execute function forget_retired()`.execute(db);
  } else {
    await words
      .addColumn("number", "integer", (column) => column.primaryKey())
      .addColumn("product_id", "text", (column) => ofProduct(column).unique())
      .addColumn("created_at", "bigint", required)
      .execute();
    // Words arrive folded, so the tokenizer folds nothing; ranking needs only a word's column.
    await sql`create virtual table product_index using fts5(
      name, kind, rest, content = '', contentless_delete = 1, detail = column, tokenize = 'unicode61 remove_diacritics 0'
    )`.execute(db);
    await sql`create trigger product_words_removed after delete on product_words begin
      delete from product_index where rowid = old.number;
    end`.execute(db);
    await sql`create trigger products_retired after update of active on products when new.active = 0 begin
      delete from product_words where product_id = new.id;
    end`.execute(db);
  }

  // Prefixes are byte ranges, whatever collation the database has.
  await db.schema
    .createTable("search_words")
    .addColumn("word", isPostgres ? sql`text collate "C"` : "text", primary)
    .addColumn("length", "integer")
    .execute();
  await db.schema.createIndex("search_words_length").on("search_words").columns(["length", "word"]).execute();

  await db.schema
    .createTable("popular_searches")
    .addColumn("term", "text", primary)
    .addColumn("position", "integer", required)
    .execute();
  const terms = ["Chaussures", "Sandales", "Sabots", "Boston", "Enfant"];
  for (const [position, term] of terms.entries())
    await sql`insert into popular_searches (term, position) values (${term}, ${position})`.execute(db);
}
