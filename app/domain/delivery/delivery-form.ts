import * as z from "zod/v4-mini";
import type { Recipient } from "../order/order";
import { adresseOrNone, atMost, isWord, nom, prenom, required, telephone, typed } from "../values/form-fields";
import type { DeliveryMode } from "./delivery";

/** The forms of delivery and of its correction (section 5): fields, limits and messages. */

/** The places that can be chosen, by ids as the form has them. */
export interface Reach {
  wilayas: readonly string[];
  /** Of the chosen wilaya. */
  communes: readonly string[];
  /** Of the chosen commune. */
  pickupPoints: readonly string[];
  /** Messages for a chosen place that is not served at present, or not in this way. */
  refused: { wilaya?: string; commune?: string };
}

const id = (...checks: z.core.$ZodCheck<string>[]) => z.pipe(typed.check(...checks), z.transform(Number));
const among = (ids: readonly string[]) => (chosen: string) => ids.includes(chosen);

/** @param ids that can be chosen; undefined in browsers, whose lists offer nothing else */
const place = (missing: string, ids: readonly string[] | undefined, refused: string | undefined) =>
  id(refused === undefined ? required(missing, ids && among(ids)) : z.refine(() => false, refused));

/** Delivery to the door needs an address, a pickup point does not. */
const adresseFor = (mode: DeliveryMode) =>
  mode === "pickup" ? adresseOrNone : adresseOrNone.check(required("L'adresse est requise", isWord));

const remarque = typed.check(z.trim(), atMost(500, "La remarque est trop longue"));

/** Shown above the fields when a required one is empty. */
const missing = "Veuillez remplir tous les champs obligatoires";

/**
 * Whether a posted form is for a pickup point. Without `mode` it offered no way, or has `relais`:
 * then the shopper still has to choose the point.
 */
export function isForPickup(form: FormData): boolean {
  const mode = form.get("mode");
  return mode ? String(mode).trim().startsWith("relais") : form.has("relais");
}

/** @param reach what the courier serves for the typed places; undefined in browsers, see `place` */
export const deliveryForm = (mode: DeliveryMode, reach?: Reach) => ({
  id: "livraison",
  missing,
  schema: z.object({
    nom,
    prenom,
    telephone,
    wilaya: place("La wilaya est requise", reach?.wilayas, reach?.refused.wilaya),
    // A wilaya that is not served has no commune to choose.
    commune: reach?.refused.wilaya ? id() : place("La commune est requise", reach?.communes, reach?.refused.commune),
    relais:
      mode === "pickup" && reach
        ? id(z.refine(among(reach.pickupPoints), "Choisissez un point relais"))
        : z.transform(() => undefined),
    adresse: adresseFor(mode),
    remarque,
  }),
});

type DeliveryFields = z.output<ReturnType<typeof deliveryForm>["schema"]>;

export const recipientOf = (
  { nom, prenom, telephone, wilaya, commune, relais, adresse, remarque }: DeliveryFields,
  mode: DeliveryMode,
): Recipient => ({
  lastName: nom,
  firstName: prenom,
  phone: telephone,
  wilayaId: wilaya,
  communeId: commune,
  mode,
  ...(relais === undefined ? {} : { pickupPointId: relais }),
  address: adresse,
  notes: remarque,
});

/**
 * The fields of an order that can be corrected: none that changes its fee. Its id is another one,
 * since devices keep what is typed in the form above for a later order.
 */
export const correctionForm = (mode: DeliveryMode) => ({
  id: "correction",
  missing,
  schema: z.object({ telephone, adresse: adresseFor(mode), remarque }),
});
