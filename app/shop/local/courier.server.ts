import type { Courier } from "~/courier/courier";
import { type DeliverySettings, feesFor, parcelOf } from "~/domain/delivery";
import type { CourierDesk, Quote } from "../shop";
import type { Context } from "./context";

export function courierDesk({ courier, settings }: Context): CourierDesk {
  return {
    wilayas: async () => [...courier.wilayas()],
    communes: async (wilayaId) => [...courier.communes(wilayaId)],
    stopDesks: async (communeId) => [...courier.stopDesks(communeId)],
    quote: async (destination, pairs, declaredValue) => quoteFor(courier, settings, destination, pairs, declaredValue),
  };
}

/** What page and order alike reckon the delivery with, so that they agree. */
export function quoteFor(
  courier: Courier,
  settings: DeliverySettings,
  { wilayaId, communeId }: { wilayaId: number; communeId: number },
  pairs: number,
  declaredValue: number,
): Quote | undefined {
  const rate = courier.rate(wilayaId, communeId);
  if (!rate) return undefined;
  const parcel = parcelOf(pairs);
  const domicile = feesFor(rate, "domicile", parcel, declaredValue, settings);
  if (rate.desk === undefined) return { domicile };
  return { domicile, relais: feesFor(rate, "relais", parcel, declaredValue, settings) };
}
