import { z } from "zod";
import type { DeliveryMode } from "./delivery";
import { normalisePhone } from "./phone";

/**
 * The delivery form (section 5): its fields, its limits and its words. The schema runs on the server only; pages import the
 * types and nothing else, so that zod stays out of the browser.
 */

/** Said above the fields when something that is required is missing. */
export const MISSING = "Veuillez remplir tous les champs obligatoires";

/** Where the parcel could go, given what was typed: ids as the form carries them. */
export interface Reach {
  wilayas: readonly string[];
  /** Of the chosen wilaya. */
  communes: readonly string[];
  /** Of the chosen commune. */
  stopDesks: readonly string[];
}

/** One line of text: no line breaks, no double spaces, nothing invisible that would count as a letter. */
export function oneLine(text: string): string {
  return text
    .replace(/[\u00ad\u200b\u2060\u202a-\u202e\u2066-\u2069\ufeff]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

export const isWord = (text: string) => /[\p{L}\p{N}]/u.test(text);

const name = (missing: string, tooLong: string) =>
  z
    .string({ required_error: missing })
    .transform(oneLine)
    .refine(isWord, missing)
    .refine((text) => text.length <= 60, tooLong);

const oneOf = (ids: readonly string[], missing: string) =>
  z
    .string({ required_error: missing })
    .refine((id) => ids.includes(id), missing)
    .transform(Number);

const telephone = z
  .string({ required_error: "Le téléphone est requis" })
  .refine((typed) => typed.trim() !== "", "Le téléphone est requis")
  .transform((typed, context) => {
    const phone = normalisePhone(typed);
    if (phone === undefined) context.addIssue({ code: "custom", message: "Numéro invalide (ex: 0550123456)" });
    return phone ?? "";
  });

/** To the door it is required, at a stop desk it is not. */
function addressFor(mode: DeliveryMode) {
  const adresse = z
    .string({ required_error: "L'adresse est requise" })
    .transform((text) => text.replace(/[\u200b\u2060\u202a-\u202e\u2066-\u2069\ufeff]/g, "").trim())
    .refine((text) => text.length <= 200, "L'adresse est trop longue (200 caractères au plus)");
  return mode === "relais" ? adresse.optional().default("") : adresse.refine(isWord, "L'adresse est requise");
}

const remarque = z
  .string()
  .transform((text) => text.trim())
  .refine((text) => text.length <= 500, "La remarque est trop longue (500 caractères au plus)")
  .optional()
  .default("");

/** @param reach what the courier serves, for the wilaya and commune that were typed: a commune of another wilaya is refused */
export function deliverySchema(reach: Reach, mode: DeliveryMode) {
  return z.object({
    nom: name("Le nom est requis", "Le nom est trop long (60 caractères au plus)"),
    prenom: name("Le prénom est requis", "Le prénom est trop long (60 caractères au plus)"),
    telephone,
    wilaya: oneOf(reach.wilayas, "La wilaya est requise"),
    commune: oneOf(reach.communes, "La commune est requise"),
    relais:
      mode === "relais" ? oneOf(reach.stopDesks, "Choisissez un point relais") : z.unknown().transform(() => undefined),
    adresse: addressFor(mode),
    remarque,
  });
}

/** What can still be corrected in an order: nothing that changes its fee. */
export const correctionFields = ["telephone", "adresse", "remarque"] as const;

export function correctionSchema(mode: DeliveryMode) {
  return z.object({ telephone, adresse: addressFor(mode), remarque });
}

/** Whether something that is required is missing: then MISSING is said above the fields. */
export function isMissing(messages: readonly (string | undefined)[]): boolean {
  return messages.some((message) => message !== undefined && / est requise?$/.test(message));
}
