import type { StaffLinkTable, StaffTable } from "~/database/schema/office";
import { staffInvitation } from "~/domain/mails/staff";
import { byCommand, byStaff } from "~/domain/office/journal";
import { roleLabels } from "~/domain/office/role";
import { appCodeKey } from "~/domain/office/staff-forms";
import { HOUR } from "~/domain/values/durations";
import type { NewMeans, StaffService } from "../../services/staff";
import { type Context, digest, newToken, type Queries } from "../context";
import { journalStaff } from "../journal.server";
import { queueMail } from "../outbox.server";
import { knownPlace } from "../password-queue.server";
import { hashPassword } from "../passwords.server";
import { lockOwners } from "./lock-team.server";
import { passkeys } from "./passkeys.server";
import { newRecoveryCodes } from "./recovery-codes.server";
import { staffFrom, staffSessions } from "./staff-sessions.server";
import { stepOfCode } from "./totp.server";

const LIFETIME = HOUR;

type Links = Pick<StaffService, "invite" | "invitation" | "join" | "endInvitation">;

/** Invitations: a link that makes somebody of the staff, or lets them start again, once. */
export function staffLinks(context: Context): Links {
  const { database, letterhead, nowMs, passwordCost } = context;
  const { db } = database;
  const sessions = staffSessions(context);
  const keys = passkeys(context);

  const personAt = (queries: Queries, email: string) =>
    queries.selectFrom("staff").selectAll().where("email", "=", email);

  async function linkOf(token: string) {
    const hash = digest(token);
    const link = await db
      .selectFrom("staff_links")
      .selectAll()
      .where("token_hash", "=", hash)
      .where("expires_at", ">", nowMs())
      .executeTakeFirst();
    if (!link) return undefined;
    const person = await personAt(db, link.email).executeTakeFirst();
    return {
      ...link,
      role: roleGiven(person, link),
      staffId: person?.id ?? digest(`staff ${hash}`),
      known: person?.name,
    };
  }

  /** @returns what the person will sign in with, or why that is not possible */
  async function checked(means: NewMeans, staffId: string) {
    if (means.by === "passkey") {
      const passkey = await keys.registered(means.answer, staffId, means.name);
      return passkey ? { passkey, columns: nothing, challenge: means.answer.challenge } : "passkey";
    }
    const step = stepOfCode(means.secret, appCodeKey(means.code), nowMs());
    if (step === undefined) return "code";
    const password = await hashPassword(means.password, passwordCost, knownPlace(staffId));
    return { columns: { password, totp_secret: means.secret, totp_used_step: step } };
  }

  return {
    async invite({ id, email, name, role: asked }, by, { mailedFrom } = {}) {
      const token = newToken(context);
      const hash = digest(token);
      const [created_at, expires_at] = [nowMs(), nowMs() + LIFETIME];
      return database.transact(async (transaction) => {
        if (!(await lockOwners(transaction, by))) return undefined;
        const person = await personAt(transaction, email).forUpdate().executeTakeFirst();
        if (id !== undefined && (person?.id !== id || person.ended_at !== null)) return undefined;
        const invited_by = by?.id ?? null;
        const role = roleGiven(person, { role: asked, invited_by });
        await transaction.deleteFrom("staff_links").where("email", "=", email).execute();
        await transaction
          .insertInto("staff_links")
          .values({ token_hash: hash, email, name, role, invited_by, created_at, expires_at })
          .execute();
        await journalStaff(context, transaction, person ?? { id: digest(`staff ${hash}`), email }, {
          by: by ? byStaff(by) : byCommand,
          action: "staff-invited",
          after: { Rôle: roleLabels[role] },
        });
        if (mailedFrom !== undefined)
          await queueMail(transaction, context, {
            key: hash,
            kind: "staff-invited",
            recipient: email,
            mail: staffInvitation({ ...letterhead, siteUrl: mailedFrom }, token, { name, role }),
          });
        return { token, expires: new Date(expires_at) };
      });
    },

    async invitation(token) {
      const link = await linkOf(token);
      return link && { email: link.email, name: link.known ?? link.name, role: link.role, staffId: link.staffId };
    },

    async join(token, name, means, from) {
      const link = await linkOf(token);
      if (!link) return { ok: false, reason: "gone" };
      const { staffId } = link;
      const made = await checked(means, staffId);
      if (typeof made === "string") return { ok: false, reason: made };
      return database.transact(async (transaction) => {
        const taken = await transaction
          .deleteFrom("staff_links")
          .where("token_hash", "=", link.token_hash)
          .returning("token_hash")
          .executeTakeFirst();
        if (!taken) return { ok: false, reason: "gone" };
        if (made.challenge !== undefined && !(await keys.isFirst(transaction, made.challenge)))
          return { ok: false, reason: "passkey" };
        const before = await personAt(transaction, link.email).forUpdate().executeTakeFirst();
        const role = roleGiven(before, link);
        const row: StaffTable = {
          ...(before ?? { id: staffId, email: link.email, shortcuts: 1, created_at: nowMs() }),
          ...nothing,
          ...made.columns,
          name,
          role,
          ended_at: null,
        };
        if (before) await forgetMeans(transaction, before.id);
        await transaction
          .insertInto("staff")
          .values(row)
          .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
          .execute();
        if (made.passkey) await transaction.insertInto("staff_passkeys").values(made.passkey).execute();
        const staff = staffFrom(row);
        const after = { Nom: name, Rôle: roleLabels[role] };
        await journalStaff(context, transaction, staff, { by: byStaff(staff), action: "staff-joined", after });
        const recoveryCodes = await newRecoveryCodes(context, transaction, staff.id);
        return { ...(await sessions.begin(transaction, staff, from, "invitation")), recoveryCodes };
      });
    },

    async endInvitation(id, by) {
      await database.transact(async (transaction) => {
        const ended = await transaction
          .deleteFrom("staff_links")
          .where("token_hash", "=", id)
          .returning("email")
          .executeTakeFirst();
        if (!ended) return;
        const { email } = ended;
        const person = (await personAt(transaction, email).executeTakeFirst()) ?? { id: digest(`staff ${id}`), email };
        await journalStaff(context, transaction, person, { by: byStaff(by), action: "invitation-ended" });
      });
    },
  };
}

/** What an invitation makes of somebody: only the command changes the role of who works here. */
const roleGiven = (
  person: StaffTable | undefined,
  { role, invited_by }: Pick<StaffLinkTable, "role" | "invited_by">,
) => (person && person.ended_at === null && invited_by !== null ? person.role : role);

const nothing = { password: null, totp_secret: null, totp_used_step: 0 };

/** Sessions and means of signing in. */
export async function forgetMeans(queries: Queries, id: string): Promise<void> {
  for (const table of ["staff_sessions", "staff_passkeys", "staff_recovery_codes"] as const)
    await queries.deleteFrom(table).where("staff_id", "=", id).execute();
  await queries.updateTable("staff").set(nothing).where("id", "=", id).execute();
}
