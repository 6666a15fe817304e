import type { MailTable } from "~/database/schema/workers";
import { HOUR, MINUTE } from "~/domain/values/durations";
import type { MailQueue, OutgoingMail } from "../workers/mail-queue";
import type { Context } from "./context";

/** Longer than the slowest attempt to send. */
const LEASE = 5 * MINUTE;
const LONGEST_WAIT = 6 * HOUR;
/** The last one follows the first by some 20 hours. */
const MOST_ATTEMPTS = 12;

export function mailQueue({ database, now }: Context): MailQueue {
  const { db } = database;
  const nowMs = () => now().getTime();

  return {
    async claim(count) {
      const due = db.selectFrom("mails").select("id").where("due_at", "<=", nowMs());
      // Usually nothing is due, which needs no transaction.
      if ((await due.limit(1).execute()).length === 0) return [];
      return database.transact(async (transaction) => {
        const query = transaction
          .selectFrom("mails")
          .select("id")
          .where("due_at", "<=", nowMs())
          .orderBy("due_at")
          .orderBy("id")
          .limit(count)
          .forUpdate()
          // Those that another process holds are its own to do.
          .skipLocked();
        const claimed = await query.execute();
        if (claimed.length === 0) return [];
        const rows = await transaction
          .updateTable("mails")
          .set((build) => ({ due_at: nowMs() + LEASE, attempts: build("attempts", "+", 1) }))
          .where(
            "id",
            "in",
            claimed.map(({ id }) => id),
          )
          .returningAll()
          .execute();
        const order = new Map(claimed.map(({ id }, index) => [id, index]));
        return rows.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0)).map(mailOf);
      });
    },

    async settle(id, failure) {
      return database.transact(async (transaction) => {
        // A mail that was sent stays sent, whatever an attempt with an expired lease reports.
        const open = transaction.updateTable("mails").where("id", "=", id).where("sent_at", "is", null);
        if (failure === undefined) {
          // Links in the text are still valid, so it is not kept.
          await open.set({ sent_at: nowMs(), due_at: null, failure: null, text: "", html: "" }).execute();
          return {};
        }
        const mail = await transaction.selectFrom("mails").select("attempts").where("id", "=", id).executeTakeFirst();
        if (!mail) return {};
        const isOver = mail.attempts >= MOST_ATTEMPTS;
        const wait = Math.min(MINUTE * 2 ** (mail.attempts - 1), LONGEST_WAIT);
        const due_at = isOver ? null : nowMs() + wait;
        await open.set({ due_at, failure, ...(isOver ? { text: "", html: "" } : {}) }).execute();
        return due_at === null ? {} : { nextTry: new Date(due_at) };
      });
    },

    async waiting() {
      const { waiting, givenUp } = await db
        .selectFrom("mails")
        .select((build) => [
          build.fn.count<number>("due_at").as("waiting"),
          build.fn
            .countAll<number>()
            .filterWhere("due_at", "is", null)
            .filterWhere("sent_at", "is", null)
            .as("givenUp"),
        ])
        .executeTakeFirstOrThrow();
      return { waiting, givenUp };
    },

    async forget(before) {
      const { numDeletedRows } = await database.transact((transaction) =>
        transaction
          .deleteFrom("mails")
          .where("due_at", "is", null)
          .where("created_at", "<", before.getTime())
          .executeTakeFirstOrThrow(),
      );
      return Number(numDeletedRows);
    },
  };
}

function mailOf(row: MailTable): OutgoingMail {
  const { id, kind, recipient, subject, text, html } = row;
  return {
    id,
    kind,
    recipient,
    subject,
    text,
    html,
    headers: JSON.parse(row.headers) as Record<string, string>,
    createdAt: new Date(row.created_at),
    attempt: row.attempts,
  };
}
