import type { Actor, JournalAction, JournalFields, JournalSubject } from "~/domain/office/journal";
import { type Context, newId, type Queries } from "./context";

export interface JournalRow {
  by: Actor;
  action: JournalAction;
  subject: JournalSubject;
  /** The order's or product's id. */
  id: string;
  /** As people call it: the order's number. */
  name: string;
  before?: JournalFields;
  after?: JournalFields;
}

/** Writes one row, in the transaction of the change. */
export async function writeJournal(
  context: Pick<Context, "now" | "randomBytes">,
  queries: Queries,
  { by, action, subject, id, name, before, after }: JournalRow,
): Promise<void> {
  await queries
    .insertInto("journal")
    .values({
      id: newId(context),
      at: context.now().getTime(),
      actor: by.kind,
      staff_id: by.kind === "staff" ? by.staff.id : null,
      name: by.kind === "staff" ? by.staff.name : "",
      action,
      subject,
      subject_id: id,
      subject_name: name,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
    })
    .execute();
}
