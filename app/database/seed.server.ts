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
import type { CategoryTable, CollectionTable } from "./schema/catalogue";

/** TypeScript reads JSON's enumerated words as `string`; a test checks the files. */
export const demo = {
  categories: categoriesJson as DemoCategory[],
  collections: collectionsJson as DemoCollection[],
  products: productsJson as unknown as DemoProduct[],
  reviews: reviewsJson as DemoReview[],
  /** The home page of a new shop, in the order of its sections. */
  home: homeJson as DemoSection[],
};

/** Parents precede their children in the file: these refer to them. */
export function demoCategoryRows(): CategoryTable[] {
  const { categories, products } = demo;
  return categories.map((category, position) => {
    const family = categories.filter(({ slug, parent }) => [slug, parent].includes(category.slug));
    const slugs = new Set(family.map(({ slug }) => slug));
    const ofFamily = products.filter((product) => slugs.has(product.category));
    return categoryRow(category, position, ofFamily);
  });
}

export const demoCollectionRows = (): CollectionTable[] =>
  demo.collections.map((collection, position) => collectionRow(collection, position, demo.products));

/**
 * Seeds the demo catalogue and home page into a new database; products' ages count from now.
 * @returns whether this call did it
 */
export async function seedCatalogueOnce({ db }: Database): Promise<boolean> {
  if (await isTaskDone(db, "catalogue")) return false;
  return db.transaction().execute(async (transaction) => {
    const now = Date.now();
    if (!(await markTaskDone(transaction, "catalogue", new Date(now)))) return false;
    const { products, reviews, home } = demo;
    await transaction.insertInto("categories").values(demoCategoryRows()).execute();
    await transaction.insertInto("collections").values(demoCollectionRows()).execute();
    const written = products.map((product) => productOf(product, now));
    await transaction.insertInto("products").values(written.map(productRow)).execute();
    await transaction.insertInto("variants").values(written.flatMap(variantRows)).execute();
    const rows = reviews.map((review) => reviewRow(review, products, now));
    await transaction.insertInto("reviews").values(rows).execute();
    await countReadableReviews(transaction, [...new Set(rows.map(({ product_id }) => product_id))]);
    const sections = home.map((section) => ({ subtitle: "", description: "", ...section }));
    await transaction.insertInto("home_sections").values(sections.map(homeSectionRow)).execute();
    return true;
  });
}
