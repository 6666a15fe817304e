import { type ExpressionBuilder, sql } from "kysely";
import { prepared } from "~/database/prepared.server";
import type { Schema } from "~/database/schema";
import type { OrderAccessTable, OrderLineTable } from "~/database/schema/orders";
import { type Order, orderNumberKey } from "~/domain/order";
import type { VisitorId } from "../services/guests";
import type { Queries } from "./context";
import { orderFrom } from "./order-rows";
import { storable } from "./text.server";

export function linesOf(queries: Queries, orderId: string): Promise<OrderLineTable[]> {
  return linesOfOrder(queries, { orderId });
}

const linesOfOrder = prepared((queries, { orderId }: { orderId: string }) =>
  queries.selectFrom("order_lines").selectAll().where("order_id", "=", orderId).orderBy("position"),
);
const underKey = prepared((queries, { keyHash }: { keyHash: string }) =>
  queries.selectFrom("orders").selectAll().where("key_hash", "=", keyHash),
);

/** The order whose form carried this key, whoever asks, with the fingerprint of what was asked for. */
export async function orderUnderKey(
  queries: Queries,
  keyHash: string,
): Promise<{ order: Order; contentHash: string } | undefined> {
  const [row] = await underKey(queries, { keyHash });
  return row && { order: orderFrom(row, await linesOf(queries, row.id)), contentHash: row.content_hash };
}

/** Orders that this visitor may open (S-6). Not a join: what is locked then is the order, and nothing else. */
export function openTo(visitor: VisitorId) {
  return (build: ExpressionBuilder<Schema, "orders">) =>
    build.exists(
      build
        .selectFrom("order_access")
        .select("order_access.order_id")
        .whereRef("order_access.order_id", "=", "orders.id")
        .where("order_access.visitor", "=", visitor),
    );
}

/** Orders of this number, in any spelling. */
export function called(typed: string) {
  return (build: ExpressionBuilder<Schema, "orders">) => build("orders.number_key", "=", orderNumberKey(typed));
}

/** Of several that are called so, which only an API's are, the one that is spelt as it was typed comes first. */
export const asTyped = (typed: string) => sql`case when orders.number = ${storable(typed).trim()} then 0 else 1 end`;

/** Those that were placed with this phone. Of an order without its person nothing is left to know. */
export function placedWith(phone: string) {
  return (build: ExpressionBuilder<Schema, "orders">) =>
    build.and([build("phone", "=", phone), build("phone", "!=", "")]);
}

/** From now on the visitor may open the order (S-6). */
export async function grantAccess(queries: Queries, visitor: VisitorId, orderId: string, since: Date): Promise<void> {
  await insertAccess(queries, { visitor, order_id: orderId, since: since.getTime() });
}

const insertAccess = prepared((queries, access: OrderAccessTable) =>
  queries
    .insertInto("order_access")
    .values(access)
    .onConflict((conflict) => conflict.doNothing()),
);
