import { ratings } from "~/domain/review";
import type { ShownReviews } from "./shown-reviews.server";

/** 4.8 as "4,8" */
export const stars = (rating: number) => String(rating).replace(".", ",");

/** The average, and how many gave each rating: in words, beside bars. */
export function Distribution({ average, count, counts }: Omit<ShownReviews, "reviews">) {
  return (
    <>
      <p className="text-lg">{`${stars(average)} sur 5 · ${count} avis`}</p>
      <ol>
        {ratings.map((rating) => (
          <li key={rating} className="flex items-center gap-2">
            <span className="w-20">{rating > 1 ? `${rating} étoiles` : "1 étoile"}</span>
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
      {reviews.map(({ id, rating, text, author, wilaya, month }) => (
        <li key={id} className="border-t py-3">
          <p>
            <span aria-hidden="true">★ </span>
            {`${rating} sur 5`}
          </p>
          {text && <p className="whitespace-pre-line break-words">{text}</p>}
          <p className="hint">{[author, wilaya, month, "Achat vérifié"].filter(Boolean).join(" · ")}</p>
        </li>
      ))}
    </ol>
  );
}
