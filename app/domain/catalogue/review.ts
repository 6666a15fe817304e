import type { OrderLine } from "../order/order";
import { counted } from "../values/plural";
import type { Stars } from "./catalogue";
import { type Fit, fits } from "./size";

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
  /** Of the demonstration, by nobody who received a pair. */
  isDemo: boolean;
}

export interface ReviewSummary extends Stars {
  counts: Record<Rating, number>;
  /** How many said so of the fit, which may be left open. */
  fits: Record<Fit, number>;
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

/** @param fitCounts none from an API that does not tell */
export function summaryOf(
  counts: Readonly<Partial<Record<number, number>>>,
  fitCounts: Readonly<Partial<Record<Fit, number>>> = {},
): ReviewSummary {
  const all = Object.fromEntries(ratings.map((rating) => [rating, counts[rating] ?? 0])) as Record<Rating, number>;
  const ofFit = Object.fromEntries(fits.map((fit) => [fit, fitCounts[fit] ?? 0])) as Record<Fit, number>;
  const count = ratings.reduce((sum, rating) => sum + all[rating], 0);
  const points = ratings.reduce((sum, rating) => sum + rating * all[rating], 0);
  return { count, average: count === 0 ? 0 : Math.round((10 * points) / count) / 10, counts: all, fits: ofFit };
}

/** '4,8 sur 5 · 12 avis' */
export const ratingText = ({ average, count }: Stars): string =>
  `${String(average).replace(".", ",")} sur 5 · ${counted(count, "avis", "avis")}`;

/** After 'Taille'. */
export const fitNames: Record<Fit, string> = {
  small: "petit",
  true: "normalement",
  large: "grand",
};

/** Below that many, one customer's foot would speak for all. */
const FEWEST_FITS = 3;

/**
 * 'Taille petit selon 12 clients sur 13', or 'Confirmé par 12 clients sur 13' after the shop's own
 * words; empty while too few have said it.
 */
export function fitOpinion(of: ReviewSummary["fits"], said: Fit | "" | undefined): string {
  const total = fits.reduce((sum, fit) => sum + of[fit], 0);
  const [most] = [...fits].sort((a, b) => of[b] - of[a]);
  if (most === undefined || total < FEWEST_FITS) return "";
  const customers = `${counted(of[most], "client")} sur ${total}`;
  return most === said ? `Confirmé par ${customers}` : `Taille ${fitNames[most]} selon ${customers}`;
}
