import { type OrderMail, orderMails } from "~/domain/mails/kinds";
import type { Order, OrderStep } from "~/domain/order/order";
import type { HouseNote, OrderEvent } from "../../services/order-detail-office";
import type { ParcelStory } from "../../services/orders";
import { digest, type Queries } from "../context";
import { entriesOf } from "./journal-list.server";

/** A mail of an edit has the order's version in its key (`queueMail`), others its id alone. */
export const editMailKey = (orderId: string, version: number) => `${orderId} ${version}`;
/** Nobody edits an order so often. */
const MOST_EDITS = 200;

/** What the journal says as well, and calls and notes say better. */
const TOLD_ELSEWHERE = new Set(["order-called", "call-taken-back", "order-noted"]);

/** Everything that happened to an order, oldest first. */
export async function eventsOf(
  queries: Queries,
  {
    order,
    version,
    steps,
    story,
  }: { order: Order; version: number; steps: readonly OrderStep[]; story: ParcelStory | undefined },
): Promise<OrderEvent[]> {
  const [changes, calls, notes, mails] = await Promise.all([
    entriesOf(queries, "order", order.id),
    callsOf(queries, order.id),
    notesOf(queries, order.id),
    mailsOf(queries, order.id, version),
  ]);
  changes.reverse();
  const oldest = changes[0]?.at.getTime() ?? Number.POSITIVE_INFINITY;
  // Both are written in one transaction, some milliseconds apart.
  const isTold = changes.some(({ action }) => action === "order-placed");
  const events: OrderEvent[] = [
    ...(isTold ? [] : steps.filter(({ at }) => at.getTime() < oldest)).map((step) => ({
      kind: "status" as const,
      ...step,
    })),
    ...changes
      .filter(({ action }) => !TOLD_ELSEWHERE.has(action))
      .map((entry) => ({ kind: "change" as const, at: entry.at, entry })),
    ...calls,
    ...notes.map((note) => ({ kind: "note" as const, ...note })),
    ...(story?.events ?? []).map(({ label, reason, at }) => ({
      ...{ kind: "parcel" as const, at, label },
      ...(reason ? { reason } : {}),
    })),
    ...mails,
  ];
  return events.sort((a, b) => a.at.getTime() - b.at.getTime());
}

async function callsOf(queries: Queries, orderId: string): Promise<OrderEvent[]> {
  const rows = await queries
    .selectFrom("order_calls")
    .select(["at", "name", "outcome", "note", "call_at"])
    .where("order_id", "=", orderId)
    .orderBy("at")
    .execute();
  return rows.map(({ at, call_at, ...call }) => ({
    ...{ kind: "call", at: new Date(at), ...call },
    ...(call_at === null ? {} : { callAt: new Date(call_at) }),
  }));
}

/** Oldest first, without those that were erased. */
export async function notesOf(queries: Queries, orderId: string): Promise<HouseNote[]> {
  const rows = await queries
    .selectFrom("order_notes")
    .select(["id", "at", "name", "text"])
    .where("order_id", "=", orderId)
    .where("text", "!=", "")
    .orderBy("at")
    .execute();
  return rows.map(({ at, ...note }) => ({ at: new Date(at), ...note }));
}

async function mailsOf(queries: Queries, orderId: string, version: number): Promise<OrderEvent[]> {
  const edits = Array.from({ length: Math.min(version, MOST_EDITS) }, (_, index) => editMailKey(orderId, index + 1));
  const keys = Object.keys(orderMails).flatMap((kind) => [orderId, ...edits].map((key) => `${kind} ${key}`));
  const rows = await queries
    .selectFrom("mails")
    .select(["kind", "created_at", "due_at", "sent_at"])
    .where("key", "in", keys.map(digest))
    .execute();
  return rows.map(({ kind, created_at, due_at, sent_at }) => ({
    ...{ kind: "mail", mail: kind as OrderMail, at: new Date(sent_at ?? created_at) },
    state: sent_at !== null ? "sent" : due_at !== null ? "waiting" : "given-up",
  }));
}
