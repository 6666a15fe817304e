import { type OrderStatus, statusSteps } from "../order/order";

/** What a state of a parcel means for order, shopper and staff. */
interface StateRules {
  label: string;
  /** The status to which it leads the order; people decide about the others. */
  goal: OrderStatus | undefined;
  /** No further events are expected. */
  isOver?: true;
  /** Where Aujourd'hui lists it: the shop has to do something, or the parcel comes back to it. */
  listed?: "problem" | "returning";
}

/**
 * The courier's states (docs/courier.md). Of two of one moment the one further below came later.
 * A cancellation is a problem for an order under way; a cancelled order waits for its pairs.
 */
const states = {
  preparing: { label: "Colis en préparation", goal: undefined },
  shipped: { label: "Expédié", goal: "shipped" },
  in_transit: { label: "En route", goal: "shipped" },
  ready_for_pickup: { label: "Disponible au point relais", goal: "shipped" },
  out_for_delivery: { label: "En cours de livraison", goal: "shipped" },
  attempt_failed: { label: "Tentative de livraison échouée", goal: "shipped", listed: "problem" },
  delivery_failed: { label: "Livraison échouée", goal: "shipped", listed: "problem" },
  delivered: { label: "Livré", goal: "delivered", isOver: true },
  returning: { label: "Retour en cours", goal: "shipped", listed: "returning" },
  returned: { label: "Retourné à la boutique", goal: "returned", isOver: true },
  not_collected: { label: "Colis non réclamé", goal: undefined, isOver: true, listed: "returning" },
  exception: { label: "Problème signalé", goal: undefined, listed: "problem" },
  exchange_failed: { label: "Échange échoué", goal: undefined, listed: "problem" },
  cancelled: { label: "Envoi annulé", goal: undefined, isOver: true, listed: "problem" },
} satisfies Record<string, StateRules>;
export type ParcelState = keyof typeof states;
const rules: Record<ParcelState, StateRules> = states;
export const parcelStates = Object.keys(states) as ParcelState[];

/** On the way to who ordered it; what else can happen to it, people have to know. */
export const isOnTheWay = (state: ParcelState | undefined): boolean =>
  state !== undefined && !rules[state].isOver && !rules[state].listed;

/** Nothing follows from it by itself, though it is no usual news. */
export const isForPeople = (state: ParcelState): boolean => rules[state].goal === undefined && !isOnTheWay(state);

/** Whether the parcel has left the shop for who ordered it. */
export const isUnderWay = (state: ParcelState | undefined): boolean =>
  state !== undefined && ["shipped", "delivered"].some((goal) => goal === rules[state].goal);

/** The states that Aujourd'hui lists as this. */
export const statesListed = (as: "problem" | "returning"): ParcelState[] =>
  parcelStates.filter((state) => rules[state].listed === as);

/** Whether it will not reach who ordered it. */
export const isComingBack = (state: ParcelState | undefined): boolean =>
  state === "cancelled" || (state !== undefined && rules[state].listed === "returning");

/** Whether the courier has the shop's parcel, in words. */
export const announcementLabels = {
  waiting: "pas encore annoncé au livreur",
  posted: "annoncé au livreur",
  refused: "refusé par le livreur",
  leaving: "à annuler chez le livreur",
  withdrawn: "sans colis chez le livreur",
};

export type Announcement = keyof typeof announcementLabels;

/** The number that the courier knows it by: none once the courier has given it up. */
export const trackingOf = (parcel: { state: Announcement; tracking: string | null } | undefined) =>
  parcel?.state === "withdrawn" ? undefined : (parcel?.tracking ?? undefined);

/** Whether the courier does not have it: handed over so, its order is never announced there. */
export const isUnannounced = (state: Announcement): boolean => state === "waiting" || state === "refused";

/** @param reported what the courier last said of a parcel that it has, where that is known */
export const parcelWords = (state: Announcement, reported?: ParcelState): string =>
  state === "posted" && reported ? rules[reported].label.toLowerCase() : announcementLabels[state];

/** A state that the courier reported. */
export interface ParcelEvent {
  /** Absent for an unknown status, which is kept and changes nothing. */
  state?: ParcelState | undefined;
  /** In words for who reads it; absent when there are none. */
  reason?: string | undefined;
  at: Date;
}

/** Of events of one moment the one that ends the journey comes last. */
const rank = ({ state }: ParcelEvent) => (state ? parcelStates.indexOf(state) : -1);

function sorted<Event extends ParcelEvent>(events: readonly Event[]): Event[] {
  return [...events].sort((a, b) => a.at.getTime() - b.at.getTime() || rank(a) - rank(b));
}

/** The status that these events, received in any order, lead to. */
export function goalOf(events: readonly ParcelEvent[]): OrderStatus | undefined {
  let goal: OrderStatus | undefined;
  for (const { state } of sorted(events)) goal = (state && rules[state].goal) ?? goal;
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

/** The last event whose status is known. */
export const lastKnown = <Event extends ParcelEvent>(events: readonly Event[]): Event | undefined =>
  sorted(events).findLast(({ state }) => state !== undefined);

/** Whether no further events are expected. */
export function isOver(events: readonly ParcelEvent[]): boolean {
  const state = lastKnown(events)?.state;
  return state !== undefined && rules[state].isOver === true;
}

/** The parcel's events, newest first, without unknown and repeated ones. */
export function storyOf(events: readonly ParcelEvent[]): { label: string; reason?: string; at: Date }[] {
  const entries: { label: string; reason?: string; at: Date }[] = [];
  for (const { state, reason, at } of sorted(events)) {
    if (!state) continue;
    const last = entries.at(-1);
    const { label } = rules[state];
    if (last?.label !== label || (reason !== undefined && last.reason !== reason))
      entries.push({ label, ...(reason ? { reason } : {}), at });
  }
  return entries.reverse();
}
