import { type Kysely, sql } from "kysely";
import type { Color, Specification } from "~/domain/catalogue";
import { type SearchText, searchTextOf } from "~/domain/search";
import type { Database, Dialect } from "./connection.server";
import { isTaskDone, markTaskDone } from "./one-time-tasks.server";
import type { Schema } from "./schema";

/**
 * What products are found by. SQLite: FTS5, fed with words that are folded already. PostgreSQL: a tsvector of the same words
 * under a GIN index, which every server has without an extension. Whoever writes products calls `indexProducts` in the same
 * transaction; products that are retired or removed leave by themselves.
 */

/** Rises when the folding of words or what is kept of them changes: every shop then fills its index anew at its next start. */
const MARK = "search index 2";
/** PostgreSQL: stands before a word of a name, which is in the index a second time; no word has it. */
export const IN_NAME = "=";
/** Products in one turn: what is held in memory stays small. */
const BATCH = 500;

/** Adds what the index lacks: all of it in a shop that was filled before it could be searched, else nothing. */
export async function fillSearchIndex({ db, dialect }: Database): Promise<void> {
  if ((await isTaskDone(db, MARK)) && (await missingIn(db)).length === 0) return;
  await db.transaction().execute(async (transaction) => {
    // Of several processes that start at once one fills it; the others wait here and find the work done.
    if (dialect === "postgres") await sql`lock table product_words in exclusive mode`.execute(transaction);
    if (await markTaskDone(transaction, MARK, new Date())) {
      await transaction.deleteFrom("product_words").execute();
      await transaction.deleteFrom("search_words").execute();
    }
    await indexProducts(transaction, dialect, await missingIn(transaction));
  });
}

async function missingIn(db: Kysely<Schema>): Promise<string[]> {
  const rows = await db
    .selectFrom("products")
    .leftJoin("product_words", "product_words.product_id", "products.id")
    .select("products.id")
    .where("product_words.product_id", "is", null)
    .where("products.active", "=", 1)
    .orderBy("products.id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Makes products findable by what they are now; inside a transaction. */
export async function indexProducts(db: Kysely<Schema>, dialect: Dialect, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += BATCH) {
    const texts = await textsOf(db, ids.slice(start, start + BATCH));
    if (texts.length === 0) continue;
    await db
      .deleteFrom("product_words")
      .where(
        "product_id",
        "in",
        texts.map(({ id }) => id),
      )
      .execute();
    if (dialect === "postgres") await insertVectors(db, texts);
    else await insertDocuments(db, texts);
    await learnWords(db, texts);
  }
}

interface Text extends SearchText {
  id: string;
  createdAt: number;
}

async function textsOf(db: Kysely<Schema>, ids: readonly string[]): Promise<Text[]> {
  const products = await db
    .selectFrom("products")
    .innerJoin("categories", "categories.id", "products.category_id")
    .leftJoin("collections", "collections.id", "products.collection_id")
    .select(["products.id", "products.name", "products.sku", "products.kind", "products.gender", "products.created_at"])
    .select(["products.colors", "products.tags", "products.description"])
    .select(["products.features", "products.specifications"])
    .select(["categories.name as category", "collections.name as collection"])
    .where("products.id", "in", ids)
    .where("products.active", "=", 1)
    .execute();
  const sizes = new Map<string, string[]>();
  const variants = await db
    .selectFrom("variants")
    .select(["product_id", "size", "size_label"])
    .distinct()
    .where("product_id", "in", ids)
    .execute();
  for (const { product_id, size, size_label } of variants)
    sizes.set(product_id, [...(sizes.get(product_id) ?? []), size_label ?? String(size)]);
  return products.map((row) => ({
    id: row.id,
    createdAt: row.created_at,
    ...searchTextOf({
      name: row.name,
      sku: row.sku,
      kind: row.kind,
      gender: row.gender,
      colors: JSON.parse(row.colors) as Color[],
      sizes: sizes.get(row.id) ?? [],
      tags: JSON.parse(row.tags) as string[],
      groups: [row.category, row.collection ?? ""],
      description: row.description,
      details: [
        ...(JSON.parse(row.features) as string[]),
        ...(JSON.parse(row.specifications) as Specification[]).map(({ value }) => value),
      ],
    }),
  }));
}

/** Products with one date on SQLite, as bits of their numbers; dates behind 2109 count as that year. */
const [BITS_OF_TIES, LAST_DATE] = [20, 2 ** 42];

/**
 * The index itself keeps no product's id, and forgets a product with its row here (a trigger sees to it). It brings what it finds by
 * number from either end, so numbers are in the order of dates.
 */
async function insertDocuments(db: Kysely<Schema>, texts: readonly Text[]): Promise<void> {
  for (const { id, createdAt, name, kind, rest } of texts) {
    const date = Math.min(Math.max(createdAt, 0), LAST_DATE);
    const least = (of: number) => sql`${of} << ${sql.lit(BITS_OF_TIES)}`;
    await sql`insert into product_words (number, product_id, created_at, name, kind)
      select max(coalesce(max(number), 0), ${least(date)}) + 1, ${id}, ${createdAt}, ${spaced(name)}, ${spaced(kind)}
      from product_words where number < ${least(date + 1)}`.execute(db);
    await sql`insert into product_index (rowid, name, kind, rest)
      select number, name, kind, ${rest.join(" ")} from product_words where product_id = ${id}`.execute(db);
  }
}

async function insertVectors(db: Kysely<Schema>, texts: readonly Text[]): Promise<void> {
  const rows = texts.map(({ id, createdAt, name, kind, rest }) => ({
    product_id: id,
    created_at: createdAt,
    name: spaced(name),
    kind: spaced(kind),
    // The words as they are, past PostgreSQL's own ideas of what a word is.
    words: sql<string>`array_to_tsvector(${[...name.map((word) => IN_NAME + word), ...name, ...kind, ...rest]}::text[])`,
  }));
  await db.insertInto("product_words").values(rows).execute();
}

/** A word is then found with a space before it, and a whole one with another behind it. */
const spaced = (words: readonly string[]) => ` ${words.join(" ")} `;

async function learnWords(db: Kysely<Schema>, texts: readonly Text[]): Promise<void> {
  const all = new Set(texts.flatMap(({ name, kind, rest }) => [...name, ...kind, ...rest]));
  const known = new Set(texts.flatMap(({ known }) => known));
  // In one order for everybody, so that two that write the same words do not wait for each other in a ring.
  const rows = [...all].sort().map((word) => ({ word, length: known.has(word) ? word.length : null }));
  for (let start = 0; start < rows.length; start += BATCH)
    await db
      .insertInto("search_words")
      .values(rows.slice(start, start + BATCH))
      .onConflict((conflict) =>
        conflict
          .column("word")
          .doUpdateSet((build) => ({ length: build.ref("excluded.length") }))
          .where("search_words.length", "is", null)
          .where((build) => build("excluded.length", "is not", null)),
      )
      .execute();
}
