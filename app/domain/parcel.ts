import { type OrderStatus, statusSteps } from "./order";

/** A parcel on its way (docs/courier.md): what the courier says of it, and what that means for its order and its shopper. */

export const parcelStates = [
  "preparing",
  "shipped",
  "in_transit",
  "ready_for_pickup",
  "out_for_delivery",
  "attempt_failed",
  "delivery_failed",
  "delivered",
  "returning",
  "returned",
  "not_collected",
  "exception",
  "exchange_failed",
  "cancelled",
] as const;
export type ParcelState = (typeof parcelStates)[number];

const labels: Record<ParcelState, string> = {
  preparing: "Colis en préparation",
  shipped: "Remis au transporteur",
  in_transit: "En route",
  ready_for_pickup: "Disponible au point relais",
  out_for_delivery: "En cours de livraison",
  attempt_failed: "Tentative de livraison échouée",
  delivery_failed: "Livraison échouée",
  delivered: "Livré",
  returning: "Retour en cours",
  returned: "Retourné à la boutique",
  not_collected: "Colis non réclamé",
  exception: "Problème signalé par le transporteur",
  exchange_failed: "Échange échoué",
  cancelled: "Envoi annulé",
};

/** What the courier said, and when. */
export interface ParcelEvent {
  /** Absent when nobody knows what its words mean: kept, and changing nothing. */
  state?: ParcelState | undefined;
  /** In words for the shopper; absent when there is none, or it is unknown. */
  reason?: string | undefined;
  at: Date;
}

const goals: Partial<Record<ParcelState, OrderStatus>> = {
  shipped: "shipped",
  in_transit: "shipped",
  ready_for_pickup: "shipped",
  out_for_delivery: "shipped",
  attempt_failed: "shipped",
  delivery_failed: "shipped",
  returning: "shipped",
  delivered: "delivered",
  returned: "returned",
  // A problem, a return that nobody collected, a failed exchange and a cancelled parcel are for people: with none of them the shop has the
  // pairs.
};

/** Of events of one moment the one that ends the journey comes last. */
const rank = ({ state }: ParcelEvent) => (state ? parcelStates.indexOf(state) : -1);

export function inOrder(events: readonly ParcelEvent[]): ParcelEvent[] {
  return [...events].sort((a, b) => a.at.getTime() - b.at.getTime() || rank(a) - rank(b));
}

/**
 * The statuses that an order goes through because of these events, in whatever order they were heard. It never goes back: what
 * is delivered is not on its way again, and what is returned or cancelled stays so.
 */
export function stepsFor(status: OrderStatus, events: readonly ParcelEvent[]): OrderStatus[] {
  let goal: OrderStatus | undefined;
  for (const { state } of inOrder(events)) goal = (state && goals[state]) ?? goal;
  return goal === undefined || status === "pending" ? [] : wayTo(status, goal);
}

function wayTo(from: OrderStatus, goal: OrderStatus): OrderStatus[] {
  if (from === goal) return [];
  if (statusSteps[from].includes(goal)) return [goal];
  // Only who was sent out arrives, or comes back.
  if (statusSteps[from].includes("shipped")) return ["shipped", ...wayTo("shipped", goal)];
  return [];
}

const ends = new Set<ParcelState>(["delivered", "returned", "not_collected", "cancelled"]);

/** Whether nothing more is to be expected. */
export function isOver(events: readonly ParcelEvent[]): boolean {
  const last = inOrder(events).findLast(({ state }) => state !== undefined);
  return last?.state !== undefined && ends.has(last.state);
}

/** The parcel's way as a shopper reads it, the newest first: what nobody understands is left out, and what says the same again. */
export function storyOf(events: readonly ParcelEvent[]): { label: string; reason?: string; at: Date }[] {
  const told: { label: string; reason?: string; at: Date }[] = [];
  for (const { state, reason, at } of inOrder(events)) {
    if (!state) continue;
    const last = told.at(-1);
    if (last?.label !== labels[state] || (reason !== undefined && last.reason !== reason))
      told.push({ label: labels[state], ...(reason ? { reason } : {}), at });
  }
  return told.reverse();
}
