import * as z from "zod/v4-mini";
import type { DeliveryMode } from "./delivery";
import { deliveryFields } from "./delivery-view";
import { adresseOrNone, atMost, isWord, nom, prenom, required, telephone, typed } from "./form-fields";

/** The delivery form, and what of it can still be corrected in an order (section 5): fields, limits and words. */

/** Where the parcel could go, given what was typed: ids as the form carries them. */
export interface Reach {
  wilayas: readonly string[];
  /** Of the chosen wilaya. */
  communes: readonly string[];
  /** Of the chosen commune. */
  pickupPoints: readonly string[];
  /** What to say of a chosen place that nothing goes to at present, or not in this way. */
  refused: { wilaya?: string; commune?: string };
}

const id = (...checks: z.core.$ZodCheck<string>[]) => z.pipe(typed.check(...checks), z.transform(Number));
const among = (ids: readonly string[]) => (chosen: string) => ids.includes(chosen);

/** @param ids all that there are; unless it is known that nothing else could be chosen */
const place = (missing: string, ids: readonly string[] | undefined, refused: string | undefined) =>
  id(refused === undefined ? required(missing, ids && among(ids)) : z.refine(() => false, refused));

/** To the door it is required, at a pickup point it is not. */
const adresseFor = (mode: DeliveryMode) =>
  mode === "pickup" ? adresseOrNone : adresseOrNone.check(required("L'adresse est requise", isWord));

const remarque = typed.check(z.trim(), atMost(500, "La remarque est trop longue"));

const shared = {
  id: "livraison",
  /** Said above the fields when something that is required is missing. */
  missing: "Veuillez remplir tous les champs obligatoires",
};

/**
 * @param reach what the courier serves, for the wilaya and commune that were typed: a commune of another wilaya is refused.
 * A browser is not told: its lists offer nothing else, and of a pickup point it only knows that one is chosen.
 */
export const deliveryForm = (mode: DeliveryMode, reach?: Reach) => ({
  ...shared,
  fields: deliveryFields,
  schema: z.object({
    nom,
    prenom,
    telephone,
    wilaya: place("La wilaya est requise", reach?.wilayas, reach?.refused.wilaya),
    // Where nothing goes there is no commune to choose.
    commune: reach?.refused.wilaya ? id() : place("La commune est requise", reach?.communes, reach?.refused.commune),
    relais:
      mode === "pickup" && reach
        ? id(z.refine(among(reach.pickupPoints), "Choisissez un point relais"))
        : z.transform(() => undefined),
    adresse: adresseFor(mode),
    remarque,
  }),
});

/** What can still be corrected in an order: nothing that changes its fee. */
export const correctionForm = (mode: DeliveryMode) => ({
  ...shared,
  fields: ["telephone", "adresse", "remarque"] as const,
  schema: z.object({ telephone, adresse: adresseFor(mode), remarque }),
});
