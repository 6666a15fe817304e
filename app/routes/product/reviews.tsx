import { type Review, ratings, ratingText } from "~/domain/catalogue/review";
import { formatMonth } from "~/domain/values/dates";
import { counted } from "~/domain/values/plural";
import type { ProductReviews } from "~/shop/services/reviews";

/** Reviews as pages show them. @param cut shortens their words; by default they stay whole */
export function shownReviews({ reviews, ...summary }: ProductReviews, cut = (text: string) => text) {
  const isDemo = reviews.some((review) => review.isDemo);
  return { ...summary, isDemo, reviews: reviews.map((review) => shownReview(review, cut)) };
}

const shownReview = ({ id, rating, text, author, wilaya, at, isDemo }: Review, cut: (text: string) => string) => ({
  id,
  rating,
  text: cut(text),
  author: author || "Un client",
  wilaya,
  month: formatMonth(at),
  origin: isDemo ? "Avis de démonstration" : "Achat vérifié",
});

export type ShownReviews = ReturnType<typeof shownReviews>;

/** The average, and how many gave each rating: in words, beside bars. */
export function Distribution(reviews: Pick<ShownReviews, "average" | "count" | "counts">) {
  const { count, counts } = reviews;
  return (
    <>
      <p className="text-lg">{ratingText(reviews)}</p>
      <ol>
        {ratings.map((rating) => (
          <li key={rating} className="flex items-center gap-2">
            <span className="w-20">{counted(rating, "étoile")}</span>
            <svg className="h-2 grow text-accent" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
              <rect width="100" height="8" fill="currentColor" opacity=".2" />
              <rect width={Math.round((100 * counts[rating]) / count)} height="8" fill="currentColor" />
            </svg>
            <span className="sr-only">&nbsp;: </span>
            <span className="w-20">{`${counts[rating]} avis`}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

export function ReviewList({ reviews }: Pick<ShownReviews, "reviews">) {
  return (
    <ol>
      {reviews.map(({ id, rating, text, author, wilaya, month, origin }) => (
        <li key={id} className="border-t py-4">
          <p>
            <span aria-hidden="true">★ </span>
            {`${rating} sur 5`}
          </p>
          {text && (
            <p dir="auto" className="whitespace-pre-line break-words">
              {text}
            </p>
          )}
          <p className="hint">{[author, wilaya, month, origin].filter(Boolean).join(" · ")}</p>
        </li>
      ))}
    </ol>
  );
}
