import { isTaken } from "~/database/failures.server";
import type { AccountTable } from "~/database/schema/accounts";
import {
  accountExists,
  emailConfirmation,
  emailWasChanged,
  passwordReset,
  passwordWasChanged,
  welcome,
} from "~/domain/mails/accounts";
import type { AccessService, RegisterResult, SignInResult } from "../services/access";
import { accountLinks } from "./account-links.server";
import { emptyAccount } from "./account-rows.server";
import { accountSessions } from "./account-sessions.server";
import { forgetAttempts, isWithin, type Limit } from "./attempts.server";
import type { Context, Queries } from "./context";
import { knownPlace, placeOf } from "./password-queue.server";
import { hashPassword, isPassword, nobodysPassword } from "./passwords.server";
import { lockAccount, locked } from "./row-locks";
import { storable } from "./text.server";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Guesses of one password. Browsers that were signed in before count for themselves, so that strangers who guess use up the
 * attempts of strangers only, and a link by mail always leads in: nobody locks an owner out (S-5).
 */
const GUESSES: Limit = { most: 10, windowMs: 15 * MINUTE };
/** Guesses from one address, which in this country a whole town may share. */
const FROM_ONE_ADDRESS: Limit = { most: 100, windowMs: 15 * MINUTE };
/** Accounts that one address asks for. A reset is not counted that way: nobody's neighbours may keep an owner out. */
const REGISTRATIONS: Limit = { most: 30, windowMs: HOUR };
/** Letters of confirmation that one account asks for once more. */
const LETTERS: Limit = { most: 3, windowMs: HOUR };
/** New addresses that one account asks for. */
const NEW_ADDRESSES: Limit = { most: 10, windowMs: HOUR };

export function accessService(context: Context): AccessService {
  const { database, letterhead, now, passwordCost } = context;
  const { db } = database;
  const moment = () => now().getTime();
  const nobody = nobodysPassword(passwordCost);
  const token = () => Buffer.from(context.randomBytes(32)).toString("base64url");

  const isAllowed = (what: string, limit: Limit) =>
    database.transact((transaction) => isWithin(transaction, what, limit, moment()));

  const links = accountLinks(context);
  const sessions = accountSessions(context);

  /** In the transaction: the letter that confirms the address of a registration, or ends its account. */
  const mailWelcome = (queries: Queries, { id, email }: { id: string; email: string }) =>
    links.mail(queries, { kind: "registration", account: id, email }, (secret) => welcome(letterhead, secret));

  /** Asks an account's owner for the password again. */
  async function verified(id: string, password: string): Promise<AccountTable | "wrong" | "limited"> {
    if (!(await isAllowed(`password ${id}`, GUESSES))) return "limited";
    const row = await db.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirst();
    if (!(await isPassword(password, row?.password ?? nobody, knownPlace(id))) || !row) return "wrong";
    await database.transact((transaction) => forgetAttempts(transaction, `password ${id}`));
    return row;
  }

  /** Whoever was signed in with the old password is no longer. */
  async function setPassword(queries: Queries, id: string, password: string): Promise<AccountTable> {
    const row = await queries
      .updateTable("accounts")
      .set({ password })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await queries.deleteFrom("sessions").where("account_id", "=", id).execute();
    await queries.deleteFrom("known_browsers").where("account_id", "=", id).execute();
    // Not the letter of a registration: whoever reads it may not be who signed in and changed the password.
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
   * Who reads the letters of an address that nobody had confirmed gets its account, as if it were new: whoever filled it may have
   * been a stranger. Its orders leave it, and open by number and phone.
   */
  async function handToReader(queries: Queries, id: string): Promise<void> {
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
      if (from.address && !(await isAllowed(`registered from ${from.address}`, REGISTRATIONS)))
        return { ok: false, reason: "limited" };
      const known = await db.selectFrom("accounts").select("id").where("email", "=", email).executeTakeFirst();
      if (known) return { ok: false, reason: "taken" };
      const password = await hashPassword(typed, passwordCost, placeOf(from, email));
      return database.transact(async (transaction): Promise<RegisterResult> => {
        const row = await transaction
          .insertInto("accounts")
          .values({
            id: token(),
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
        // Somebody was first.
        if (!row) return { ok: false, reason: "taken" };
        await mailWelcome(transaction, row);
        return sessions.signIn(transaction, row, from);
      });
    },

    async askConfirmation(id) {
      return database.transact(async (transaction) => {
        const row = await transaction.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirst();
        if (!row || row.confirmed_at !== null) return "confirmed";
        if (!(await isWithin(transaction, `letter ${id}`, LETTERS, moment()))) return "limited";
        await mailWelcome(transaction, row);
        return "asked";
      });
    },

    async logIn(email, password, from) {
      const isKnown = from.browser !== undefined && (await sessions.isKnownBrowser(email, from.browser));
      const guesses = isKnown ? `log in ${email} from ${from.browser}` : `log in ${email}`;
      const isAllowed = await database.transact(async (transaction) => {
        if (!(await isWithin(transaction, guesses, GUESSES, moment()))) return false;
        if (isKnown || !from.address) return true;
        return isWithin(transaction, `log in from ${from.address}`, FROM_ONE_ADDRESS, moment());
      });
      if (!isAllowed) return { ok: false, reason: "limited" };
      const row = await db.selectFrom("accounts").selectAll().where("email", "=", email).executeTakeFirst();
      // An address without an account takes as long (S-5).
      const place = isKnown ? knownPlace(email) : placeOf(from, email);
      if (!(await isPassword(password, row?.password ?? nobody, place)) || !row) return { ok: false, reason: "wrong" };
      return database.transact(async (transaction): Promise<SignInResult> => {
        // The password may have been changed, or the account closed, while this one was checked.
        const query = transaction.selectFrom("accounts").selectAll().where("id", "=", row.id);
        const still = await locked(query, database.dialect).executeTakeFirst();
        if (still?.password !== row.password) return { ok: false, reason: "wrong" };
        await forgetAttempts(transaction, guesses);
        return sessions.signIn(transaction, still, from);
      });
    },

    async askReset(email) {
      await database.transact(async (transaction) => {
        const account = await transaction
          .selectFrom("accounts")
          .select("id")
          .where("email", "=", email)
          .executeTakeFirst();
        const mail = account && ((secret: string) => passwordReset(letterhead, secret));
        await links.mail(transaction, { kind: "reset", account: account?.id ?? null, email }, mail);
      });
    },

    isGood: async (secret, kind) => (await links.good(secret, kind)) !== undefined,

    async reset(secret, typed, from) {
      // A third of a second of work is for those who have a link.
      const known = await links.good(secret, "reset");
      if (!known) return { ok: false, reason: "gone" };
      const password = await hashPassword(typed, passwordCost, knownPlace(known.email));
      return database.transact(async (transaction): Promise<SignInResult> => {
        const link = await links.take(transaction, secret, "reset");
        const id = link?.account_id;
        const account = id ? await lockAccount(transaction, id) : undefined;
        // Who reads the letters of an address that the account has left gets in no longer.
        if (!link || !account || account.email !== link.email) return { ok: false, reason: "gone" };
        if (account.confirmed_at === null) await handToReader(transaction, account.id);
        return sessions.signIn(transaction, await setPassword(transaction, account.id, password), from);
      });
    },

    async changePassword(id, current, typed, from) {
      const known = await verified(id, current);
      if (typeof known === "string") return { ok: false, reason: known };
      const password = await hashPassword(typed, passwordCost, knownPlace(id));
      return database.transact(async (transaction) =>
        sessions.signIn(transaction, await setPassword(transaction, id, password), { ...from, guest: undefined }),
      );
    },

    async askEmail(id, current, email, session) {
      const account = await verified(id, current);
      if (typeof account === "string") return account;
      // Counted apart from the password, which was right and is forgotten.
      if (!(await isAllowed(`new address of ${id}`, NEW_ADDRESSES))) return "limited";
      await database.transact(async (transaction) => {
        const other = await transaction
          .selectFrom("accounts")
          .select(["id", "email", "confirmed_at"])
          .where("email", "=", email)
          .where("id", "!=", id)
          .executeTakeFirst();
        // Who reads there has not asked for that account, or has not said so yet: the letter does both.
        if (other && other.confirmed_at === null) return mailWelcome(transaction, other);
        await links.mail(transaction, { kind: "email", account: id, email, session }, (secret) =>
          other ? accountExists(letterhead) : emailConfirmation(letterhead, secret),
        );
      });
      return "asked";
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
          // What was mailed to the old address opens nothing any more.
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
        // Another account was first.
        if (isTaken(error)) return false;
        throw error;
      }
    },

    async isPassword(id, password) {
      const account = await verified(id, password);
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
