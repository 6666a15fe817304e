import { type Kysely, sql } from "kysely";
import type { Color, Specification } from "~/domain/catalogue/catalogue";
import { retiredReference } from "~/domain/catalogue/imported-product";
import { materialLabels } from "~/domain/catalogue/material";
import { type SearchText, searchTextOf } from "~/domain/catalogue/search";
import { sizeName } from "~/domain/catalogue/size";
import { maybe } from "~/domain/content/content-values";
import type { Database, Dialect } from "./connection.server";
import { isTaskDone, markLatestDone } from "./one-time-tasks.server";
import type { Schema } from "./schema";

/**
 * The search index. SQLite: FTS5, fed with the words of domain/catalogue/search.ts. PostgreSQL: a
 * tsvector under a GIN index, which needs no extension. Code that writes products calls
 * `indexProducts` in the same transaction; triggers remove retired products.
 */

/** Change it when the folding or the stored words change: every shop then fills its index again. */
const FILL_TASK = "search index 6";
/** PostgreSQL: prefix of the second entry of a name's word; no word contains it. */
export const NAME_PREFIX = "=";
/** Products in one batch, to bound memory. */
const BATCH = 500;

/** Adds products that the index lacks: all after a change of `FILL_TASK`, else usually none. */
export async function fillSearchIndex({ db, dialect }: Database): Promise<void> {
  if ((await isTaskDone(db, FILL_TASK)) && (await missingIn(db)).length === 0) return;
  await db.transaction().execute(async (transaction) => {
    // Of several processes one fills it; the others wait here, however long, and find it filled.
    if (dialect === "postgres") {
      await sql`set local lock_timeout = 0`.execute(transaction);
      await sql`lock table product_words in exclusive mode`.execute(transaction);
    }
    if (await markLatestDone(transaction, FILL_TASK, new Date())) {
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

/** Indexes the current texts of these products; inside a transaction. */
export async function indexProducts(db: Kysely<Schema>, dialect: Dialect, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += BATCH) {
    const texts = await textsOf(db, ids.slice(start, start + BATCH));
    if (texts.length === 0) continue;
    const indexed = texts.map(({ id }) => id);
    await db.deleteFrom("product_words").where("product_id", "in", indexed).execute();
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
    .select(["products.brand", "products.colors", "products.tags", "products.description"])
    .select(["products.features", "products.specifications", "products.material"])
    .select(["categories.name as category", "collections.name as collection"])
    .where("products.id", "in", ids)
    .where("products.active", "=", 1)
    .execute();
  const variants = await db
    .selectFrom("variants")
    .select(["id", "product_id", "size", "size_label", "sku", "barcode"])
    .where("product_id", "in", ids)
    .execute();
  const byProduct = new Map(ids.map((id): [string, typeof variants] => [id, []]));
  for (const row of variants) byProduct.get(row.product_id)?.push(row);
  return products.map((row) => {
    const own = byProduct.get(row.id) ?? [];
    const sizes = own.map(({ size, size_label }) => sizeName({ size, ...maybe("sizeLabel", size_label) }));
    const text = searchTextOf({
      ...row,
      colors: JSON.parse(row.colors) as Color[],
      sizes: [...new Set(sizes)],
      hasEuSize: own.some(({ size_label }) => size_label === null),
      // Parts of an id are words by chance.
      codes: own.flatMap(({ id, sku, barcode }) => [sku === retiredReference(id) ? "" : sku, barcode]),
      tags: JSON.parse(row.tags) as string[],
      groups: [row.category, row.collection ?? ""],
      details: [
        ...(row.material ? [materialLabels[row.material]] : []),
        ...(JSON.parse(row.features) as string[]),
        ...(JSON.parse(row.specifications) as Specification[]).map(({ value }) => value),
      ],
    });
    return { id: row.id, createdAt: row.created_at, ...text };
  });
}

/** SQLite: a row id has so many bits for products of one date. */
const BITS_OF_TIES = 20;
/** SQLite: dates after 2109 count as that year. */
const LAST_DATE = 2 ** 42;

/**
 * Row ids are ordered by date, for reading the index from either end; a trigger deletes entries.
 */
async function insertDocuments(db: Kysely<Schema>, texts: readonly Text[]): Promise<void> {
  for (const { id, createdAt, name, kind, rest } of texts) {
    const date = Math.min(Math.max(createdAt, 0), LAST_DATE);
    const firstOf = (moment: number) => sql`${moment} << ${sql.lit(BITS_OF_TIES)}`;
    await sql`insert into product_words (number, product_id, created_at, name, kind)
      select max(coalesce(max(number), 0), ${firstOf(date)}) + 1, ${id}, ${createdAt}, ${spaced(name)}, ${spaced(kind)}
      from product_words where number < ${firstOf(date + 1)}`.execute(db);
    await sql`insert into product_index (rowid, name, kind, rest)
      select number, name, kind, ${rest.join(" ")} from product_words where product_id = ${id}`.execute(db);
  }
}

async function insertVectors(db: Kysely<Schema>, texts: readonly Text[]): Promise<void> {
  const rows = texts.map(({ id, createdAt, name, kind, rest }) => {
    const words = [...name.map((word) => NAME_PREFIX + word), ...name, ...kind, ...rest];
    return {
      product_id: id,
      created_at: createdAt,
      name: spaced(name),
      kind: spaced(kind),
      // Not `to_tsvector`, which would split words by PostgreSQL's own rules.
      words: sql<string>`array_to_tsvector(${words}::text[])`,
    };
  });
  await db.insertInto("product_words").values(rows).execute();
}

/** So that `% word%` matches a prefix and `% word %` a whole word. */
const spaced = (words: readonly string[]) => ` ${words.join(" ")} `;

async function learnWords(db: Kysely<Schema>, texts: readonly Text[]): Promise<void> {
  const all = new Set(texts.flatMap(({ name, kind, rest }) => [...name, ...kind, ...rest]));
  const known = new Set(texts.flatMap(({ known }) => known));
  // Sorted, so that two transactions that write the same words cannot deadlock.
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
