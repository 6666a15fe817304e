import type { Commune, PickupPoint, Rate, Wilaya } from "~/domain/delivery/delivery";
import { addTo, byName, type Courier, courierWith } from "./courier";

/** A checked wilaya, as the database keeps it. */
export interface ServedWilaya {
  id: number;
  name: string;
  /** Those without a rate are not served. */
  communes: { id: number; name: string; rate?: Rate }[];
  pickupPoints: PickupPoint[];
}

/** A courier of checked wilayas; the built-in table adds Arabic names and new wilayas. */
export function courierOf(served: readonly ServedWilaya[], table: Courier): Courier {
  const byId = new Map(table.wilayas().map((wilaya) => [wilaya.id, wilaya]));
  const wilayas: Wilaya[] = [];
  const communes = new Map<number, Commune[]>();
  const pickupPoints = new Map<number, PickupPoint[]>();
  const rates = new Map<number, Rate>();
  for (const { id: wilayaId, name, ...places } of [...served].sort((a, b) => a.id - b.id)) {
    const { nameAr = "", newer } = byId.get(wilayaId) ?? {};
    const arabic = new Map(table.communes(wilayaId).map((commune) => [commune.id, commune.nameAr]));
    const isServed = places.communes.some(({ rate }) => rate !== undefined);
    wilayas.push({
      id: wilayaId,
      name,
      nameAr,
      ...(newer ? { newer } : {}),
      ...(isServed ? {} : { unserved: true as const }),
    });
    communes.set(
      wilayaId,
      [...places.communes].sort(byName).map(({ id, name, rate }) => ({
        id,
        wilayaId,
        name,
        nameAr: arabic.get(id) ?? "",
        hasPickupPoint: rate?.pickup !== undefined,
        ...(rate ? {} : { unserved: true as const }),
      })),
    );
    for (const { id, rate } of places.communes) if (rate) rates.set(id, rate);
    for (const pickupPoint of [...places.pickupPoints].sort(byName))
      addTo(pickupPoints, pickupPoint.communeId, pickupPoint);
  }
  return courierWith({ wilayas, communes, pickupPoints, rates });
}
