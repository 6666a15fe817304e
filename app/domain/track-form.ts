import * as z from "zod/v4-mini";
import { required, spelled, telephone } from "./form-fields";
import { normaliseOrderNumber } from "./order";

/** Finding an order again: its number and the phone it was placed with, both in any spelling. */

export const numero = spelled(normaliseOrderNumber, "Numéro de commande invalide (ex: K7MQ-4TXP)").check(
  required("Le numéro de commande est requis"),
);

export const trackForm = {
  id: "suivi",
  fields: ["numero", "telephone"] as const,
  schema: z.object({ numero, telephone }),
};
