import type { DeliveryOffer, DeliveryValues } from "./delivery-view";

/** Apart from delivery-view, which pages have that draw no ways of delivery. */

export const TO_DOOR = "domicile";

/** The value of `mode`: "domicile", or "relais-" and the id of the pickup point, once chosen. */
export const wayOf = ({ mode, relais }: Pick<DeliveryValues, "mode" | "relais">): string =>
  mode === "relais" && relais ? `relais-${relais}` : mode;

/**
 * The way as these radios have it: a single pickup point needs no choice, of several none is chosen
 * for the shopper ("relais"), and where none is shown the fees are those to the door.
 */
export function wayIn(way: string, { quote, pickupPoints, isAway }: DeliveryOffer): string {
  if (way === TO_DOOR || isAway) return way;
  const [only, ...others] = pickupPoints;
  if (!only || quote?.pickup === undefined) return TO_DOOR;
  if (pickupPoints.some(({ id }) => way === `relais-${id}`)) return way;
  return others.length > 0 ? "relais" : `relais-${only.id}`;
}
