/** Delivery: places, parcels and fees, in whole dinars, centimetres and kilograms. */

export interface Wilaya {
  id: number;
  name: string;
  nameAr: string;
  /** Wilayas that the law split off from this one; the courier still uses this name for them. */
  newer?: string[];
  /** Nothing is delivered there at present. */
  unserved?: true;
}

export interface Commune {
  id: number;
  wilayaId: number;
  name: string;
  nameAr: string;
  hasPickupPoint: boolean;
  /** Nothing is delivered there at present; then it has no rate. */
  unserved?: true;
}

export interface PickupPoint {
  id: number;
  name: string;
  address: string;
  communeId: number;
}

export const deliveryModes = ["home", "pickup"] as const;
/** To the door, or collected at a pickup point of the courier (decision 040). */
export type DeliveryMode = (typeof deliveryModes)[number];
/** Where the total is paid in cash. */
export const whenPaid = (isPickup: boolean): string => (isPickup ? "au retrait" : "à la livraison");

/** The words for modes in forms and in the database. */
export const frenchModes = { home: "domicile", pickup: "relais" } as const satisfies Record<DeliveryMode, string>;
export type FrenchMode = (typeof frenchModes)[DeliveryMode];
/** @returns "home" for every word but "relais" */
export const modeFrom = (french: string): DeliveryMode => (french === frenchModes.pickup ? "pickup" : "home");

export interface Parcel {
  weightKg: number;
  lengthCm: number;
  widthCm: number;
  heightCm: number;
}

/** One pair in its box (section 9). */
export const ONE_PAIR: Readonly<Parcel> = { weightKg: 1, lengthCm: 30, widthCm: 20, heightCm: 10 };

/** Boxes are stacked, so weight and height grow with the number of pairs. */
export function parcelOf(pairs: number): Parcel {
  return { ...ONE_PAIR, weightKg: ONE_PAIR.weightKg * pairs, heightCm: ONE_PAIR.heightCm * pairs };
}

/** The most that the courier collects for one parcel, products and fees (docs/courier.md). */
export const MAX_COLLECTED = 150_000;

/** The fees of one destination, before the parcel is known. */
export interface Rate {
  home: number;
  /** Absent where the courier has no pickup point. */
  pickup?: number;
  /** For every kilogram above five. */
  oversizePerKg: number;
  codPercentage: number;
  insurancePercentage: number;
}

/** Far more than any order has: bounds what fees are calculated for. */
export const MOST_PAIRS = 5_000;
export const MOST_DINARS = 100_000_000;

/** Section 3's fee result. `totalFee` is what the shopper pays for delivery. */
export interface Fees {
  deliveryFee: number;
  codFee: number;
  insuranceFee: number;
  totalFee: number;
  /** Days, as the payload carries it (decision 005); the shopper reads "Entre 1 et 5 jours". */
  deliveryTime: number;
}

/** Who pays which fee, and insurance. An order keeps the settings of its day. */
export interface DeliverySettings {
  insured: boolean;
  shopperPaysCod: boolean;
  shopperPaysInsurance: boolean;
  deliveryTime: number;
}

export const defaultDeliverySettings: Readonly<DeliverySettings> = {
  insured: false,
  shopperPaysCod: false,
  shopperPaysInsurance: false,
  deliveryTime: 7,
};

const KG_PER_CM3 = 0.0002;
const INCLUDED_KG = 5;

/** The courier bills the larger of weight and volume. */
export function billableKg(parcel: Parcel): number {
  return Math.max(parcel.weightKg, parcel.widthCm * parcel.heightCm * parcel.lengthCm * KG_PER_CM3);
}

/**
 * The courier's price formula (docs/courier.md).
 * @param declaredValue price of the products in dinars, which the percentages apply to
 * @throws RangeError for a pickup where the rate has none, which must not be offered
 */
export function feesFor(
  rate: Rate,
  mode: DeliveryMode,
  parcel: Parcel,
  declaredValue: number,
  settings: DeliverySettings,
): Fees {
  const base = mode === "pickup" ? rate.pickup : rate.home;
  if (base === undefined) throw new RangeError("This destination has no pickup point.");
  const overweight = Math.max(0, billableKg(parcel) - INCLUDED_KG) * rate.oversizePerKg;
  const deliveryFee = Math.round(base + overweight);
  const codFee = Math.round((declaredValue * rate.codPercentage) / 100);
  const insuranceFee = settings.insured ? Math.round((declaredValue * rate.insurancePercentage) / 100) : 0;
  const totalFee =
    deliveryFee + (settings.shopperPaysCod ? codFee : 0) + (settings.shopperPaysInsurance ? insuranceFee : 0);
  return { deliveryFee, codFee, insuranceFee, totalFee, deliveryTime: settings.deliveryTime };
}

/** The delay on every page (decision 005). */
export const DELIVERY_DELAY = "Entre 1 et 5 jours";

/** The same in running text. */
export const WITHIN_DAYS = "sous 1 à 5 jours";

/** How long a pair can be returned, on every page (section 4); without its full stop. */
export const RETURNS = "Retours acceptés sous 30 jours, gratuits les 7 premiers jours";
