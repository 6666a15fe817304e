import type { Review } from "~/domain/review";
import type { ProductReviews } from "~/shop/services/reviews";

/** Formatted on the server, because browsers format dates differently. */
const month = new Intl.DateTimeFormat("fr-FR", { month: "long", year: "numeric", timeZone: "Africa/Algiers" });

/** Reviews as pages show them. @param cut shortens their words; by default they stay whole */
export function shownReviews({ reviews, ...summary }: ProductReviews, cut = (text: string) => text) {
  return { ...summary, reviews: reviews.map((review) => shownReview(review, cut)) };
}

const shownReview = ({ id, rating, text, author, wilaya, at }: Review, cut: (text: string) => string) => ({
  id,
  rating,
  text: cut(text),
  author: author || "Un client",
  wilaya,
  month: month.format(at),
});

export type ShownReviews = ReturnType<typeof shownReviews>;
