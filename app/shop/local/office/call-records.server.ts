import type { OrderCallTable } from "~/database/schema/office";
import type { OrderTable } from "~/database/schema/orders";
import { STAMPS } from "~/domain/account/loyalty";
import { afterCall, type CallOutcome, outcomeLabel, outcomeRule } from "~/domain/office/call";
import type { JournalFields, StaffActor } from "~/domain/office/journal";
import { formatFigures } from "~/domain/values/dates";
import { storable } from "~/domain/values/storable";
import type { CallOffice, NewCall, RecordResult, TakeBackResult } from "../../services/call-office";
import { lockAccount } from "../account-rows.server";
import { type Context, digest, newId, type Queries } from "../context";
import { journalOrder } from "../journal.server";
import { loyaltyCardOf } from "../loyalty.server";
import { lockOrder, ordersCalled } from "../order-queries.server";
import { advance, leaveStatus } from "../order-steps.server";
import { isOnlyNoted } from "../own-change.server";

/** What an order was before a call, and its version after it. */
interface BeforeCall {
  callAt: number | null;
  unanswered: number;
  lastCall: CallOutcome | null;
  reserved: number;
  version: number;
}

export const beforeCall = ({ previous }: Pick<OrderCallTable, "previous">) => JSON.parse(previous) as BeforeCall;

export function callRecords(context: Context): Pick<CallOffice, "recordCall" | "takeBackCall"> {
  const { database } = context;
  return {
    recordCall: (number, call, by) =>
      database.transact((transaction) => recordCall(context, transaction, number, call, by)),
    takeBackCall: (number, call, by) =>
      database.transact((transaction) => takeBackCall(context, transaction, number, call, by)),
  };
}

async function recordCall(
  context: Context,
  queries: Queries,
  typed: string,
  { key, version, outcome, when, note: typedNote }: NewCall,
  by: StaffActor,
): Promise<RecordResult> {
  const order = await lockOrder(queries, typed);
  if (!order) return { result: "unknown" };
  const id = digest(key);
  const made = await queries.selectFrom("order_calls").selectAll().where("id", "=", id).executeTakeFirst();
  if (made?.order_id === order.id && made.outcome !== "taken-back") return recorded(made, made.outcome, true);
  // A form that recorded a call of another order is not this one's.
  if (made || order.version !== version) return { result: "stale" };
  if (order.status !== "pending") return { result: "too-late", status: order.status };

  const now = context.now();
  const note = storable(typedNote);
  const { leadsTo } = outcomeRule(outcome);
  const { unanswered, callAt } = afterCall(outcome, { unanswered: order.unanswered, now, when });
  const details: JournalFields = {
    appel: outcomeLabel(outcome),
    ...(callAt ? { rappel: formatFigures(callAt) } : {}),
    ...(note ? { note } : {}),
  };
  if (leadsTo === "wait") await journalOrder(context, queries, order, { by, action: "order-called", after: details });
  else {
    const status = leadsTo === "confirm" ? "confirmed" : "cancelled";
    if ((await advance(context, queries, order, status, by, details)) === "short") return { result: "short" };
  }
  const call_at = callAt?.getTime() ?? null;
  await queries
    .updateTable("orders")
    .set({ call_at, unanswered, last_call: outcome })
    .where("id", "=", order.id)
    .execute();
  const previous: BeforeCall = {
    callAt: order.call_at,
    unanswered: order.unanswered,
    lastCall: order.last_call,
    reserved: order.reserved,
    version: order.version + 1,
  };
  const row = {
    id,
    order_id: order.id,
    at: now.getTime(),
    staff_id: by.staff.id,
    name: by.staff.name,
    outcome,
    call_at,
    note,
    undoes: null,
    previous: JSON.stringify(previous),
  };
  await queries.insertInto("order_calls").values(row).execute();
  // The caller has done with it, and with the phone.
  await queries
    .deleteFrom("order_presence")
    .where("order_id", "=", order.id)
    .where("staff_id", "=", by.staff.id)
    .execute();
  return recorded(row, outcome, false);
}

const recorded = (
  { id, call_at, note }: Pick<OrderCallTable, "id" | "call_at" | "note">,
  outcome: CallOutcome,
  isRepeated: boolean,
): RecordResult => ({
  result: "recorded",
  ...{ call: id, isRepeated, outcome, note },
  ...(call_at === null ? {} : { callAt: new Date(call_at) }),
});

async function takeBackCall(
  context: Context,
  queries: Queries,
  typed: string,
  callId: string,
  by: StaffActor,
): Promise<TakeBackResult> {
  // Accounts are locked before orders.
  const owner = await ordersCalled(queries, typed).select("account_id").executeTakeFirst();
  if (owner?.account_id) await lockAccount(queries, owner.account_id);
  const order = await lockOrder(queries, typed);
  if (!order) return "unknown";
  const call = await queries
    .selectFrom("order_calls")
    .selectAll()
    .where("id", "=", callId)
    .where("order_id", "=", order.id)
    .where("undoes", "is", null)
    .executeTakeFirst();
  if (!call || call.outcome === "taken-back") return "unknown";
  // By the order, for which there is an index.
  const undone = queries.selectFrom("order_calls").select("id").where("order_id", "=", order.id);
  if (await undone.where("undoes", "=", call.id).where("staff_id", "=", by.staff.id).executeTakeFirst())
    return "repeated";
  const before = beforeCall(call);
  // A later call would be no note, so that this is also the order's last one. Who is forgotten is
  // not called again.
  if (order.phone === "" || !(await isOnlyNoted(queries, order, before.version))) return "too-late";
  if (order.status !== "pending") {
    if (await isRewardUsed(queries, order)) return "reward-used";
    const left = await leaveStatus(queries, { ...order, wasReserved: before.reserved === 1 });
    if (left !== "left") return left;
  }
  await journalOrder(context, queries, order, {
    by,
    action: "call-taken-back",
    before: { appel: outcomeLabel(call.outcome) },
  });
  await queries
    .updateTable("orders")
    .set({ call_at: before.callAt, unanswered: before.unanswered, last_call: before.lastCall })
    // It has as long to be confirmed as one that comes now.
    .set(order.status === "pending" ? {} : { open_since: context.now().getTime() })
    .where("id", "=", order.id)
    .execute();
  await queries
    .insertInto("order_calls")
    .values({
      ...{ id: newId(context), order_id: order.id, at: context.now().getTime() },
      ...{ staff_id: by.staff.id, name: by.staff.name, outcome: "taken-back", call_at: before.callAt, note: "" },
      ...{ undoes: call.id, previous: "{}" },
    })
    .execute();
  return "taken-back";
}

/** Whether no card is left for the pair of a cancelled order, as its own has paid another one. */
async function isRewardUsed(
  queries: Queries,
  { status, reward, account_id }: Pick<OrderTable, "status" | "reward" | "account_id">,
): Promise<boolean> {
  if (status !== "cancelled" || reward === 0 || account_id === null) return false;
  const { stamps } = await loyaltyCardOf(queries, account_id);
  return stamps < STAMPS;
}
