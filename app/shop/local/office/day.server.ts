import { type ExpressionBuilder, sql } from "kysely";
import { spellingsOf } from "~/courier/yalidine/statuses";
import type { Schema } from "~/database/schema";
import { RETIRED } from "~/domain/catalogue/imported-product";
import { statesListed } from "~/domain/delivery/parcel";
import { LATE } from "~/domain/office/call";
import { FEW, MOST_COUNTED } from "~/domain/office/day";
import { storable } from "~/domain/values/storable";
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

/** Where a list goes on: so many rows stand before. */
const offsetIn = (after = "") => (/^\d{1,6}$/.test(after) ? Number(after) : 0);

function pageOf<Row>(rows: Row[], after: string | undefined): Listed<Row> {
  return { rows: rows.slice(0, LISTED), ...(rows.length > LISTED && { next: String(offsetIn(after) + LISTED) }) };
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

    async lowStock(after) {
      const rows = await lowVariants()
        .select(stockItemColumns)
        .orderBy("variants.stock")
        // Plain letters: the engines sort names differently, and SQLite 'É' behind 'Z'.
        .orderBy("products.slug")
        .orderBy("variants.position")
        .orderBy("variants.id")
        .limit(LISTED + 1)
        .offset(offsetIn(after))
        .execute();
      return pageOf(rows.map(stockItemOf), after);
    },

    async givenUpMails(after) {
      const rows = await db
        .selectFrom("mails")
        .select(["id", "kind", "recipient", "subject", "created_at", "failure"])
        .where(isGivenUp)
        .orderBy("created_at", "desc")
        .orderBy("id")
        .limit(LISTED + 1)
        .offset(offsetIn(after))
        .execute();
      const mails = rows.map(({ created_at, failure, ...mail }) => ({
        ...mail,
        at: new Date(created_at),
        failure: failure ?? "",
      }));
      return pageOf(mails, after);
    },

    async openMessages(after) {
      const rows = await messages()
        .where(isOpen)
        .orderBy("created_at")
        .orderBy("id")
        .limit(LISTED + 1)
        .offset(offsetIn(after))
        .execute();
      return pageOf(rows.map(messageOf), after);
    },

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
          .where("id", "=", storable(id))
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
