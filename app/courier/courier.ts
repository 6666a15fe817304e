import type { Commune, PickupPoint, Rate, Wilaya } from "~/domain/delivery";

/**
 * Who carries, and what it costs before the parcel is known. Answers come from memory: an order asks inside its transaction,
 * and no shopper waits for a courier's server.
 */
export interface Courier {
  /** By number. */
  wilayas(): readonly Wilaya[];
  /** By name; empty for an unknown wilaya. */
  communes(wilayaId: number): readonly Commune[];
  /** By name; empty where parcels cannot be collected. */
  pickupPoints(communeId: number): readonly PickupPoint[];
  /**
   * Undefined when one is unknown or not served, or the commune is another wilaya's. `pickup` is absent where `pickupPoints` is
   * empty.
   */
  rate(wilayaId: number, communeId: number): Rate | undefined;
}

/** The wilaya that parcels come from is known by its name (section 7). */
const ORIGIN = "oran";

export function originOf<Place extends { name: string }>(wilayas: readonly Place[]): Place | undefined {
  return wilayas.find(({ name }) => name.trim().toLowerCase() === ORIGIN);
}
