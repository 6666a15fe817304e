import { passwordReset } from "~/domain/mails/accounts";
import { HOUR } from "~/domain/values/durations";
import type { AccessService, ResetResult } from "../services/access";
import { accountLinks } from "./account-links.server";
import { accountPasswords } from "./account-passwords.server";
import { emptyAccount, lockAccount } from "./account-rows.server";
import { accountSessions } from "./account-sessions.server";
import { type Limit, mayTry } from "./attempts.server";
import type { Context, Queries } from "./context";
import { knownPlace } from "./password-queue.server";
import { hashPassword } from "./passwords.server";

/** From one address, known browsers apart: no neighbour blocks an owner who was here before. */
const RESETS: Limit = { most: 30, windowMs: HOUR };

export function passwordResets(context: Context): Pick<AccessService, "requestReset" | "reset"> {
  const { database, letterhead, nowMs, passwordCost } = context;
  const links = accountLinks(context);
  const sessions = accountSessions(context);
  const passwords = accountPasswords(context);

  /**
   * Empties an account whose address was never confirmed, for the reader of its mails: a stranger
   * may have filled it. Its orders stay without an account, and open by number and phone.
   */
  async function emptyUnconfirmed(queries: Queries, id: string): Promise<void> {
    await emptyAccount(queries, id, { losePerson: false });
    await queries.deleteFrom("account_links").where("account_id", "=", id).execute();
    await queries
      .updateTable("accounts")
      .set({ first_name: "", last_name: "", phone: "", address: "", confirmed_at: nowMs() })
      .where("id", "=", id)
      .execute();
  }

  return {
    async requestReset(email, { address, browser } = {}) {
      const isKnown = (await sessions.accountKnowing(email, browser)) !== undefined;
      if (address && !isKnown && !(await mayTry(context, `reset from ${address}`, RESETS))) return "limited";
      await database.transact(async (transaction) => {
        const account = await transaction
          .selectFrom("accounts")
          .select(["id", "confirmed_at"])
          .where("email", "=", email)
          .executeTakeFirst();
        const empties = account?.confirmed_at === null;
        const mail = account && ((secret: string) => passwordReset(letterhead, secret, { empties }));
        await links.mail(transaction, { kind: "reset", account: account?.id ?? null, email }, mail);
      });
      return "requested";
    },

    async reset(secret, typed, from) {
      // Hashing takes a third of a second: only for valid links.
      const request = await links.find(secret, "reset");
      if (!request?.account_id) return { ok: false, reason: "gone" };
      const password = await hashPassword(typed, passwordCost, knownPlace(request.account_id));
      return database.transact(async (transaction): Promise<ResetResult> => {
        const link = await links.take(transaction, secret, "reset");
        const id = link?.account_id;
        const account = id ? await lockAccount(transaction, id) : undefined;
        // The account may have changed its address since: that mailbox must not open it.
        if (!link || !account || account.email !== link.email) return { ok: false, reason: "gone" };
        const isEmptied = account.confirmed_at === null;
        if (isEmptied) await emptyUnconfirmed(transaction, account.id);
        const row = await passwords.set(transaction, account.id, password);
        return { ...(await sessions.signIn(transaction, row, from)), isEmptied };
      });
    },
  };
}
