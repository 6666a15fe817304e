import { type ExpressionBuilder, sql } from "kysely";
import { stateOf } from "~/courier/yalidine/statuses";
import type { Schema } from "~/database/schema";
import { trackingOf } from "~/domain/delivery/parcel";
import { NEVER_CALLED, type OrderListFilter, parcelFilters } from "~/domain/office/order-filter";
import type { OrderStep } from "~/domain/order/order";
import type { ListedOrder, OrderListOffice } from "../../services/order-list-office";
import type { Context, Queries } from "../context";
import { ordersOfRows, referencesIn } from "../order-queries.server";
import { type Cursor, cursorIn, cursorText } from "./cursor.server";
import { isToReserve, whereReported } from "./day.server";
import { beginsSo, candidatesFor, isCommonTerm, isExactly, type Term, termsOf } from "./order-candidates.server";

/** Orders that one page looks through: what it costs at most, however many there are. */
const WINDOW = 1_000;
/** Of these the ones that it looks through first. */
const FIRST = 150;
const PAGE = 50;

export function orderListOffice({ database: { db } }: Context): OrderListOffice {
  return {
    async listOrders(filter, { after, size = PAGE } = {}) {
      const terms = filter.search === undefined ? [] : await termsOf(db, filter.search);
      if (filter.search !== undefined && terms.length === 0) return { orders: [] };
      const { since, until, search, ...others } = filter;
      // A single filter is the one that the index follows: what it finds is the page.
      const isSingle = Object.keys(others).length + terms.length <= 1 && !terms.some(isCommonTerm);
      const most = isSingle ? Math.min(size + 1, WINDOW) : WINDOW;
      const found: Cursor[] = [];
      let from = cursorIn(after);
      let isCut = true;
      // In steps, since most pages are full after the first.
      for (let looked = 0, step = Math.min(most, FIRST); isCut && found.length <= size && looked < WINDOW; step *= 2) {
        const wanted = Math.min(step, WINDOW - looked);
        const seen = await candidatesFor(db, filter, terms, from, wanted);
        const matching = await matchingOf(db, filter, terms, seen);
        found.push(...seen.filter(({ id }) => matching.has(id)));
        isCut = seen.length === wanted;
        looked += seen.length;
        from = seen.at(-1) ?? from;
      }
      const page = found.slice(0, size);
      const last = found.length > size ? page.at(-1) : isCut ? from : undefined;
      return { orders: await listed(db, page), ...(last ? { next: cursorText(last) } : {}) };
    },
  };
}

/** Of the candidates those that every filter lets through. */
async function matchingOf(
  queries: Queries,
  filter: OrderListFilter,
  terms: readonly Term[],
  places: readonly Cursor[],
): Promise<Set<string>> {
  if (places.length === 0) return new Set();
  const { status, lastCall, wilayaId, since, until, staffId, toReserve, parcel } = filter;
  const ids = places.map(({ id }) => id);
  let query = queries.selectFrom("orders").select("orders.id").where("orders.id", "in", ids);
  if (status) query = query.where("orders.status", "=", status);
  if (lastCall === NEVER_CALLED) query = query.where("orders.last_call", "is", null);
  else if (lastCall) query = query.where("orders.last_call", "=", lastCall);
  if (wilayaId !== undefined) query = query.where("orders.wilaya_id", "=", wilayaId);
  if (since) query = query.where("orders.created_at", ">=", since.getTime());
  if (until) query = query.where("orders.created_at", "<", until.getTime());
  if (toReserve) query = query.where(isToReserve);
  if (staffId !== undefined) query = query.where(isBy(staffId));
  if (parcel) {
    const wanted = parcelFilters[parcel];
    query = query.where(({ exists, selectFrom }) => {
      const own = selectFrom("parcels").select("parcels.order_id").whereRef("parcels.order_id", "=", "orders.id");
      return exists(
        "state" in wanted ? own.where("parcels.state", "=", wanted.state) : own.where(whereReported[wanted.reported]),
      );
    });
  }
  for (const term of terms) query = query.where(isNamed(term));
  return new Set((await query.execute()).map(({ id }) => id));
}

/** Called by this person, or moved on by them. */
function isBy(staffId: string) {
  return ({ or, exists, selectFrom }: ExpressionBuilder<Schema, "orders">) =>
    or([
      exists(
        selectFrom("order_calls")
          .select("order_calls.id")
          .whereRef("order_calls.order_id", "=", "orders.id")
          .where("order_calls.staff_id", "=", staffId),
      ),
      exists(
        selectFrom("journal")
          .select("journal.id")
          .where("journal.subject", "=", "order")
          .whereRef("journal.subject_id", "=", "orders.id")
          .where("journal.action", "=", "order-status")
          .where("journal.staff_id", "=", staffId),
      ),
    ]);
}

function isNamed(term: Term) {
  return (build: ExpressionBuilder<Schema, "orders">) => {
    if (!("words" in term)) return isExactly(term);
    const { words, starts } = term;
    if (words.length + starts.length === 0) return build.lit(false);
    // An expression, so that the index of the order's words is used: of a common word there are
    // as many rows as orders.
    const word = sql<string>`order_words.word || ''`;
    return build.exists(
      build
        .selectFrom("order_words")
        .select("order_words.word")
        .whereRef("order_words.order_id", "=", "orders.id")
        .where(({ or }) =>
          or([
            ...(words.length > 0 ? [sql<boolean>`${word} in (${sql.join(words)})`] : []),
            ...starts.map((start) => beginsSo(word, start)),
          ]),
        ),
    );
  };
}

async function listed(queries: Queries, places: readonly Cursor[]): Promise<ListedOrder[]> {
  if (places.length === 0) return [];
  const ids = places.map(({ id }) => id);
  const [rows, references, steps, notes, parcels] = await Promise.all([
    queries.selectFrom("orders").selectAll().where("id", "in", ids).execute(),
    referencesIn(queries, ids),
    queries.selectFrom("order_steps").selectAll().where("order_id", "in", ids).execute(),
    queries
      .selectFrom("order_notes")
      .select(["order_id", "text"])
      .where("order_id", "in", ids)
      .where("text", "!=", "")
      .orderBy("at")
      .execute(),
    queries
      .selectFrom("parcels")
      .select(["order_id", "state", "status", "holds_pairs", "tracking"])
      .where("order_id", "in", ids)
      .execute(),
  ]);
  const orders = new Map((await ordersOfRows(queries, rows)).map((order) => [order.id, order]));
  const parcelOf = new Map(parcels.map((parcel) => [parcel.order_id, parcel]));
  const stepsOf = new Map<string, OrderStep[]>(ids.map((id) => [id, []]));
  for (const { order_id, status, at } of steps) stepsOf.get(order_id)?.push({ status, at: new Date(at) });
  // Of several the last.
  const noteOf = new Map(notes.map(({ order_id, text }) => [order_id, text]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const [row, order, parcel] = [byId.get(id), orders.get(id), parcelOf.get(id)];
    if (!row || !order) return [];
    const { version, channel, call_at, last_call, unanswered } = row;
    return [
      {
        ...{ order, version, unanswered, references },
        steps: stepsOf.get(id) ?? [],
        channel: channel ?? undefined,
        callAt: call_at === null ? undefined : new Date(call_at),
        lastCall: last_call ?? undefined,
        note: noteOf.get(id),
        parcel: parcel && {
          ...{ state: parcel.state, reported: stateOf(parcel.status ?? "") },
          holdsPairs: parcel.holds_pairs === 1,
        },
        tracking: trackingOf(parcel),
      },
    ];
  });
}
