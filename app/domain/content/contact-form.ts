import * as z from "zod/v4-mini";
import { atMost, email, isWord, line, nom, required, typed } from "../values/form-fields";

/** The forms of contact and newsletter: fields, limits and messages. */

export const contactForm = {
  id: "contact",
  schema: z.object({
    nom,
    email,
    sujet: line("Le sujet est requis", "Le sujet est trop long", 120),
    message: typed.check(
      z.trim(),
      required("Le message est requis", isWord),
      atMost(5_000, "Le message est trop long"),
    ),
  }),
};

export const newsletterForm = { id: "newsletter", schema: z.object({ email }) };
