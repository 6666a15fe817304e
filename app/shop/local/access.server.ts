import { isTaken } from "~/database/failures.server";
import {
  accountExists,
  emailConfirmation,
  emailWasChanged,
  passwordReset,
  unconfirmedAccountExists,
  welcome,
} from "~/domain/mails/accounts";
import { DAY, HOUR, MINUTE } from "~/domain/values/durations";
import { storable } from "~/domain/values/storable";
import type { AccessService, RegisterResult, ResetResult, SignInResult } from "../services/access";
import { accountLinks } from "./account-links.server";
import { accountPasswords } from "./account-passwords.server";
import { emptyAccount, lockAccount } from "./account-rows.server";
import { accountSessions } from "./account-sessions.server";
import { countAttempt, countFrom, forgetAttempts, type Limit, mayTry } from "./attempts.server";
import { type Context, digest, newToken, type Queries } from "./context";
import { knownPlace, placeOf } from "./password-queue.server";
import { hashPassword } from "./passwords.server";

/** From one IP address, which in this country a whole town may share. */
const FROM_ONE_ADDRESS: Limit = { most: 100, windowMs: 15 * MINUTE };
const REGISTRATIONS: Limit = { most: 30, windowMs: HOUR };
/** Known browsers apart: no neighbour blocks an owner who was here before. */
const RESETS: Limit = { most: 30, windowMs: HOUR };
/** Confirmation mails that one account may request. */
const CONFIRMATIONS: Limit = { most: 3, windowMs: HOUR };
/** Changes of its password, and of its address, that one account may request. */
const CHANGES: Limit = { most: 3, windowMs: 15 * MINUTE };

export function accessService(context: Context): AccessService {
  const { database, letterhead, nowMs, passwordCost } = context;
  const { db, transact } = database;
  const links = accountLinks(context);
  const passwords = accountPasswords(context);
  const { accountOf, logOut, endOtherSessions, ...sessions } = accountSessions(context);

  /** Queues the mail whose link confirms the address, or ends the account. */
  const mailRegistrant = (queries: Queries, { id, email }: { id: string; email: string }) =>
    links.mail(queries, { kind: "registration", account: id, email }, (secret) => welcome(letterhead, secret));

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
    accountOf,
    logOut,
    endOtherSessions,
    sessions: sessions.list,

    async register({ email, password: typed, ...names }, from) {
      const mayRegister = () =>
        transact((queries) => countFrom(queries, "registered", from.address, REGISTRATIONS, nowMs()));
      if (from.address && !(await mayRegister())) return { ok: false, reason: "limited" };
      const owner = await db.selectFrom("accounts").select("id").where("email", "=", email).executeTakeFirst();
      if (owner) return { ok: false, reason: "taken" };
      const password = await hashPassword(typed, passwordCost, placeOf(from, email));
      // Where all clients count together, those count that had a place in the queue.
      if (!from.address && !(await mayRegister())) return { ok: false, reason: "limited" };
      return transact(async (queries): Promise<RegisterResult> => {
        const row = await queries
          .insertInto("accounts")
          .values({
            id: newToken(context),
            email,
            password,
            first_name: storable(names.firstName),
            last_name: storable(names.lastName),
            phone: "",
            address: "",
            created_at: nowMs(),
            confirmed_at: null,
          })
          .onConflict((conflict) => conflict.column("email").doNothing())
          .returningAll()
          .executeTakeFirst();
        // Another request registered the address meanwhile.
        if (!row) return { ok: false, reason: "taken" };
        const isMailed = await mailRegistrant(queries, row);
        return { ...(await sessions.signIn(queries, row, from)), isMailed };
      });
    },

    requestConfirmation: (id) =>
      transact(async (queries) => {
        const row = await queries.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirst();
        if (!row || row.confirmed_at !== null) return "confirmed";
        if (!(await countAttempt(queries, `letter ${id}`, CONFIRMATIONS, nowMs()))) return "limited";
        return (await mailRegistrant(queries, row)) ? "mailed" : "limited";
      }),

    async logIn(email, password, from) {
      const known = await sessions.accountKnowing(email, from.browser);
      const guesses = known === undefined ? `log in ${email}` : `log in ${email} from ${from.browser}`;
      // Its owner is not refused for having had many known places, and waits among strangers.
      const own = known !== undefined && (await passwords.mayTakeKnownPlace(known)) ? knownPlace(known) : undefined;
      // Counted first and alone: what is refused here leaves no trace at the account.
      const isNeighbour = !own && from.address !== undefined;
      if (isNeighbour && !(await mayTry(context, `log in from ${from.address}`, FROM_ONE_ADDRESS)))
        return { ok: false, reason: "limited" };
      const place = own ?? placeOf(from, email);
      const row = await passwords.guess({ column: "email", value: email, counted: guesses, place }, password);
      if (typeof row === "string") return { ok: false, reason: row };
      return transact(async (queries): Promise<SignInResult> => {
        const current = await passwords.lockChecked(queries, row);
        if (!current) return { ok: false, reason: "wrong" };
        await forgetAttempts(queries, guesses);
        return sessions.signIn(queries, current, from);
      });
    },

    async requestReset(email, { address, browser } = {}) {
      const isKnown = (await sessions.accountKnowing(email, browser)) !== undefined;
      if (address && !isKnown && !(await mayTry(context, `reset from ${address}`, RESETS))) return "limited";
      await transact(async (queries) => {
        const account = await queries
          .selectFrom("accounts")
          .select(["id", "confirmed_at"])
          .where("email", "=", email)
          .executeTakeFirst();
        const empties = account?.confirmed_at === null;
        const mail = account && ((secret: string) => passwordReset(letterhead, secret, { empties }));
        await links.mail(queries, { kind: "reset", account: account?.id ?? null, email }, mail);
      });
      return "requested";
    },

    addressOf: async (secret, kind) => (await links.find(secret, kind))?.email,

    async reset(secret, typed, from) {
      // Hashing takes a third of a second: only for valid links.
      const request = await links.find(secret, "reset");
      if (!request?.account_id) return { ok: false, reason: "gone" };
      const password = await hashPassword(typed, passwordCost, knownPlace(request.account_id));
      return transact(async (queries): Promise<ResetResult> => {
        const link = await links.take(queries, secret, "reset");
        const id = link?.account_id;
        const account = id ? await lockAccount(queries, id) : undefined;
        // The account may have changed its address since: that mailbox must not open it.
        if (!link || !account || account.email !== link.email) return { ok: false, reason: "gone" };
        const isEmptied = account.confirmed_at === null;
        if (isEmptied) await emptyUnconfirmed(queries, account.id);
        const row = await passwords.set(queries, account.id, password);
        return { ...(await sessions.signIn(queries, row, from)), isEmptied };
      });
    },

    async changePassword(id, current, typed, from) {
      const account = await passwords.check(id, current);
      if (typeof account === "string") return { ok: false, reason: account };
      if (!(await mayTry(context, `new password of ${id}`, CHANGES))) return { ok: false, reason: "limited" };
      const password = await hashPassword(typed, passwordCost, knownPlace(id));
      return transact(async (queries): Promise<SignInResult> => {
        // A reset's password stays: its owner may be shutting somebody out.
        if (!(await passwords.lockChecked(queries, account))) return { ok: false, reason: "wrong" };
        const row = await passwords.set(queries, id, password);
        return sessions.signIn(queries, row, { ...from, guest: undefined });
      });
    },

    async changeEmail(id, current, email, session) {
      const account = await passwords.check(id, current);
      if (typeof account === "string") return account;
      // Counted separately, since the correct password has reset its own count.
      if (!(await mayTry(context, `new address of ${id}`, CHANGES))) return "limited";
      return transact(async (queries) => {
        if (!(await passwords.lockChecked(queries, account))) return "wrong";
        const other = await queries
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
        const isMailed = await links.mail(queries, { ...link, counts: "email" }, (secret) => {
          if (isUnconfirmed) return unconfirmedAccountExists(letterhead, secret);
          return other ? accountExists(letterhead) : emailConfirmation(letterhead, secret);
        });
        return isMailed ? "mailed" : "unmailed";
      });
    },

    async confirmEmail(secret, kind) {
      try {
        return await transact(async (queries) => {
          const link = await links.take(queries, secret, kind);
          if (!link?.account_id) return false;
          const before = await lockAccount(queries, link.account_id);
          if (!before) return false;
          await queries
            .updateTable("accounts")
            .set({ email: link.email, confirmed_at: before.confirmed_at ?? nowMs() })
            .where("id", "=", before.id)
            .executeTakeFirstOrThrow();
          // Links mailed to the old address become invalid.
          await queries.deleteFrom("account_links").where("account_id", "=", before.id).execute();
          if (before.email === link.email) return true;
          await queries
            .deleteFrom("sessions")
            .where("account_id", "=", before.id)
            .where("token_hash", "!=", link.session_hash ?? "")
            .execute();
          if (before.confirmed_at !== null) {
            await links.notify(queries, before.email, "email-changed", emailWasChanged(letterhead));
            // What the account's owner waits for is not told to who reads that address now.
            const waiting = queries.deleteFrom("stock_alerts").where("contact", "is not", null);
            await waiting.where("contact_hash", "=", digest(before.email)).execute();
          }
          return true;
        });
      } catch (error) {
        if (isTaken(error)) return "taken";
        throw error;
      }
    },

    async isPassword(id, password) {
      const account = await passwords.check(id, password);
      return typeof account === "string" ? account : "right";
    },

    forget: () =>
      transact(async (queries) => {
        await queries.deleteFrom("sessions").where("expires_at", "<=", nowMs()).execute();
        await queries.deleteFrom("account_links").where("expires_at", "<=", nowMs()).execute();
        const [dayAgo, yearAgo, tomorrow] = [nowMs() - DAY, nowMs() - 365 * DAY, nowMs() + DAY];
        const attempts = queries.deleteFrom("attempts");
        await attempts.where(({ eb, or }) => or([eb("since", "<", dayAgo), eb("since", ">", tomorrow)])).execute();
        await queries.deleteFrom("known_browsers").where("since", "<", yearAgo).execute();
      }),
  };
}
