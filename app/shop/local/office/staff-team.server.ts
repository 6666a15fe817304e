import { byName } from "~/courier/courier";
import { byStaff } from "~/domain/office/journal";
import { roleLabels, type Staff, type StaffRole } from "~/domain/office/role";
import type { StaffService, TeamChange } from "../../services/staff";
import type { Context, Queries } from "../context";
import { journalStaff } from "../journal.server";
import { lockOwners } from "./lock-team.server";
import { forgetMeans } from "./staff-links.server";
import { staffFrom, staffSessions } from "./staff-sessions.server";

type Team = Pick<StaffService, "team" | "setRole" | "endAccess" | "endSessions">;

/** The people who work here, as owners see and change them. */
export function staffTeam(context: Context): Team {
  const { database, nowMs } = context;
  const { db } = database;
  const sessions = staffSessions(context);

  /** @returns the person, locked, and whether nobody else could invite people */
  async function locked(
    queries: Queries,
    id: string,
    by: Staff,
  ): Promise<{ person: Staff; isLastOwner: boolean } | undefined> {
    const owners = await lockOwners(queries, by);
    const query = queries.selectFrom("staff").selectAll().where("id", "=", id).where("ended_at", "is", null);
    const row = owners && (await query.forUpdate().executeTakeFirst());
    return row && { person: staffFrom(row), isLastOwner: owners.every((owner) => owner === id) };
  }

  /** Invitations by somebody who may no longer invite. */
  const endInvitationsBy = (queries: Queries, id: string) =>
    queries.deleteFrom("staff_links").where("invited_by", "=", id).execute();

  return {
    async team() {
      const people = await db.selectFrom("staff").selectAll().where("ended_at", "is", null).orderBy("id").execute();
      const open = await sessions
        .open(db)
        .select(({ fn }) => ["staff_id", fn.countAll<number>().as("count"), fn.max("seen_at").as("seen")])
        .groupBy("staff_id")
        .execute();
      const links = await db
        .selectFrom("staff_links")
        .selectAll()
        .where("expires_at", ">", nowMs())
        .orderBy("created_at")
        .execute();
      return {
        people: people.sort(byName).map((row) => {
          const session = open.find(({ staff_id }) => staff_id === row.id);
          return {
            ...staffFrom(row),
            since: new Date(row.created_at),
            sessions: session?.count ?? 0,
            ...(session ? { seen: new Date(session.seen) } : {}),
          };
        }),
        invitations: links.map(({ token_hash, email, name, role, expires_at }) => ({
          id: token_hash,
          email,
          name,
          role,
          expires: new Date(expires_at),
        })),
      };
    },

    setRole: (id, role, by) =>
      database.transact(async (transaction): Promise<TeamChange> => {
        const found = await locked(transaction, id, by);
        if (!found) return "unknown";
        const { person, isLastOwner } = found;
        if (person.role === role) return "done";
        if (isLastOwner) return "last-owner";
        await transaction.updateTable("staff").set({ role }).where("id", "=", id).execute();
        await endInvitationsBy(transaction, id);
        const named = (value: StaffRole) => ({ Rôle: roleLabels[value] });
        await journalStaff(context, transaction, person, {
          by: byStaff(by),
          action: "staff-role",
          before: named(person.role),
          after: named(role),
        });
        return "done";
      }),

    endAccess: (id, by) =>
      database.transact(async (transaction): Promise<TeamChange> => {
        const found = await locked(transaction, id, by);
        if (!found) return "unknown";
        const { person, isLastOwner } = found;
        if (isLastOwner) return "last-owner";
        await forgetMeans(transaction, id);
        await transaction.updateTable("staff").set({ ended_at: nowMs() }).where("id", "=", id).execute();
        await endInvitationsBy(transaction, id);
        await transaction.deleteFrom("staff_links").where("email", "=", person.email).execute();
        const before = { Rôle: roleLabels[person.role] };
        await journalStaff(context, transaction, person, { by: byStaff(by), action: "staff-ended", before });
        return "done";
      }),

    endSessions: (id, by, which = {}) =>
      database.transact(async (transaction) => {
        const row = await transaction.selectFrom("staff").selectAll().where("id", "=", id).executeTakeFirst();
        if (!row) return 0;
        const count = await sessions.endOf(transaction, id, which);
        const change = { by: byStaff(by), action: "sessions-ended", after: { Sessions: count } } as const;
        if (count > 0) await journalStaff(context, transaction, row, change);
        return count;
      }),
  };
}
