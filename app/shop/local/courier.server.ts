import type { Courier } from "~/courier/courier";
import { type DeliverySettings, feesFor, parcelOf, type Rate } from "~/domain/delivery/delivery";
import { feesAcross, type WilayaFees } from "~/domain/delivery/delivery-line";
import type { CourierService, Quote } from "../services/courier";
import type { Context } from "./context";

export function courierService({ courier, settings }: Context): CourierService {
  return {
    wilayas: async () => [...(await courier()).wilayas()],
    communes: async (wilayaId) => [...(await courier()).communes(wilayaId)],
    pickupPoints: async (communeId) => [...(await courier()).pickupPoints(communeId)],
    quote: async (destination, pairs, declaredValue) =>
      quoteFor(await courier(), settings, destination, pairs, declaredValue),

    async quotes(wilayaId, pairs, declaredValue) {
      const current = await courier();
      const all = new Map<number, Quote>();
      for (const { id: communeId } of current.communes(wilayaId)) {
        const quote = quoteFor(current, settings, { wilayaId, communeId }, pairs, declaredValue);
        if (quote) all.set(communeId, quote);
      }
      return all;
    },

    async wilayaFees(pairs, declaredValue) {
      const current = await courier();
      const all = new Map<number, WilayaFees>();
      for (const { id } of current.wilayas()) {
        const quotes = current.rates(id).map((rate) => quoteAt(rate, settings, pairs, declaredValue));
        const fees = feesAcross(quotes);
        if (fees) all.set(id, fees);
      }
      return all;
    },
  };
}

/** Both pages and orders compute fees by this function, so that they agree. */
export function quoteFor(
  courier: Courier,
  settings: DeliverySettings,
  { wilayaId, communeId }: { wilayaId: number; communeId: number },
  pairs: number,
  declaredValue: number,
): Quote | undefined {
  const rate = courier.rate(wilayaId, communeId);
  return rate && quoteAt(rate, settings, pairs, declaredValue);
}

function quoteAt(rate: Rate, settings: DeliverySettings, pairs: number, declaredValue: number): Quote {
  const parcel = parcelOf(pairs);
  const home = feesFor(rate, "home", parcel, declaredValue, settings);
  if (rate.pickup === undefined) return { home };
  return { home, pickup: feesFor(rate, "pickup", parcel, declaredValue, settings) };
}
