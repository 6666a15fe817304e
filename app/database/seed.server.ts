import type { Insertable, Kysely } from "kysely";
import type { Database } from "./connection.server";
import categoriesJson from "./demo/categories.json";
import collectionsJson from "./demo/collections.json";
import productsJson from "./demo/products.json";
import type { DemoCategory, DemoCollection, DemoProduct } from "./demo/types";
import { runOnce } from "./one-time-tasks.server";
import { categoryRow, collectionRow, productRow, variantRows } from "./rows";
import type { Schema } from "./schema";

/** The demo catalogue. TypeScript reads JSON's words as any text; a test checks the files against the types. */
export const demo = {
  categories: categoriesJson as DemoCategory[],
  collections: collectionsJson as DemoCollection[],
  products: productsJson as unknown as DemoProduct[],
};

/**
 * Fills a database that has no catalogue yet.
 * @param now the moment that products' ages count from
 * @returns whether this call filled it
 */
export function seedWhenEmpty(database: Database, now: Date = new Date(), catalogue = demo): Promise<boolean> {
  return runOnce(database, "catalogue", now, async (transaction) => {
    const { categories, collections, products } = catalogue;
    // A parent before its children.
    const sorted = [...categories].sort((a, b) => Number(Boolean(a.parent)) - Number(Boolean(b.parent)));
    const positions = new Map(categories.map((category, position) => [category.slug, position]));
    await insertAll(
      transaction,
      "categories",
      sorted.map((category) => {
        const family = categories.filter(({ slug, parent }) => [slug, parent].includes(category.slug));
        const slugs = new Set(family.map(({ slug }) => slug));
        const own = products.filter((product) => slugs.has(product.category));
        return categoryRow(category, positions.get(category.slug) ?? 0, own);
      }),
    );
    await insertAll(
      transaction,
      "collections",
      collections.map((collection, position) => collectionRow(collection, position, products)),
    );
    await insertAll(
      transaction,
      "products",
      products.map((product) => productRow(product, now.getTime())),
    );
    await insertAll(transaction, "variants", products.flatMap(variantRows));
  });
}

/** Rows of one statement: far below both engines' limits of parameters (32,766 and 65,535). */
const BATCH = 500;

/** Inserts rows in batches; for a table whose parents are there already. */
export async function insertAll<Table extends keyof Schema>(
  db: Kysely<Schema>,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) {
    await db
      .insertInto(table)
      .values(rows.slice(start, start + BATCH))
      .execute();
  }
}
