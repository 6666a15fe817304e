import type { MailTable } from "~/database/schema/workers";
import { HOUR } from "~/domain/values/durations";
import type { MailQueue, OutgoingMail } from "../workers/mail-queue";
import { claimDue, waitAfter } from "./claim-due.server";
import type { Context } from "./context";

const LONGEST_WAIT = 6 * HOUR;
/** The last one follows the first by some 20 hours. */
const MOST_ATTEMPTS = 12;
/** Links in a mail are still valid, so that they are not kept once it is over. */
const EMPTIED = { text: "", html: "", headers: "{}" };

export function mailQueue({ database, nowMs }: Context): MailQueue {
  const { db } = database;

  return {
    claim: (count) =>
      claimDue({ database, nowMs }, ["mails", "id"], count, async (_, rows, ids) =>
        rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)).map(mailOf),
      ),

    async settle(id, failure, isFinal = false) {
      return database.transact(async (transaction) => {
        // A mail that was sent stays sent, whatever an attempt with an expired lease reports.
        const open = transaction.updateTable("mails").where("id", "=", id).where("sent_at", "is", null);
        if (failure === undefined) {
          await open.set({ sent_at: nowMs(), due_at: null, failure: null, ...EMPTIED }).execute();
          return {};
        }
        const mail = await transaction.selectFrom("mails").select("attempts").where("id", "=", id).executeTakeFirst();
        if (!mail) return {};
        const isOver = isFinal || mail.attempts >= MOST_ATTEMPTS;
        const due_at = isOver ? null : nowMs() + waitAfter(mail.attempts, LONGEST_WAIT);
        await open.set({ due_at, failure, ...(isOver ? EMPTIED : {}) }).execute();
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
  };
}

function mailOf(row: MailTable): OutgoingMail {
  const { id, kind, recipient, subject, text, html } = row;
  return {
    ...{ id, kind, recipient, subject, text, html },
    headers: JSON.parse(row.headers) as Record<string, string>,
    createdAt: new Date(row.created_at),
    attempt: row.attempts,
  };
}
