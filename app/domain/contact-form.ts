import { z } from "zod";
import { isWord, oneLine } from "./delivery-form";
import { normaliseEmail } from "./email";

/** A message to the shop, and an address for the newsletter: their fields, limits and words. Server only, as delivery-form. */

export const contactFields = ["nom", "email", "sujet", "message"] as const;
export type ContactValues = Record<(typeof contactFields)[number], string>;
export type ContactErrors = Partial<ContactValues>;

export const email = z.string({ required_error: "L'e-mail est requis" }).transform((typed, context) => {
  const address = normaliseEmail(typed);
  if (address === undefined)
    context.addIssue({
      code: "custom",
      message: typed.trim() === "" ? "L'e-mail est requis" : "Adresse e-mail invalide (ex: nom@exemple.com)",
    });
  return address ?? "";
});

/** @param most characters */
export const line = (missing: string, tooLong: string, most: number) =>
  z
    .string({ required_error: missing })
    .transform(oneLine)
    .refine(isWord, missing)
    .refine((text) => text.length <= most, `${tooLong} (${most} caractères au plus)`);

export const contactSchema = z.object({
  nom: line("Le nom est requis", "Le nom est trop long", 60),
  email,
  sujet: line("Le sujet est requis", "Le sujet est trop long", 120),
  message: z
    .string({ required_error: "Le message est requis" })
    .transform((text) => text.trim())
    .refine(isWord, "Le message est requis")
    .refine((text) => text.length <= 5_000, "Le message est trop long (5000 caractères au plus)"),
});

export const newsletterSchema = z.object({ email });
