import { setTimeout as wait } from "node:timers/promises";
import * as schemas from "~/api/tolerant-schemas.server";
import { insertOnce } from "~/database/rows";
import type { UnsettledOrderTable } from "~/database/schema/orders";
import { normaliseOrderNumber, type Order, orderNumber } from "~/domain/order/order";
import type { JustOrdered } from "~/domain/order/order-refusal";
import { MINUTE } from "~/domain/values/durations";
import type { Context } from "../local/context";
import { REPEAT_WINDOW } from "../local/just-ordered.server";
import { orderUnderKey } from "../local/order-queries.server";
import type { UnsettledOrder } from "../services/orders";
import type { UnsettledOffice } from "../services/unsettled-office";
import { HELD, LOOK_AGAIN } from "./cart-order-lock.server";
import { type Agreed, type OrderNames, type SentItem, takenOrder } from "./order-wire";
import { type AskedOrder, NumberTaken, type Placed, storeOrder } from "./store-order.server";

/**
 * Orders are stored before they are posted: a lost answer, or the end of this process, leaves one
 * unsettled until somebody knows better. Only to an API that honours keys is it posted again.
 */

type Row = UnsettledOrderTable;
const OPEN: Row["state"][] = ["asked", "unsettled"];

export type Unsettled = ReturnType<typeof unsettledOrders>;

export function unsettledOrders(context: Context) {
  const { database, now } = context;
  const { db, transact } = database;

  /** Of this form, or of the same visitor with the same content; settled ones of this form only. */
  const find = ({
    keyHash,
    visitor,
    contentHash,
  }: Pick<AskedOrder, "keyHash" | "visitor" | "contentHash">): Promise<Row | undefined> =>
    db
      .selectFrom("unsettled_orders")
      .selectAll()
      .where((build) =>
        build.or([
          build("key_hash", "=", keyHash),
          build.and([
            build("visitor", "=", visitor),
            build("content_hash", "=", contentHash),
            build("state", "in", OPEN),
          ]),
        ]),
      )
      .orderBy((build) => build.case().when("key_hash", "=", keyHash).then(0).else(1).end())
      .executeTakeFirst();

  const isUnderWay = ({ state, asked_at }: Row) => state === "asked" && asked_at + HELD > now().getTime();

  /** Nobody knows. @param reason for the log */
  async function leave(keyHash: string, reason: string): Promise<Row | undefined> {
    const row = await transact((queries) =>
      queries
        .updateTable("unsettled_orders")
        .set({ state: "unsettled" })
        .where("key_hash", "=", keyHash)
        .where("state", "=", "asked")
        .returningAll()
        .executeTakeFirst(),
    );
    if (row) console.error("Commande %s à vérifier (npm run shop -- a-verifier)\u00a0: %s", row.reference, reason);
    return row;
  }

  /** Its process ended before it could say so. */
  const leaveStale = async (row: Row | undefined) => {
    if (row?.state === "asked") await leave(row.key_hash, "sans réponse");
  };

  return {
    find,

    /** Stores that the API is going to be asked. @returns false while `find` finds another one */
    claim: (
      { keyHash, contentHash, visitor, fromCart }: AskedOrder,
      agreed: Agreed,
      items: readonly SentItem[],
    ): Promise<boolean> =>
      transact(async (queries) => {
        const row: Row = {
          key_hash: keyHash,
          content_hash: contentHash,
          reference: orderNumber(context.randomBytes(32)),
          visitor,
          state: "asked",
          content: JSON.stringify({ ...agreed, items } satisfies Content),
          from_cart: fromCart ? 1 : 0,
          asked_at: now().getTime(),
          settled_at: null,
        };
        return insertOnce(queries, "unsettled_orders", row);
      }),

    /** Its page is this visitor's from now on, who has sent its form again. */
    async giveTo({ key_hash, content_hash }: Row, visitor: string): Promise<void> {
      await transact((queries) =>
        queries
          .updateTable("unsettled_orders")
          .set({ visitor })
          .where("key_hash", "=", key_hash)
          .where(({ not, exists, selectFrom }) => {
            const others = selectFrom("unsettled_orders as other").where("other.content_hash", "=", content_hash);
            return not(exists(others.select("other.key_hash").where("other.visitor", "=", visitor)));
          })
          .execute(),
      );
    },

    /** Of this content, by whomever, in another form, within ten minutes. */
    async justAsked({
      keyHash,
      contentHash,
    }: Pick<AskedOrder, "keyHash" | "contentHash">): Promise<JustOrdered | undefined> {
      const at = now().getTime();
      const row = await db
        .selectFrom("unsettled_orders")
        .select("asked_at")
        .where("content_hash", "=", contentHash)
        .where("key_hash", "!=", keyHash)
        .where("state", "in", OPEN)
        .where("asked_at", ">", at - REPEAT_WINDOW)
        .orderBy("asked_at", "desc")
        .executeTakeFirst();
      return row && { minutes: Math.max(1, Math.round((at - row.asked_at) / MINUTE)) };
    },

    /** Waits until this one is not under way any more, for so many milliseconds. */
    async ended({ key_hash }: Row, patience: number): Promise<void> {
      const end = performance.now() + patience;
      while (performance.now() < end) {
        const row = await db
          .selectFrom("unsettled_orders")
          .selectAll()
          .where("key_hash", "=", key_hash)
          .executeTakeFirst();
        if (!row || !isUnderWay(row)) return leaveStale(row);
        await wait(LOOK_AGAIN);
      }
    },

    /** Nothing was ordered: the form may be sent again. */
    async release(keyHash: string): Promise<void> {
      await transact((queries) =>
        queries.deleteFrom("unsettled_orders").where("key_hash", "=", keyHash).where("state", "in", OPEN).execute(),
      );
    },

    leave,

    /** Stores it as the order that the API has taken. @throws NumberTaken */
    take(row: Row, { number, id }: OrderNames): Promise<Placed> {
      const agreed = agreedIn(row);
      return storeOrder(context, askedIn(row, agreed), orderAsAgreed(agreed, number), id);
    },

    /** The API has not taken it, says the merchant. @returns false when it was settled before */
    async free({ key_hash }: Row): Promise<boolean> {
      const { numUpdatedRows } = await transact((queries) =>
        queries
          .updateTable("unsettled_orders")
          .set({ state: "free", settled_at: now().getTime() })
          .where("key_hash", "=", key_hash)
          .where("state", "in", OPEN)
          .executeTakeFirst(),
      );
      return numUpdatedRows > 0n;
    },

    byReference: (reference: string): Promise<Row | undefined> =>
      db.selectFrom("unsettled_orders").selectAll().where("reference", "=", reference).executeTakeFirst(),

    /** Open ones of this visitor, or of all; oldest first. */
    async open(visitor?: string): Promise<Row[]> {
      let query = db.selectFrom("unsettled_orders").selectAll().where("state", "in", OPEN).orderBy("asked_at");
      if (visitor !== undefined) query = query.where("visitor", "=", visitor);
      const rows = (await query.execute()).filter((row) => !isUnderWay(row));
      for (const row of rows) await leaveStale(row);
      return rows;
    },

    /** As a page shows it; undefined when the order that it became is gone. */
    async shown(row: Row): Promise<UnsettledOrder | undefined> {
      const { reference, state } = row;
      if (state === "taken") {
        const placed = await orderUnderKey(db, row.key_hash);
        return placed && { reference, state, order: placed.order };
      }
      return {
        reference,
        state: state === "free" ? "free" : "unsettled",
        order: orderAsAgreed(agreedIn(row), reference),
      };
    },

    /** Deletes those that were settled before. */
    async forget(settledBefore: Date): Promise<void> {
      await transact((queries) =>
        queries.deleteFrom("unsettled_orders").where("settled_at", "<", settledBefore.getTime()).execute(),
      );
    },
  };
}

/** The merchant's part, which asks the API nothing. */
export function unsettledOffice(context: Context): UnsettledOffice {
  const unsettled = unsettledOrders(context);
  async function find(typed: string) {
    const reference = normaliseOrderNumber(typed);
    return (await unsettled.open()).find((row) => row.reference === reference);
  }

  return {
    async waiting() {
      const shown = await Promise.all((await unsettled.open()).map(unsettled.shown));
      return shown.filter((order) => order !== undefined);
    },
    async take(reference, names) {
      const row = await find(reference);
      if (!row) return "unknown";
      try {
        return (await unsettled.take(row, names)).repeated ? "unknown" : "taken";
      } catch (error) {
        if (error instanceof NumberTaken) return "number-used";
        throw error;
      }
    },
    async free(reference) {
      const row = await find(reference);
      if (!row) return "unknown";
      return (await unsettled.free(row)) ? "freed" : "unknown";
    },
  };
}

/** What a row holds as JSON. */
type Content = Agreed & { items: readonly SentItem[] };

export function agreedIn({ content }: Pick<Row, "content">): Agreed {
  const { items: _, ...agreed } = JSON.parse(content) as Content;
  return { ...agreed, createdAt: new Date(agreed.createdAt) };
}

const askedIn = (row: Row, { lines, recipient }: Agreed) => ({
  visitor: row.visitor,
  fromCart: row.from_cart === 1,
  lines,
  recipient,
  keyHash: row.key_hash,
  contentHash: row.content_hash,
});

/** To post the same again. */
export function sentIn(row: Row) {
  const { items } = JSON.parse(row.content) as Content;
  const agreed = agreedIn(row);
  return { asked: askedIn(row, agreed), agreed, items };
}

/** The order as this shop sent it, of which the API has said nothing. */
const orderAsAgreed = (agreed: Agreed, number: string): Order => takenOrder(schemas.order.parse({}), number, agreed);
