import type { Commune, PickupPoint, Rate, Wilaya } from "~/domain/delivery/delivery";
import { addTo, byName, type Courier, courierWith } from "./courier";
import communeRows from "./table/communes.json";
import pickupPointRows from "./table/pickup-points.json";
import terms from "./table/terms.json";
import wilayaRows from "./table/wilayas.json";

/** The built-in rate table (table/NOTICE.md), used until the merchant connects the courier. */

interface WilayaRow extends Wilaya {
  tier: string;
  /** Dinars. */
  home: number;
  pickup?: number;
}

const SOUTH = new Set(["south", "deep"]);

/** The courier of the built-in table; its 1,541 communes are grouped once. */
export function tableCourier(): Courier {
  const rows = new Map<number, WilayaRow>(wilayaRows.map((row) => [row.id, row]));
  const wilayas: Wilaya[] = wilayaRows.map(({ id, name, nameAr, newer }) => ({
    id,
    name,
    nameAr,
    ...(newer ? { newer } : {}),
  }));

  const pickupPoints = new Map<number, PickupPoint[]>();
  for (const pickupPoint of [...pickupPointRows].sort(byName)) addTo(pickupPoints, pickupPoint.communeId, pickupPoint);

  const communes = new Map<number, Commune[]>();
  const rates = new Map<number, Rate>();
  for (const { id, wilayaId, name, nameAr, homeSupplement } of [...communeRows].sort(byName)) {
    const row = rows.get(wilayaId);
    if (!row) continue;
    const pickup = pickupPoints.has(id) ? row.pickup : undefined;
    addTo(communes, wilayaId, { id, wilayaId, name, nameAr, hasPickupPoint: pickup !== undefined });
    rates.set(id, {
      home: row.home + homeSupplement,
      ...(pickup === undefined ? {} : { pickup }),
      oversizePerKg: SOUTH.has(row.tier) ? terms.oversizePerKg.south : terms.oversizePerKg.default,
      codPercentage: terms.codPercentage,
      insurancePercentage: terms.insurancePercentage,
    });
  }

  return courierWith({ wilayas, communes, pickupPoints, rates });
}
