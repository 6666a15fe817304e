import * as z from "zod/v4-mini";
import { atMost, required, typed } from "./form-fields";
import { MOST_REVIEW_CHARACTERS } from "./review";

/** The form of a review: the variant of an order's line, a rating, and words if one likes. */
export const reviewForm = {
  id: "avis",
  fields: ["article", "note", "texte"] as const,
  schema: z.object({
    article: typed.check(required("Choisissez un article")),
    note: typed.check(
      required("Choisissez une note"),
      z.refine((text) => text === "" || /^[1-5]$/.test(text), "La note va de 1 à 5"),
    ),
    texte: typed.check(z.trim(), atMost(MOST_REVIEW_CHARACTERS, "L'avis est trop long")),
  }),
};
