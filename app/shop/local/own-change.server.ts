import { stateOf } from "~/courier/yalidine/statuses";
import { announcementLabels, isOnTheWay } from "~/domain/delivery/parcel";
import type { Actor, JournalAction, JournalFields } from "~/domain/office/journal";
import type { Queries } from "./context";

interface Seen {
  id: string;
  version: number;
}

/** Whether nothing contradicts what was chosen where an order was shown in this version. */
export const isCurrent = async (queries: Queries, order: Seen, seen: number): Promise<boolean> =>
  seen === order.version || (await changesAfter(queries, order, seen))?.length === 0;

/** Whether only notes followed a version, which change nothing of the order. */
export const isOnlyNoted = async (queries: Queries, order: Seen, seen: number): Promise<boolean> =>
  seen === order.version ||
  ((await rowsAfter(queries, order, seen))?.every(({ action }) => action === "order-noted") ?? false);

/**
 * Whether the change that followed the version of a form is this one, by the same person: a form
 * whose answer was lost is pressed again.
 */
export async function isOwnChange(
  queries: Queries,
  order: Seen,
  seen: number,
  by: Actor,
  { action, motif }: { action: JournalAction; motif?: string | undefined },
): Promise<boolean> {
  const [first] = (await changesAfter(queries, order, seen)) ?? [];
  if (by.kind !== "staff" || first?.staff_id !== by.staff.id || first.action !== action) return false;
  return motif === undefined || first.after.motif === motif;
}

/** What changed after a version, oldest first, without the courier's usual news of the parcel. */
async function changesAfter(queries: Queries, order: Seen, seen: number) {
  return (await rowsAfter(queries, order, seen))
    ?.map(({ after, ...row }) => ({ ...row, after: JSON.parse(after ?? "{}") as JournalFields }))
    .filter(({ actor, action, after }) => actor !== "courier" || action !== "parcel-state" || !isUsual(after.colis))
    .reverse();
}

/** @returns newest first; undefined for a version that the order never had */
async function rowsAfter(queries: Queries, order: Seen, seen: number) {
  // Each change raises the version and has one row.
  const count = order.version - seen;
  if (count < 0) return undefined;
  const rows = await queries
    .selectFrom("journal")
    .select(["actor", "staff_id", "action", "after"])
    .where("subject", "=", "order")
    .where("subject_id", "=", order.id)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(count)
    .execute();
  return rows.length < count ? undefined : rows;
}

/** @param news that the parcel was announced, or the courier's own word for where it is */
const isUsual = (news: JournalFields[string] | undefined): boolean =>
  news === announcementLabels.posted || isOnTheWay(stateOf(String(news ?? "")));
