import { MOST_REVIEW_CHARACTERS, ratings, reviewStates } from "~/domain/catalogue/review";
import { fits } from "~/domain/catalogue/size";
import { z } from "../zod.server";
import { count, id, moment, orNull, short } from "./values.server";

const rating = z.number().int().min(1).max(5);

const summaryFields = {
  count,
  average: z.number().min(0).max(5),
  counts: z.object(
    Object.fromEntries(ratings.map((stars) => [stars, count])) as Record<`${1 | 2 | 3 | 4 | 5}`, typeof count>,
  ),
  fits: z
    .object({ small: count, true: count, large: count })
    .openapi({ description: "Ce que les clients disent de la taille\u00a0: petit, normalement, grand." }),
};

export const reviewSummary = z.object(summaryFields).openapi("ReviewSummary");

export const review = z
  .object({
    id,
    rating,
    text: z.string().openapi({ description: "Peut être vide\u00a0: une note seule." }),
    author: z.string().openapi({ description: "Le prénom\u00a0; vide si le compte est supprimé." }),
    wilaya: z.string(),
    createdAt: moment,
    isDemo: z.boolean().openapi({ description: "De la démonstration\u00a0: personne n'a reçu cette paire." }),
  })
  .openapi("Review");

export const reviewList = z
  .object({ ...summaryFields, reviews: z.array(review), limit: count, offset: count })
  .openapi("ReviewList");

export const orderReviews = z
  .object({
    orderNumber: z.string(),
    isDelivered: z.boolean(),
    author: z.string(),
    wilaya: z.string(),
    lines: z
      .array(z.object({ productVariantId: id, state: z.enum(reviewStates), rating: orNull(rating), text: z.string() }))
      .openapi({ description: "Tant que la commande n'est pas livrée, aucun sans avis." }),
  })
  .openapi("OrderReviews");

export const reviewRequest = z
  .object({
    productVariantId: short(100).min(1, "Article manquant"),
    rating: rating.openapi({ description: "De 1 à 5." }),
    fit: z
      .enum(["", ...fits])
      .default("")
      .openapi({ description: "Facultatif\u00a0: comment la paire taille." }),
    text: z.string().max(5_000).default("").openapi({ maxLength: MOST_REVIEW_CHARACTERS }),
  })
  .openapi("ReviewRequest");
