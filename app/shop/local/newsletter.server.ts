import { leavingAddress, newsletterConfirmation, newsletterConfirmed } from "~/domain/mails/newsletter";
import { DAY, HOUR } from "~/domain/values/durations";
import { letterBoxOf } from "~/domain/values/email";
import type { NewsletterService } from "../services/newsletter";
import type { NewsletterOffice } from "../services/office";
import { countAttempt, countFrom, type Limit } from "./attempts.server";
import { type Context, digest, newToken } from "./context";
import { mailShop, queueMail, withdrawMail } from "./outbox.server";

const MOST_TIMES = 3;
/** From one IP address, which in this country a whole town may share. */
const FROM_ONE_ADDRESS: Limit = { most: 20, windowMs: HOUR };
/** So that nobody fills a stranger's letter box, whatever its spellings. */
const TO_ONE_BOX: Limit = { most: 3, windowMs: DAY };
const KIND = "newsletter-confirmation";
/** To the shop, about the subscriber whose token it is. */
export const confirmedBy = (token: string) => ({ key: token, kind: "newsletter-confirmed" }) as const;

export function newsletterService(context: Context): NewsletterService {
  const { database, letterhead, now } = context;

  return {
    async subscribe(email, from) {
      const asked_at = now().getTime();
      const token = newToken(context);
      return database.transact(async (transaction) => {
        // Known addresses count too, so that the answer does not reveal them.
        if (!(await countFrom(transaction, "newsletter", from, FROM_ONE_ADDRESS, asked_at))) return "limited";
        if (!(await countAttempt(transaction, `newsletter to ${letterBoxOf(email)}`, TO_ONE_BOX, asked_at)))
          return "requested";
        // One statement, so that of two requests one mails. A row is returned when a mail is due.
        const subscriber = await transaction
          .insertInto("subscribers")
          .values({
            email_hash: digest(email),
            email,
            token,
            confirmed_at: null,
            created_at: asked_at,
            asked_at,
            times_asked: 1,
          })
          .onConflict((conflict) =>
            conflict
              .column("email_hash")
              .doUpdateSet((build) => ({ asked_at, times_asked: build("subscribers.times_asked", "+", 1) }))
              .where("subscribers.email", "is not", null)
              .where("subscribers.confirmed_at", "is", null)
              .where("subscribers.asked_at", "<=", asked_at - DAY)
              .where("subscribers.times_asked", "<", MOST_TIMES),
          )
          .returning(["token", "asked_at"])
          .executeTakeFirst();
        if (!subscriber) return "requested";
        await queueMail(transaction, context, {
          key: `${subscriber.token} ${subscriber.asked_at}`,
          kind: KIND,
          recipient: email,
          mail: newsletterConfirmation(letterhead, subscriber.token),
        });
        return "requested";
      });
    },

    async confirm(token) {
      return database.transact(async (transaction) => {
        const found = await transaction
          .selectFrom("subscribers")
          .select(["email", "confirmed_at"])
          .where("token", "=", token)
          .where("email", "is not", null)
          .forNoKeyUpdate()
          .executeTakeFirst();
        if (!found?.email) return false;
        if (found.confirmed_at !== null) return true;
        const confirmed_at = now().getTime();
        await transaction.updateTable("subscribers").set({ confirmed_at }).where("token", "=", token).execute();
        const mail = newsletterConfirmed(letterhead, found.email);
        await mailShop(transaction, context, { ...confirmedBy(token), mail });
        return true;
      });
    },

    async unsubscribe(token) {
      return database.transact(async (transaction) => {
        const subscriber = await transaction
          .selectFrom("subscribers")
          .select("email")
          .where("token", "=", token)
          .executeTakeFirst();
        if (!subscriber?.email) return false;
        const { numUpdatedRows } = await transaction
          .updateTable("subscribers")
          .set({ email: null, confirmed_at: null, asked_at: now().getTime() })
          .where("token", "=", token)
          .where("email", "is not", null)
          .executeTakeFirstOrThrow();
        // After the update: a concurrent `subscribe` has queued its mail by now or finds the hash.
        await transaction
          .deleteFrom("mails")
          .where("recipient", "=", subscriber.email)
          .where("kind", "=", KIND)
          .execute();
        await withdrawMail(transaction, confirmedBy(token));
        return numUpdatedRows === 1n;
      });
    },
  };
}

export function newsletterOffice({ database, letterhead }: Context): NewsletterOffice {
  return {
    async subscribers() {
      const rows = await database.db
        .selectFrom("subscribers")
        .select(["email", "token"])
        .where("confirmed_at", "is not", null)
        .orderBy("confirmed_at")
        .execute();
      return rows.map(({ email, token }) => ({ email: email ?? "", leaving: leavingAddress(letterhead, token) }));
    },
  };
}
