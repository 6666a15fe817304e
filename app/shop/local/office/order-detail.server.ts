import { byName } from "~/courier/courier";
import { reasonForStaff, stateOf } from "~/courier/yalidine/statuses";
import { noteIfPossible } from "~/database/failures.server";
import type { ParcelTable } from "~/database/schema/workers";
import { trackingOf } from "~/domain/delivery/parcel";
import { MINUTE } from "~/domain/values/durations";
import { storable } from "~/domain/values/storable";
import type { OfficeParcel, OrderDetailOffice } from "../../services/order-detail-office";
import type { ParcelStory } from "../../services/orders";
import { type Context, digest } from "../context";
import { lockOrder, orderOfRow, ordersCalled, referencesIn } from "../order-queries.server";
import { advance, stepsOf } from "../order-steps.server";
import { isCurrent, isOwnChange } from "../own-change.server";
import { storyFor } from "../parcel-events.server";
import { parcelTasks } from "../parcel-tasks.server";
import { isOpenNow } from "../presence.server";
import { addNote } from "./add-note.server";
import { orderEdits } from "./order-edit.server";
import { eventsOf } from "./order-events.server";
import { missingFor } from "./stock-and-orders.server";

/** A page is written down once in so long. */
const NOTED = MINUTE;

export function orderDetailOffice(context: Context): OrderDetailOffice {
  const { database, now } = context;
  const { db } = database;
  const { retryParcel } = parcelTasks(context);

  return {
    ...orderEdits(context),
    retryParcel,

    async orderPage(typed) {
      const row = await ordersCalled(db, typed).selectAll().executeTakeFirst();
      if (!row) return undefined;
      const { id, version } = row;
      const order = await orderOfRow(db, row);
      const steps = await stepsOf(db, id);
      const parcelRow = await db.selectFrom("parcels").selectAll().where("order_id", "=", id).executeTakeFirst();
      const story = parcelRow?.tracking ? await storyFor(db, parcelRow.tracking, reasonForStaff) : undefined;
      return {
        ...{ order, steps, version, parcel: parcelRow && parcelFrom(parcelRow, story) },
        channel: row.channel ?? undefined,
        callAt: row.call_at === null ? undefined : new Date(row.call_at),
        lastCall: row.last_call ?? undefined,
        unanswered: row.unanswered,
        missing: await missingFor(db, order),
        references: await referencesIn(db, [id]),
        isForgotten: row.to_be_forgotten === 1 || order.recipient.phone === "",
        events: await eventsOf(db, { order, version, steps, story }),
      };
    },

    async noteOrder(typed, { key, text }, by) {
      return database.transact(async (transaction) => {
        const order = await lockOrder(transaction, typed);
        if (!order) return "unknown";
        // Another text in the same form, after the way back, is another note.
        await addNote(context, transaction, order, { id: digest(`${key} ${text}`), text }, by);
        return "noted";
      });
    },

    async moveOrder(typed, status, { version, reason }, by) {
      return database.transact(async (transaction) => {
        const order = await lockOrder(transaction, typed);
        if (!order) return "unknown";
        const motif = reason ? storable(reason) : undefined;
        if (version !== undefined && !(await isCurrent(transaction, order, version))) {
          const change = { action: "order-status", motif } as const;
          const isRepeated = order.status === status && (await isOwnChange(transaction, order, version, by, change));
          return isRepeated ? "repeated" : "stale";
        }
        return advance(context, transaction, order, status, by, motif ? { motif } : {});
      });
    },

    async seeOrder(typed, by) {
      const order = await ordersCalled(db, typed).select("id").executeTakeFirst();
      if (!order) return;
      const seen_at = now().getTime();
      const own = { order_id: order.id, staff_id: by.staff.id };
      const before = await db
        .selectFrom("order_presence")
        .select("seen_at")
        .where("order_id", "=", own.order_id)
        .where("staff_id", "=", own.staff_id)
        .executeTakeFirst();
      if (before && Math.abs(seen_at - before.seen_at) < NOTED) return;
      await noteIfPossible(
        database.transact((transaction) =>
          transaction
            .insertInto("order_presence")
            .values({ ...own, seen_at })
            .onConflict((conflict) => conflict.columns(["order_id", "staff_id"]).doUpdateSet({ seen_at }))
            .execute(),
        ),
      );
    },

    async viewersOf(typed, by) {
      const order = await ordersCalled(db, typed).select("id").executeTakeFirst();
      if (!order) return [];
      const rows = await db
        .selectFrom("order_presence")
        .innerJoin("staff", "staff.id", "order_presence.staff_id")
        .select("staff.name")
        .where("order_presence.order_id", "=", order.id)
        .where("order_presence.staff_id", "!=", by.staff.id)
        .where(isOpenNow(now()))
        .execute();
      return rows.sort(byName).map(({ name }) => name);
    },
  };
}

function parcelFrom(row: ParcelTable, story: ParcelStory | undefined): OfficeParcel {
  const { state, failure, label } = row;
  return {
    state,
    reported: stateOf(row.status ?? ""),
    holdsPairs: row.holds_pairs === 1,
    ...(failure === null ? {} : { failure }),
    ...(label === null ? {} : { label }),
    ...(story && trackingOf(row) ? { story } : {}),
  };
}
