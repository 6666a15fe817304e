import type { Insertable, Kysely } from "kysely";
import type { Database } from "./connection.server";
import categoriesJson from "./demo/categories.json";
import collectionsJson from "./demo/collections.json";
import homeJson from "./demo/home.json";
import productsJson from "./demo/products.json";
import reviewsJson from "./demo/reviews.json";
import type { DemoCategory, DemoCollection, DemoProduct, DemoReview, DemoSection } from "./demo/types";
import { categoryRow, collectionRow, productOf, reviewRow } from "./demo-rows";
import { isTaskDone, markTaskDone } from "./one-time-tasks.server";
import { homeSectionRow, productRow, variantRows } from "./product-rows";
import { countReadableReviews } from "./readable-reviews.server";
import type { Schema } from "./schema";

/** TypeScript reads JSON's enumerated words as `string`; a test checks the files. */
export const demo = {
  categories: categoriesJson as DemoCategory[],
  collections: collectionsJson as DemoCollection[],
  products: productsJson as unknown as DemoProduct[],
  reviews: reviewsJson as DemoReview[],
  /** The home page of a new shop, in the order of its sections. */
  home: homeJson as DemoSection[],
};

/**
 * Seeds the demo catalogue and home page into a new database; products' ages count from now.
 * @returns whether this call did it
 */
export async function seedCatalogueOnce({ db }: Database): Promise<boolean> {
  if (await isTaskDone(db, "catalogue")) return false;
  return db.transaction().execute(async (transaction) => {
    const now = Date.now();
    if (!(await markTaskDone(transaction, "catalogue", new Date(now)))) return false;
    const { categories, collections, products, reviews, home } = demo;
    // Parents first: children refer to them.
    const sorted = [...categories].sort((a, b) => Number(Boolean(a.parent)) - Number(Boolean(b.parent)));
    const positions = new Map(categories.map((category, position) => [category.slug, position]));
    const categoryRows = sorted.map((category) => {
      const family = categories.filter(({ slug, parent }) => [slug, parent].includes(category.slug));
      const slugs = new Set(family.map(({ slug }) => slug));
      const ofFamily = products.filter((product) => slugs.has(product.category));
      return categoryRow(category, positions.get(category.slug) ?? 0, ofFamily);
    });
    await insertAll(transaction, "categories", categoryRows);
    const collectionRows = collections.map((collection, position) => collectionRow(collection, position, products));
    await insertAll(transaction, "collections", collectionRows);
    const written = products.map((product) => productOf(product, now));
    await insertAll(transaction, "products", written.map(productRow));
    await insertAll(transaction, "variants", written.flatMap(variantRows));
    const rows = reviews.map((review) => reviewRow(review, products, now));
    await insertAll(transaction, "reviews", rows);
    await countReadableReviews(transaction, [...new Set(rows.map(({ product_id }) => product_id))]);
    const sections = home.map((section) => ({ subtitle: "", description: "", ...section }));
    await insertAll(transaction, "home_sections", sections.map(homeSectionRow));
    return true;
  });
}

/** Rows of one statement, far below both engines' parameter limits (32,766 and 65,535). */
const BATCH = 500;

/** Inserts rows in batches; rows that they refer to must exist. */
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
