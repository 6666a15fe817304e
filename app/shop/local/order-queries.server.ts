import { type ExpressionBuilder, sql } from "kysely";
import { prepared } from "~/database/prepared.server";
import type { Schema } from "~/database/schema";
import type { OrderAccessTable, OrderLineTable } from "~/database/schema/orders";
import { type Order, orderNumberKey } from "~/domain/order";
import { storable } from "~/domain/storable";
import type { VisitorId } from "../services/guests";
import type { Queries } from "./context";
import { type OrderRow, orderFrom } from "./order-rows";

export function linesOf(queries: Queries, orderId: string): Promise<OrderLineTable[]> {
  return linesOfOrder(queries, { orderId });
}

/** The order of a row, with its lines. */
export async function orderOfRow(queries: Queries, row: OrderRow): Promise<Order> {
  return orderFrom(row, await linesOf(queries, row.id));
}

/** The same for several rows; one query reads the lines of all. */
export async function ordersOfRows(queries: Queries, rows: readonly OrderRow[]): Promise<Order[]> {
  if (rows.length === 0) return [];
  const lines = new Map<string, OrderLineTable[]>(rows.map(({ id }) => [id, []]));
  const found = await queries
    .selectFrom("order_lines")
    .selectAll()
    .where("order_id", "in", [...lines.keys()])
    .orderBy("position")
    .execute();
  for (const line of found) lines.get(line.order_id)?.push(line);
  return rows.map((row) => orderFrom(row, lines.get(row.id) ?? []));
}

const linesOfOrder = prepared((queries, { orderId }: { orderId: string }) =>
  queries.selectFrom("order_lines").selectAll().where("order_id", "=", orderId).orderBy("position"),
);
const underKey = prepared((queries, { keyHash }: { keyHash: string }) =>
  queries.selectFrom("orders").selectAll().where("key_hash", "=", keyHash),
);

/** The order placed with this form's key, and the hash of its content. */
export async function orderUnderKey(
  queries: Queries,
  keyHash: string,
): Promise<{ order: Order; contentHash: string } | undefined> {
  const [row] = await underKey(queries, { keyHash });
  return row && { order: await orderOfRow(queries, row), contentHash: row.content_hash };
}

/** Orders that this visitor may open (S-6). Not a join, which would lock other rows too. */
export function readableBy(visitor: VisitorId) {
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
export function withNumber(typed: string) {
  return (build: ExpressionBuilder<Schema, "orders">) => build("orders.number_key", "=", orderNumberKey(typed));
}

/** An API's orders may share a normalised number: the one spelt as typed comes first. */
export const exactSpellingFirst = (typed: string) =>
  sql`case when orders.number = ${storable(typed).trim()} then 0 else 1 end`;

/** Orders of this phone; erased orders have an empty one, which matches nothing. */
export function withPhone(phone: string) {
  return (build: ExpressionBuilder<Schema, "orders">) =>
    build.and([build("phone", "=", phone), build("phone", "!=", "")]);
}

/** Lets the visitor open the order from now on (S-6). */
export async function grantAccess(queries: Queries, visitor: VisitorId, orderId: string, since: Date): Promise<void> {
  await insertAccess(queries, { visitor, order_id: orderId, since: since.getTime() });
}

/** Visitors who may open one order: clients without cookies are another one each time. */
const MOST_VISITORS = 100;
/** At once; there is rarely more than one. */
const BATCH = 1_000;

/** Grants access to a further visitor of an order; beyond so many the oldest lose theirs. */
export async function shareAccess(queries: Queries, visitor: VisitorId, orderId: string, since: Date): Promise<void> {
  await grantAccess(queries, visitor, orderId, since);
  const oldest = queries
    .selectFrom("order_access")
    .select("visitor")
    .where("order_id", "=", orderId)
    .orderBy("since", "desc")
    .orderBy("visitor")
    .limit(BATCH)
    .offset(MOST_VISITORS);
  await queries.deleteFrom("order_access").where("order_id", "=", orderId).where("visitor", "in", oldest).execute();
}

const insertAccess = prepared((queries, access: OrderAccessTable) =>
  queries
    .insertInto("order_access")
    .values(access)
    .onConflict((conflict) => conflict.doNothing()),
);
