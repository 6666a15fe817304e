import { isTaken } from "~/database/failures.server";
import type { AccountTable } from "~/database/schema/accounts";
import { DAY, HOUR, MINUTE } from "~/domain/durations";
import {
  accountExists,
  emailConfirmation,
  emailWasChanged,
  passwordReset,
  passwordWasChanged,
  welcome,
} from "~/domain/mails/accounts";
import { storable } from "~/domain/storable";
import type { AccessService, RegisterResult, SignInResult } from "../services/access";
import { accountLinks } from "./account-links.server";
import { emptyAccount } from "./account-rows.server";
import { accountSessions } from "./account-sessions.server";
import { countAttempt, countFrom, forgetAttempts, type Limit } from "./attempts.server";
import { type Context, newToken, type Queries } from "./context";
import { knownPlace, placeOf, withPasswordSlot } from "./password-queue.server";
import { hashPassword, isPassword, nobodysPassword } from "./passwords.server";
import { lockAccount, locked } from "./row-locks";

/**
 * Guesses of one password. Known browsers are counted separately, and a mailed link always works,
 * so that strangers cannot lock an owner out (S-5).
 */
const GUESSES: Limit = { most: 10, windowMs: 15 * MINUTE };
/** From one IP address, which in this country a whole town may share. */
const FROM_ONE_ADDRESS: Limit = { most: 100, windowMs: 15 * MINUTE };
/** From one address. */
const REGISTRATIONS: Limit = { most: 30, windowMs: HOUR };
/** From one address, known browsers apart: no neighbour blocks an owner who was here before. */
const RESETS: Limit = { most: 30, windowMs: HOUR };
/** Confirmation mails that one account may request. */
const CONFIRMATIONS: Limit = { most: 3, windowMs: HOUR };
/** Changes of its address, and of its password, that one account may request. */
const CHANGES: Limit = { most: 10, windowMs: HOUR };

export function accessService(context: Context): AccessService {
  const { database, letterhead, now, passwordCost } = context;
  const { db } = database;
  const moment = () => now().getTime();
  const nobody = nobodysPassword(passwordCost);

  const isAllowed = (what: string, limit: Limit) =>
    database.transact((transaction) => countAttempt(transaction, what, limit, moment()));

  const links = accountLinks(context);
  const sessions = accountSessions(context);

  /** Queues the mail that confirms a registration's address, or ends its account. */
  const mailWelcome = (queries: Queries, { id, email }: { id: string; email: string }) =>
    links.mail(queries, { kind: "registration", account: id, email }, (secret) => welcome(letterhead, secret));

  /** Checks the password of a signed-in account, within `GUESSES`. */
  async function checkPassword(id: string, password: string): Promise<AccountTable | "wrong" | "limited"> {
    const row = await withPasswordSlot(knownPlace(id), async () => {
      if (!(await isAllowed(`password ${id}`, GUESSES))) return "limited";
      const known = await db.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirst();
      return (await isPassword(password, known?.password ?? nobody)) && known ? known : "wrong";
    });
    if (typeof row === "string") return row;
    await database.transact((transaction) => forgetAttempts(transaction, `password ${id}`));
    return row;
  }

  /** Sets the hash; sessions of the old password end. */
  async function setPassword(queries: Queries, id: string, password: string): Promise<AccountTable> {
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

  /**
   * Empties an account whose address was never confirmed, for the reader of its mails: a stranger
   * may have filled it. Its orders stay without an account, and open by number and phone.
   */
  async function emptyUnconfirmed(queries: Queries, id: string): Promise<void> {
    await emptyAccount(queries, id, { losePerson: false });
    await queries.deleteFrom("account_links").where("account_id", "=", id).execute();
    await queries
      .updateTable("accounts")
      .set({ first_name: "", last_name: "", phone: "", address: "", confirmed_at: moment() })
      .where("id", "=", id)
      .execute();
  }

  const { accountOf, logOut, endOtherSessions } = sessions;
  return {
    accountOf,
    logOut,
    endOtherSessions,
    sessions: sessions.list,

    async register({ email, password: typed, ...names }, from) {
      const mayRegister = () =>
        database.transact((transaction) => countFrom(transaction, "registered", from.address, REGISTRATIONS, moment()));
      if (from.address && !(await mayRegister())) return { ok: false, reason: "limited" };
      const known = await db.selectFrom("accounts").select("id").where("email", "=", email).executeTakeFirst();
      if (known) return { ok: false, reason: "taken" };
      const password = await hashPassword(typed, passwordCost, placeOf(from, email));
      // Where all clients count together, those count that had a place in the queue.
      if (!from.address && !(await mayRegister())) return { ok: false, reason: "limited" };
      return database.transact(async (transaction): Promise<RegisterResult> => {
        const row = await transaction
          .insertInto("accounts")
          .values({
            id: newToken(context),
            email,
            password,
            first_name: storable(names.firstName),
            last_name: storable(names.lastName),
            phone: "",
            address: "",
            created_at: moment(),
            confirmed_at: null,
          })
          .onConflict((conflict) => conflict.column("email").doNothing())
          .returningAll()
          .executeTakeFirst();
        // Another request registered the address meanwhile.
        if (!row) return { ok: false, reason: "taken" };
        await mailWelcome(transaction, row);
        return sessions.signIn(transaction, row, from);
      });
    },

    async requestConfirmation(id) {
      return database.transact(async (transaction) => {
        const row = await transaction.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirst();
        if (!row || row.confirmed_at !== null) return "confirmed";
        if (!(await countAttempt(transaction, `letter ${id}`, CONFIRMATIONS, moment()))) return "limited";
        await mailWelcome(transaction, row);
        return "mailed";
      });
    },

    async logIn(email, password, from) {
      const isKnown = from.browser !== undefined && (await sessions.isKnownBrowser(email, from.browser));
      const guesses = isKnown ? `log in ${email} from ${from.browser}` : `log in ${email}`;
      // Counted first and alone: what is refused here leaves no trace at the account.
      const isNeighbour = !isKnown && from.address !== undefined;
      if (isNeighbour && !(await isAllowed(`log in from ${from.address}`, FROM_ONE_ADDRESS)))
        return { ok: false, reason: "limited" };
      // Counted in its turn: what finds no place in the queue was no guess and writes nothing.
      const row = await withPasswordSlot(isKnown ? knownPlace(email) : placeOf(from, email), async () => {
        if (!(await isAllowed(guesses, GUESSES))) return "limited";
        const known = await db.selectFrom("accounts").selectAll().where("email", "=", email).executeTakeFirst();
        // Checking takes as long for an address without an account (S-5).
        return (await isPassword(password, known?.password ?? nobody)) && known ? known : "wrong";
      });
      if (typeof row === "string") return { ok: false, reason: row };
      return database.transact(async (transaction): Promise<SignInResult> => {
        // The password may have changed, or the account closed, during the check.
        const query = transaction.selectFrom("accounts").selectAll().where("id", "=", row.id);
        const current = await locked(query, database.dialect).executeTakeFirst();
        if (current?.password !== row.password) return { ok: false, reason: "wrong" };
        await forgetAttempts(transaction, guesses);
        return sessions.signIn(transaction, current, from);
      });
    },

    async requestReset(email, { address, browser } = {}) {
      const isKnown = browser !== undefined && (await sessions.isKnownBrowser(email, browser));
      if (address && !isKnown && !(await isAllowed(`reset from ${address}`, RESETS))) return "limited";
      await database.transact(async (transaction) => {
        const account = await transaction
          .selectFrom("accounts")
          .select("id")
          .where("email", "=", email)
          .executeTakeFirst();
        const mail = account && ((secret: string) => passwordReset(letterhead, secret));
        await links.mail(transaction, { kind: "reset", account: account?.id ?? null, email }, mail);
      });
      return "requested";
    },

    isLinkValid: async (secret, kind) => (await links.find(secret, kind)) !== undefined,

    async reset(secret, typed, from) {
      // Hashing takes a third of a second: only for valid links.
      const known = await links.find(secret, "reset");
      if (!known) return { ok: false, reason: "gone" };
      const password = await hashPassword(typed, passwordCost, knownPlace(known.email));
      return database.transact(async (transaction): Promise<SignInResult> => {
        const link = await links.take(transaction, secret, "reset");
        const id = link?.account_id;
        const account = id ? await lockAccount(transaction, id) : undefined;
        // The account may have changed its address since: that mailbox must not open it.
        if (!link || !account || account.email !== link.email) return { ok: false, reason: "gone" };
        if (account.confirmed_at === null) await emptyUnconfirmed(transaction, account.id);
        return sessions.signIn(transaction, await setPassword(transaction, account.id, password), from);
      });
    },

    async changePassword(id, current, typed, from) {
      const known = await checkPassword(id, current);
      if (typeof known === "string") return { ok: false, reason: known };
      if (!(await isAllowed(`new password of ${id}`, CHANGES))) return { ok: false, reason: "limited" };
      const password = await hashPassword(typed, passwordCost, knownPlace(id));
      return database.transact(async (transaction) =>
        sessions.signIn(transaction, await setPassword(transaction, id, password), { ...from, guest: undefined }),
      );
    },

    async changeEmail(id, current, email, session) {
      const account = await checkPassword(id, current);
      if (typeof account === "string") return account;
      // Counted separately, since the correct password has reset its own count.
      if (!(await isAllowed(`new address of ${id}`, CHANGES))) return "limited";
      await database.transact(async (transaction) => {
        const other = await transaction
          .selectFrom("accounts")
          .select(["id", "email", "confirmed_at"])
          .where("email", "=", email)
          .where("id", "!=", id)
          .executeTakeFirst();
        // An unconfirmed account has this address: its mail lets the owner confirm or end it.
        if (other && other.confirmed_at === null) return mailWelcome(transaction, other);
        await links.mail(transaction, { kind: "email", account: id, email, session }, (secret) =>
          other ? accountExists(letterhead) : emailConfirmation(letterhead, secret),
        );
      });
      return "mailed";
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
            .set({ email: link.email, confirmed_at: before.confirmed_at ?? moment() })
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
          if (before.confirmed_at !== null)
            await links.notify(transaction, before.email, "email-changed", emailWasChanged(letterhead));
          return true;
        });
      } catch (error) {
        // Another account took the address meanwhile.
        if (isTaken(error)) return false;
        throw error;
      }
    },

    async isPassword(id, password) {
      const account = await checkPassword(id, password);
      return typeof account === "string" ? account : "right";
    },

    async forget() {
      await database.transact(async (transaction) => {
        await transaction.deleteFrom("sessions").where("expires_at", "<=", moment()).execute();
        await transaction.deleteFrom("account_links").where("expires_at", "<=", moment()).execute();
        await transaction
          .deleteFrom("attempts")
          .where("since", "<", moment() - DAY)
          .execute();
        await transaction
          .deleteFrom("known_browsers")
          .where("since", "<", moment() - 365 * DAY)
          .execute();
      });
    },
  };
}
