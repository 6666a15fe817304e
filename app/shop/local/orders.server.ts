import { normaliseOrderNumber, statusSteps } from "~/domain/order";
import { normalisePhone } from "~/domain/phone";
import type { OrderDesk } from "../shop";
import type { Context, Queries } from "./context";
import { locked } from "./locked";
import { loyaltyCardOf } from "./loyalty.server";
import { grantAccess, linesOf } from "./order-queries.server";
import { orderFrom } from "./order-rows";
import { place } from "./place.server";
import { lockVariants, returnPairs } from "./stock.server";

/** Whether stock goes back to the shelf with this status. */
const RETURNING = new Set(["cancelled", "returned"]);

export function orderDesk(context: Context): OrderDesk {
  const { database, now } = context;
  const { db, dialect } = database;

  return {
    place: (request) => place(context, request),

    async read(typed, visitor) {
      const number = normaliseOrderNumber(typed);
      if (number === undefined || visitor === undefined) return undefined;
      const row = await db
        .selectFrom("orders")
        .innerJoin("order_access", "order_access.order_id", "orders.id")
        .selectAll("orders")
        .where("orders.number", "=", number)
        .where("order_access.visitor", "=", visitor)
        .executeTakeFirst();
      return row && orderFrom(row, await linesOf(db, row.id));
    },

    async track(typedNumber, typedPhone, visitor) {
      // An unknown number, another's phone and a text that is neither go the same way: one query that finds nothing.
      const number = normaliseOrderNumber(typedNumber) ?? "";
      const phone = normalisePhone(typedPhone) ?? "";
      const row = await db
        .selectFrom("orders")
        .selectAll()
        .where("number", "=", number)
        .where("phone", "=", phone)
        // Of an order without its person nothing is left to know.
        .where("phone", "!=", "")
        .executeTakeFirst();
      if (!row) return undefined;
      await database.transact((transaction) => grantAccess(transaction, visitor, row.id, now()));
      return orderFrom(row, await linesOf(db, row.id));
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

    async attach(typedNumber, phone, account) {
      const number = normaliseOrderNumber(typedNumber) ?? "";
      return database.transact(async (transaction) => {
        const row = await transaction
          .updateTable("orders")
          .set({ account_id: account })
          .where("number", "=", number)
          .where("phone", "=", phone)
          .where("phone", "!=", "")
          .where((build) => build.or([build("account_id", "is", null), build("account_id", "=", account)]))
          .where("to_be_forgotten", "=", 0)
          .returningAll()
          .executeTakeFirst();
        if (!row) return undefined;
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

    async setStatus(typed, status) {
      const number = normaliseOrderNumber(typed);
      if (number === undefined) return "unknown";
      return database.transact(async (transaction) => {
        const query = transaction.selectFrom("orders").select(["id", "status"]).where("number", "=", number);
        const order = await locked(query, dialect).executeTakeFirst();
        if (!order) return "unknown";
        if (!statusSteps[order.status].includes(status)) return "refused";
        await transaction.updateTable("orders").set({ status }).where("id", "=", order.id).execute();
        await transaction
          .insertInto("order_steps")
          .values({ order_id: order.id, status, at: now().getTime() })
          .execute();
        if (RETURNING.has(status)) await putBack(transaction, order.id);
        return "moved";
      });
    },
  };

  async function putBack(queries: Queries, orderId: string): Promise<void> {
    const lines = await linesOf(queries, orderId);
    const pairs = lines.map((line) => ({
      variantId: line.variant_id,
      productId: line.product_id,
      quantity: line.quantity,
    }));
    const known = await lockVariants(
      queries,
      dialect,
      pairs.map((one) => one.variantId),
    );
    const ids = new Set(known.map((variant) => variant.id));
    await returnPairs(
      queries,
      pairs.filter((one) => ids.has(one.variantId)),
    );
  }
}
