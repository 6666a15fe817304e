import { sql } from "kysely";
import { TWINS_WITHIN } from "~/domain/office/call";
import { MOST_COUNTED } from "~/domain/office/day";
import type { StaffActor } from "~/domain/office/journal";
import type { OrderStatus } from "~/domain/order/order";
import { HOUR } from "~/domain/values/durations";
import { foldedWords } from "~/domain/values/plain-text";
import type { CallCard, CallOffice, MadeCall, OtherOrder } from "../../services/call-office";
import type { Context, Queries } from "../context";
import { linesOfAll, orderOfRow, ordersCalled, withNumber, withPhone } from "../order-queries.server";
import { lineFrom, type OrderRow } from "../order-rows";
import { isOnlyNoted } from "../own-change.server";
import { isOpenNow } from "../presence.server";
import { beforeCall, callRecords } from "./call-records.server";
import { countUpTo } from "./count.server";
import { notesOf } from "./order-events.server";
import { missingFor } from "./stock-and-orders.server";

/** Earlier orders of a phone, and twins, that are shown. */
const SHOWN = 10;
/** Twins by name among the orders of one commune and one day; beyond, nobody compares them. */
const COMPARED = 200;

export function callOffice(context: Context): CallOffice {
  const { database, now } = context;
  const { db } = database;

  const due = () => db.selectFrom("orders").where("call_at", "<=", now().getTime());

  function freeFor(by: StaffActor) {
    return due()
      .select("number")
      .where(({ not, exists, selectFrom }) => {
        const others = selectFrom("order_presence")
          .innerJoin("orders as theirs", "theirs.id", "order_presence.order_id")
          .select("theirs.id")
          .where("order_presence.staff_id", "!=", by.staff.id)
          .where(isOpenNow(now()));
        // Of two orders of one phone each caller would cancel one as the other's double.
        const isTwin = sql<boolean>`theirs.phone = orders.phone and theirs.status = 'pending'`;
        return not(exists(others.where(sql<boolean>`(theirs.id = orders.id or ${isTwin})`)));
      })
      .orderBy("call_at")
      .orderBy("id")
      .limit(1);
  }

  /** Where an order stands among those that are due, or stood before it was called or cancelled. */
  async function placeOf(typed: string) {
    const order = await db.selectFrom("orders").select(["id", "call_at"]).where(withNumber(typed)).executeTakeFirst();
    if (!order) return undefined;
    const isPast = (at: number | null | undefined) => at != null && at <= now().getTime();
    if (isPast(order.call_at)) return order;
    const last = await db
      .selectFrom("order_calls")
      .select(["call_at", "previous"])
      .where("order_id", "=", order.id)
      .orderBy("at", "desc")
      .limit(1)
      .executeTakeFirst();
    // A cancellation without a call came when the next call was due.
    return last && { id: order.id, call_at: isPast(last.call_at) ? last.call_at : beforeCall(last).callAt };
  }

  return {
    ...callRecords(context),

    async nextToCall(by, after) {
      const count = await countUpTo(db, due().select("id"), MOST_COUNTED);
      const place = after === undefined ? undefined : await placeOf(after);
      const following = place?.call_at
        ? await freeFor(by)
            .where(({ eb, refTuple, tuple }) => eb(refTuple("call_at", "id"), ">", tuple(place.call_at, place.id)))
            .executeTakeFirst()
        : undefined;
      const next = following ?? (await freeFor(by).executeTakeFirst());
      if (next) return { number: next.number, due: count };
      const soonest = await db
        .selectFrom("orders")
        .select("call_at")
        .where("call_at", ">", now().getTime())
        .orderBy("call_at")
        .limit(1)
        .executeTakeFirst();
      return {
        number: undefined,
        due: count,
        ...(soonest?.call_at ? { nextAt: new Date(soonest.call_at) } : {}),
      };
    },

    async leaveForLater(number, { staff }) {
      const phones = db.selectFrom("orders").select("phone").where(withNumber(number));
      await database.transact((transaction) =>
        transaction
          .deleteFrom("order_presence")
          .where("staff_id", "=", staff.id)
          .where("order_id", "in", (build) => build.selectFrom("orders").select("id").where("phone", "in", phones))
          .execute(),
      );
    },

    async callCard(typed) {
      const row = await ordersCalled(db, typed).selectAll().executeTakeFirst();
      if (!row) return undefined;
      const order = await orderOfRow(db, row);
      const [calls, houseNotes, cameTo, earlier, twins, missing] = await Promise.all([
        callsOf(db, row),
        notesOf(db, row.id),
        countsOf(db, row),
        earlierOf(db, row),
        twinsOf(db, row),
        missingFor(db, order),
      ]);
      return {
        ...{ order, version: row.version, unanswered: row.unanswered, lastCall: row.last_call ?? undefined },
        callAt: row.call_at === null ? undefined : new Date(row.call_at),
        ...{ calls, houseNotes, cameTo, earlier, twins, missing },
      };
    },

    async lastCall(by) {
      const call = await db
        .selectFrom("order_calls")
        .select(["id", "order_id"])
        .where("staff_id", "=", by.staff.id)
        .where("at", ">", now().getTime() - HOUR)
        .orderBy("at", "desc")
        .limit(1)
        .executeTakeFirst();
      const order =
        call && (await db.selectFrom("orders").selectAll().where("id", "=", call.order_id).executeTakeFirst());
      if (!order) return undefined;
      const last = (await callsOf(db, order)).find(({ id }) => id === call.id);
      return last?.mayBeTakenBack ? { number: order.number, call: last } : undefined;
    },
  };
}

async function callsOf(queries: Queries, order: Pick<OrderRow, "id" | "version" | "phone">): Promise<MadeCall[]> {
  const rows = await queries
    .selectFrom("order_calls")
    .selectAll()
    .where("order_id", "=", order.id)
    .orderBy("at")
    .execute();
  const takenBack = new Set(rows.map(({ undoes }) => undoes));
  const last = rows.findLast(({ id, outcome }) => outcome !== "taken-back" && !takenBack.has(id));
  const isLastOpen =
    last !== undefined && order.phone !== "" && (await isOnlyNoted(queries, order, beforeCall(last).version));
  return rows.flatMap(({ outcome, ...row }) =>
    outcome === "taken-back"
      ? []
      : {
          ...{ id: row.id, at: new Date(row.at), name: row.name, outcome, note: row.note },
          ...(row.call_at === null ? {} : { callAt: new Date(row.call_at) }),
          isTakenBack: takenBack.has(row.id),
          mayBeTakenBack: isLastOpen && row.id === last.id,
        },
  );
}

const otherColumns = ["id", "number", "status", "created_at", "total"] as const;

export const otherOrder = (row: Pick<OrderRow, "number" | "status" | "created_at" | "total">): OtherOrder => ({
  number: row.number,
  status: row.status,
  at: new Date(row.created_at),
  total: row.total,
});

const ofPhone = (queries: Queries, { id, phone }: OrderRow) =>
  queries.selectFrom("orders").where(withPhone(phone)).where("id", "!=", id);

async function earlierOf(queries: Queries, row: OrderRow): Promise<OtherOrder[]> {
  const rows = await ofPhone(queries, row)
    .select(otherColumns)
    .where("created_at", "<=", row.created_at)
    .orderBy("created_at", "desc")
    .limit(SHOWN)
    .execute();
  return rows.map(otherOrder);
}

async function countsOf(queries: Queries, row: OrderRow): Promise<CallCard["cameTo"]> {
  const rows = await ofPhone(queries, row)
    .select(["status"])
    .select((build) => build.fn.countAll<number>().as("count"))
    .where("created_at", "<=", row.created_at)
    .groupBy("status")
    .execute();
  return Object.fromEntries(rows.map(({ status, count }): [OrderStatus, number] => [status, Number(count)]));
}

async function twinsOf(queries: Queries, row: OrderRow): Promise<CallCard["twins"]> {
  const isNear = sql<boolean>`orders.created_at between ${row.created_at - TWINS_WITHIN} and ${row.created_at + TWINS_WITHIN}`;
  // Who was not reached orders again days later.
  const isTwin = row.status === "pending" ? sql<boolean>`(${isNear} or orders.status = 'pending')` : isNear;
  const byPhone = await ofPhone(queries, row).select(otherColumns).where(isTwin).limit(SHOWN).execute();
  const neighbours = await queries
    .selectFrom("orders")
    .select([...otherColumns, "last_name", "first_name"])
    .where("commune_id", "=", row.commune_id)
    .where(isNear)
    .where("id", "!=", row.id)
    .where("phone", "!=", row.phone)
    .limit(COMPARED)
    .execute();
  const name = nameWords(row);
  const byName = name === "" ? [] : neighbours.filter((other) => nameWords(other) === name);
  const twins = [...byPhone, ...byName.slice(0, SHOWN)];
  const lines = await linesOfAll(
    queries,
    twins.map(({ id }) => id),
  );
  return twins
    .map((twin) => ({
      ...{ ...otherOrder(twin), isSamePhone: byPhone.includes(twin) },
      lines: (lines.get(twin.id) ?? []).map(lineFrom),
    }))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** In any spelling and sequence: `BENALI Samira` is `Samira Benali`. */
const nameWords = (row: Pick<OrderRow, "last_name" | "first_name">) =>
  foldedWords(`${row.last_name} ${row.first_name}`).sort().join(" ");
