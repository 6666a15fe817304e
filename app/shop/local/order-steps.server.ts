import type { SelectQueryBuilder } from "kysely";
import { insertOnce } from "~/database/rows";
import type { Schema } from "~/database/schema";
import type { ParcelTable } from "~/database/schema/workers";
import { announcementLabels } from "~/domain/delivery/parcel";
import type { Actor, JournalFields } from "~/domain/office/journal";
import { nextSteps, type OrderStatus, type OrderStep, statusLabels } from "~/domain/order/order";
import { MINUTE } from "~/domain/values/durations";
import type { Context, Queries } from "./context";
import { raisedVersion, writeJournal } from "./journal.server";
import { linesOf } from "./order-queries.server";
import { lockVariants, type Pairs, returnPairs, takePairs } from "./stock.server";

/** Statuses that return pairs to stock. */
const RETURNING = new Set<OrderStatus>(["cancelled", "returned"]);

/** A post that is under way has ended by then; the courier is asked what has become of it. */
const SETTLING = 2 * MINUTE;

/**
 * Advances a locked order along `nextSteps`.
 * Confirming takes the pairs of one that has none yet.
 * @returns "refused" or "short", with nothing changed, when status or stock does not allow it
 */
export async function advance(
  context: Context,
  queries: Queries,
  order: { id: string; number: string; status: OrderStatus; reserved: number },
  status: OrderStatus,
  by: Actor,
  details: JournalFields = {},
): Promise<"moved" | "refused" | "short"> {
  if (!nextSteps(order.status, await isHeld(queries, order.id)).includes(status)) return "refused";
  const takesPairs = status === "confirmed" && order.reserved === 0;
  if (takesPairs && !(await reserve(queries, order.id))) return "short";
  await enterStatus(context, queries, order, status, by, { ...details, ...(takesPairs ? pairsTaken : {}) });
  return "moved";
}

/**
 * Sets the status of a locked order, and updates stock and parcel accordingly.
 * @param details of the journal's row: a reason, or that its pairs were taken
 */
export async function enterStatus(
  context: Context,
  queries: Queries,
  { id: orderId, number, status: before }: { id: string; number: string; status: OrderStatus },
  status: OrderStatus,
  by: Actor,
  details: JournalFields = {},
): Promise<void> {
  const at = context.now().getTime();
  await queries
    .updateTable("orders")
    // Only `leaveStatus` leads back to where an order waits for a call.
    .set((build) => ({ status, call_at: null, ...raisedVersion(build) }))
    .where("id", "=", orderId)
    .execute();
  if (before === "returned") await dropStep(queries, orderId, before);
  await queries.insertInto("order_steps").values({ order_id: orderId, status, at }).execute();
  // The order was sent by hand: posting its parcel would send it twice.
  const dropped = status === "shipped" ? await dropUnposted(queries, orderId, status) : undefined;
  await writeJournal(context, queries, {
    by,
    action: "order-status",
    subject: "order",
    id: orderId,
    name: number,
    before: { statut: statusLabels[before], ...(dropped ? { colis: announcementLabels[dropped] } : {}) },
    after: { statut: statusLabels[status], ...(dropped ? { colis: announcementLabels.withdrawn } : {}), ...details },
  });
  if (status === "confirmed" && context.connection) await queueParcel(queries, orderId, at);
  if (before === "cancelled" || before === "returned") await letGo(queries, orderId);
  const isLeaving = status === "cancelled" && (await withdrawParcel(queries, orderId, at));
  if (RETURNING.has(status) && !isLeaving) await putBack(queries, orderId);
}

/**
 * Takes a locked order that was just confirmed or cancelled back to where it waits, with its pairs
 * as they were. Its step goes, so that it can be entered again; the journal keeps both rows.
 * @param wasReserved whether its pairs were taken before
 * @returns "too-late", with nothing changed, when the courier may know of its parcel
 */
export async function leaveStatus(
  queries: Queries,
  { id, status, wasReserved }: { id: string; status: OrderStatus; wasReserved: boolean },
): Promise<"left" | "too-late" | "short"> {
  if (status === "cancelled") {
    // A pending order has no parcel, and its pairs went back if it had any.
    if (wasReserved && !(await reserve(queries, id))) return "short";
  } else if (status === "confirmed") {
    const parcel = await queries
      .selectFrom("parcels")
      .selectAll()
      .where("order_id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (parcel && (parcel.state !== "waiting" || parcel.asked_at !== null)) return "too-late";
    await queries.deleteFrom("parcels").where("order_id", "=", id).execute();
    if (!wasReserved) {
      await putBack(queries, id);
      await queries.updateTable("orders").set({ reserved: 0 }).where("id", "=", id).execute();
    }
  } else return "too-late";
  await queries.updateTable("orders").set({ status: "pending" }).where("id", "=", id).execute();
  await dropStep(queries, id, status);
  return "left";
}

/** So that it can be entered again; the journal keeps its row. */
const dropStep = (queries: Queries, orderId: string, status: OrderStatus) =>
  queries.deleteFrom("order_steps").where("order_id", "=", orderId).where("status", "=", status).execute();

async function queueParcel(queries: Queries, order_id: string, at: number): Promise<void> {
  const nothing = { asked_at: null, tracking: null, label: null, failure: null, status: null, poll_at: null };
  const row = {
    order_id,
    state: "waiting",
    due_at: at,
    attempts: 0,
    created_at: at,
    holds_pairs: 0,
    ...nothing,
  } as const;
  await insertOnce(queries, "parcels", row);
}

/** @returns whether the courier may have the parcel: it is withdrawn there, and holds its pairs */
async function withdrawParcel(queries: Queries, orderId: string, at: number): Promise<boolean> {
  await dropUnposted(queries, orderId, "cancelled");
  const leaving = await queries
    .updateTable("parcels")
    .set((build) => ({
      state: "leaving",
      holds_pairs: 1,
      // A refused one's would tell staff to delete it themselves.
      failure: null,
      due_at: build
        .case()
        .when("state", "=", "waiting")
        .then(at + SETTLING)
        .else(at)
        .end(),
    }))
    .where("order_id", "=", orderId)
    .where("state", "in", ["waiting", "posted", "refused"])
    .returning("order_id")
    .execute();
  return leaving.length > 0;
}

async function isHeld(queries: Queries, orderId: string): Promise<boolean> {
  const held = queries.selectFrom("parcels").select("order_id").where("order_id", "=", orderId);
  return (await held.where("holds_pairs", "=", 1).executeTakeFirst()) !== undefined;
}

/** @param id of the order, or a query for it */
export async function stepsOf(
  queries: Queries,
  id: string | SelectQueryBuilder<Schema, "orders", { id: string }>,
): Promise<OrderStep[]> {
  const steps = queries.selectFrom("order_steps").select(["status", "at"]).where("order_id", "=", id).orderBy("at");
  return (await steps.execute()).map(({ status, at }) => ({ status, at: new Date(at) }));
}

/**
 * Takes the pairs of a locked, returned order again, as the courier has delivered its parcel after
 * all. Where others have ordered them meanwhile, it has none.
 * @returns what the journal says of it
 */
export async function holdAgain(queries: Queries, orderId: string): Promise<JournalFields> {
  const steps = queries.selectFrom("order_steps").select("at").where("order_id", "=", orderId);
  // Its shopper had it, and brought it back.
  if (await steps.where("status", "=", "delivered").executeTakeFirst()) return {};
  const held = queries.updateTable("parcels").set({ holds_pairs: 1 }).where("order_id", "=", orderId);
  if ((await held.where("holds_pairs", "=", 0).returning("order_id").execute()).length === 0) return {};
  if (await reserve(queries, orderId)) return pairsTaken;
  await queries.updateTable("orders").set({ reserved: 0 }).where("id", "=", orderId).execute();
  return {};
}

/** @returns whether the parcel held the pairs of its order, which had ended, until now */
async function letGo(queries: Queries, orderId: string): Promise<boolean> {
  const held = queries.updateTable("parcels").set({ holds_pairs: 0 }).where("order_id", "=", orderId);
  return (await held.where("holds_pairs", "=", 1).returning("order_id").execute()).length > 0;
}

/** Puts back the pairs of a locked order that had ended, once its parcel is the shop's again. */
export async function putBackHeld(queries: Queries, orderId: string): Promise<void> {
  if (await letGo(queries, orderId)) await putBack(queries, orderId);
}

/**
 * Drops the parcel unless the courier may have it: a refused one of what was sent by hand in any
 * case, since that is never deleted.
 * @returns the state that it was in until now
 */
async function dropUnposted(
  queries: Queries,
  orderId: string,
  status: "cancelled" | "shipped",
): Promise<ParcelTable["state"] | undefined> {
  const parcel = await queries
    .selectFrom("parcels")
    .select("state")
    .where("order_id", "=", orderId)
    .where("tracking", "is", null)
    .where("state", "in", ["waiting", "refused"])
    .where((build) =>
      build.or([build("asked_at", "is", null), ...(status === "shipped" ? [build("state", "=", "refused")] : [])]),
    )
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (parcel)
    await queries
      .updateTable("parcels")
      .set({ state: "withdrawn", due_at: null, failure: null })
      .where("order_id", "=", orderId)
      .execute();
  return parcel?.state;
}

/** What the journal says of a change that took an order's pairs. */
const pairsTaken: JournalFields = { paires: "réservées" };

/**
 * Takes the pairs of a locked order that is not reserved.
 * @returns false, with nothing changed, when the stock is too small
 */
async function reserve(queries: Queries, orderId: string): Promise<boolean> {
  const { pairs, stocks } = await lockPairs(queries, orderId);
  if (pairs.some(({ variantId, quantity }) => (stocks.get(variantId) ?? 0) < quantity)) return false;
  await takePairs(queries, pairs);
  await queries.updateTable("orders").set({ reserved: 1 }).where("id", "=", orderId).execute();
  return true;
}

async function putBack(queries: Queries, orderId: string): Promise<void> {
  const { reserved } = await queries
    .selectFrom("orders")
    .select("reserved")
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  if (reserved === 0) return;
  await returnPairs(queries, (await lockPairs(queries, orderId)).pairs);
}

/** Pairs of an order and their stock, locked; deleted variants are missing in `stocks`. */
async function lockPairs(queries: Queries, orderId: string) {
  const lines = await linesOf(queries, orderId);
  const pairs = lines.map((line): Pairs => ({ variantId: line.variant_id, quantity: line.quantity }));
  const ids = pairs.map(({ variantId }) => variantId);
  const variants = await lockVariants(queries, ids);
  return { pairs, stocks: new Map(variants.map(({ id, stock }) => [id, stock])) };
}
