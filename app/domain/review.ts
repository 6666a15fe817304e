import type { OrderLine } from "./order";

/** Reviews by who received a pair (decision 051). */

export const MOST_REVIEW_CHARACTERS = 1_000;

export const ratings = [5, 4, 3, 2, 1] as const;
export type Rating = (typeof ratings)[number];

export interface Review {
  id: string;
  rating: Rating;
  /** May be empty: a rating needs no words. */
  text: string;
  /** First name; empty once its account was deleted. */
  author: string;
  wilaya: string;
  at: Date;
}

export interface ReviewSummary {
  count: number;
  /** With one decimal; 0 without reviews. */
  average: number;
  /** How many gave each rating. */
  counts: Record<Rating, number>;
}

/** "open" until it is reviewed; the merchant publishes or refuses what waits. */
export const reviewStates = ["open", "waiting", "published", "refused"] as const;
export type ReviewState = (typeof reviewStates)[number];

/** A line of an order, and what became of its review. */
export interface ReviewedLine extends OrderLine {
  state: ReviewState;
  /** Absent while it is open. */
  review?: Pick<Review, "rating" | "text">;
}

export function summaryOf(counts: Readonly<Partial<Record<number, number>>>): ReviewSummary {
  const all = Object.fromEntries(ratings.map((rating) => [rating, counts[rating] ?? 0])) as Record<Rating, number>;
  const count = ratings.reduce((sum, rating) => sum + all[rating], 0);
  const points = ratings.reduce((sum, rating) => sum + rating * all[rating], 0);
  return { count, average: count === 0 ? 0 : Math.round((10 * points) / count) / 10, counts: all };
}
