import { DELETED, stateOf, statusIn } from "~/courier/yalidine/statuses";
import { eventsIn, isSigned } from "~/courier/yalidine/webhook.server";
import { insertOnce } from "~/database/rows";
import { isForPeople, isUnderWay } from "~/domain/delivery/parcel";
import { DAY, MINUTE } from "~/domain/values/durations";
import { storable } from "~/domain/values/storable";
import type { WebhookService } from "../services/courier";
import type { CourierEvent, ParcelQueue } from "../workers/parcel-queue";
import { hasCome } from "./claim-due.server";
import type { Context } from "./context";
import { followParcel, POLL_AGAIN } from "./parcel-events.server";

/** The least time to wait after a poll that failed, or of which nothing more is heard. */
const POLL_WAIT = 10 * MINUTE;
/** Parcels older than this are no longer polled. */
const POLLED_FOR = 60 * DAY;

type CourierEvents = WebhookService &
  Pick<ParcelQueue, "duePolls" | "notTaken" | "endPolls" | "postponePolls" | "recordEvents">;

/** Stores the courier's events, from webhooks and polls, and advances orders. */
export function courierEvents(context: Context): CourierEvents {
  const { database, nowMs, connection } = context;
  const { db } = database;

  async function recordEvents(events: readonly CourierEvent[]): Promise<string[]> {
    const remarks: string[] = [];
    const byTracking = new Map<string, CourierEvent[]>();
    for (const event of events) byTracking.set(event.tracking, [...(byTracking.get(event.tracking) ?? []), event]);
    for (const [tracking, ofParcel] of byTracking) remarks.push(...(await recordParcelEvents(tracking, ofParcel)));
    return remarks;
  }

  /** One transaction per parcel, so that none holds the locks of two orders. */
  function recordParcelEvents(tracking: string, events: readonly CourierEvent[]): Promise<string[]> {
    return database.transact(async (transaction) => {
      const remarks: string[] = [];
      const parcel = await transaction
        .selectFrom("parcels")
        .select("order_id")
        .where("tracking", "=", tracking)
        .executeTakeFirst();
      const order =
        parcel &&
        (await transaction
          .selectFrom("orders")
          .select(["id", "number", "status"])
          .where("id", "=", parcel.order_id)
          .forNoKeyUpdate()
          .executeTakeFirst());
      const added: CourierEvent[] = [];
      for (const event of events) {
        // Duplicates: a webhook sent twice, or an event that was polled too.
        const isNew = await insertOnce(transaction, "parcel_events", {
          tracking,
          kind: event.kind,
          occurred_at: event.at.getTime(),
          status: storable(event.status),
          reason: event.reason ? storable(event.reason) : null,
          event_id: event.key === undefined ? null : storable(event.key),
          heard_at: nowMs(),
        });
        if (!isNew && event.key === undefined)
          await transaction
            .updateTable("parcel_events")
            .set({ event_id: null, heard_at: nowMs() })
            .where("tracking", "=", tracking)
            .where("kind", "=", event.kind)
            .where("occurred_at", "=", event.at.getTime())
            .where("status", "=", storable(event.status))
            .execute();
        // Of a cancelled order the shop deletes it itself.
        const isHeeded = event.kind === "status" || (event.kind === DELETED && order?.status !== "cancelled");
        if (isNew && isHeeded) added.push({ ...event, status: statusIn(event) });
      }
      if (!order) return remarks;
      const steps = await followParcel(context, transaction, order, tracking);
      for (const { status } of added) {
        const state = stateOf(status);
        if (!state)
          remarks.push(`The courier says "${status}" of order ${order.number}, which nobody here understands.`);
        else if (isForPeople(state)) remarks.push(`The courier says "${status}" of order ${order.number}: see to it.`);
      }
      if (order.status === "cancelled" && steps.length === 0 && added.some(({ status }) => isUnderWay(stateOf(status))))
        remarks.push(`Order ${order.number} is cancelled, and its parcel is under way: call the courier.`);
      return remarks;
    });
  }

  return {
    recordEvents,

    async receive(body, signature) {
      const secret = connection?.webhookSecret;
      if (!secret) return "closed";
      if (!isSigned(body, signature, secret)) return "forged";
      const read = eventsIn(body);
      if (!read) return "unreadable";
      const remarks = await recordEvents(read.events);
      if (read.unread > 0) remarks.push(`Of a webhook of the courier's ${read.unread} events were not understood.`);
      for (const remark of remarks) console.warn("%s", remark);
      return "received";
    },

    async duePolls(count) {
      const due = db
        .selectFrom("parcels")
        .select("order_id")
        // What is never asked about comes first in the index.
        .where("poll_at", "is not", null)
        .where(hasCome("poll_at", nowMs()))
        .where("created_at", ">", nowMs() - POLLED_FOR)
        .orderBy("poll_at")
        .limit(count);
      const ids = (await due.execute()).map(({ order_id }) => order_id);
      if (ids.length === 0) return [];
      const parcel = await database.transact((transaction) =>
        transaction
          .updateTable("parcels")
          .set({ poll_at: nowMs() + POLL_WAIT })
          .where("order_id", "in", ids)
          // Another process may have polled it.
          .where(hasCome("poll_at", nowMs()))
          .returning("tracking")
          .execute(),
      );
      return parcel.flatMap(({ tracking }) => (tracking === null ? [] : [tracking]));
    },

    async notTaken(trackings) {
      if (trackings.length === 0) return [];
      const rows = await db
        .selectFrom("parcels")
        .innerJoin("orders", "orders.id", "parcels.order_id")
        .select(["parcels.tracking", "orders.number"])
        .where("parcels.tracking", "in", trackings)
        .where("parcels.state", "=", "posted")
        .where(({ or, eb }) => or([eb("orders.status", "=", "confirmed"), eb("parcels.holds_pairs", "=", 1)]))
        .execute();
      return rows.flatMap(({ tracking, number }) => (tracking ? [{ tracking, orderNumber: number }] : []));
    },

    async endPolls(trackings) {
      await database.transact((transaction) =>
        transaction
          .updateTable("parcels")
          .set({ poll_at: nowMs() + POLL_AGAIN })
          .where("tracking", "in", trackings)
          // Those that are over meanwhile stay so.
          .where("poll_at", "is not", null)
          .execute(),
      );
    },

    async postponePolls({ retryAfterMs = 0 }) {
      const until = nowMs() + Math.max(POLL_WAIT, retryAfterMs);
      await database.transact((transaction) =>
        transaction
          .updateTable("parcels")
          .set({ poll_at: until })
          // Those that are over have none.
          .where("poll_at", "<", until)
          .where("created_at", ">", nowMs() - POLLED_FOR)
          .execute(),
      );
    },
  };
}
