import { type OrderStatus, statusSteps } from "../order/order";

/** The courier's states of a parcel (docs/courier.md), and what they mean for order and shopper. */

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

/** Whether the courier has the shop's parcel, in words. */
export const parcelStateLabels = {
  waiting: "pas encore annoncé au livreur",
  posted: "annoncé au livreur",
  refused: "refusé par le livreur",
  leaving: "à annuler chez le livreur",
  withdrawn: "sans envoi chez le livreur",
};

/** Whether the courier does not have it: handed over so, its order is never announced there. */
export const isUnannounced = (state: keyof typeof parcelStateLabels): boolean =>
  state === "waiting" || state === "refused";

/** @param reported what the courier last said of a parcel that it has, where that is known */
export const parcelWords = (state: keyof typeof parcelStateLabels, reported?: ParcelState): string =>
  state === "posted" && reported ? labels[reported].toLowerCase() : parcelStateLabels[state];

/** On the way to who ordered it; what else can happen to it, people have to know. */
const onTheWay = new Set<ParcelState>(["preparing", "shipped", "in_transit", "ready_for_pickup", "out_for_delivery"]);
export const isOnTheWay = (state: ParcelState | undefined): boolean => state !== undefined && onTheWay.has(state);

/** A state that the courier reported. */
export interface ParcelEvent {
  /** Absent for an unknown status, which is kept and changes nothing. */
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
  // People decide about the other states: in none of them does the shop have the pairs back.
};

/** Of events of one moment the one that ends the journey comes last. */
const rank = ({ state }: ParcelEvent) => (state ? parcelStates.indexOf(state) : -1);

export function sorted<Event extends ParcelEvent>(events: readonly Event[]): Event[] {
  return [...events].sort((a, b) => a.at.getTime() - b.at.getTime() || rank(a) - rank(b));
}

/** The status that these events, received in any order, lead to. */
export function goalOf(events: readonly ParcelEvent[]): OrderStatus | undefined {
  let goal: OrderStatus | undefined;
  for (const { state } of sorted(events)) goal = (state && goals[state]) ?? goal;
  return goal;
}

/**
 * The statuses that these events, received in any order, lead through. An order never goes back: a
 * delivered one is not shipped again, a returned or cancelled one stays so.
 */
export function stepsFor(status: OrderStatus, events: readonly ParcelEvent[]): OrderStatus[] {
  const goal = goalOf(events);
  return goal === undefined || status === "pending" ? [] : stepsTo(status, goal);
}

function stepsTo(from: OrderStatus, goal: OrderStatus): OrderStatus[] {
  if (from === goal) return [];
  if (statusSteps[from].includes(goal)) return [goal];
  // Delivery and return both come after shipping.
  if (statusSteps[from].includes("shipped")) return ["shipped", ...stepsTo("shipped", goal)];
  return [];
}

const finalStates = new Set<ParcelState>(["delivered", "returned", "not_collected", "cancelled"]);

/** Whether no further events are expected. */
export function isOver(events: readonly ParcelEvent[]): boolean {
  const last = sorted(events).findLast(({ state }) => state !== undefined);
  return last?.state !== undefined && finalStates.has(last.state);
}

/** The parcel's events for the shopper, newest first, without unknown and repeated ones. */
export function storyOf(events: readonly ParcelEvent[]): { label: string; reason?: string; at: Date }[] {
  const entries: { label: string; reason?: string; at: Date }[] = [];
  for (const { state, reason, at } of sorted(events)) {
    if (!state) continue;
    const last = entries.at(-1);
    if (last?.label !== labels[state] || (reason !== undefined && last.reason !== reason))
      entries.push({ label: labels[state], ...(reason ? { reason } : {}), at });
  }
  return entries.reverse();
}
