import type { StaffTable } from "~/database/schema/office";
import { appCodeKey, recoveryCodeKey } from "~/domain/office/staff-forms";
import type { Proof } from "../../services/staff";
import { forgetAttempts, guessPassword } from "../attempts.server";
import type { Context, Queries } from "../context";
import type { Place } from "../password-queue.server";
import { isPassword, nobodysPassword } from "../passwords.server";
import { passkeys } from "./passkeys.server";
import { hasRecoveryCode, takeRecoveryCode } from "./recovery-codes.server";
import { stepOfCode } from "./totp.server";

/** Whose attempt a proof is. `counted`: under which name its guesses count. */
interface Claim {
  column: "id" | "email";
  value: string;
  counted: string;
  place: Place;
}

/** `done` is called in the transaction that uses up the code, with how the person proved it. */
export type Done<Result> = (queries: Queries, row: StaffTable, means: string) => Promise<Result>;

/** Checks who somebody is; a code or a signature counts once. */
export function staffProof(context: Context) {
  const { database, nowMs, passwordCost } = context;
  const nobody = nobodysPassword(passwordCost);
  const keys = passkeys(context);

  const activeRow = (queries: Queries, column: "id" | "email", value: string) =>
    queries.selectFrom("staff").selectAll().where(column, "=", value).where("ended_at", "is", null);

  async function byPassword<Result>(
    { column, value, counted, place }: Claim,
    { password, code }: Proof & { by: "password" },
    done: Done<Result>,
  ): Promise<Result | "wrong" | "limited"> {
    const recovery = recoveryCodeKey(code);
    // Nobody guesses a recovery code: counted by itself, no stranger keeps it out.
    const guesses = recovery === undefined ? counted : `staff recovery code ${recovery}`;
    return guessPassword(context, { counted: guesses, place }, check);

    async function check(): Promise<Result | "wrong"> {
      const row = await activeRow(database.db, column, value).executeTakeFirst();
      // An invented code must not be a way to guess the password uncounted.
      const isTheirs = recovery === undefined || (await hasRecoveryCode(database.db, row?.id ?? "", code));
      // Takes as long for an address of nobody.
      const isRight = await isPassword(password, (isTheirs && row?.password) || nobody);
      const needsNone = recovery !== undefined && row?.password === null && password === "";
      if (!row || !isTheirs || !(isRight || needsNone)) return "wrong";
      return database.transact(async (transaction) => {
        // The password may have changed, or the access ended, during the check.
        const current = await activeRow(transaction, "id", row.id).forNoKeyUpdate().executeTakeFirst();
        if (!current || current.password !== row.password) return "wrong";
        if (!(await takeCode(transaction, current, code))) return "wrong";
        await forgetAttempts(transaction, counted);
        return done(
          transaction,
          current,
          recovery !== undefined ? "code de récupération" : "mot de passe et application",
        );
      });
    }
  }

  async function takeCode(queries: Queries, { id, totp_secret, totp_used_step }: StaffTable, code: string) {
    if (recoveryCodeKey(code) !== undefined) return takeRecoveryCode(queries, id, code);
    const step = totp_secret === null ? undefined : stepOfCode(totp_secret, appCodeKey(code), nowMs(), totp_used_step);
    if (step === undefined) return false;
    await queries.updateTable("staff").set({ totp_used_step: step }).where("id", "=", id).execute();
    return true;
  }

  async function byPasskey<Result>(
    claim: Pick<Claim, "value"> | undefined,
    { answer }: Proof & { by: "passkey" },
    done: Done<Result>,
  ): Promise<Result | "wrong"> {
    const passkey = await keys.signedBy(answer);
    if (!passkey || (claim && claim.value !== passkey.staff_id)) return "wrong";
    return database.transact(async (transaction) => {
      const row = await activeRow(transaction, "id", passkey.staff_id).forNoKeyUpdate().executeTakeFirst();
      if (!row || !(await keys.use(transaction, passkey, answer))) return "wrong";
      return done(transaction, row, "clé d'accès");
    });
  }

  return { byPassword, byPasskey };
}
