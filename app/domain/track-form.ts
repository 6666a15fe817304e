import { z } from "zod";
import { normaliseOrderNumber } from "./order";
import { normalisePhone } from "./phone";

/** Finding an order again: its number and the phone it was placed with, both in any spelling. Server only, as delivery-form. */

export const trackFields = ["numero", "telephone"] as const;
export type TrackValues = Record<(typeof trackFields)[number], string>;
export type TrackErrors = Partial<TrackValues>;

export const trackSchema = z.object({
  numero: z.string({ required_error: "Le numéro de commande est requis" }).transform((typed, context) => {
    const number = normaliseOrderNumber(typed);
    if (number === undefined)
      context.addIssue({ code: "custom", message: "Numéro de commande invalide (ex: K7MQ-4TXP)" });
    return number ?? "";
  }),
  telephone: z.string({ required_error: "Le téléphone est requis" }).transform((typed, context) => {
    const phone = normalisePhone(typed);
    if (phone === undefined) context.addIssue({ code: "custom", message: "Numéro invalide (ex: 0550123456)" });
    return phone ?? "";
  }),
});
