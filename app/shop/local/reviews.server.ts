import { type ExpressionBuilder, sql } from "kysely";
import { countReadableReviews, readableReviews } from "~/database/readable-reviews.server";
import type { Schema } from "~/database/schema";
import type { ReviewTable } from "~/database/schema/orders";
import { type Rating, type Review, type ReviewedLine, summaryOf } from "~/domain/catalogue/review";
import { reviewForShop, reviewInvitation } from "~/domain/mails/reviews";
import { byCommand } from "~/domain/office/journal";
import type { Order, OrderLine } from "~/domain/order/order";
import { DAY } from "~/domain/values/durations";
import { foldedWords } from "~/domain/values/plain-text";
import { storable } from "~/domain/values/storable";
import type { ReviewOffice } from "../services/office";
import type { ProductReviews, Reviewer, ReviewService } from "../services/reviews";
import { cacheOfCatalogue } from "./catalogue-cache.server";
import { type Context, digest, newToken, type Queries } from "./context";
import { writeJournal } from "./journal.server";
import { linesOf, orderOfRow, ordersCalled, readableBy } from "./order-queries.server";
import { mailShop, queueMail, withdrawMails } from "./outbox.server";

/** Days after the delivery in which a letter may ask for reviews. */
const INVITED = { first: 10, last: 20 };
/** Orders that are read at once. */
const BATCH = 200;
/** Of reviews, each with some KB. */
const PAGES_REMEMBERED = 100;

export function reviewService(context: Context): ReviewService {
  const { database, letterhead, now, randomBytes } = context;
  const { db } = database;
  const remembered = cacheOfCatalogue<ProductReviews>(context, PAGES_REMEMBERED);

  async function reviewsOf(productId: string, offset: number, size: number): Promise<ProductReviews> {
    const published = readableReviews(db).where("product_id", "=", productId);
    const counted = await published
      .select((build) => ["rating", "fit", build.fn.countAll<number>().as("count")])
      .groupBy(["rating", "fit"])
      .execute();
    const summary = summaryOf(sumsBy(counted, "rating"), sumsBy(counted, "fit"));
    if (summary.count <= offset) return { ...summary, reviews: [] };
    const rows = await published
      .selectAll()
      .orderBy((build) => build.case().when("text", "=", "").then(1).else(0).end())
      .orderBy("created_at", "desc")
      .orderBy("id")
      .limit(size)
      .offset(offset)
      .execute();
    return { ...summary, reviews: rows.map(reviewFrom) };
  }

  return {
    ofProduct: (productId, { offset, size }) =>
      remembered(`${productId} ${offset} ${size}`, () => reviewsOf(productId, offset, size)),

    async ofOrder(typed, reviewer) {
      const row = await orderOf(db, typed, reviewer).executeTakeFirst();
      if (!row) return undefined;
      const { number, status, lines, recipient } = await orderOfRow(db, row);
      const rows = await db.selectFrom("reviews").selectAll().where("order_id", "=", row.id).execute();
      const byVariant = new Map(rows.map((review) => [review.variant_id, review]));
      const isDelivered = status === "delivered";
      return {
        number,
        isDelivered,
        author: recipient.firstName,
        wilaya: recipient.wilayaName,
        lines: lines.flatMap((line): ReviewedLine[] => {
          const review = byVariant.get(line.variantId);
          if (!review) return isDelivered ? [{ ...line, state: "open" }] : [];
          const { state, rating, text } = review;
          return [{ ...line, state, review: { rating, text } }];
        }),
      };
    },

    async toReview(orders) {
      const delivered = orders.filter(({ status }) => status === "delivered");
      if (delivered.length === 0) return new Set();
      const ids = delivered.map(({ id }) => id);
      const rows = await db
        .selectFrom("reviews")
        .select(["order_id", "variant_id"])
        .where("order_id", "in", ids)
        .execute();
      const isGiven = ({ id }: Order, { variantId }: OrderLine) =>
        rows.some(({ order_id, variant_id }) => order_id === id && variant_id === variantId);
      const open = delivered.filter((order) => order.lines.some((line) => !isGiven(order, line)));
      return new Set(open.map(({ id }) => id));
    },

    async send(typed, reviewer, { variantId, rating, fit = "", text }) {
      return database.transact(async (transaction) => {
        // Locked, so that a return that is noted now is seen here, or sees the review.
        const order = await orderOf(transaction, typed, reviewer).forNoKeyUpdate().executeTakeFirst();
        if (!order) return "unknown";
        const line = (await linesOf(transaction, order.id)).find(({ variant_id }) => variant_id === variantId);
        if (!line) return "unknown";
        if (order.status !== "delivered") return "closed";
        const review = {
          id: Buffer.from(randomBytes(5)).toString("hex"),
          rating: rating as Rating,
          text: storable(text),
          fit,
          author: order.first_name,
          wilaya: order.wilaya_name,
        };
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto("reviews")
          .values({
            ...review,
            order_id: order.id,
            variant_id: line.variant_id,
            product_id: line.product_id,
            state: "waiting",
            created_at: now().getTime(),
          })
          .onConflict((conflict) => conflict.columns(["order_id", "variant_id"]).doNothing())
          .executeTakeFirstOrThrow();
        if (numInsertedOrUpdatedRows !== 1n) return "given";
        const mail = reviewForShop(letterhead, { ...review, name: line.name, number: order.number });
        await mailShop(transaction, context, { key: review.id, kind: "review-waiting", mail });
        return "sent";
      });
    },

    async invite() {
      const batch = toInvite(db).select(["orders.id", "accounts.id as account"]).orderBy("orders.id").limit(BATCH);
      let count = 0;
      for (let due = await batch.execute(); due.length > 0; due = await batch.execute())
        for (const { id, account } of due) if (await inviteFor(id, account)) count += 1;
      return count;
    },

    async refuseLetters(token) {
      return database.transact(async (transaction) => {
        const refused = await transaction
          .updateTable("review_letters")
          .set({ refused_at: now().getTime() })
          .where("token_hash", "=", digest(token))
          .returning("email_hash")
          .executeTakeFirst();
        if (refused) await withdrawMails(transaction, "review-invitation", refused.email_hash);
        return refused !== undefined;
      });
    },
  };

  /** Those whose account still has a confirmed address, and that nobody has reviewed. */
  function toInvite(queries: Queries) {
    const today = now().getTime();
    // By the index of steps, and not by that of the status, which holds all delivered orders.
    return queries
      .selectFrom("orders")
      .innerJoin("order_steps", (join) =>
        join.onRef("order_steps.order_id", "=", "orders.id").on(sql<boolean>`order_steps.status = 'delivered'`),
      )
      .innerJoin("accounts", "accounts.id", "orders.account_id")
      .where(sql<boolean>`orders.status || '' = 'delivered'`)
      .where("order_steps.at", "<=", today - INVITED.first * DAY)
      .where("order_steps.at", ">", today - INVITED.last * DAY)
      .where("accounts.confirmed_at", "is not", null)
      .where(({ not, exists, selectFrom }) => {
        const letters = selectFrom("review_letters").whereRef("review_letters.order_id", "=", "orders.id");
        return not(exists(letters.select("review_letters.order_id")));
      })
      .where(({ not, exists, selectFrom }) => {
        const reviews = selectFrom("reviews").whereRef("reviews.order_id", "=", "orders.id");
        return not(exists(reviews.select("reviews.id")));
      });
  }

  /** In one transaction, so that of two processes one mails; a refused address is noted alike. */
  async function inviteFor(id: string, account: string): Promise<boolean> {
    return database.transact(async (transaction) => {
      // Locked, then read again: the account may be closed, or the order come back, meanwhile.
      await transaction.selectFrom("accounts").select("id").where("id", "=", account).forNoKeyUpdate().execute();
      await transaction.selectFrom("orders").select("id").where("id", "=", id).forNoKeyUpdate().execute();
      const order = await toInvite(transaction)
        .where("orders.id", "=", id)
        .select(["orders.number", "orders.first_name", "accounts.email"])
        .executeTakeFirst();
      if (!order) return false;
      const { number, first_name: firstName, email } = order;
      const [email_hash, token] = [digest(email), newToken(context)];
      const sent_at = now().getTime();
      const refused = await transaction
        .selectFrom("review_letters")
        .select("token_hash")
        .where("email_hash", "=", email_hash)
        .where("refused_at", "is not", null)
        .executeTakeFirst();
      const refused_at = refused ? sent_at : null;
      await transaction
        .insertInto("review_letters")
        .values({ order_id: id, email_hash, token_hash: digest(token), sent_at, refused_at })
        .execute();
      if (refused) return false;
      const names = [...new Set((await linesOf(transaction, id)).map(({ name }) => name))];
      const mail = reviewInvitation(letterhead, { number, firstName, names, token });
      await queueMail(transaction, context, { key: id, kind: "review-invitation", recipient: email, mail });
      return true;
    });
  }
}

/** No visitor and no letter has an empty name. */
function orderOf(queries: Queries, typed: string, { visitor = "", token = "" }: Reviewer) {
  const ofLetter = queries.selectFrom("review_letters").select("order_id").where("token_hash", "=", digest(token));
  const isOpen = (build: ExpressionBuilder<Schema, "orders">) =>
    build.or([readableBy(visitor)(build), build("orders.id", "in", ofLetter)]);
  return ordersCalled(queries, typed).selectAll().where(isOpen);
}

/** How many there are of each value of a column. */
function sumsBy(rows: (Pick<ReviewTable, "rating" | "fit"> & { count: number })[], column: "rating" | "fit") {
  const sums: Record<string, number> = {};
  for (const row of rows) sums[row[column]] = (sums[row[column]] ?? 0) + Number(row.count);
  return sums;
}

const reviewFrom = ({ id, rating, text, author, wilaya, created_at, order_id }: ReviewTable): Review => ({
  id,
  rating,
  text,
  author,
  wilaya,
  at: new Date(created_at),
  isDemo: order_id === null,
});

/** How many can be taken back from the office's page. */
const LAST_PUBLISHED = 20;

export function reviewOffice(context: Context): ReviewOffice {
  const { database } = context;
  const ofOrders = (state: ReviewTable["state"]) =>
    database.db
      .selectFrom("reviews")
      .innerJoin("orders", "orders.id", "reviews.order_id")
      .innerJoin("order_lines", (join) =>
        join
          .onRef("order_lines.order_id", "=", "reviews.order_id")
          .onRef("order_lines.variant_id", "=", "reviews.variant_id"),
      )
      .selectAll("reviews")
      .select(["order_lines.name", "orders.number"])
      .where("reviews.state", "=", state);
  const ofOrder = ({ name, number, ...row }: ReviewTable & { name: string; number: string }) => ({
    ...reviewFrom(row),
    name,
    number,
  });
  return {
    async waitingReviews() {
      const rows = await ofOrders("waiting").orderBy("reviews.created_at").orderBy("reviews.id").execute();
      return rows.map(ofOrder);
    },

    async publishedReviews() {
      const rows = await ofOrders("published")
        .innerJoin("journal", "journal.subject_id", "reviews.id")
        .where("journal.subject", "=", "review")
        .orderBy("journal.at", "desc")
        .orderBy("journal.id", "desc")
        .limit(LAST_PUBLISHED)
        .execute();
      return rows.map(ofOrder);
    },

    async findPublished(words) {
      const wanted = foldedWords(words);
      const rows = await ofOrders("published").orderBy("reviews.created_at", "desc").orderBy("reviews.id").execute();
      return rows.map(ofOrder).filter(({ name, text, author, number }) => {
        const found = ` ${foldedWords(`${name} ${text} ${author} ${number}`).join(" ")}`;
        return wanted.every((word) => found.includes(` ${word}`));
      });
    },

    async decideReview(id, state, by = byCommand, isRead = true) {
      return database.transact(async (transaction) => {
        const decided = await transaction
          .updateTable("reviews")
          .set(state === "refused" ? { state, text: "", author: "", wilaya: "" } : { state })
          .where("id", "=", id)
          .where("state", "in", state === "refused" && isRead ? ["waiting", "published"] : ["waiting"])
          .returning("product_id")
          .executeTakeFirst();
        if (!decided) return false;
        await countReadableReviews(transaction, [decided.product_id]);
        const product = await transaction
          .selectFrom("products")
          .select("name")
          .where("id", "=", decided.product_id)
          .executeTakeFirst();
        await writeJournal(context, transaction, {
          by,
          action: "review-decided",
          subject: "review",
          id,
          name: product?.name ?? "",
          after: { avis: state === "published" ? "publié" : "refusé" },
        });
        return true;
      });
    },
  };
}

/**
 * Of orders without their person, reviews that wait go, and published ones stay without a name.
 * Refused letters stay: a hash of the address keeps further ones away.
 */
export async function loseReviewers(queries: Queries, column: "account_id" | "id", value: string): Promise<void> {
  const orders = queries.selectFrom("orders").select("id").where(column, "=", value);
  await queries.deleteFrom("reviews").where("order_id", "in", orders).where("state", "=", "waiting").execute();
  await queries.updateTable("reviews").set({ author: "", wilaya: "" }).where("order_id", "in", orders).execute();
  await queries.deleteFrom("review_letters").where("order_id", "in", orders).where("refused_at", "is", null).execute();
}
