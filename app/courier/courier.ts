import type { Commune, PickupPoint, Rate, Wilaya } from "~/domain/delivery/delivery";

/** Places and rates, in memory: an order reads them inside its transaction, without any wait. */
export interface Courier {
  /** By number. */
  wilayas(): readonly Wilaya[];
  /** By name; empty for an unknown wilaya. */
  communes(wilayaId: number): readonly Commune[];
  /** By name; empty where parcels cannot be collected. */
  pickupPoints(communeId: number): readonly PickupPoint[];
  /** Undefined when unserved, or not of this wilaya; `pickup` is absent without pickup points. */
  rate(wilayaId: number, communeId: number): Rate | undefined;
  /** The different rates of a wilaya; most of its communes have the same one. */
  rates(wilayaId: number): readonly Rate[];
}

/** The wilaya that parcels come from is known by its name (section 7). */
const ORIGIN = "oran";

export function originOf<Place extends { name: string }>(wilayas: readonly Place[]): Place | undefined {
  return wilayas.find(({ name }) => name.trim().toLowerCase() === ORIGIN);
}

const collator = new Intl.Collator("fr");

/** The order in which places and people are listed, whatever the database sorts by. */
export const byName = (a: { name: string }, b: { name: string }) => collator.compare(a.name, b.name);
