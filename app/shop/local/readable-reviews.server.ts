import type { ProductCard } from "~/domain/catalogue/catalogue";
import { summaryOf } from "~/domain/catalogue/review";
import type { Queries } from "./context";

/**
 * Reviews that can be read. The demonstration's go with the first customer's of a product, whose
 * rating is no mixture.
 */
export function readableReviews(db: Queries) {
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

/** The cards of a list with their stars, in one query. */
export async function withStars(db: Queries, cards: readonly ProductCard[]): Promise<ProductCard[]> {
  if (cards.length === 0) return [];
  const ids = cards.map(({ id }) => id);
  const rows = await readableReviews(db)
    .select((build) => ["product_id", "rating", build.fn.countAll<number>().as("count")])
    .where("product_id", "in", ids)
    .groupBy(["product_id", "rating"])
    .execute();
  return cards.map((card) => {
    const own = rows.filter(({ product_id }) => product_id === card.id);
    const { count, average } = summaryOf(Object.fromEntries(own.map(({ rating, count }) => [rating, Number(count)])));
    return count === 0 ? card : { ...card, stars: { count, average } };
  });
}
