import type { AccountTable } from "~/database/schema/accounts";
import { DAY } from "~/domain/values/durations";
import { storable } from "~/domain/values/storable";
import type { Caller, SignInResult } from "../services/access";
import { accountFrom } from "./account-rows.server";
import { type Context, digest, newToken, type Queries } from "./context";
import { mergeGuest } from "./merge-guest.server";

const SESSION = 30 * DAY;

/** The session under this token, with its account, until it ends. */
export const openSession = ({ database: { db }, nowMs }: Context, token: string) =>
  db
    .selectFrom("sessions")
    .innerJoin("accounts", "accounts.id", "sessions.account_id")
    .where("sessions.token_hash", "=", digest(token))
    .where("sessions.expires_at", ">", nowMs());

/** Sessions of accounts, and the browsers that were signed in before. */
export function accountSessions(context: Context) {
  const { database, nowMs } = context;
  const { db } = database;

  return {
    /** Creates a session for this browser, and merges its guest into the account. */
    async signIn(queries: Queries, row: AccountTable, from: Caller): Promise<SignInResult & { ok: true }> {
      const session = newToken(context);
      // A browser keeps its token; each account that signs in there stores it.
      const browser = from.browser ?? newToken(context);
      const created_at = nowMs();
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
    },

    /** Id of the account with this e-mail, where it was signed in in this browser before. */
    async accountKnowing(email: string, browser: string | undefined): Promise<string | undefined> {
      if (browser === undefined) return undefined;
      const row = await db
        .selectFrom("known_browsers")
        .innerJoin("accounts", "accounts.id", "known_browsers.account_id")
        .select("accounts.id")
        .where("known_browsers.token_hash", "=", digest(browser))
        .where("accounts.email", "=", email)
        .executeTakeFirst();
      return row?.id;
    },

    async accountOf(session: string) {
      const row = await openSession(context, session).selectAll("accounts").executeTakeFirst();
      return row && accountFrom(row);
    },

    async logOut(session: string) {
      await database.transact((transaction) =>
        transaction.deleteFrom("sessions").where("token_hash", "=", digest(session)).execute(),
      );
    },

    async list(id: string, session: string) {
      const rows = await db
        .selectFrom("sessions")
        .selectAll()
        .where("account_id", "=", id)
        .where("expires_at", ">", nowMs())
        .orderBy("created_at", "desc")
        .execute();
      const ours = digest(session);
      return rows.map((row) => ({
        since: new Date(row.created_at),
        device: row.device,
        isThis: row.token_hash === ours,
      }));
    },

    async endOtherSessions(id: string, session: string) {
      await database.transact((transaction) =>
        transaction
          .deleteFrom("sessions")
          .where("account_id", "=", id)
          .where("token_hash", "!=", digest(session))
          .execute(),
      );
    },
  };
}
