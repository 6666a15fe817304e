import * as z from "zod/v4-mini";
import { atMost, required, typed } from "../values/form-fields";
import { MOST_REVIEW_CHARACTERS } from "./review";
import { fits } from "./size";

/** The form of a review: the variant of an order's line, a rating, fit and words if one likes. */
export const reviewForm = {
  id: "avis",
  schema: z.object({
    article: typed.check(required("Choisissez un article")),
    note: typed.check(
      required("Choisissez une note"),
      z.refine((text) => text === "" || /^[1-5]$/.test(text), "La note va de 1 à 5"),
    ),
    taille: z.catch(z.enum(["", ...fits]), ""),
    texte: typed.check(z.trim(), atMost(MOST_REVIEW_CHARACTERS, "L'avis est trop long")),
  }),
};
