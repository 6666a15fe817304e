import type { Actor, JournalAction, JournalFields } from "~/domain/office/journal";
import type { Queries } from "./context";

/**
 * Whether the change that followed the version of a form is this one, by the same person: a form
 * whose answer was lost is pressed again.
 */
export async function isOwnChange(
  queries: Queries,
  order: { id: string; version: number },
  seen: number,
  by: Actor,
  { action, motif }: { action: JournalAction; motif?: string | undefined },
): Promise<boolean> {
  if (by.kind !== "staff" || seen >= order.version) return false;
  // Each change raises the version and has one row. The courier's may already have followed.
  const row = await queries
    .selectFrom("journal")
    .select(["staff_id", "action", "after"])
    .where("subject", "=", "order")
    .where("subject_id", "=", order.id)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .offset(order.version - seen - 1)
    .limit(1)
    .executeTakeFirst();
  if (row?.staff_id !== by.staff.id || row.action !== action) return false;
  const after = JSON.parse(row.after ?? "{}") as JournalFields;
  return motif === undefined || after.motif === motif;
}
