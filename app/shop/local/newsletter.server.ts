import { newsletterConfirmation } from "~/domain/mails";
import type { NewsletterDesk } from "../shop";
import type { Context } from "./context";
import { queueMail } from "./outbox.server";
import { isStorable } from "./text.server";

const HOUR = 60 * 60_000;

export function newsletterDesk(context: Context): NewsletterDesk {
  const { database, letterhead, now, randomBytes } = context;

  return {
    async subscribe(email) {
      const asked_at = now().getTime();
      const token = Buffer.from(randomBytes(32)).toString("base64url");
      await database.transact(async (transaction) => {
        // One statement, so that of two at once one asks. A row comes back when the address is to be asked.
        const asked = await transaction
          .insertInto("subscribers")
          .values({ email, token, confirmed_at: null, created_at: asked_at, asked_at })
          .onConflict((conflict) =>
            conflict
              .column("email")
              .doUpdateSet({ asked_at })
              .where("subscribers.confirmed_at", "is", null)
              .where("subscribers.asked_at", "<=", asked_at - HOUR),
          )
          .returning(["token", "asked_at"])
          .executeTakeFirst();
        if (!asked) return;
        await queueMail(transaction, context, {
          key: `${asked.token} ${asked.asked_at}`,
          kind: "newsletter-confirmation",
          recipient: email,
          mail: newsletterConfirmation(letterhead, asked.token),
        });
      });
    },

    async confirm(token) {
      if (!isStorable(token)) return false;
      const { numUpdatedRows } = await database.transact((transaction) =>
        transaction
          .updateTable("subscribers")
          .set((build) => ({ confirmed_at: build.fn.coalesce("confirmed_at", build.val(now().getTime())) }))
          .where("token", "=", token)
          .executeTakeFirstOrThrow(),
      );
      return numUpdatedRows === 1n;
    },

    async unsubscribe(token) {
      if (!isStorable(token)) return false;
      const { numDeletedRows } = await database.transact((transaction) =>
        transaction.deleteFrom("subscribers").where("token", "=", token).executeTakeFirstOrThrow(),
      );
      return numDeletedRows === 1n;
    },

    async forgetUnconfirmed(askedBefore) {
      const { numDeletedRows } = await database.transact((transaction) =>
        transaction
          .deleteFrom("subscribers")
          .where("confirmed_at", "is", null)
          .where("asked_at", "<", askedBefore.getTime())
          .executeTakeFirstOrThrow(),
      );
      return Number(numDeletedRows);
    },
  };
}
