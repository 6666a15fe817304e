import { type ExpressionBuilder, type SelectQueryBuilder, sql } from "kysely";
import { spellingsOf } from "~/courier/yalidine/statuses";
import type { Schema } from "~/database/schema";
import { RETIRED } from "~/domain/catalogue/imported-product";
import { statesListed } from "~/domain/delivery/parcel";
import { LATE } from "~/domain/office/call";
import { FEW, MOST_COUNTED } from "~/domain/office/day";
import type { DayOffice, Listed, StoredMessage } from "../../services/day-office";
import { stockItemColumns, stockItemOf } from "../catalogue-rows";
import type { Context } from "../context";
import { writeJournal } from "../journal.server";
import { countUpTo } from "./count.server";
import { waitingContacts } from "./stock-alerts.server";

/** Of each small list, on a page. */
const LISTED = 100;
/** How many answered messages can be put back. */
const LAST_ANSWERED = 20;

/** @param after so many rows stand before the page, as its address has it */
async function pageOf<Tables extends keyof Schema, Row, Item>(
  query: SelectQueryBuilder<Schema, Tables, Row>,
  itemOf: (row: Row) => Item,
  after = "",
): Promise<Listed<Item>> {
  const before = /^\d{1,6}$/.test(after) ? Number(after) : 0;
  const rows = await query
    .limit(LISTED + 1)
    .offset(before)
    .execute();
  const page = rows.slice(0, LISTED).map(itemOf);
  return { rows: page, ...(rows.length > LISTED && { next: String(before + LISTED) }) };
}

/** Each must match the condition of its partial index literally. */
export const isToReserve = sql<boolean>`orders.status = 'pending' and orders.reserved = 0`;
const isRefused = sql<boolean>`parcels.state = 'refused'`;
const isHeld = sql<boolean>`parcels.holds_pairs = 1`;
const isGivenUp = sql<boolean>`mails.due_at is null and mails.sent_at is null`;
const isOpen = sql<boolean>`messages.answered_at is null`;
const isWaiting = sql<boolean>`reviews.state = 'waiting'`;

type ParcelOfOrder = ExpressionBuilder<Schema, "parcels" | "orders">;

/** Whose parcel is under way and last came to one of the states that are listed as this. */
const isListed = (as: "problem" | "returning", build: ParcelOfOrder) =>
  build.and([
    build("parcels.status", "in", spellingsOf(statesListed(as))),
    build("orders.status", "in", ["confirmed", "shipped"]),
  ]);

/** Delivered, as the courier said and says no longer. */
const isTakenBack = (build: ParcelOfOrder) =>
  build.and([
    build("parcels.status", "in", spellingsOf([...statesListed("problem"), ...statesListed("returning")])),
    build("orders.status", "=", "delivered"),
    build.exists(
      build
        .selectFrom("parcel_events")
        .select("parcel_events.tracking")
        .whereRef("parcel_events.tracking", "=", "parcels.tracking")
        .where("parcel_events.status", "in", spellingsOf(["delivered"])),
    ),
  ]);

/** Orders whose parcel needs somebody, by what the courier said of it. */
export const whereReported = {
  /** Or of a cancelled or returned order, while the pairs are not back. */
  problem: (build: ParcelOfOrder) => build.or([isListed("problem", build), isTakenBack(build), isHeld]),
  returning: (build: ParcelOfOrder) => isListed("returning", build),
};

const messageOf = ({ created_at, ...message }: Omit<StoredMessage, "at"> & { created_at: number }): StoredMessage => ({
  ...message,
  at: new Date(created_at),
});

export function dayOffice(context: Context): DayOffice {
  const { database, now } = context;
  const { db } = database;

  const messages = () => db.selectFrom("messages").select(["id", "name", "email", "subject", "message", "created_at"]);

  const lowVariants = () =>
    db
      .selectFrom("variants")
      .innerJoin("products", "products.id", "variants.product_id")
      .where("variants.stock", "<=", FEW)
      // What has left its list is bought no more.
      .where((build) => build.or([build("variants.stock", ">", 0), build("variants.position", "<", RETIRED)]))
      .where("products.active", "=", 1);

  const parcelsReported = (as: keyof typeof whereReported) =>
    db
      .selectFrom("parcels")
      .innerJoin("orders", "orders.id", "parcels.order_id")
      .select("parcels.order_id as id")
      .where(whereReported[as]);

  return {
    async waitingToday() {
      const nowMs = now().getTime();
      const due = (until: number) => db.selectFrom("orders").select("id").where("call_at", "<=", until);
      const counts = {
        toCall: due(nowMs),
        lateCalls: due(nowMs - LATE),
        toReserve: db.selectFrom("orders").select("id").where(isToReserve),
        toHandOver: db.selectFrom("orders").select("id").where("status", "=", "confirmed"),
        refusedByCourier: db.selectFrom("parcels").select("order_id as id").where(isRefused),
        problems: parcelsReported("problem"),
        comingBack: parcelsReported("returning"),
        givenUpMails: db.selectFrom("mails").select("id").where(isGivenUp),
        lowStock: lowVariants().select("variants.id"),
        reviews: db.selectFrom("reviews").select("id").where(isWaiting),
        awaiting: waitingContacts(db)
          .select("stock_alerts.contact_hash as id")
          .groupBy("stock_alerts.contact_hash")
          .where("products.active", "=", 1),
        messages: db.selectFrom("messages").select("id").where(isOpen),
      };
      const found = await Promise.all(
        Object.entries(counts).map(async ([name, query]) => [name, await countUpTo(db, query, MOST_COUNTED)] as const),
      );
      return Object.fromEntries(found) as Record<keyof typeof counts, number>;
    },

    lowStock: (after) =>
      pageOf(
        lowVariants()
          .select(stockItemColumns)
          .orderBy("variants.stock")
          // Plain letters: the engines sort names differently, and SQLite 'É' behind 'Z'.
          .orderBy("products.slug")
          .orderBy("variants.position")
          .orderBy("variants.id"),
        stockItemOf,
        after,
      ),

    givenUpMails: (after) =>
      pageOf(
        db
          .selectFrom("mails")
          .select(["id", "recipient", "subject", "created_at", "failure"])
          .where(isGivenUp)
          .orderBy("created_at", "desc")
          .orderBy("id"),
        ({ created_at, failure, ...mail }) => ({ ...mail, at: new Date(created_at), failure: failure ?? "" }),
        after,
      ),

    openMessages: (after) => pageOf(messages().where(isOpen).orderBy("created_at").orderBy("id"), messageOf, after),

    async answeredMessages() {
      const rows = await messages()
        .where("answered_at", "is not", null)
        .orderBy("answered_at", "desc")
        .orderBy("id")
        .limit(LAST_ANSWERED)
        .execute();
      return rows.map(messageOf);
    },

    async answerMessage(id, by, isAnswered = true) {
      return database.transact(async (transaction) => {
        const message = await transaction
          .updateTable("messages")
          .set({ answered_at: isAnswered ? now().getTime() : null })
          .where("id", "=", id)
          .where("answered_at", isAnswered ? "is" : "is not", null)
          .returning("id")
          .executeTakeFirst();
        if (!message) return false;
        // The journal stays longer than messages do: it does not name who wrote.
        const action = isAnswered ? "message-answered" : "message-reopened";
        await writeJournal(context, transaction, { by, action, subject: "message", id, name: "" });
        return true;
      });
    },
  };
}
