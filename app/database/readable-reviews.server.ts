import type { Kysely } from "kysely";
import { summaryOf } from "~/domain/catalogue/review";
import type { Schema } from "./schema";

/**
 * Reviews that can be read. The demonstration's go with the first customer's of a product, whose
 * rating is no mixture.
 */
export function readableReviews(db: Kysely<Schema>) {
  return db
    .selectFrom("reviews")
    .where("state", "=", "published")
    .where((build) => {
      const customers = build
        .selectFrom("reviews as other")
        .select("other.id")
        .whereRef("other.product_id", "=", "reviews.product_id")
        .where("other.state", "=", "published")
        .where("other.order_id", "is not", null);
      return build.or([build("order_id", "is not", null), build.not(build.exists(customers))]);
    });
}

/** Of a new product. */
export const noReadableReviews = { readable_average: 0, readable_count: 0 };

/**
 * Stores what these products' readable reviews say in their rows: lists show it and are sorted by
 * it. Who changes which reviews can be read calls it, in the same transaction.
 */
export async function countReadableReviews(db: Kysely<Schema>, productIds: readonly string[]): Promise<void> {
  if (productIds.length === 0) return;
  // Of two transactions the second one waits here, and then counts what the first one wrote.
  await db.selectFrom("products").select("id").where("id", "in", productIds).orderBy("id").forNoKeyUpdate().execute();
  const rows = await readableReviews(db)
    .select((build) => ["product_id", "rating", build.fn.countAll<number>().as("count")])
    .where("product_id", "in", productIds)
    .groupBy(["product_id", "rating"])
    .execute();
  for (const id of productIds) {
    const own = rows.filter(({ product_id }) => product_id === id);
    const { average, count } = summaryOf(Object.fromEntries(own.map(({ rating, count }) => [rating, Number(count)])));
    await db
      .updateTable("products")
      .set({ readable_average: average, readable_count: count })
      .where("id", "=", id)
      .execute();
  }
}
