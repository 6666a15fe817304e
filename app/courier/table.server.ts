import { maybe } from "~/domain/content/content-values";
import type { Courier } from "./courier";
import { courierOf } from "./served-wilayas.server";
import communeRows from "./table/communes.json";
import pickupPointRows from "./table/pickup-points.json";
import terms from "./table/terms.json";
import wilayaRows from "./table/wilayas.json";

/** The built-in rate table (table/NOTICE.md), used until the merchant connects the courier. */

const SOUTH = new Set(["south", "deep"]);

const withPickupPoint = new Set(pickupPointRows.map(({ communeId }) => communeId));

/** The courier of the built-in table; its 1,541 communes are grouped once. */
export function tableCourier(): Courier {
  const { oversizePerKg, codPercentage, insurancePercentage } = terms;
  const served = wilayaRows.map(({ id: wilayaId, name, tier, home, pickup }) => {
    const communes = communeRows.filter((row) => row.wilayaId === wilayaId);
    return {
      id: wilayaId,
      name,
      communes: communes.map(({ id, name, homeSupplement }) => ({
        id,
        name,
        rate: {
          home: home + homeSupplement,
          ...maybe("pickup", withPickupPoint.has(id) ? pickup : undefined),
          oversizePerKg: SOUTH.has(tier) ? oversizePerKg.south : oversizePerKg.default,
          codPercentage,
          insurancePercentage,
        },
      })),
      pickupPoints: pickupPointRows.filter(({ communeId }) => communes.some(({ id }) => id === communeId)),
    };
  });
  return courierOf(served);
}
