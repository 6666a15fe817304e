import { isTaken } from "~/database/failures.server";
import { accountExists, emailConfirmation, emailWasChanged, unconfirmedAccountExists } from "~/domain/mails/accounts";
import { MINUTE } from "~/domain/values/durations";
import type { AccessService } from "../services/access";
import { accountLinks } from "./account-links.server";
import { accountPasswords } from "./account-passwords.server";
import { lockAccount } from "./account-rows.server";
import { type Limit, mayTry } from "./attempts.server";
import type { Context } from "./context";
import { digest } from "./text.server";

/** Changes of its address that one account may request. */
const CHANGES: Limit = { most: 3, windowMs: 15 * MINUTE };

/** The address of an account: another one, or the same one confirmed. */
export function emailChanges(context: Context): Pick<AccessService, "changeEmail" | "confirmEmail"> {
  const { database, letterhead, nowMs } = context;
  const links = accountLinks(context);
  const passwords = accountPasswords(context);

  return {
    async changeEmail(id, current, email, session) {
      const account = await passwords.check(id, current);
      if (typeof account === "string") return account;
      // Counted separately, since the correct password has reset its own count.
      if (!(await mayTry(context, `new address of ${id}`, CHANGES))) return "limited";
      return database.transact(async (transaction) => {
        if (!(await passwords.lockChecked(transaction, account))) return "wrong";
        const other = await transaction
          .selectFrom("accounts")
          .select(["id", "confirmed_at"])
          .where("email", "=", email)
          .where("id", "!=", id)
          .executeTakeFirst();
        // An unconfirmed account has this address: its reader can end it first.
        const isUnconfirmed = other?.confirmed_at === null;
        const link = isUnconfirmed
          ? ({ kind: "registration", account: other.id, email } as const)
          : ({ kind: "email", account: id, email, session } as const);
        // Counts alike, so that the answer does not show whose the address is.
        const isMailed = await links.mail(transaction, { ...link, counts: "email" }, (secret) => {
          if (isUnconfirmed) return unconfirmedAccountExists(letterhead, secret);
          return other ? accountExists(letterhead) : emailConfirmation(letterhead, secret);
        });
        return isMailed ? "mailed" : "unmailed";
      });
    },

    async confirmEmail(secret, kind) {
      try {
        return await database.transact(async (transaction) => {
          const link = await links.take(transaction, secret, kind);
          if (!link?.account_id) return false;
          const before = await lockAccount(transaction, link.account_id);
          if (!before) return false;
          await transaction
            .updateTable("accounts")
            .set({ email: link.email, confirmed_at: before.confirmed_at ?? nowMs() })
            .where("id", "=", before.id)
            .executeTakeFirstOrThrow();
          // Links mailed to the old address become invalid.
          await transaction.deleteFrom("account_links").where("account_id", "=", before.id).execute();
          if (before.email === link.email) return true;
          await transaction
            .deleteFrom("sessions")
            .where("account_id", "=", before.id)
            .where("token_hash", "!=", link.session_hash ?? "")
            .execute();
          if (before.confirmed_at !== null) {
            await links.notify(transaction, before.email, "email-changed", emailWasChanged(letterhead));
            // What the account's owner waits for is not told to who reads that address now.
            const waiting = transaction.deleteFrom("stock_alerts").where("contact", "is not", null);
            await waiting.where("contact_hash", "=", digest(before.email)).execute();
          }
          return true;
        });
      } catch (error) {
        if (isTaken(error)) return "taken";
        throw error;
      }
    },
  };
}
