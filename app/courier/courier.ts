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

/** Places and rates by the number of what they belong to; the lists are sorted. */
export interface Places {
  wilayas: readonly Wilaya[];
  communes: ReadonlyMap<number, readonly Commune[]>;
  pickupPoints: ReadonlyMap<number, readonly PickupPoint[]>;
  /** By commune; none where nothing is delivered. */
  rates: ReadonlyMap<number, Rate>;
}

export function courierWith({ wilayas, communes, pickupPoints, rates }: Places): Courier {
  const communesOf = (wilayaId: number) => communes.get(wilayaId) ?? [];
  const wilayaOfCommune = new Map([...communes.values()].flat().map(({ id, wilayaId }) => [id, wilayaId]));
  const different = new Map(
    wilayas.map(({ id }) => {
      const all = communesOf(id).flatMap((commune) => rates.get(commune.id) ?? []);
      return [id, [...new Map(all.map((rate) => [JSON.stringify(rate), rate])).values()]];
    }),
  );
  return {
    wilayas: () => wilayas,
    communes: communesOf,
    pickupPoints: (communeId) =>
      rates.get(communeId)?.pickup === undefined ? [] : (pickupPoints.get(communeId) ?? []),
    rate: (wilayaId, communeId) => (wilayaOfCommune.get(communeId) === wilayaId ? rates.get(communeId) : undefined),
    rates: (wilayaId) => different.get(wilayaId) ?? [],
  };
}

/** Adds a value to its group, which the first one begins. */
export function addTo<Key, Value>(groups: Map<Key, Value[]>, key: Key, value: Value): void {
  const group = groups.get(key);
  if (group) group.push(value);
  else groups.set(key, [value]);
}

/** The wilaya that parcels come from is known by its name (section 7). */
const ORIGIN = "oran";

export function originOf<Place extends { name: string }>(wilayas: readonly Place[]): Place | undefined {
  return wilayas.find(({ name }) => name.trim().toLowerCase() === ORIGIN);
}

const collator = new Intl.Collator("fr");

/** The order in which places are listed. */
export const byName = (a: { name: string }, b: { name: string }) => collator.compare(a.name, b.name);
