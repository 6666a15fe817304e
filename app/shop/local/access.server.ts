import { isTaken } from "~/database/failures.server";
import type { AccountTable } from "~/database/schema";
import type { Account } from "~/domain/account";
import {
  accountExists,
  emailConfirmation,
  emailWasChanged,
  type Mail,
  passwordReset,
  passwordWasChanged,
  welcome,
} from "~/domain/mails";
import type { AccessDesk, Caller, SignInResult } from "../shop";
import { forgetAttempts, isWithin, type Limit } from "./attempts.server";
import type { Context, Queries } from "./context";
import { lockAccount, locked } from "./locked";
import { mergeGuest } from "./merge.server";
import { queueMail } from "./outbox.server";
import { hashPassword, isPassword, nobodysPassword } from "./passwords.server";
import { digest, storable } from "./text.server";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const SESSION = 30 * DAY;
const lifetimes = { registration: DAY, reset: 30 * MINUTE, email: DAY } as const;
type LinkKind = keyof typeof lifetimes;

/**
 * Guesses of one password. Browsers that were signed in before count for themselves, so that strangers who guess use up the
 * attempts of strangers only, and a link by mail always leads in: nobody locks an owner out (S-5).
 */
const GUESSES: Limit = { most: 10, windowMs: 15 * MINUTE };
/** Guesses from one address, which in this country a whole town may share. */
const FROM_ONE_ADDRESS: Limit = { most: 100, windowMs: 15 * MINUTE };
/** Accounts that one address asks for. A reset is not counted that way: nobody's neighbours may keep an owner out. */
const REGISTRATIONS: Limit = { most: 30, windowMs: HOUR };
/** Mails to one letter box. A reset is at most ten minutes old when the next one may come: its owner always holds a good one. */
const mailsTo: Record<LinkKind, Limit> = {
  registration: { most: 20, windowMs: HOUR },
  reset: { most: 1, windowMs: 10 * MINUTE },
  email: { most: 5, windowMs: HOUR },
};
/** Of which one address may ask so many: a stranger does not use up what the owner of the letter box needs. */
const MAILS_FOR_ONE: Limit = { most: 4, windowMs: HOUR };
/** New addresses that one account asks for. */
const NEW_ADDRESSES: Limit = { most: 10, windowMs: HOUR };

interface Registration {
  firstName: string;
  lastName: string;
  password: string;
}

export function accessDesk(context: Context): AccessDesk {
  const { database, letterhead, now, passwordCost } = context;
  const { db } = database;
  const moment = () => now().getTime();
  const nobody = nobodysPassword(passwordCost);
  const token = () => Buffer.from(context.randomBytes(32)).toString("base64url");

  const isAllowed = (what: string, limit: Limit) =>
    database.transact((transaction) => isWithin(transaction, what, limit, moment()));

  /** In the transaction: a link, and the mail that carries it. */
  async function mailLink(
    queries: Queries,
    link: { kind: LinkKind; account: string | null; email: string; registration?: Registration },
    mail: ((token: string) => Mail) | undefined,
  ): Promise<void> {
    const secret = token();
    await queries
      .insertInto("account_links")
      .values({
        token_hash: digest(secret),
        kind: link.kind,
        account_id: link.account,
        email: link.email,
        registration: link.registration ? JSON.stringify(link.registration) : null,
        expires_at: moment() + lifetimes[link.kind],
      })
      .execute();
    if (mail) await tell(queries, link.email, link.kind, mail(secret));
  }

  const tell = (queries: Queries, recipient: string, kind: string, mail: Mail) =>
    queueMail(queries, context, { key: token(), kind, recipient, mail });

  const goodLink = (secret: string, kind: LinkKind) =>
    db
      .selectFrom("account_links")
      .selectAll()
      .where("token_hash", "=", digest(secret))
      .where("kind", "=", kind)
      .where("expires_at", ">", moment())
      .executeTakeFirst();

  /** The link's row, taken away: of two that use it at once one gets it. */
  const takeLink = (queries: Queries, secret: string, kind: LinkKind) =>
    queries
      .deleteFrom("account_links")
      .where("token_hash", "=", digest(secret))
      .where("kind", "=", kind)
      .where("expires_at", ">", moment())
      .returningAll()
      .executeTakeFirst();

  /** New tokens for this browser; what its guest had goes to the account. */
  async function signIn(queries: Queries, row: AccountTable, from: Caller): Promise<SignInResult> {
    const session = token();
    // One token a browser, whoever signs in there: each account knows it by itself.
    const browser = from.browser ?? token();
    const created_at = moment();
    await queries
      .insertInto("sessions")
      .values({
        token_hash: digest(session),
        account_id: row.id,
        device: storable(from.device).slice(0, 100),
        created_at,
        expires_at: created_at + SESSION,
      })
      .execute();
    await queries
      .insertInto("known_browsers")
      .values({ token_hash: digest(browser), account_id: row.id, since: created_at })
      .onConflict((conflict) => conflict.columns(["token_hash", "account_id"]).doUpdateSet({ since: created_at }))
      .execute();
    if (from.session) await queries.deleteFrom("sessions").where("token_hash", "=", digest(from.session)).execute();
    if (from.guest !== undefined && from.guest !== row.id) await mergeGuest(context, queries, from.guest, row.id);
    return { ok: true, account: accountFrom(row), session, browser };
  }

  async function isKnownBrowser(email: string, browser: string): Promise<boolean> {
    const row = await db
      .selectFrom("known_browsers")
      .innerJoin("accounts", "accounts.id", "known_browsers.account_id")
      .select("accounts.id")
      .where("known_browsers.token_hash", "=", digest(browser))
      .where("accounts.email", "=", email)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Asks an account's owner for the password again. */
  async function verified(id: string, password: string): Promise<AccountTable | "wrong" | "limited"> {
    if (!(await isAllowed(`password ${id}`, GUESSES))) return "limited";
    const row = await db.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirst();
    if (!(await isPassword(password, row?.password ?? nobody, id)) || !row) return "wrong";
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
    await queries.deleteFrom("account_links").where("account_id", "=", id).execute();
    await forgetAttempts(queries, `log in ${row.email}`);
    await forgetAttempts(queries, `password ${id}`);
    await tell(queries, row.email, "password-changed", passwordWasChanged(letterhead));
    return row;
  }

  return {
    async register({ email, password: typed, ...names }, from) {
      if (from.address && !(await isAllowed(`registered from ${from.address}`, REGISTRATIONS))) return "limited";
      const password = await hashPassword(typed, passwordCost, from.address ?? email);
      const registration = { firstName: storable(names.firstName), lastName: storable(names.lastName), password };
      await database.transact(async (transaction) => {
        const isForOne = await isWithin(transaction, `registration ${email} ${from.address}`, MAILS_FOR_ONE, moment());
        const isQuiet =
          !isForOne || !(await isWithin(transaction, `registration ${email}`, mailsTo.registration, moment()));
        const known = await transaction
          .selectFrom("accounts")
          .select("id")
          .where("email", "=", email)
          .executeTakeFirst();
        // Both ways write the same rows, and take the same time.
        const mail = known ? () => accountExists(letterhead) : (secret: string) => welcome(letterhead, secret);
        await mailLink(
          transaction,
          { kind: "registration", account: null, email, registration },
          isQuiet ? undefined : mail,
        );
      });
      return "asked";
    },

    async confirm(secret, password, from) {
      const link = await goodLink(secret, "registration");
      if (!link?.registration) return { ok: false, reason: "gone" };
      if (!(await isAllowed(`confirm ${link.token_hash}`, GUESSES))) return { ok: false, reason: "limited" };
      const registration = JSON.parse(link.registration) as Registration;
      // Whoever opens the mail has to know the password as well: a stranger's registration of somebody's address stays empty.
      if (!(await isPassword(password, registration.password, link.email))) return { ok: false, reason: "wrong" };
      return database.transact(async (transaction): Promise<SignInResult> => {
        if (!(await takeLink(transaction, secret, "registration"))) return { ok: false, reason: "gone" };
        const row = await transaction
          .insertInto("accounts")
          .values({
            id: token(),
            email: link.email,
            password: registration.password,
            first_name: registration.firstName,
            last_name: registration.lastName,
            phone: "",
            address: "",
            created_at: moment(),
          })
          .onConflict((conflict) => conflict.column("email").doNothing())
          .returningAll()
          .executeTakeFirst();
        if (!row) return { ok: false, reason: "gone" };
        await transaction
          .deleteFrom("account_links")
          .where("email", "=", row.email)
          .where("kind", "=", "registration")
          .execute();
        return signIn(transaction, row, from);
      });
    },

    async logIn(email, password, from) {
      const isKnown = from.browser !== undefined && (await isKnownBrowser(email, from.browser));
      const guesses = isKnown ? `log in ${email} from ${from.browser}` : `log in ${email}`;
      const isAllowed = await database.transact(async (transaction) => {
        if (!(await isWithin(transaction, guesses, GUESSES, moment()))) return false;
        if (isKnown || !from.address) return true;
        return isWithin(transaction, `log in from ${from.address}`, FROM_ONE_ADDRESS, moment());
      });
      if (!isAllowed) return { ok: false, reason: "limited" };
      const row = await db.selectFrom("accounts").selectAll().where("email", "=", email).executeTakeFirst();
      // An address without an account takes as long (S-5).
      if (!(await isPassword(password, row?.password ?? nobody, email)) || !row) return { ok: false, reason: "wrong" };
      return database.transact(async (transaction): Promise<SignInResult> => {
        // The password may have been changed, or the account closed, while this one was checked.
        const query = transaction.selectFrom("accounts").selectAll().where("id", "=", row.id);
        const still = await locked(query, database.dialect).executeTakeFirst();
        if (still?.password !== row.password) return { ok: false, reason: "wrong" };
        await forgetAttempts(transaction, guesses);
        return signIn(transaction, still, from);
      });
    },

    async accountOf(session) {
      const row = await db
        .selectFrom("sessions")
        .innerJoin("accounts", "accounts.id", "sessions.account_id")
        .selectAll("accounts")
        .where("sessions.token_hash", "=", digest(session))
        .where("sessions.expires_at", ">", moment())
        .executeTakeFirst();
      return row && accountFrom(row);
    },

    async logOut(session) {
      await database.transact((transaction) =>
        transaction.deleteFrom("sessions").where("token_hash", "=", digest(session)).execute(),
      );
    },

    async askReset(email) {
      await database.transact(async (transaction) => {
        const isQuiet = !(await isWithin(transaction, `reset ${email}`, mailsTo.reset, moment()));
        const account = await transaction
          .selectFrom("accounts")
          .select("id")
          .where("email", "=", email)
          .executeTakeFirst();
        const mail = account && !isQuiet ? (secret: string) => passwordReset(letterhead, secret) : undefined;
        await mailLink(transaction, { kind: "reset", account: account?.id ?? null, email }, mail);
      });
    },

    isGood: async (secret, kind) => (await goodLink(secret, kind)) !== undefined,

    async reset(secret, typed, from) {
      // A third of a second of work is for those who have a link.
      if (!(await goodLink(secret, "reset"))) return { ok: false, reason: "gone" };
      const password = await hashPassword(typed, passwordCost, secret);
      return database.transact(async (transaction): Promise<SignInResult> => {
        const link = await takeLink(transaction, secret, "reset");
        const account =
          link?.account_id &&
          (await transaction
            .selectFrom("accounts")
            .select("id")
            .where("id", "=", link.account_id)
            // Who reads the letters of an address that the account has left gets in no longer.
            .where("email", "=", link.email)
            .executeTakeFirst());
        if (!link?.account_id || !account) return { ok: false, reason: "gone" };
        return signIn(transaction, await setPassword(transaction, link.account_id, password), from);
      });
    },

    async changePassword(id, current, typed, from) {
      const known = await verified(id, current);
      if (typeof known === "string") return { ok: false, reason: known };
      const password = await hashPassword(typed, passwordCost, id);
      return database.transact(async (transaction) =>
        signIn(transaction, await setPassword(transaction, id, password), { ...from, guest: undefined }),
      );
    },

    async askEmail(id, current, email) {
      const account = await verified(id, current);
      if (typeof account === "string") return account;
      // Counted apart from the password, which was right and is forgotten.
      if (!(await isAllowed(`new address of ${id}`, NEW_ADDRESSES))) return "limited";
      await database.transact(async (transaction) => {
        const isQuiet = !(await isWithin(transaction, `email ${email}`, mailsTo.email, moment()));
        const other = await transaction
          .selectFrom("accounts")
          .select("id")
          .where("email", "=", email)
          .where("id", "!=", id)
          .executeTakeFirst();
        const mail = other
          ? () => accountExists(letterhead)
          : (secret: string) => emailConfirmation(letterhead, secret);
        await mailLink(transaction, { kind: "email", account: id, email }, isQuiet ? undefined : mail);
      });
      return "asked";
    },

    async confirmEmail(secret) {
      try {
        return await database.transact(async (transaction) => {
          const link = await takeLink(transaction, secret, "email");
          if (!link?.account_id) return false;
          const before = await lockAccount(transaction, database.dialect, link.account_id);
          if (!before) return false;
          await transaction
            .updateTable("accounts")
            .set({ email: link.email })
            .where("id", "=", link.account_id)
            .executeTakeFirstOrThrow();
          // What was mailed to the old address opens nothing any more.
          await transaction.deleteFrom("account_links").where("account_id", "=", link.account_id).execute();
          if (before.email !== link.email)
            await tell(transaction, before.email, "email-changed", emailWasChanged(letterhead));
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

    async sessions(id, session) {
      const rows = await db
        .selectFrom("sessions")
        .selectAll()
        .where("account_id", "=", id)
        .where("expires_at", ">", moment())
        .orderBy("created_at", "desc")
        .execute();
      const ours = digest(session);
      return rows.map((row) => ({
        since: new Date(row.created_at),
        device: row.device,
        isThis: row.token_hash === ours,
      }));
    },

    async endOtherSessions(id, session) {
      await database.transact((transaction) =>
        transaction
          .deleteFrom("sessions")
          .where("account_id", "=", id)
          .where("token_hash", "!=", digest(session))
          .execute(),
      );
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

export function accountFrom(row: AccountTable): Account {
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
    address: row.address,
    createdAt: new Date(row.created_at),
  };
}
