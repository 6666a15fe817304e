import { DAY, MINUTE } from "~/domain/values/durations";
import type { AccessService, SignInResult } from "../services/access";
import { accountLinks } from "./account-links.server";
import { accountPasswords } from "./account-passwords.server";
import { accountSessions } from "./account-sessions.server";
import { forgetAttempts, type Limit, mayTry } from "./attempts.server";
import type { Context } from "./context";
import { emailChanges } from "./email-change.server";
import { knownPlace, placeOf } from "./password-queue.server";
import { passwordResets } from "./password-reset.server";
import { hashPassword } from "./passwords.server";
import { registration } from "./registration.server";

/** From one IP address, which in this country a whole town may share. */
const FROM_ONE_ADDRESS: Limit = { most: 100, windowMs: 15 * MINUTE };
/** Changes of its password that one account may request. */
const CHANGES: Limit = { most: 3, windowMs: 15 * MINUTE };

export function accessService(context: Context): AccessService {
  const { database, nowMs, passwordCost } = context;
  const links = accountLinks(context);
  const passwords = accountPasswords(context);
  const { accountOf, logOut, endOtherSessions, ...sessions } = accountSessions(context);

  return {
    ...registration(context),
    ...passwordResets(context),
    ...emailChanges(context),
    accountOf,
    logOut,
    endOtherSessions,
    sessions: sessions.list,

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
      return database.transact(async (transaction): Promise<SignInResult> => {
        const current = await passwords.lockChecked(transaction, row);
        if (!current) return { ok: false, reason: "wrong" };
        await forgetAttempts(transaction, guesses);
        return sessions.signIn(transaction, current, from);
      });
    },

    isLinkValid: async (secret, kind) => (await links.find(secret, kind)) !== undefined,

    async changePassword(id, current, typed, from) {
      const account = await passwords.check(id, current);
      if (typeof account === "string") return { ok: false, reason: account };
      if (!(await mayTry(context, `new password of ${id}`, CHANGES))) return { ok: false, reason: "limited" };
      const password = await hashPassword(typed, passwordCost, knownPlace(id));
      return database.transact(async (transaction): Promise<SignInResult> => {
        // A reset's password stays: its owner may be shutting somebody out.
        if (!(await passwords.lockChecked(transaction, account))) return { ok: false, reason: "wrong" };
        const row = await passwords.set(transaction, id, password);
        return sessions.signIn(transaction, row, { ...from, guest: undefined });
      });
    },

    async isPassword(id, password) {
      const account = await passwords.check(id, password);
      return typeof account === "string" ? account : "right";
    },

    async forget() {
      await database.transact(async (transaction) => {
        await transaction.deleteFrom("sessions").where("expires_at", "<=", nowMs()).execute();
        await transaction.deleteFrom("account_links").where("expires_at", "<=", nowMs()).execute();
        await transaction
          .deleteFrom("attempts")
          .where(({ eb, or }) => or([eb("since", "<", nowMs() - DAY), eb("since", ">", nowMs() + DAY)]))
          .execute();
        await transaction
          .deleteFrom("known_browsers")
          .where("since", "<", nowMs() - 365 * DAY)
          .execute();
      });
    },
  };
}
