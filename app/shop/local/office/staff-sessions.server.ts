import { noteIfPossible } from "~/database/failures.server";
import type { StaffTable } from "~/database/schema/office";
import { byStaff } from "~/domain/office/journal";
import type { Staff } from "~/domain/office/role";
import { HOUR, MINUTE } from "~/domain/values/durations";
import { storable } from "~/domain/values/storable";
import type { StaffCaller, StaffService, StaffSignIn } from "../../services/staff";
import { type Context, digest, newToken, type Queries } from "../context";
import { journalStaff } from "../journal.server";

const IDLE = 30 * MINUTE;
const LONGEST = 12 * HOUR;
/** A session is written once in so long, not with every page. */
const NOTED = MINUTE;

export const staffFrom = ({ id, name, email, role }: Pick<StaffTable, keyof Staff>): Staff => ({
  id,
  name,
  email,
  role,
});

/** Sessions of staff: 30 minutes idle, 12 hours at most. */
export function staffSessions(context: Context) {
  const { database, nowMs } = context;

  const open = (queries: Queries) =>
    queries
      .selectFrom("staff_sessions")
      .where("staff_sessions.seen_at", ">", nowMs() - IDLE)
      // Of a clock that was ahead it would last until that time.
      .where("staff_sessions.seen_at", "<", nowMs() + IDLE)
      .where("staff_sessions.created_at", ">", nowMs() - LONGEST);

  return {
    /** Sessions that have not ended. */
    open,

    /** A new session of this browser, in place of the one that it had. */
    async begin(queries: Queries, staff: Staff, from: StaffCaller, means: string): Promise<StaffSignIn & { ok: true }> {
      const session = newToken(context);
      const device = storable(from.device).slice(0, 100);
      const at = nowMs();
      await queries
        .insertInto("staff_sessions")
        .values({ token_hash: digest(session), staff_id: staff.id, device, created_at: at, seen_at: at, proved_at: at })
        .execute();
      if (from.session) await this.end(queries, from.session);
      const after = { Moyen: means, Appareil: device };
      await journalStaff(context, queries, staff, { by: byStaff(staff), action: "staff-signed-in", after });
      return { ok: true, staff, session };
    },

    /** The same session, proved again, under a new token; it ends when it would have. */
    async renew(queries: Queries, session: string): Promise<string> {
      const renewed = newToken(context);
      const at = nowMs();
      await queries
        .updateTable("staff_sessions")
        .set({ token_hash: digest(renewed), seen_at: at, proved_at: at })
        .where("token_hash", "=", digest(session))
        .execute();
      return renewed;
    },

    async end(queries: Queries, session: string): Promise<void> {
      await queries.deleteFrom("staff_sessions").where("token_hash", "=", digest(session)).execute();
    },

    /**
     * Ends all sessions of somebody.
     * @param which `only` this one; all but `except`, a token
     */
    async endOf(queries: Queries, id: string, { only, except }: { only?: string; except?: string }): Promise<number> {
      let ended = queries.deleteFrom("staff_sessions").where("staff_id", "=", id);
      if (only !== undefined) ended = ended.where("token_hash", "=", only);
      if (except !== undefined) ended = ended.where("token_hash", "!=", digest(except));
      return Number((await ended.executeTakeFirstOrThrow()).numDeletedRows);
    },

    async staffOf(session: string): ReturnType<StaffService["staffOf"]> {
      const hash = digest(session);
      const row = await open(database.db)
        .innerJoin("staff", "staff.id", "staff_sessions.staff_id")
        .selectAll("staff")
        .select(["staff_sessions.seen_at", "staff_sessions.proved_at"])
        .where("staff_sessions.token_hash", "=", hash)
        .where("staff.ended_at", "is", null)
        .executeTakeFirst();
      if (!row) return undefined;
      const seen_at = nowMs();
      if (Math.abs(seen_at - row.seen_at) >= NOTED)
        await noteIfPossible(
          database.transact((transaction) =>
            transaction.updateTable("staff_sessions").set({ seen_at }).where("token_hash", "=", hash).execute(),
          ),
        );
      return { staff: staffFrom(row), provedAt: new Date(row.proved_at), shortcuts: row.shortcuts === 1 };
    },

    /** Deletes those that have ended. */
    async forget(queries: Queries): Promise<void> {
      await queries
        .deleteFrom("staff_sessions")
        .where((where) =>
          where.or([
            where("seen_at", "<=", nowMs() - IDLE),
            where("seen_at", ">=", nowMs() + IDLE),
            where("created_at", "<=", nowMs() - LONGEST),
          ]),
        )
        .execute();
    },
  };
}
