import * as z from "zod/v4-mini";
import { line, normalisedBy, required, telephone } from "../values/form-fields";
import { normaliseOrderNumber } from "./order";

/** Finding an order by its number and its phone, both in any spelling. */

const MISSING = "Le numéro de commande est requis";

/** @param isOwn whether this shop gives the numbers; those of another shop's API may be anything */
export const numero = (isOwn: boolean) => (isOwn ? ownNumber : line(MISSING, "Le numéro est trop long", 100));

const ownNumber = normalisedBy(normaliseOrderNumber, "Numéro de commande invalide (ex: K7MQ-4TXP)").check(
  required(MISSING),
);

export const trackForm = (isOwn: boolean) => ({
  id: "suivi",
  schema: z.object({ numero: numero(isOwn), telephone }),
});
