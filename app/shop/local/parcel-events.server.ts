import { DELETED, listedStatus, reasonInWords, stateOf, statusIn } from "~/courier/yalidine/statuses";
import {
  announcementLabels,
  goalOf,
  isOver,
  lastKnown,
  type ParcelEvent,
  stepsFor,
  storyOf,
} from "~/domain/delivery/parcel";
import { byCourier } from "~/domain/office/journal";
import type { OrderStatus } from "~/domain/order/order";
import { HOUR, MINUTE } from "~/domain/values/durations";
import type { ParcelStory } from "../services/orders";
import type { Context, Queries } from "./context";
import { journalOrder } from "./journal.server";
import { enterStatus, holdAgain, putBackHeld } from "./order-steps.server";

/** Webhooks report events; polling finds those that were lost. */
export const POLL_AGAIN = 6 * HOUR;
/** The courier's lists and histories may be behind by this (docs/courier.md). */
export const LISTED_WITHIN = 15 * MINUTE;

/** Of a parcel that the courier has no longer, though its order is confirmed. */
const GONE = "Le colis a été annulé ou supprimé chez le livreur\u00a0: annoncez-le de nouveau, ou annulez la commande.";

/** With the status as the courier spelt it; a webhook's is sure once the histories have it too. */
async function eventsOf(
  queries: Queries,
  tracking: string,
  wordsOf = reasonInWords,
): Promise<(ParcelEvent & { status: string; isSure: boolean })[]> {
  const rows = await queries
    .selectFrom("parcel_events")
    .select(["kind", "occurred_at", "status", "reason", "event_id", "heard_at"])
    .where("tracking", "=", tracking)
    .where("kind", "in", ["status", DELETED])
    .orderBy("heard_at")
    .execute();
  /** When they last had a status, and when that was. */
  const inHistories = new Map<string | undefined, { heard_at: number; occurred_at: number }>();
  for (const { kind, event_id, status, heard_at, occurred_at } of rows) {
    if (kind === DELETED || event_id !== null) continue;
    const before = inHistories.get(listedStatus(status))?.occurred_at ?? 0;
    inHistories.set(listedStatus(status), { heard_at, occurred_at: Math.max(before, occurred_at) });
  }
  // A webhook is dated minutes after its status: the histories tell its place among the others.
  const isReplaced = ({ status, heard_at, occurred_at }: (typeof rows)[number]) => {
    const known = inHistories.get(listedStatus(status));
    if (!known || known.heard_at <= heard_at) return false;
    // Where they were read soon after it, and the status is an older one, it came once more.
    return known.occurred_at > occurred_at - LISTED_WITHIN || known.heard_at >= heard_at + LISTED_WITHIN;
  };
  const counting = rows.filter((row) => row.kind === DELETED || row.event_id === null || !isReplaced(row));
  return counting.map(({ occurred_at, reason, event_id, ...row }) => ({
    status: statusIn(row),
    state: stateOf(statusIn(row)),
    isSure: event_id === null || row.kind === DELETED,
    reason: wordsOf(reason),
    at: new Date(occurred_at),
  }));
}

/** @param wordsOf the courier's reasons as the reader has them, by default the shopper */
export async function storyFor(queries: Queries, tracking: string, wordsOf = reasonInWords): Promise<ParcelStory> {
  const events = await eventsOf(queries, tracking, wordsOf);
  return { tracking, state: lastKnown(events)?.state, events: storyOf(events) };
}

/** Advances the locked order as all events of its parcel demand. @returns the statuses entered */
export async function followParcel(
  context: Context,
  queries: Queries,
  order: { id: string; number: string; status: OrderStatus },
  tracking: string,
): Promise<OrderStatus[]> {
  const parcel = await queries
    .selectFrom("parcels")
    .select(["state", "status", "poll_at"])
    .where("order_id", "=", order.id)
    .where("tracking", "=", tracking)
    .executeTakeFirst();
  // It was announced again meanwhile, under another number.
  if (!parcel) return [];
  const events = await eventsOf(queries, tracking);
  const [goal, known] = [goalOf(events), lastKnown(events)];
  /** Deleted or cancelled before anybody took it, as far as the shop has heard. */
  const isCancelled = goal === undefined && known?.state === "cancelled";
  const isGone = isCancelled && events.some(({ state, isSure }) => isSure && state === "cancelled");
  const steps = stepsFor(order.status, events);
  let { status } = order;
  for (const step of steps) {
    await enterStatus(context, queries, { ...order, status }, step, byCourier);
    status = step;
  }
  if (status === "confirmed" && isGone) {
    const nothing = { due_at: null, asked_at: null, poll_at: null, tracking: null, label: null, status: null };
    await queries
      .updateTable("parcels")
      .set({ ...nothing, state: "refused", failure: GONE })
      .where("order_id", "=", order.id)
      .execute();
    await journalOrder(context, queries, order, {
      by: byCourier,
      action: "parcel-state",
      before: { colis: announcementLabels[parcel.state] },
      after: { colis: announcementLabels.refused, motif: GONE },
    });
    return steps;
  }
  if (isGone || goal === "returned") await putBackHeld(queries, order.id);
  const last = listedStatus(known?.status);
  // What was over goes on, such as a delivery that the courier takes back.
  const goesOn = parcel.poll_at === null && parcel.state !== "withdrawn";
  const pollIn = (ms: number) => ({ poll_at: context.nowMs() + ms });
  const isToConfirm = isCancelled && !isGone && parcel.state !== "withdrawn";
  const poll = isToConfirm
    ? pollIn(LISTED_WITHIN)
    : isOver(events)
      ? { poll_at: null }
      : goesOn
        ? pollIn(POLL_AGAIN)
        : {};
  await queries
    .updateTable("parcels")
    .set({ status: last ?? null, ...poll })
    .where("order_id", "=", order.id)
    .execute();
  if (last === undefined || last === parcel.status) return steps;
  // A repetition undoes nothing that staff found out since.
  const taken = order.status === "returned" && goal === "delivered" ? await holdAgain(queries, order.id) : {};
  // What advances the order has its own row.
  if (steps.length === 0)
    await journalOrder(context, queries, order, {
      by: byCourier,
      action: "parcel-state",
      before: { colis: parcel.status },
      after: { colis: last, ...taken },
    });
  return steps;
}
