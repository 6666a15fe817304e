import { passwordReset } from "~/domain/mails/accounts";
import { byCommand } from "~/domain/office/journal";
import { isOwed } from "~/domain/order/order";
import type { PeopleOffice } from "../../services/people-office";
import { accountLinks } from "../account-links.server";
import { accountFrom, lockAccount } from "../account-rows.server";
import { forgetRecipients } from "../accounts.server";
import type { Context } from "../context";
import { journalOrder } from "../journal.server";
import { lockOrder } from "../order-queries.server";
import { nobodysPassword } from "../passwords.server";
import { loseReviewers } from "../reviews.server";

/** People who ask to be forgotten, or for an account that somebody else has entered. */
export function peopleOffice(context: Context): PeopleOffice {
  const { database, letterhead, passwordCost } = context;
  const links = accountLinks(context);

  return {
    forgetPerson: (number, by = byCommand, isCopy = false) =>
      database.transact(async (transaction) => {
        const order = await lockOrder(transaction, number);
        if (!order) return "unknown";
        if (!isCopy && isOwed(order.status)) return "open";
        await journalOrder(context, transaction, order, { by, action: "order-forgotten" });
        await loseReviewers(transaction, "id", order.id);
        await transaction.updateTable("orders").set({ to_be_forgotten: 1 }).where("id", "=", order.id).execute();
        await forgetRecipients(transaction, { only: [order.id] });
        const left = await transaction
          .selectFrom("orders")
          .select("id")
          .where("id", "=", order.id)
          .where("to_be_forgotten", "=", 1)
          .executeTakeFirst();
        return left ? "later" : "done";
      }),

    async accountAt(email) {
      const row = await database.db.selectFrom("accounts").selectAll().where("email", "=", email).executeTakeFirst();
      return row && accountFrom(row);
    },

    returnAccount: (id, email) =>
      database.transact(async (transaction) => {
        const account = await lockAccount(transaction, id);
        if (!account) return "unknown";
        const other = await transaction
          .selectFrom("accounts")
          .select("id")
          .where("email", "=", email)
          .where("id", "!=", id)
          .executeTakeFirst();
        if (other) return "taken";
        const confirmed_at = account.email === email ? account.confirmed_at : null;
        const isMailed = await links.mail(transaction, { kind: "reset", account: id, email }, (secret) =>
          passwordReset(letterhead, secret, { empties: confirmed_at === null }),
        );
        if (!isMailed) return "limited";
        const password = nobodysPassword(passwordCost);
        await transaction.updateTable("accounts").set({ email, confirmed_at, password }).where("id", "=", id).execute();
        for (const table of ["sessions", "known_browsers"] as const)
          await transaction.deleteFrom(table).where("account_id", "=", id).execute();
        // A link that was mailed to another address would lead in by it.
        await transaction
          .deleteFrom("account_links")
          .where("account_id", "=", id)
          .where("email", "!=", email)
          .execute();
        return "mailed";
      }),
  };
}
