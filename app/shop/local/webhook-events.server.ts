import { stateOf } from "~/courier/yalidine/statuses";
import { eventsIn, isSigned } from "~/courier/yalidine/webhook.server";
import type { WebhookService } from "../services/webhooks";
import type { CourierEvent, ParcelQueue } from "../workers/parcel-queue";
import type { Context } from "./context";
import { followParcel } from "./parcel-events.server";
import { locked } from "./row-locks";
import { storable } from "./text.server";

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
/** The courier tells by itself what happens; asking is for what got lost. */
export const POLL_AGAIN = 6 * HOUR;
/** A parcel of which nothing more is heard is not asked for for ever. */
const POLLED_FOR = 60 * DAY;

type WebhookEvents = WebhookService & Pick<ParcelQueue, "duePolls" | "hear" | "forgetUnknownParcels">;

/** What the courier says of parcels, by its webhooks and when it is asked. */
export function webhookEvents(context: Context): WebhookEvents {
  const { database, now, connection } = context;
  const { db, dialect } = database;
  const moment = () => now().getTime();

  async function hear(events: readonly CourierEvent[]): Promise<string[]> {
    const remarks: string[] = [];
    const byTracking = new Map<string, CourierEvent[]>();
    for (const event of events) byTracking.set(event.tracking, [...(byTracking.get(event.tracking) ?? []), event]);
    for (const [tracking, said] of byTracking) remarks.push(...(await hearOf(tracking, said)));
    return remarks;
  }

  /** Each parcel in a transaction of its own: nobody holds the locks of two orders. */
  function hearOf(tracking: string, events: readonly CourierEvent[]): Promise<string[]> {
    return database.transact(async (transaction) => {
      const remarks: string[] = [];
      const ours = await transaction
        .selectFrom("parcels")
        .select("order_id")
        .where("tracking", "=", tracking)
        .executeTakeFirst();
      const order =
        ours &&
        (await locked(
          transaction.selectFrom("orders").select(["id", "number", "status"]).where("id", "=", ours.order_id),
          dialect,
        ).executeTakeFirst());
      const fresh: CourierEvent[] = [];
      for (const event of events) {
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto("parcel_events")
          .values({
            tracking,
            kind: event.kind,
            occurred_at: event.at.getTime(),
            status: storable(event.status),
            reason: event.reason ? storable(event.reason) : null,
            event_id: event.key === undefined ? null : storable(event.key),
            heard_at: moment(),
          })
          // The same again, by its own name or because it was asked for as well.
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows === 1n && event.kind === "status") fresh.push(event);
      }
      if (!order) return remarks;
      const was = order.status;
      const steps = await followParcel(context, transaction, order, tracking);
      for (const { status } of fresh) {
        const state = stateOf(status);
        if (!state)
          remarks.push(`The courier says "${status}" of order ${order.number}, which nobody here understands.`);
        if (state === "exception" || state === "not_collected" || state === "cancelled")
          remarks.push(`The courier says "${status}" of order ${order.number}: see to it.`);
      }
      if (was === "cancelled" && steps.length === 0 && fresh.some(({ status }) => isUnderWay(status)))
        remarks.push(`Order ${order.number} is cancelled, and its parcel is under way: call the courier.`);
      return remarks;
    });
  }

  return {
    hear,

    async receive(body, signature) {
      const secret = connection?.webhookSecret;
      if (!secret) return "closed";
      if (!isSigned(body, signature, secret)) return "forged";
      const read = eventsIn(body);
      if (!read) return "unreadable";
      const remarks = await hear(read.events);
      if (read.unread > 0) remarks.push(`Of a webhook of the courier's ${read.unread} events were not understood.`);
      for (const remark of remarks) console.warn("%s", remark);
      return "heard";
    },

    async duePolls(count) {
      const due = db
        .selectFrom("parcels")
        .select("order_id")
        .where("poll_at", "<=", moment())
        .where("created_at", ">", moment() - POLLED_FOR)
        .orderBy("poll_at")
        .limit(count);
      const rows = await due.execute();
      if (rows.length === 0) return [];
      const ours = await database.transact((transaction) =>
        transaction
          .updateTable("parcels")
          .set({ poll_at: moment() + POLL_AGAIN })
          .where(
            "order_id",
            "in",
            rows.map(({ order_id }) => order_id),
          )
          // Another process was faster.
          .where("poll_at", "<=", moment())
          .returning("tracking")
          .execute(),
      );
      return ours.flatMap(({ tracking }) => (tracking === null ? [] : [tracking]));
    },

    async forgetUnknownParcels(before) {
      const { numDeletedRows } = await database.transact((transaction) =>
        transaction
          .deleteFrom("parcel_events")
          .where("heard_at", "<", before.getTime())
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom("parcels")
                  .select("parcels.order_id")
                  .whereRef("parcels.tracking", "=", "parcel_events.tracking"),
              ),
            ),
          )
          .executeTakeFirstOrThrow(),
      );
      return Number(numDeletedRows);
    },
  };
}

/** Whether the parcel has left the shop, and has not come back. */
function isUnderWay(status: string): boolean {
  const state = stateOf(status);
  return state !== undefined && !["preparing", "cancelled", "returned", "exception"].includes(state);
}
