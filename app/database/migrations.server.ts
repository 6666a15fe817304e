import { type CreateTableBuilder, type Kysely, type Migration, Migrator, PostgresAdapter, sql } from "kysely";
import type { Database } from "./connection.server";
import type { Schema } from "./schema";
import { fillAllShelves } from "./shelf";

/**
 * Forward only, in the order of their names, each recorded in `kysely_migration`. A migration that has left this machine is
 * never edited: the next one changes what it made. `Kysely<unknown>`, because a migration knows the tables of its own day.
 */
const migrations: Record<string, Migration> = {
  "001_shop": { up: shop },
  "002_refine": { up: refine },
  "003_search": { up: search },
  "004_wishlist": { up: wishlist },
};

/**
 * Makes or updates the tables. Safe when several processes start at once: PostgreSQL holds an advisory lock, SQLite the
 * write lock of one transaction.
 * @throws the first error; everything is then as it was
 */
export async function migrate({ db }: Database): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

async function shop(db: Kysely<unknown>): Promise<void> {
  const table = (name: string) => db.schema.createTable(name);

  await table("marks").addColumn("name", "text", primary).addColumn("made_at", "bigint", required).execute();

  await table("categories")
    .addColumn("id", "text", primary)
    .addColumn("slug", "text", (column) => column.notNull().unique())
    .addColumn("name", "text", required)
    .addColumn("description", "text", required)
    .addColumn("parent_id", "text", (column) => column.references("categories.id"))
    .addColumn("image", "text")
    .addColumn("position", "integer", required)
    .execute();

  await table("collections")
    .addColumn("id", "text", primary)
    .addColumn("slug", "text", (column) => column.notNull().unique())
    .addColumn("name", "text", required)
    .addColumn("description", "text", required)
    .addColumn("category_id", "text", (column) => column.references("categories.id"))
    .addColumn("image", "text")
    .addColumn("position", "integer", required)
    .execute();

  // What cards show comes first and long texts last: a list then reads the beginning of a row and no more.
  await table("products")
    .addColumn("id", "text", primary)
    .addColumn("slug", "text", (column) => column.notNull().unique())
    .addColumn("sku", "text", (column) => column.notNull().unique())
    .addColumn("name", "text", required)
    .addColumn("kind", "text", required)
    .addColumn("gender", "text", required)
    .addColumn("category_id", "text", (column) => column.notNull().references("categories.id"))
    .addColumn("collection_id", "text", (column) => column.references("collections.id"))
    .addColumn("price", "integer", required)
    .addColumn("old_price", "integer")
    .addColumn("is_new", "integer", flag)
    .addColumn("is_bestseller", "integer", flag)
    .addColumn("active", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("stock", "integer", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("colors", "text", required)
    .addColumn("picture", "text")
    .addColumn("rating", "double precision", required)
    .addColumn("review_count", "integer", required)
    .addColumn("description", "text", required)
    .addColumn("care", "text", required)
    .addColumn("features", "text", required)
    .addColumn("specifications", "text", required)
    .addColumn("tags", "text", required)
    .addColumn("pictures", "text", required)
    .addCheckConstraint("products_price", sql`price >= 0`)
    .addCheckConstraint("products_old_price", sql`old_price >= 0`)
    .addCheckConstraint("products_stock", sql`stock >= 0`)
    .addCheckConstraint("products_flags", sql`is_new in (0, 1) and is_bestseller in (0, 1) and active in (0, 1)`)
    .execute();

  await table("variants")
    .addColumn("id", "text", primary)
    .addColumn("product_id", "text", (column) => column.notNull().references("products.id").onDelete("cascade"))
    .addColumn("sku", "text", (column) => column.notNull().unique())
    .addColumn("color_slug", "text", required)
    .addColumn("color_name", "text", required)
    .addColumn("color_hex", "text", required)
    .addColumn("size", "integer", required)
    .addColumn("stock", "integer", required)
    .addColumn("position", "integer", required)
    .addUniqueConstraint("variants_choice", ["product_id", "color_slug", "size"])
    .addCheckConstraint("variants_stock", sql`stock >= 0`)
    .execute();

  await table("carts")
    .addColumn("visitor", "text", primary)
    .addColumn("draft", "text")
    .addColumn("updated_at", "bigint", required)
    .execute();

  await table("cart_lines")
    .addColumn("visitor", "text", (column) => column.notNull().references("carts.visitor").onDelete("cascade"))
    .addColumn("variant_id", "text", (column) => column.notNull().references("variants.id").onDelete("cascade"))
    .addColumn("quantity", "integer", required)
    .addColumn("seen_price", "integer", required)
    .addColumn("added_at", "bigint", required)
    .addPrimaryKeyConstraint("cart_lines_key", ["visitor", "variant_id"])
    .addCheckConstraint("cart_lines_quantity", sql`quantity > 0`)
    .execute();

  await table("orders")
    .addColumn("id", "text", primary)
    .addColumn("number", "text", (column) => column.notNull().unique())
    .addColumn("key_hash", "text", (column) => column.notNull().unique())
    .addColumn("content_hash", "text", required)
    .addColumn("status", "text", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("last_name", "text", required)
    .addColumn("first_name", "text", required)
    .addColumn("phone", "text", required)
    .addColumn("wilaya_id", "integer", required)
    .addColumn("wilaya_name", "text", required)
    .addColumn("commune_id", "integer", required)
    .addColumn("commune_name", "text", required)
    .addColumn("mode", "text", required)
    .addColumn("stop_desk_id", "integer")
    .addColumn("stop_desk_name", "text")
    .addColumn("stop_desk_address", "text")
    .addColumn("address", "text", required)
    .addColumn("notes", "text", required)
    .addColumn("subtotal", "integer", required)
    .addColumn("delivery_fee", "integer", required)
    .addColumn("cod_fee", "integer", required)
    .addColumn("insurance_fee", "integer", required)
    .addColumn("total_fee", "integer", required)
    .addColumn("delivery_time", "integer", required)
    .addColumn("total", "integer", required)
    .addColumn("parcel", "text", required)
    .addColumn("settings", "text", required)
    .addCheckConstraint(
      "orders_status",
      sql`status in ('pending', 'confirmed', 'shipped', 'delivered', 'returned', 'cancelled')`,
    )
    .addCheckConstraint("orders_amounts", sql`subtotal >= 0 and total_fee >= 0 and total = subtotal + total_fee`)
    .addCheckConstraint("orders_desk", sql`(mode = 'relais') = (stop_desk_id is not null)`)
    .execute();

  await table("order_lines")
    .addColumn("order_id", "text", (column) => column.notNull().references("orders.id").onDelete("cascade"))
    .addColumn("position", "integer", required)
    .addColumn("variant_id", "text", required)
    .addColumn("product_id", "text", required)
    .addColumn("product_slug", "text", required)
    .addColumn("name", "text", required)
    .addColumn("color", "text", required)
    .addColumn("size", "integer", required)
    .addColumn("picture", "text")
    .addColumn("quantity", "integer", required)
    .addColumn("price", "integer", required)
    .addPrimaryKeyConstraint("order_lines_key", ["order_id", "position"])
    .addUniqueConstraint("order_lines_variant", ["order_id", "variant_id"])
    .addCheckConstraint("order_lines_quantity", sql`quantity > 0`)
    .addCheckConstraint("order_lines_price", sql`price >= 0`)
    .execute();

  await table("order_steps")
    .addColumn("order_id", "text", (column) => column.notNull().references("orders.id").onDelete("cascade"))
    .addColumn("status", "text", required)
    .addColumn("at", "bigint", required)
    .addPrimaryKeyConstraint("order_steps_key", ["order_id", "status"])
    .execute();

  await table("order_access")
    .addColumn("visitor", "text", required)
    .addColumn("order_id", "text", (column) => column.notNull().references("orders.id").onDelete("cascade"))
    .addColumn("since", "bigint", required)
    .addPrimaryKeyConstraint("order_access_key", ["visitor", "order_id"])
    .execute();

  await table("home_sections")
    .addColumn("id", "text", primary)
    .addColumn("type", "text", required)
    .addColumn("title", "text", required)
    .addColumn("subtitle", "text", required)
    .addColumn("description", "text", required)
    .addColumn("enabled", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("position", "integer", required)
    .addColumn("content", "text", required)
    .execute();

  // Every list is a walk along one of these from its beginning: the same work among 100 products and among 100,000.
  // `rest`: columns by which a list may be narrowed further without leaving the index.
  const lists: { by: string[]; rest?: string[] }[] = [
    { by: [] },
    { by: ["kind"] },
    { by: ["gender"] },
    { by: ["kind", "gender"] },
    { by: ["collection_id"], rest: ["kind", "gender"] },
  ];
  for (const { by, rest = [] } of lists) {
    const index = (order: string, columns: string[]) =>
      db.schema
        .createIndex(["products", ...by, order].join("_"))
        .on("products")
        .columns([...by, "active", ...columns, "id", ...rest])
        .execute();
    await index("newest", ["created_at desc"]);
    await index("price", ["price"]);
  }
  // All that is counted, so that counting reads this index alone.
  await db.schema
    .createIndex("products_counted")
    .on("products")
    .columns(["active", "category_id", "collection_id", "kind", "gender"])
    .execute();
  // Foreign keys that are followed backwards when a row goes.
  await db.schema.createIndex("cart_lines_variant").on("cart_lines").column("variant_id").execute();
  await db.schema.createIndex("order_access_order").on("order_access").column("order_id").execute();
}

/** What lists are narrowed by, and indexes that hold all of it: a refined list is a walk that reads no rows but its own. */
async function refine(db: Kysely<unknown>): Promise<void> {
  const bits: ColumnOf = (column) => column.notNull().defaultTo(0);
  // As they were called then.
  const families = "noir blanc gris taupe beige marron rouge rose orange jaune vert bleu violet metal".split(" ");
  const narrowing = ["families", "sizes", ...families.map((family) => `sizes_${family}`)];
  for (const column of narrowing) await db.schema.alterTable("products").addColumn(column, "integer", bits).execute();
  await db.schema
    .alterTable("products")
    .addColumn("shelf", "text", (column) => column.notNull().defaultTo(""))
    .execute();

  for (const list of ["", "_kind", "_gender", "_kind_gender", "_collection_id"])
    for (const order of ["newest", "price"]) await db.schema.dropIndex(`products${list}_${order}`).execute();
  await db.schema.dropIndex("products_counted").execute();

  await fillAllShelves(db as Kysely<Schema>);

  const narrowed = ["gender", "kind", "category_id", "collection_id", "is_new", "is_bestseller", "old_price"];
  const orders = { newest: ["created_at desc", "id", "price"], price: ["price", "id"] };
  for (const [name, order] of Object.entries(orders)) {
    const index = (list: string, columns: string[]) =>
      db.schema
        .createIndex(`products_${list}${name}`)
        .on("products")
        .columns([...columns, ...narrowed.filter((column) => !columns.includes(column)), ...narrowing]);
    await index("", ["active", ...order]).execute();
    for (const by of ["kind", "gender", "category_id", "collection_id"])
      await index(`${by}_`, [by, "active", ...order]).execute();
    // A few of many: these hold nothing else.
    for (const [list, condition] of Object.entries({
      new: sql<boolean>`is_new = 1`,
      bestsellers: sql<boolean>`is_bestseller = 1`,
      reduced: sql<boolean>`old_price > price`,
    }))
      await index(`${list}_`, ["active", ...order])
        .where(condition)
        .execute();
  }
  // All that is counted, in the order in which it is grouped.
  await db.schema
    .createIndex("products_counted")
    .on("products")
    .columns([
      "active",
      "category_id",
      "collection_id",
      "kind",
      "gender",
      "is_new",
      "is_bestseller",
      "price",
      "old_price",
      "shelf",
    ])
    .execute();
}

/** Words by which products are found: FTS5 on SQLite, a tsvector on PostgreSQL. The shop fills them at its start. */
async function search(db: Kysely<unknown>): Promise<void> {
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
    // Ranking reads `heads` of every product that is found, and `words` of none: they lie elsewhere.
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
    // Words come folded, so the index folds nothing; which column a word stands in is all that ranking asks.
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

  // Beginnings of words are ranges of bytes, whatever language the database sorts in.
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

async function wishlist(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("wishlist_items")
    .addColumn("visitor", "text", required)
    .addColumn("product_id", "text", (column) => column.notNull().references("products.id").onDelete("cascade"))
    .addColumn("added_at", "bigint", required)
    .addPrimaryKeyConstraint("wishlist_items_key", ["visitor", "product_id"])
    .execute();
  await db.schema.createIndex("wishlist_items_product").on("wishlist_items").column("product_id").execute();
}

type ColumnOf = NonNullable<Parameters<CreateTableBuilder<string, string>["addColumn"]>[2]>;
const required: ColumnOf = (column) => column.notNull();
const primary: ColumnOf = (column) => column.notNull().primaryKey();
const flag: ColumnOf = (column) => column.notNull().defaultTo(0);
