import { listedStatus, reasonInWords, stateOf } from "~/courier/yalidine/statuses";
import { goalOf, isOver, lastKnown, type ParcelEvent, stepsFor, storyOf } from "~/domain/delivery/parcel";
import { byCourier } from "~/domain/office/journal";
import type { OrderStatus } from "~/domain/order/order";
import type { ParcelStory } from "../services/orders";
import type { Context, Queries } from "./context";
import { journalOrder } from "./journal.server";
import { enterStatus, holdAgain, putBackHeld } from "./order-steps.server";

/** With the status as the courier spelt it. */
async function eventsOf(
  queries: Queries,
  tracking: string,
  wordsOf = reasonInWords,
): Promise<(ParcelEvent & { status: string })[]> {
  const rows = await queries
    .selectFrom("parcel_events")
    .select(["occurred_at", "status", "reason"])
    .where("tracking", "=", tracking)
    .where("kind", "=", "status")
    .execute();
  return rows.map(({ occurred_at, status, reason }) => ({
    status,
    state: stateOf(status),
    reason: wordsOf(reason),
    at: new Date(occurred_at),
  }));
}

/** @param wordsOf the courier's reasons as the reader has them, by default the shopper */
export async function storyFor(queries: Queries, tracking: string, wordsOf = reasonInWords): Promise<ParcelStory> {
  return { tracking, events: storyOf(await eventsOf(queries, tracking, wordsOf)) };
}

/** Advances the locked order as all events of its parcel demand. @returns the statuses entered */
export async function followParcel(
  context: Context,
  queries: Queries,
  order: { id: string; number: string; status: OrderStatus },
  tracking: string,
): Promise<OrderStatus[]> {
  const events = await eventsOf(queries, tracking);
  const steps = stepsFor(order.status, events);
  let { status } = order;
  for (const step of steps) {
    await enterStatus(context, queries, { ...order, status }, step, byCourier);
    status = step;
  }
  const goal = goalOf(events);
  if (goal === "returned") await putBackHeld(queries, order.id);
  const last = listedStatus(lastKnown(events)?.status);
  const before = await queries
    .selectFrom("parcels")
    .select("status")
    .where("order_id", "=", order.id)
    .executeTakeFirst();
  await queries
    .updateTable("parcels")
    .set({ status: last ?? null, ...(isOver(events) ? { poll_at: null } : {}) })
    .where("order_id", "=", order.id)
    .execute();
  if (last === undefined || last === before?.status) return steps;
  // A repetition undoes nothing that staff found out since.
  const taken = order.status === "returned" && goal === "delivered" ? await holdAgain(queries, order.id) : {};
  // What advances the order has its own row.
  if (steps.length === 0)
    await journalOrder(context, queries, order, {
      by: byCourier,
      action: "parcel-state",
      before: { colis: before?.status ?? null },
      after: { colis: last, ...taken },
    });
  return steps;
}
