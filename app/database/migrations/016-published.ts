import { type Kysely, PostgresAdapter, sql } from "kysely";

/** Tables of which every column is shown on public pages. */
const SHOWN = ["categories", "collections", "home_sections", "popular_searches", "product_words", "reviews"];

/** Columns that public pages show; the test of `published` says why others are left out. */
const PARTLY_SHOWN: Record<string, string[]> = {
  products:
    `id slug sku name kind gender category_id collection_id price old_price is_new is_bestseller active created_at
    colors picture rating review_count description care features specifications tags pictures families sizes
    stock_index fit material`.split(/\s+/),
  variants: "id product_id sku color_slug color_name color_hex size size_label position".split(" "),
  courier_state: ["generation"],
};

/** Stock changes with every sale; cards and lists show only whether there is any. */
const SELLS_OUT = "(old.stock = 0) <> (new.stock = 0)";
const ALSO: Record<string, string> = { products: SELLS_OUT, variants: SELLS_OUT };

/**
 * A number that grows with every change of public pages, except the stock of a variant: a kept page
 * is valid as long as it is the same.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table published (version bigint not null, changed_by text)`.execute(db);
  await sql`insert into published (version) values (1)`.execute(db);
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  if (isPostgres)
    // Once per transaction and as its last lock, so that two writers cannot deadlock.
    await sql`create function publish() returns trigger language plpgsql as $$
      begin
        update published set version = version + 1, changed_by = pg_current_xact_id()::text
          where changed_by is distinct from pg_current_xact_id()::text;
        return null;
      end
    $$`.execute(db);
  const on = (table: string, event: string, when = "") =>
    sql
      .raw(
        isPostgres
          ? `create constraint trigger published_${table}_${event} after ${event} on ${table} deferrable initially deferred
              for each row ${when && `when (${when})`} execute function publish()`
          : `create trigger published_${table}_${event} after ${event} on ${table} ${when && `when ${when}`} begin
              update published set version = version + 1;
            end`,
      )
      .execute(db);
  const differs = (column: string) =>
    isPostgres ? `old.${column} is distinct from new.${column}` : `old.${column} is not new.${column}`;
  for (const table of [...SHOWN, ...Object.keys(PARTLY_SHOWN)]) {
    const columns = PARTLY_SHOWN[table] ?? [];
    await on(table, "insert");
    await on(table, "delete");
    await on(table, "update", [...columns.map(differs), ...(ALSO[table] ? [ALSO[table]] : [])].join(" or "));
  }
}
