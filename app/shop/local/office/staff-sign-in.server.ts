import { MINUTE } from "~/domain/values/durations";
import type { StaffCaller, StaffService, StaffSignIn } from "../../services/staff";
import { type Limit, mayTry } from "../attempts.server";
import type { Context } from "../context";
import { knownPlace, placeOf } from "../password-queue.server";
import { type Done, staffProof } from "./staff-proof.server";
import { staffFrom, staffSessions } from "./staff-sessions.server";

/** From one IP address, which in this country a whole town may share. */
const FROM_ONE_ADDRESS: Limit = { most: 100, windowMs: 15 * MINUTE };

type SignIn = Pick<StaffService, "staffOf" | "signIn" | "prove" | "signOut">;

/**
 * Signing in. Strangers lock nobody out: browsers that a person used and each recovery code are
 * counted apart, and signatures of passkeys are not, since nobody guesses them (S-5).
 */
export function staffSignIn(context: Context): SignIn {
  const { database } = context;
  const sessions = staffSessions(context);
  const proof = staffProof(context);
  const outcome = (result: StaffSignIn | "wrong" | "limited"): StaffSignIn =>
    typeof result === "string" ? { ok: false, reason: result } : result;

  /** Id of the person with the address, where this browser is one that they signed in with. */
  async function personKnowing(email: string, browser: StaffCaller["browser"]): Promise<string | undefined> {
    const query = database.db.selectFrom("staff").select("id").where("email", "=", email);
    const row = await query.where("id", "=", browser?.staff ?? "").executeTakeFirst();
    return row?.id;
  }

  return {
    staffOf: sessions.staffOf,

    async signIn(email, given, from) {
      const begin: Done<StaffSignIn> = (queries, row, means) => sessions.begin(queries, staffFrom(row), from, means);
      if (given.by === "passkey") return outcome(await proof.byPasskey(undefined, given, begin));
      const known = await personKnowing(email, from.browser);
      // Counted first and alone: what is refused here leaves no trace at the person.
      const isNeighbour = !known && from.address !== undefined;
      if (isNeighbour && !(await mayTry(context, `staff log in from ${from.address}`, FROM_ONE_ADDRESS)))
        return { ok: false, reason: "limited" };
      const claim = {
        column: "email" as const,
        value: email,
        counted: known ? `staff log in ${email} from ${from.browser?.id}` : `staff log in ${email}`,
        place: known ? knownPlace(known) : placeOf(from, email),
      };
      return outcome(await proof.byPassword(claim, given, begin));
    },

    async prove(session, given) {
      const signedIn = await sessions.staffOf(session);
      if (!signedIn) return { ok: false, reason: "wrong" };
      const { staff } = signedIn;
      const claim = {
        column: "id" as const,
        value: staff.id,
        counted: `staff proof ${staff.id}`,
        place: knownPlace(staff.id),
      };
      const renew: Done<StaffSignIn> = async (queries) => ({
        ok: true,
        staff,
        session: await sessions.renew(queries, session),
      });
      return outcome(
        given.by === "passkey"
          ? await proof.byPasskey(claim, given, renew)
          : await proof.byPassword(claim, given, renew),
      );
    },

    async signOut(session) {
      await database.transact((transaction) => sessions.end(transaction, session));
    },
  };
}
