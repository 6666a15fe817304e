import { insertOnce } from "~/database/rows";
import type { ParcelTable } from "~/database/schema/workers";
import { isUnannounced } from "~/domain/delivery/parcel";
import {
  type BulkAction,
  type BulkChoice,
  type BulkOutcome,
  type BulkSkip,
  bulkAllows,
  MAX_BULK,
} from "~/domain/office/bulk";
import type { JournalFields, StaffActor } from "~/domain/office/journal";
import { type OrderStatus, orderNumberKey } from "~/domain/order/order";
import { nameOf } from "~/domain/order/order-texts";
import { storable } from "~/domain/values/storable";
import type { Bulk, BulkOffice, BulkReport, PlannedOrder } from "../../services/bulk-office";
import { type Context, digest, type Queries } from "../context";
import { lockOrder } from "../order-queries.server";
import type { OrderRow } from "../order-rows";
import { advance } from "../order-steps.server";
import { isCurrent } from "../own-change.server";
import { addNote } from "./add-note.server";

export function bulkOffice(context: Context): BulkOffice {
  const { database, now } = context;
  const { db } = database;

  return {
    async planBulk(choices, action) {
      const chosen = choices.slice(0, MAX_BULK);
      const rows = await rowsOf(chosen);
      const found = await Promise.all(
        chosen.map(async (choice) => {
          const row = rows.get(choice.number);
          return { choice, row, skip: await skipOf(db, action, choice, row) };
        }),
      );
      const usable = found.flatMap(({ row, skip }) => (row && !skip ? [row] : []));
      const short = await shortage(action, usable);
      return found.map(({ choice, row, skip }): PlannedOrder => {
        if (!row) return { ...choice, skip: "unknown" };
        const { status, total } = row;
        const name = nameOf({ firstName: row.first_name, lastName: row.last_name });
        const planned = { ...choice, order: { status, name, total } };
        if (skip) return { ...planned, skip };
        return short.has(row.id) ? { ...planned, skip: "short" } : planned;
      });
    },

    async runBulk({ key, action, choices, text }, by) {
      const id = digest(key);
      const shown = JSON.stringify(choices.slice(0, MAX_BULK));
      const row = { id, at: now().getTime(), staff_id: by.staff.id, action, choices: shown };
      await database.transact((transaction) => insertOnce(transaction, "bulks", row));
      // Of two posts of one form the first says what is done.
      const begun = await bulkOf(id);
      if (!begun) throw new Error("A bulk was deleted while it ran.");
      for (const [position, choice] of await byAge(begun.choices))
        await database.transact((transaction) =>
          runOne(transaction, { id, position, choice, action: begun.action, text, by }),
        );
      return reportOf(id, begun);
    },

    async bulkReport(id) {
      const begun = await bulkOf(id);
      return begun && reportOf(id, begun);
    },
  };

  /** Why an order is left as it is, whatever the stock. */
  async function skipOf(
    queries: Queries,
    action: BulkAction,
    choice: BulkChoice,
    order: ChosenOrder | undefined,
  ): Promise<BulkSkip | undefined> {
    if (!order) return "unknown";
    if (!(await isCurrent(queries, order, choice.version))) return "changed";
    if (!bulkAllows(action, order.status, order.holds_pairs === 1)) return "status";
    // Who posts a parcel by hand says so on the order's own page.
    const parcel = action === "shipped" && context.connection ? order.parcel_state : undefined;
    return parcel && isUnannounced(parcel) ? "unannounced" : undefined;
  }

  /** The chosen orders, by their numbers as they were chosen. */
  async function rowsOf(choices: readonly BulkChoice[]) {
    if (choices.length === 0) return new Map<string, never>();
    const keys = choices.map(({ number }) => orderNumberKey(number));
    const rows = await db
      .selectFrom("orders")
      .leftJoin("parcels", "parcels.order_id", "orders.id")
      .select(["id", "number", "orders.status", "version", "reserved", "orders.created_at", "total"])
      .select(["last_name", "first_name", "parcels.state as parcel_state", "holds_pairs"])
      .where("number_key", "in", keys)
      .execute();
    return new Map(rows.map((row) => [row.number, row]));
  }

  /** Each with its position, oldest first: who ordered first gets pairs first. */
  async function byAge(choices: readonly BulkChoice[]) {
    const rows = await rowsOf(choices);
    const placedAt = ([, { number }]: [number, BulkChoice]) => rows.get(number)?.created_at ?? 0;
    return [...choices.entries()].sort((one, other) => placedAt(one) - placedAt(other));
  }

  /** Which orders the stock cannot cover, when those placed before them have taken theirs. */
  async function shortage(action: BulkAction, rows: readonly { id: string; reserved: number; created_at: number }[]) {
    const short = new Set<string>();
    const waiting = rows
      .filter(({ reserved }) => reserved === 0)
      .sort((one, other) => one.created_at - other.created_at);
    if (action !== "confirmed" || waiting.length === 0) return short;
    const ids = waiting.map(({ id }) => id);
    const lines = await db
      .selectFrom("order_lines")
      .leftJoin("variants", "variants.id", "order_lines.variant_id")
      .select(["order_lines.order_id", "order_lines.variant_id", "order_lines.quantity", "variants.stock"])
      .where("order_lines.order_id", "in", ids)
      .execute();
    const left = new Map(lines.map(({ variant_id, stock }) => [variant_id, stock ?? 0]));
    for (const { id } of waiting) {
      const own = lines.filter(({ order_id }) => order_id === id);
      if (own.some(({ variant_id, quantity }) => (left.get(variant_id) ?? 0) < quantity)) short.add(id);
      else for (const { variant_id, quantity } of own) left.set(variant_id, (left.get(variant_id) ?? 0) - quantity);
    }
    return short;
  }

  async function bulkOf(id: string) {
    const row = await db.selectFrom("bulks").selectAll().where("id", "=", id).executeTakeFirst();
    return row && { action: row.action, choices: JSON.parse(row.choices) as BulkChoice[] };
  }

  async function reportOf(
    id: string,
    { action, choices }: { action: BulkAction; choices: readonly BulkChoice[] },
  ): Promise<BulkReport> {
    const rows = await db
      .selectFrom("bulk_results")
      .select(["position", "outcome"])
      .where("bulk_id", "=", id)
      .orderBy("position")
      .execute();
    const results = rows.map(({ position, outcome }) => ({ number: choices[position]?.number ?? "", outcome }));
    return { id, action, results };
  }

  /** Locks the order, so that a second post of the form finds the result of the first. */
  async function runOne(queries: Queries, one: Omit<Bulk, "key" | "choices"> & One): Promise<void> {
    const { id: bulk_id, position, choice } = one;
    const order = await lockOrder(queries, choice.number);
    const before = await queries
      .selectFrom("bulk_results")
      .select("outcome")
      .where("bulk_id", "=", bulk_id)
      .where("position", "=", position)
      .executeTakeFirst();
    if (before) return;
    const outcome = order ? await change(queries, order, one) : "unknown";
    await insertOnce(queries, "bulk_results", { bulk_id, position, outcome });
  }

  async function change(
    queries: Queries,
    order: OrderRow,
    { action, choice, text, by }: Omit<Bulk, "key" | "choices"> & One,
  ): Promise<BulkOutcome> {
    const parcel = await queries
      .selectFrom("parcels")
      .select(["state as parcel_state", "holds_pairs"])
      .where("order_id", "=", order.id)
      .executeTakeFirst();
    const skip = await skipOf(queries, action, choice, { ...order, ...parcel });
    if (skip) return skip;
    if (action === "note") await addNote(context, queries, order, { text }, by);
    else {
      const details: JournalFields = action === "cancelled" ? { motif: storable(text) } : {};
      if ((await advance(context, queries, order, action, by, details)) === "short") return "short";
    }
    return "done";
  }
}

interface ChosenOrder {
  id: string;
  version: number;
  status: OrderStatus;
  /** Both of its parcel, if it has one. */
  parcel_state?: ParcelTable["state"] | null;
  holds_pairs?: number | null;
}

interface One {
  id: string;
  position: number;
  choice: BulkChoice;
  by: StaffActor;
}
