import type { Wilaya } from "./delivery";

/** The delivery form as pages show it. Kept apart from its schema, so that a page can draw it before zod is there. */

export const deliveryFields = [
  "nom",
  "prenom",
  "telephone",
  "wilaya",
  "commune",
  "mode",
  "relais",
  "adresse",
  "remarque",
] as const;
export type DeliveryField = (typeof deliveryFields)[number];

/** What stands in the fields, as typed. `mode` is "domicile" or "relais"; then `relais` is the pickup point's id. */
export type DeliveryValues = Record<DeliveryField, string>;
export type DeliveryErrors = Partial<Record<DeliveryField, string>>;

export const noValues: Readonly<DeliveryValues> = {
  nom: "",
  prenom: "",
  telephone: "",
  wilaya: "",
  commune: "",
  mode: "domicile",
  relais: "",
  adresse: "",
  remarque: "",
};

/** What DeliveryFields draws; `readDelivery` and `emptyDelivery` (routes/checkout/direct-order.server.ts) make it. */
export interface DeliveryView {
  values: DeliveryValues;
  errors: DeliveryErrors;
  wilayas: Pick<Wilaya, "id" | "name" | "newer" | "unserved">[];
  offer: DeliveryOffer;
}

/**
 * What the courier offers in the chosen wilaya and commune for the parcel of these pairs; also the answer of GET /livraison.
 * Fees are whole dinars that the shopper pays.
 */
export interface DeliveryOffer {
  communes: { id: number; name: string /** Absent when no fee can be told now. */; fee?: number }[];
  /** Communes that nothing is delivered to at present; absent when there are none. */
  unserved?: { id: number; name: string }[];
  pickupPoints: { id: number; name: string; address: string }[];
  /** Whoever delivers cannot be asked at present: places are known, fees are not, and nothing can be ordered. */
  isAway?: true;
  /** Of the chosen commune; `relais` where it has a pickup point. */
  quote: { home: number; pickup?: number | undefined } | null;
  /** Fingerprint of all the fees shown: posted back, it tells whether they are still the same. */
  tarifs: string;
  /** The key of one order; empty on a page that everybody may read (PE-6). */
  cle: string;
}

export const noOffer: Readonly<DeliveryOffer> = { communes: [], pickupPoints: [], quote: null, tarifs: "", cle: "" };

/** Whether nobody has written into it, and nobody is told anything by it: then it is the same for everybody. */
export const isUntouched = ({ values, errors, offer }: Omit<DeliveryView, "wilayas">): boolean =>
  deliveryFields.every((field) => values[field] === noValues[field] && errors[field] === undefined) && offer.cle === "";

/** What is posted as the fee that was shown: for which commune, which way of delivery, and how much. */
export function shownFee(commune: string, mode: string, quote: DeliveryOffer["quote"]): string {
  const fee = mode === "relais" ? quote?.pickup : quote?.home;
  return fee === undefined ? "" : `${commune}-${mode}-${fee}`;
}
