import { sql } from "kysely";
import { renewOrderWords } from "~/database/order-search-words.server";
import { trackingOf } from "~/domain/delivery/parcel";
import { orderLapsed, orderLapsedForShop } from "~/domain/mails/orders";
import { byShop, byShopper, changedFields } from "~/domain/office/journal";
import { pairsOf } from "~/domain/order/cart";
import { type Correction, isAsSeen, orderNumberKey } from "~/domain/order/order";
import { lapsedWords } from "~/domain/order/order-bounds";
import { DAY, HOUR } from "~/domain/values/durations";
import { normalisePhone } from "~/domain/values/phone";
import type { VisitorId } from "../services/guests";
import type { OrderService } from "../services/orders";
import { accountIn, lockAccount } from "./account-rows.server";
import { type Context, digest, type Queries } from "./context";
import { journalOrder } from "./journal.server";
import { justOrdered, keyOf } from "./just-ordered.server";
import { loyaltyCardOf } from "./loyalty.server";
import { mayUsePhone } from "./open-orders.server";
import { storableCorrection } from "./order-content";
import { lookWithinLimits } from "./order-guesses.server";
import {
  orderOfRow,
  ordersCalled,
  orderUnderKey,
  pageOfOrders,
  readableBy,
  shareAccess,
  withPhone,
} from "./order-queries.server";
import { calledAgain } from "./order-rows";
import { enterStatus, stepsOf } from "./order-steps.server";
import { mailAccount, mailShop, withdrawMail } from "./outbox.server";
import { storyFor } from "./parcel-events.server";
import { place } from "./place-order.server";
import { isOpenNow } from "./presence.server";

export function orderService(context: Context): OrderService {
  const { database, now, bounds, letterhead } = context;
  const { db } = database;

  return {
    place: (request) => place(context, request),
    underKey: async (key) => (await orderUnderKey(db, digest(key)))?.order,
    justOrdered: (request) => justOrdered(context, request),
    keyOf: (order, scope) => keyOf(context, order, scope),

    async latest(visitor) {
      if (visitor === undefined) return undefined;
      const row = await db
        .selectFrom("orders")
        .select("number")
        .where("created_at", ">", now().getTime() - HOUR)
        .where("status", "!=", "cancelled")
        .where(readableBy(visitor))
        .orderBy("created_at", "desc")
        .limit(1)
        .executeTakeFirst();
      return row?.number;
    },

    async read(typed, visitor) {
      if (visitor === undefined) return undefined;
      const row = await ordersCalled(db, typed).selectAll().where(readableBy(visitor)).executeTakeFirst();
      return row && orderOfRow(db, row);
    },

    async track(typed, typedPhone, visitor, address) {
      // Unknown numbers and wrong phones take the same queries, which find nothing.
      const number = orderNumberKey(typed);
      const phone = normalisePhone(typedPhone) ?? "";
      return database.transact(async (transaction) => {
        const wanted = ordersCalled(transaction, typed).selectAll().where(withPhone(phone));
        // A visitor with access is not limited by others' guesses.
        const readableRow = await wanted.where(readableBy(visitor)).executeTakeFirst();
        const row =
          readableRow ??
          (await lookWithinLimits(transaction, { number, address }, now().getTime(), () => wanted.executeTakeFirst()));
        if (typeof row === "string") return row;
        await shareAccess(transaction, visitor, row.id, now());
        return orderOfRow(transaction, row);
      });
    },

    ofAccount: (account, page) => pageOfOrders(db, db.selectFrom("orders").where("account_id", "=", account), page),

    async attach(typed, phone, account, address) {
      const number = orderNumberKey(typed);
      return database.transact(async (transaction) => {
        if (!(await lockAccount(transaction, account))) return "unknown";
        const free = ordersCalled(transaction, typed)
          .select("id")
          .where(withPhone(phone))
          .where((build) => build.or([build("account_id", "is", null), build("account_id", "=", account)]))
          .where("to_be_forgotten", "=", 0)
          .limit(1);
        const take = (which: typeof free) =>
          transaction
            .updateTable("orders")
            .set({ account_id: account })
            .where("id", "=", which)
            // Another account may have taken it meanwhile.
            .where((build) => build.or([build("account_id", "is", null), build("account_id", "=", account)]))
            .returningAll()
            .executeTakeFirst();
        const row =
          (await take(free.where(readableBy(account)))) ??
          (await lookWithinLimits(transaction, { number, address }, now().getTime(), () => take(free)));
        if (typeof row === "string") return row;
        await shareAccess(transaction, account, row.id, now());
        return orderOfRow(transaction, row);
      });
    },

    // Of its own orders a shop always knows what became of them.
    unsettled: async () => undefined,
    unsettledOf: async () => [],
    changes: async () => ({ cancel: true, correct: true }),

    async ownerOf(typed) {
      const row = await ordersCalled(db, typed).select("account_id").executeTakeFirst();
      return row?.account_id;
    },

    async loyaltyCard(visitor) {
      return visitor === undefined ? { stamps: 0 } : loyaltyCardOf(db, visitor);
    },

    async cancel(typed, visitor) {
      return database.transact(async (transaction) => {
        const order = await lockOwn(transaction, typed, visitor);
        if (!order) return "unknown";
        if (order.status === "cancelled") return "cancelled";
        if (order.status !== "pending") return "too-late";
        await enterStatus(context, transaction, order, "cancelled", byShopper);
        for (const kind of ["order-received", "order-for-shop"] as const)
          await withdrawMail(transaction, { key: order.id, kind });
        return "cancelled";
      });
    },

    async correct(typed, visitor, correction, seen) {
      return database.transact(async (transaction) => {
        const order = await lockOwn(transaction, typed, visitor);
        if (!order) return "unknown";
        if (order.status !== "pending") return "too-late";
        const { recipient, reserved, lines } = await orderOfRow(transaction, order);
        if (seen && !isAsSeen(recipient, seen)) return "stale";
        const corrected = storableCorrection(correction);
        const isMoved = corrected.phone !== order.phone;
        const account = await accountIn(transaction, order.account_id ?? "");
        const moved = { phone: corrected.phone, account, pairs: reserved ? pairsOf(lines) : 0 };
        if (isMoved && !(await mayUsePhone(context, transaction, moved))) return "limited";
        const call = isMoved ? calledAgain(order.last_call, now()) : {};
        await transaction
          .updateTable("orders")
          .set({ ...corrected, ...call })
          .where("id", "=", order.id)
          .execute();
        if (isMoved) await renewOrderWords(transaction, [order.id]);
        const changes = changedFields(journalled(order), journalled(corrected));
        if (changes)
          await journalOrder(context, transaction, order, { by: byShopper, action: "order-edited", ...changes });
        return "corrected";
      });
    },

    async parcel(typed, visitor) {
      if (visitor === undefined) return undefined;
      const row = await db
        .selectFrom("orders")
        .innerJoin("parcels", "parcels.order_id", "orders.id")
        .select(["parcels.state", "parcels.tracking"])
        .where("orders.id", "=", orderId(typed, visitor))
        .executeTakeFirst();
      const tracking = trackingOf(row);
      return tracking ? storyFor(db, tracking) : undefined;
    },

    async steps(typed, visitor) {
      if (visitor === undefined) return [];
      return stepsOf(db, orderId(typed, visitor));
    },

    async lapse() {
      if (bounds.days === 0) return 0;
      const due = await dueIn(db).select("id").orderBy("created_at").execute();
      let count = 0;
      // One transaction each, so that none holds the locks of two orders.
      for (const { id } of due) if (await database.transact((transaction) => lapseOne(transaction, id))) count += 1;
      return count;
    },
  };

  /**
   * A planned call has a day to be made. The first one is planned for when the order comes. Who has
   * an order open may be calling just then.
   */
  function dueIn(queries: Queries) {
    const today = now().getTime();
    return queries
      .selectFrom("orders")
      .where("orders.status", "=", "pending")
      .where(sql<boolean>`coalesce(orders.open_since, orders.created_at) <= ${today - bounds.days * DAY}`)
      .where(sql<boolean>`coalesce(orders.call_at, 0) <= ${today - DAY}`)
      .where(({ exists, not, selectFrom }) => {
        const opened = selectFrom("order_presence").select("seen_at").whereRef("order_id", "=", "orders.id");
        return not(exists(opened.where(isOpenNow(now()))));
      });
  }

  /** @returns false when it is no longer due */
  async function lapseOne(queries: Queries, id: string): Promise<boolean> {
    const row = await dueIn(queries).selectAll().where("id", "=", id).forNoKeyUpdate().executeTakeFirst();
    if (!row) return false;
    await enterStatus(context, queries, row, "cancelled", byShop, { motif: lapsedWords(bounds.days) });
    await queries.updateTable("orders").set({ lapsed_days: bounds.days }).where("id", "=", id).execute();
    const order = await orderOfRow(queries, { ...row, status: "cancelled", lapsed_days: bounds.days });
    const forShop = orderLapsedForShop(letterhead, order);
    await mailShop(queries, context, { key: id, kind: "order-lapsed-shop", mail: forShop });
    const account = row.account_id === null ? undefined : await accountIn(queries, row.account_id);
    const mail = orderLapsed(letterhead, order);
    if (account) await mailAccount(queries, context, account, { key: id, kind: "order-lapsed", mail });
    return true;
  }

  /** Locks it for a visitor with access. */
  async function lockOwn(queries: Queries, typed: string, visitor: VisitorId | undefined) {
    if (visitor === undefined) return undefined;
    return ordersCalled(queries, typed).selectAll().where(readableBy(visitor)).forNoKeyUpdate().executeTakeFirst();
  }

  /** Id of the order that `read` returns to this visitor. */
  function orderId(typed: string, visitor: VisitorId) {
    return ordersCalled(db, typed).select("id").where(readableBy(visitor)).limit(1);
  }
}

const journalled = ({ phone, address, notes }: Correction) => ({
  téléphone: phone,
  adresse: address,
  remarque: notes,
});
