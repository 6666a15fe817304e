import { isTaken } from "~/database/failures.server";
import { insertOnce } from "~/database/rows";
import { byStaff, changedFields, type JournalFields } from "~/domain/office/journal";
import type { Staff } from "~/domain/office/role";
import { appCodeKey } from "~/domain/office/staff-forms";
import { storable } from "~/domain/values/storable";
import type { StaffService } from "../../services/staff";
import { forgetAttempts, guessPassword } from "../attempts.server";
import { type Context, digest, type Queries } from "../context";
import { journalStaff } from "../journal.server";
import { knownPlace } from "../password-queue.server";
import { hashPassword, isPassword } from "../passwords.server";
import { passkeys } from "./passkeys.server";
import { newRecoveryCodes } from "./recovery-codes.server";
import { staffSessions } from "./staff-sessions.server";
import { stepOfCode } from "./totp.server";

/** More than anybody has, and few enough for a list. */
const MOST_PASSKEYS = 20;

type Security = Pick<
  StaffService,
  | "setIdentity"
  | "ownSecurity"
  | "addPasskey"
  | "renamePasskey"
  | "removePasskey"
  | "setMeans"
  | "renewRecoveryCodes"
  | "setShortcuts"
>;

/** One's own means of signing in. Pages ask for a fresh proof before (`requireProof`). */
export function staffSecurity(context: Context): Security {
  const { database, nowMs, passwordCost } = context;
  const { db } = database;
  const sessions = staffSessions(context);
  const keys = passkeys(context);

  const secured = (queries: Queries, staff: Staff, after: JournalFields, before?: JournalFields) =>
    journalStaff(context, queries, staff, {
      by: byStaff(staff),
      action: "staff-secured",
      ...(before && { before }),
      after,
    });

  const lockedRow = (queries: Queries, { id }: Staff) =>
    queries
      .selectFrom("staff")
      .selectAll()
      .where("id", "=", id)
      .where("ended_at", "is", null)
      .forUpdate()
      .executeTakeFirstOrThrow();

  const passkeysOf = (queries: Queries, id: string) =>
    queries.selectFrom("staff_passkeys").selectAll().where("staff_id", "=", id).orderBy("created_at").execute();

  /** Whether this is the person's password, where they have one. */
  async function isCurrent({ id }: Staff, password: string): Promise<boolean | "limited"> {
    const row = await db.selectFrom("staff").select("password").where("id", "=", id).executeTakeFirst();
    const stored = row?.password;
    if (!stored) return true;
    const counted = `staff password ${id}`;
    return guessPassword(context, { counted, place: knownPlace(id) }, async () => {
      const isRight = await isPassword(password, stored);
      if (isRight) await database.transact((transaction) => forgetAttempts(transaction, counted));
      return isRight;
    });
  }

  return {
    async setIdentity(staff, { name: typedName, email: typedEmail }) {
      const [name, email] = [storable(typedName), storable(typedEmail)];
      try {
        return await database.transact(async (transaction): Promise<"done"> => {
          const row = await lockedRow(transaction, staff);
          const changed = changedFields({ Nom: row.name, "E-mail": row.email }, { Nom: name, "E-mail": email });
          if (!changed) return "done";
          await transaction.updateTable("staff").set({ name, email }).where("id", "=", staff.id).execute();
          // Links to either address would open this person's access, or are of no use.
          if (row.email !== email)
            await transaction.deleteFrom("staff_links").where("email", "in", [row.email, email]).execute();
          const by = byStaff({ ...staff, name });
          await journalStaff(context, transaction, { ...staff, email }, { by, action: "staff-renamed", ...changed });
          return "done";
        });
      } catch (error) {
        if (isTaken(error)) return "taken";
        throw error;
      }
    },

    async ownSecurity(id, session) {
      const { password } = await db
        .selectFrom("staff")
        .select("password")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      const { count } = await db
        .selectFrom("staff_recovery_codes")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where("staff_id", "=", id)
        .executeTakeFirstOrThrow();
      const lines = await sessions
        .open(db)
        .selectAll()
        .where("staff_id", "=", id)
        .orderBy("created_at", "desc")
        .execute();
      const ours = digest(session);
      return {
        hasPassword: password !== null,
        recoveryCodes: count,
        passkeys: (await passkeysOf(db, id)).map(({ id: key, name, created_at, used_at }) => ({
          id: key,
          name,
          since: new Date(created_at),
          ...(used_at === null ? {} : { used: new Date(used_at) }),
        })),
        sessions: lines.map((line) => ({
          id: line.token_hash,
          device: line.device,
          since: new Date(line.created_at),
          seen: new Date(line.seen_at),
          isThis: line.token_hash === ours,
        })),
      };
    },

    async addPasskey(staff, answer, name) {
      const passkey = await keys.registered(answer, staff.id, name);
      if (!passkey) return false;
      return database.transact(async (transaction) => {
        await lockedRow(transaction, staff);
        if (!(await keys.isFirst(transaction, answer.challenge))) return false;
        if ((await passkeysOf(transaction, staff.id)).length >= MOST_PASSKEYS) return false;
        const isNew = await insertOnce(transaction, "staff_passkeys", passkey);
        if (!isNew) return false;
        await secured(transaction, staff, { "Clé d'accès ajoutée": name });
        return true;
      });
    },

    renamePasskey: (staff, passkey, name) =>
      database.transact(async (transaction) => {
        await lockedRow(transaction, staff);
        const renamed = (await passkeysOf(transaction, staff.id)).find(({ id }) => id === passkey);
        if (!renamed) return false;
        const chosen = storable(name);
        await transaction.updateTable("staff_passkeys").set({ name: chosen }).where("id", "=", passkey).execute();
        if (chosen !== renamed.name)
          await secured(transaction, staff, { "Clé d'accès": chosen }, { "Clé d'accès": renamed.name });
        return true;
      }),

    removePasskey: (staff, passkey) =>
      database.transact(async (transaction) => {
        const { password } = await lockedRow(transaction, staff);
        const all = await passkeysOf(transaction, staff.id);
        const removed = all.find(({ id }) => id === passkey);
        if (!removed) return "unknown";
        if (all.length === 1 && password === null) return "last";
        await transaction.deleteFrom("staff_passkeys").where("id", "=", passkey).execute();
        await secured(transaction, staff, { "Clé d'accès retirée": removed.name });
        return "done";
      }),

    async setMeans(staff, session, { password, app }) {
      if (password) {
        const current = await isCurrent(staff, password.current);
        if (current !== true) return current === "limited" ? "limited" : "wrong";
      }
      const step = app && stepOfCode(app.secret, appCodeKey(app.code), nowMs());
      if (app && step === undefined) return "code";
      const hash = password && (await hashPassword(password.chosen, passwordCost, knownPlace(staff.id)));
      return database.transact(async (transaction) => {
        const row = await lockedRow(transaction, staff);
        if (row.password === null && !(hash && app)) return "wrong";
        await transaction
          .updateTable("staff")
          .set({
            ...(hash ? { password: hash } : {}),
            ...(app && step ? { totp_secret: app.secret, totp_used_step: step } : {}),
          })
          .where("id", "=", staff.id)
          .execute();
        const ended = await sessions.endOf(transaction, staff.id, { except: session });
        const what = [hash && "mot de passe", app && "application"].filter(Boolean).join(" et ");
        await secured(transaction, staff, { Changé: what, "Sessions fermées": ended });
        return "done";
      });
    },

    renewRecoveryCodes: (staff) =>
      database.transact(async (transaction) => {
        await lockedRow(transaction, staff);
        await secured(transaction, staff, { Changé: "codes de récupération" });
        return newRecoveryCodes(context, transaction, staff.id);
      }),

    async setShortcuts(id, areOn) {
      await database.transact((transaction) =>
        transaction
          .updateTable("staff")
          .set({ shortcuts: areOn ? 1 : 0 })
          .where("id", "=", id)
          .execute(),
      );
    },
  };
}
