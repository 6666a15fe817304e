import type { Recipient } from "../order/order";
import { formatDinars } from "../values/money";
import { formatPhone } from "../values/phone";
import { counted } from "../values/plural";
import { frenchModes, type Wilaya } from "./delivery";
import { type Range, rangeOf, type WilayaFees, waysText } from "./delivery-line";

/** The delivery form as pages draw it; without its schema, since browsers load zod later. */

export const noValues = {
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
type DeliveryField = keyof typeof noValues;
/** In the order of the form. */
export const deliveryFields = Object.keys(noValues) as DeliveryField[];

/** The typed values. `mode` is "domicile", or "relais" with the pickup point's id in `relais`. */
export type DeliveryValues = Record<DeliveryField, string>;
export type DeliveryErrors = Partial<Record<DeliveryField, string>>;

/** @param recipient as far as it is known */
export function valuesOf(recipient: Partial<Recipient>): DeliveryValues {
  const { lastName = "", firstName = "", phone, wilayaId, communeId, mode, pickupPointId } = recipient;
  return {
    nom: lastName,
    prenom: firstName,
    telephone: phone ? formatPhone(phone) : "",
    wilaya: String(wilayaId ?? ""),
    commune: String(communeId ?? ""),
    mode: frenchModes[mode ?? "home"],
    relais: String(pickupPointId ?? ""),
    adresse: recipient.address ?? "",
    remarque: recipient.notes ?? "",
  };
}

/** The props of DeliveryFields, made by use-cases/read-delivery.server.ts. */
export interface DeliveryView {
  values: DeliveryValues;
  errors: DeliveryErrors;
  wilayas: Pick<Wilaya, "id" | "name" | "newer" | "unserved">[];
  offer: DeliveryOffer;
  /** What delivery to the wilaya costs, until a commune is chosen (delivery-line.ts). */
  line?: string;
}

/** Delivery of these pairs: places, and fees in whole dinars; also the answer of GET /livraison. */
export interface DeliveryOffer {
  /** A fee is absent while it is unknown. */
  communes: { id: number; name: string; fee?: number }[];
  /** Communes that are not served at present; absent when there are none. */
  unserved?: { id: number; name: string }[];
  pickupPoints: { id: number; name: string; address: string }[];
  /** The other shop's API does not answer: fees are unknown, and nothing can be ordered. */
  isAway?: true;
  /** Of all communes; absent while one is unknown. */
  ways?: WilayaFees;
  /** Of the chosen commune; `pickup` only where it has a pickup point. */
  quote: { home: number; pickup?: number | undefined } | null;
  /** Fingerprint of all shown fees; it is posted back to detect changes. */
  tarifs: string;
  /** The key of one order; empty on a public page. */
  cle: string;
}

export const noOffer: Readonly<DeliveryOffer> = { communes: [], pickupPoints: [], quote: null, tarifs: "", cle: "" };

/** The form as everybody finds it. */
export const emptyView = { values: { ...noValues }, errors: {}, offer: { ...noOffer } };

/** Whether nothing is typed and no message is shown, so that it is the same for everybody. */
export const isUntouched = ({ values, errors, offer }: Omit<DeliveryView, "wilayas">): boolean =>
  deliveryFields.every((field) => values[field] === noValues[field] && errors[field] === undefined) && offer.cle === "";

/** The fee of the chosen commune, else of all that are listed; undefined while one is unknown. */
export function feesShown({ quote, communes }: DeliveryOffer, mode: string): Range | undefined {
  const fees = quote ? [mode === "relais" ? quote.pickup : quote.home] : communes.map(({ fee }) => fee);
  const amounts = fees.flatMap((fee) => fee ?? []);
  return amounts.length === fees.length ? rangeOf(amounts) : undefined;
}

/** '26 communes. Domicile dès 500 DA · Point relais dès 350 DA', or the fees of the chosen one. */
export function offerLine({ communes, quote, ways }: DeliveryOffer): string {
  if (quote) {
    const pickup = quote.pickup === undefined ? "" : `, ${formatDinars(quote.pickup)} au point relais`;
    return `Livraison à domicile ${formatDinars(quote.home)}${pickup}`;
  }
  if (communes.length === 0) return "";
  return [counted(communes.length, "commune"), ways && waysText(ways)].filter(Boolean).join(". ");
}

/** The shown fee as it is posted: `{commune}-{mode}-{dinars}`, or empty when there is none. */
export function shownFee(commune: string, mode: string, quote: DeliveryOffer["quote"]): string {
  const fee = mode === "relais" ? quote?.pickup : quote?.home;
  return fee === undefined ? "" : `${commune}-${mode}-${fee}`;
}
