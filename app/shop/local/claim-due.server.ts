import { sql } from "kysely";
import type { Schema } from "~/database/schema";
import { DAY, MINUTE } from "~/domain/values/durations";
import type { Wait } from "../workers/parcel-queue";
import type { Context, Queries } from "./context";

/** Longer than the slowest attempt to send, and than two calls of the courier with their quota. */
const LEASE = 5 * MINUTE;

/** Longer than any wait: what is due later was postponed by a clock that was wrong. */
const TOO_FAR = 14 * DAY;

export const isTooFar = (due: number, now: number): boolean => due > now + TOO_FAR;

/** Whether the moment in this column has come, or is too far. */
export const hasCome = (column: string, now: number) =>
  sql<boolean>`(${sql.ref(column)} <= ${now} or ${sql.ref(column)} > ${now + TOO_FAR})`;

/** Milliseconds until the next attempt: 1, 2, 4 … minutes. @param failed attempts, this one too */
export const waitAfter = (failed: number, longest: number): number =>
  Math.min(MINUTE * 2 ** Math.min(failed - 1, 20), longest);

/** As `waitAfter`; no sooner than the courier allows, and for the shop's own quota no later. */
export const waitForCall = (failed: number, longest: number, { retryAfterMs = 0, isOwnQuota }: Wait): number =>
  isOwnQuota ? retryAfterMs : Math.max(waitAfter(failed, longest), retryAfterMs);

/**
 * Takes tasks that are due, so that no other process does them meanwhile.
 * @param tasksOf reads them in the same transaction; `ids` are in the order in which they are due
 */
export async function claimDue<Table extends "mails" | "parcels", Task>(
  { database, nowMs }: Pick<Context, "database" | "nowMs">,
  [table, key]: readonly [Table, keyof Schema[Table] & string],
  count: number,
  tasksOf: (queries: Queries, rows: Schema[Table][], ids: string[]) => Promise<Task[]>,
): Promise<Task[]> {
  // Both have the columns that are used here.
  const name = table as "mails";
  const id = sql.ref<string>(key);
  const due = (queries: Queries) =>
    queries
      .selectFrom(name)
      .select(id.as("id"))
      // Without this SQLite passes over all that were done before the first that is due.
      .where("due_at", "is not", null)
      .where(hasCome("due_at", nowMs()));
  // Usually nothing is due, which needs no transaction.
  if ((await due(database.db).limit(1).execute()).length === 0) return [];
  return database.transact(async (transaction) => {
    const query = due(transaction).orderBy("due_at").orderBy(id).limit(count).forUpdate();
    // Those that another process holds are its own to do.
    const ids = (await query.skipLocked().execute()).map((row) => row.id);
    if (ids.length === 0) return [];
    const rows = await transaction
      .updateTable(name)
      .set((build) => ({ due_at: nowMs() + LEASE, attempts: build("attempts", "+", 1) }))
      .where(id, "in", ids)
      .returningAll()
      .execute();
    return tasksOf(transaction, rows as unknown as Schema[Table][], ids);
  });
}
