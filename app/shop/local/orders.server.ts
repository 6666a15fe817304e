import { normaliseOrderNumber, statusSteps } from "~/domain/order";
import { normalisePhone } from "~/domain/phone";
import type { OrderDesk, VisitorId } from "../shop";
import type { Context, Queries } from "./context";
import { justOrdered } from "./just-ordered.server";
import { lockAccount, locked } from "./locked";
import { loyaltyCardOf } from "./loyalty.server";
import { lookWithinLimits } from "./order-guesses.server";
import { grantAccess, linesOf, openTo, placedWith } from "./order-queries.server";
import { orderFrom } from "./order-rows";
import { enterStatus } from "./order-steps.server";
import { storyFor } from "./parcel-events.server";
import { place } from "./place.server";
import { storable } from "./text.server";

export function orderDesk(context: Context): OrderDesk {
  const { database, now } = context;
  const { db, dialect } = database;

  return {
    place: (request) => place(context, request),
    justOrdered: (request) => justOrdered(context, request),

    async read(typed, visitor) {
      const number = normaliseOrderNumber(typed);
      if (number === undefined || visitor === undefined) return undefined;
      const row = await db
        .selectFrom("orders")
        .selectAll()
        .where("number", "=", number)
        .where(openTo(visitor))
        .executeTakeFirst();
      return row && orderFrom(row, await linesOf(db, row.id));
    },

    async track(typedNumber, typedPhone, visitor, address) {
      // An unknown number, another's phone and a text that is neither go the same way: queries that find nothing.
      const number = normaliseOrderNumber(typedNumber);
      const phone = normalisePhone(typedPhone) ?? "";
      return database.transact(async (transaction) => {
        const wanted = transaction.selectFrom("orders").selectAll().where(placedWith(number, phone));
        // Who may open it already guesses nothing, and is not kept out by those who do.
        const own = await wanted.where(openTo(visitor)).executeTakeFirst();
        const row =
          own ??
          (await lookWithinLimits(transaction, { number, address }, now().getTime(), () => wanted.executeTakeFirst()));
        if (typeof row === "string") return row;
        await grantAccess(transaction, visitor, row.id, now());
        return orderFrom(row, await linesOf(transaction, row.id));
      });
    },

    async ofAccount(account, { page, size }) {
      const { total } = await db
        .selectFrom("orders")
        .select((build) => build.fn.countAll<number>().as("total"))
        .where("account_id", "=", account)
        .executeTakeFirstOrThrow();
      const rows = await db
        .selectFrom("orders")
        .selectAll()
        .where("account_id", "=", account)
        .orderBy("created_at", "desc")
        .orderBy("id")
        .limit(size)
        .offset((page - 1) * size)
        .execute();
      const orders = await Promise.all(rows.map(async (row) => orderFrom(row, await linesOf(db, row.id))));
      return { orders, total };
    },

    async attach(typedNumber, phone, account, address) {
      const number = normaliseOrderNumber(typedNumber);
      return database.transact(async (transaction) => {
        if (!(await lockAccount(transaction, dialect, account))) return "unknown";
        const taking = transaction
          .updateTable("orders")
          .set({ account_id: account })
          .where(placedWith(number, phone))
          .where((build) => build.or([build("account_id", "is", null), build("account_id", "=", account)]))
          .where("to_be_forgotten", "=", 0)
          .returningAll();
        const own = await taking.where(openTo(account)).executeTakeFirst();
        const row =
          own ??
          (await lookWithinLimits(transaction, { number, address }, now().getTime(), () => taking.executeTakeFirst()));
        if (typeof row === "string") return row;
        await grantAccess(transaction, account, row.id, now());
        return orderFrom(row, await linesOf(transaction, row.id));
      });
    },

    async isKnown(typed) {
      const number = normaliseOrderNumber(typed);
      if (number === undefined) return false;
      const row = await db.selectFrom("orders").select("id").where("number", "=", number).executeTakeFirst();
      return row !== undefined;
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
        await enterStatus(context, transaction, order.id, "cancelled");
        return "cancelled";
      });
    },

    async correct(typed, visitor, { phone, address, notes }) {
      return database.transact(async (transaction) => {
        const order = await lockOwn(transaction, typed, visitor);
        if (!order) return "unknown";
        if (order.status !== "pending") return "too-late";
        await transaction
          .updateTable("orders")
          .set({ phone: storable(phone), address: storable(address), notes: storable(notes) })
          .where("id", "=", order.id)
          .execute();
        return "corrected";
      });
    },

    async parcel(typed, visitor) {
      const number = normaliseOrderNumber(typed);
      if (number === undefined || visitor === undefined) return undefined;
      const row = await db
        .selectFrom("orders")
        .innerJoin("parcels", "parcels.order_id", "orders.id")
        .select("parcels.tracking")
        .where("orders.number", "=", number)
        .where(openTo(visitor))
        .executeTakeFirst();
      return row?.tracking ? storyFor(db, row.tracking) : undefined;
    },

    async setStatus(typed, status) {
      return database.transact(async (transaction) => {
        const order = await lockOrder(transaction, typed);
        if (!order) return "unknown";
        if (!statusSteps[order.status].includes(status)) return "refused";
        await enterStatus(context, transaction, order.id, status);
        return "moved";
      });
    },
  };

  /** The order as it stands now, until the transaction ends: shop and shopper decide one after the other. */
  function lockOrder(queries: Queries, typed: string) {
    return locked(numbered(queries, typed), dialect).executeTakeFirst();
  }

  /** The same, for a visitor who may open it. */
  async function lockOwn(queries: Queries, typed: string, visitor: VisitorId | undefined) {
    if (visitor === undefined) return undefined;
    return locked(numbered(queries, typed).where(openTo(visitor)), dialect).executeTakeFirst();
  }

  function numbered(queries: Queries, typed: string) {
    const number = normaliseOrderNumber(typed) ?? "";
    return queries.selectFrom("orders").select(["id", "status"]).where("number", "=", number);
  }
}
