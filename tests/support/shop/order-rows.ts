import type { JournalAction } from "~/domain/office/journal";
import type { LocalTestShop } from "./test-shop";

/** What a shop has stored of an order. */

type Stored = Pick<LocalTestShop, "database">;

/** @param order its id or its number */
export const orderRow = ({ database: { db } }: Stored, order: string) =>
  db
    .selectFrom("orders")
    .selectAll()
    .where((row) => row.or([row("id", "=", order), row("number", "=", order)]))
    .executeTakeFirstOrThrow();

/** The rows of the journal about something, the oldest first. */
export async function journalOf({ database: { db } }: Stored, subjectId: string) {
  const rows = await db
    .selectFrom("journal")
    .selectAll()
    .where("subject_id", "=", subjectId)
    .orderBy("at")
    .orderBy("id")
    .execute();
  return rows.map(({ actor, name, action, subject, subject_name, before, after }) => ({
    actor,
    name,
    action: action as JournalAction,
    subject,
    subject_name,
    before: before === null ? null : JSON.parse(before),
    after: after === null ? null : JSON.parse(after),
  }));
}
