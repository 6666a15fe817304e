import { type ExpressionBuilder, type SelectQueryBuilder, sql } from "kysely";
import { insertOnce } from "~/database/rows";
import type { Schema } from "~/database/schema";
import type { OrderLineTable } from "~/database/schema/orders";
import { type Order, orderNumberKey } from "~/domain/order/order";
import type { VisitorId } from "../services/guests";
import type { Queries } from "./context";
import { type OrderRow, orderFrom } from "./order-rows";

export function linesOf(queries: Queries, orderId: string): Promise<OrderLineTable[]> {
  return queries.selectFrom("order_lines").selectAll().where("order_id", "=", orderId).orderBy("position").execute();
}

/** The order of a row, with its lines. */
export async function orderOfRow(queries: Queries, row: OrderRow): Promise<Order> {
  return orderFrom(row, await linesOf(queries, row.id));
}

/** The same for several rows; one query reads the lines of all. */
export async function ordersOfRows(queries: Queries, rows: readonly OrderRow[]): Promise<Order[]> {
  const lines = await linesOfAll(
    queries,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => orderFrom(row, lines.get(row.id) ?? []));
}

/** The lines of several orders by their ids, in the order of their positions. */
export async function linesOfAll(queries: Queries, orderIds: readonly string[]) {
  const lines = new Map<string, OrderLineTable[]>(orderIds.map((id) => [id, []]));
  if (lines.size === 0) return lines;
  const rows = await queries
    .selectFrom("order_lines")
    .selectAll()
    .where("order_id", "in", [...lines.keys()])
    .orderBy("position")
    .execute();
  for (const line of rows) lines.get(line.order_id)?.push(line);
  return lines;
}

/** What the shop calls the variants of these orders' lines now, by their ids. */
export async function referencesIn(queries: Queries, orderIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await queries
    .selectFrom("order_lines")
    .innerJoin("variants", "variants.id", "order_lines.variant_id")
    .select(["variants.id", "variants.sku"])
    .where("order_lines.order_id", "in", orderIds)
    .execute();
  return new Map(rows.map(({ id, sku }) => [id, sku]));
}

/** The order placed with this form's key, and the hash of its content. */
export async function orderUnderKey(
  queries: Queries,
  keyHash: string,
): Promise<{ order: Order; contentHash: string } | undefined> {
  // Usually there is none: `selectAll` would keep PostgreSQL from preparing the question once.
  const match = await queries.selectFrom("orders").select("id").where("key_hash", "=", keyHash).executeTakeFirst();
  const row = match && (await queries.selectFrom("orders").selectAll().where("id", "=", match.id).executeTakeFirst());
  return row && { order: await orderOfRow(queries, row), contentHash: row.content_hash };
}

/** One page of these orders, newest first, and how many there are. */
export async function pageOfOrders(
  queries: Queries,
  matching: SelectQueryBuilder<Schema, "orders", object>,
  { page, size }: { page: number; size: number },
): Promise<{ orders: Order[]; total: number }> {
  const { total } = await matching.select((build) => build.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const rows = await matching
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { orders: await ordersOfRows(queries, rows), total };
}

/** Orders that this visitor may open. Not a join, which would lock other rows too. */
export function readableBy(visitor: VisitorId) {
  return (build: ExpressionBuilder<Schema, "orders">) =>
    build.or([
      // Of many visitors with access the oldest lose theirs; an account keeps its orders.
      build("orders.account_id", "=", visitor),
      build.exists(
        build
          .selectFrom("order_access")
          .select("order_access.order_id")
          .whereRef("order_access.order_id", "=", "orders.id")
          .where("order_access.visitor", "=", visitor),
      ),
    ]);
}

/** Orders of this number, in any spelling and order. */
export function withNumber(typed: string) {
  return (build: ExpressionBuilder<Schema, "orders">) => build("orders.number_key", "=", orderNumberKey(typed));
}

/**
 * Orders of this number, in any spelling. An API's orders may share a normalised number: the one
 * spelt as typed comes first.
 */
export const ordersCalled = (queries: Queries, typed: string) =>
  queries
    .selectFrom("orders")
    .where(withNumber(typed))
    .orderBy(sql`case when orders.number = ${typed.trim()} then 0 else 1 end`);

/** Locks it, so that those who change an order do so one after the other. */
export const lockOrder = (queries: Queries, typed: string) =>
  ordersCalled(queries, typed).selectAll().forNoKeyUpdate().executeTakeFirst();

/** Orders of this phone; erased orders have an empty one, which matches nothing. */
export function withPhone(phone: string) {
  return (build: ExpressionBuilder<Schema, "orders">) =>
    build.and([build("phone", "=", phone), build("phone", "!=", "")]);
}

/** Lets the visitor open the order from now on. */
export async function grantAccess(queries: Queries, visitor: VisitorId, orderId: string, since: Date): Promise<void> {
  await insertOnce(queries, "order_access", { visitor, order_id: orderId, since: since.getTime() });
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
