import { welcome } from "~/domain/mails/accounts";
import { HOUR } from "~/domain/values/durations";
import { storable } from "~/domain/values/storable";
import type { AccessService, RegisterResult } from "../services/access";
import { accountLinks } from "./account-links.server";
import { accountSessions } from "./account-sessions.server";
import { countAttempt, countFrom, type Limit } from "./attempts.server";
import { type Context, newToken, type Queries } from "./context";
import { placeOf } from "./password-queue.server";
import { hashPassword } from "./passwords.server";

/** From one address. */
const REGISTRATIONS: Limit = { most: 30, windowMs: HOUR };
/** Confirmation mails that one account may request. */
const CONFIRMATIONS: Limit = { most: 3, windowMs: HOUR };

export function registration(context: Context): Pick<AccessService, "register" | "requestConfirmation"> {
  const { database, letterhead, nowMs, passwordCost } = context;
  const links = accountLinks(context);
  const sessions = accountSessions(context);

  /** Queues the mail whose link confirms the address, or ends the account. */
  const mailRegistrant = (queries: Queries, { id, email }: { id: string; email: string }) =>
    links.mail(queries, { kind: "registration", account: id, email }, (secret) => welcome(letterhead, secret));

  return {
    async register({ email, password: typed, ...names }, from) {
      const mayRegister = () =>
        database.transact((transaction) => countFrom(transaction, "registered", from.address, REGISTRATIONS, nowMs()));
      if (from.address && !(await mayRegister())) return { ok: false, reason: "limited" };
      const owner = await database.db.selectFrom("accounts").select("id").where("email", "=", email).executeTakeFirst();
      if (owner) return { ok: false, reason: "taken" };
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
            created_at: nowMs(),
            confirmed_at: null,
          })
          .onConflict((conflict) => conflict.column("email").doNothing())
          .returningAll()
          .executeTakeFirst();
        // Another request registered the address meanwhile.
        if (!row) return { ok: false, reason: "taken" };
        const isMailed = await mailRegistrant(transaction, row);
        return { ...(await sessions.signIn(transaction, row, from)), isMailed };
      });
    },

    async requestConfirmation(id) {
      return database.transact(async (transaction) => {
        const row = await transaction.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirst();
        if (!row || row.confirmed_at !== null) return "confirmed";
        if (!(await countAttempt(transaction, `letter ${id}`, CONFIRMATIONS, nowMs()))) return "limited";
        return (await mailRegistrant(transaction, row)) ? "mailed" : "limited";
      });
    },
  };
}
