import { maybe } from "~/domain/content/content-values";
import type { PickupPoint, Rate } from "~/domain/delivery/delivery";
import { plainText } from "~/domain/values/plain-text";
import { byName, type Courier } from "./courier";
import communeRows from "./table/communes.json";
import wilayaRows from "./table/wilayas.json";

/** A checked wilaya, as the database keeps it. */
export interface ServedWilaya {
  id: number;
  name: string;
  /** Those without a rate are not served. */
  communes: { id: number; name: string; rate?: Rate }[];
  pickupPoints: PickupPoint[];
}

/** The courier names no Arabic names, and for a time no new wilayas. */
const knownWilayas = new Map(wilayaRows.map((row) => [row.id, row]));
const arabicNames = new Map(communeRows.map(({ id, nameAr }) => [id, nameAr]));

export function courierOf(served: readonly ServedWilaya[]): Courier {
  const sorted = [...served]
    .sort((a, b) => a.id - b.id)
    .map((wilaya) => ({ ...wilaya, communes: [...wilaya.communes].sort(byName) }));
  const listed = new Set(sorted.map(({ name }) => plainText(name)));
  /** New wilayas without an entry of their own. */
  const newerOf = (id: number) => {
    const newer = knownWilayas.get(id)?.newer?.filter((name) => !listed.has(plainText(name))) ?? [];
    return newer.length > 0 ? newer : undefined;
  };
  const wilayas = sorted.map(({ id, name, communes }) => ({
    id,
    name,
    nameAr: knownWilayas.get(id)?.nameAr ?? "",
    ...maybe("newer", newerOf(id)),
    ...maybe("unserved", communes.some(({ rate }) => rate) ? undefined : (true as const)),
  }));
  const communesOf = new Map(
    sorted.map(({ id: wilayaId, communes }) => [
      wilayaId,
      communes.map(({ id, name, rate }) => ({
        id,
        wilayaId,
        name,
        nameAr: arabicNames.get(id) ?? "",
        hasPickupPoint: rate?.pickup !== undefined,
        ...maybe("unserved", rate ? undefined : (true as const)),
      })),
    ]),
  );
  const pickupPointsOf = new Map<number, PickupPoint[]>();
  for (const point of sorted.flatMap(({ pickupPoints }) => pickupPoints).sort(byName))
    pickupPointsOf.set(point.communeId, [...(pickupPointsOf.get(point.communeId) ?? []), point]);
  const rateOf = new Map(
    sorted.flatMap((wilaya) => wilaya.communes.map(({ id, rate }) => [id, { wilayaId: wilaya.id, rate }] as const)),
  );
  const differentRates = new Map(
    sorted.map(({ id, communes }) => {
      const all = communes.flatMap(({ rate }) => rate ?? []);
      return [id, [...new Map(all.map((rate) => [JSON.stringify(rate), rate])).values()]];
    }),
  );
  return {
    wilayas: () => wilayas,
    communes: (wilayaId) => communesOf.get(wilayaId) ?? [],
    pickupPoints: (communeId) =>
      rateOf.get(communeId)?.rate?.pickup === undefined ? [] : (pickupPointsOf.get(communeId) ?? []),
    rate(wilayaId, communeId) {
      const known = rateOf.get(communeId);
      return known?.wilayaId === wilayaId ? known.rate : undefined;
    },
    rates: (wilayaId) => differentRates.get(wilayaId) ?? [],
  };
}
