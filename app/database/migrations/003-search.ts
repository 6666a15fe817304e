import { type Kysely, PostgresAdapter, sql } from "kysely";

/** The search index: FTS5 on SQLite, a tsvector on PostgreSQL. The shop fills it at its start. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const statement of isPostgres ? POSTGRES : SQLITE) await sql.raw(statement).execute(db);

  // Prefixes are byte ranges, whatever collation the database has.
  const word = isPostgres ? sql`text collate "C"` : sql`text`;
  await sql`create table search_words (word ${word} not null primary key, length integer)`.execute(db);
  await sql`create index search_words_length on search_words (length, word)`.execute(db);

  await sql`create table popular_searches (term text not null primary key, position integer not null)`.execute(db);
  await sql`insert into popular_searches (term, position)
    values ('Chaussures', 0), ('Sandales', 1), ('Sabots', 2), ('Boston', 3), ('Enfant', 4)`.execute(db);
}

const POSTGRES = [
  `create table product_words (
    product_id text not null references products (id) on delete cascade primary key, created_at bigint not null,
    words tsvector not null, name text default '' not null, kind text default '' not null
  )`,
  "create index product_words_words on product_words using gin (words)",
  "create index product_words_newest on product_words (created_at, product_id)",
  // Ranking reads name and kind of every product found and never `words`, which are stored apart.
  "alter table product_words set (toast_tuple_target = 128)",
  `create function forget_retired() returns trigger language plpgsql as $$
      begin
        delete from product_words where product_id = new.id;
        return null;
      end
    $$`,
  `create trigger products_retired after update of active on products
    for each row when (new.active = 0) execute function forget_retired()`,
];

const SQLITE = [
  `create table product_words (
    number integer primary key, product_id text not null unique references products (id) on delete cascade,
    created_at bigint not null, name text default '' not null, kind text default '' not null
  )`,
  // Words arrive folded, so the tokenizer folds nothing; ranking needs only a word's column.
  `create virtual table product_index using fts5(
    name, kind, rest, content = '', contentless_delete = 1, detail = column, tokenize = 'unicode61 remove_diacritics 0'
  )`,
  `create trigger product_words_removed after delete on product_words begin
    delete from product_index where rowid = old.number;
  end`,
  `create trigger products_retired after update of active on products when new.active = 0 begin
    delete from product_words where product_id = new.id;
  end`,
];
