import type { AccountTable } from "~/database/schema/accounts";
import { passwordWasChanged } from "~/domain/mails/accounts";
import { MINUTE } from "~/domain/values/durations";
import { accountLinks } from "./account-links.server";
import { forgetAttempts, guessPassword, type Limit, mayTry } from "./attempts.server";
import type { Context, Queries } from "./context";
import { knownPlace, type Place } from "./password-queue.server";
import { isPassword, nobodysPassword } from "./passwords.server";

/** Of one account, right ones too: else one that anybody makes could keep known places taken. */
const KNOWN_CHECKS: Limit = { most: 30, windowMs: 15 * MINUTE };

/** Passwords of accounts: guessed within a limit, and set. */
export function accountPasswords(context: Context) {
  const { database, letterhead, passwordCost } = context;
  const nobody = nobodysPassword(passwordCost);
  const links = accountLinks(context);

  const guess = (
    by: { column: "id" | "email"; value: string; counted: string; place: Place },
    password: string,
  ): Promise<AccountTable | "wrong" | "limited"> =>
    guessPassword(context, by, async () => {
      const account = await database.db
        .selectFrom("accounts")
        .selectAll()
        .where(by.column, "=", by.value)
        .executeTakeFirst();
      // Checking takes as long for an address without an account.
      return (await isPassword(password, account?.password ?? nobody)) && account ? account : "wrong";
    });

  /** Whether the account's password may be checked in a known place once more. */
  const mayTakeKnownPlace = (id: string) => mayTry(context, `known place of ${id}`, KNOWN_CHECKS);

  /** Of a signed-in account. */
  async function check(id: string, password: string): Promise<AccountTable | "wrong" | "limited"> {
    if (!(await mayTakeKnownPlace(id))) return "limited";
    const counted = `password ${id}`;
    const account = await guess({ column: "id", value: id, counted, place: knownPlace(id) }, password);
    if (typeof account === "string") return account;
    await database.transact((transaction) => forgetAttempts(transaction, counted));
    return account;
  }

  /** Locks the account that was checked; undefined when its password has changed meanwhile. */
  async function lockChecked(queries: Queries, { id, password }: AccountTable): Promise<AccountTable | undefined> {
    const query = queries.selectFrom("accounts").selectAll().where("id", "=", id);
    const row = await query.forNoKeyUpdate().executeTakeFirst();
    return row?.password === password ? row : undefined;
  }

  /** Sets the hash; sessions of the old password end. */
  async function set(queries: Queries, id: string, password: string): Promise<AccountTable> {
    const row = await queries
      .updateTable("accounts")
      .set({ password })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await queries.deleteFrom("sessions").where("account_id", "=", id).execute();
    await queries.deleteFrom("known_browsers").where("account_id", "=", id).execute();
    // A registration's link stays: its reader may not be who signed in and set the password.
    await queries
      .deleteFrom("account_links")
      .where("account_id", "=", id)
      .where("kind", "!=", "registration")
      .execute();
    await forgetAttempts(queries, `log in ${row.email}`);
    await forgetAttempts(queries, `password ${id}`);
    if (row.confirmed_at !== null)
      await links.notify(queries, row.email, "password-changed", passwordWasChanged(letterhead));
    return row;
  }

  return { guess, mayTakeKnownPlace, check, lockChecked, set };
}
