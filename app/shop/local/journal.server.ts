import type { ExpressionBuilder } from "kysely";
import type { Schema } from "~/database/schema";
import type { Actor, JournalAction, JournalFields, JournalSubject } from "~/domain/office/journal";
import type { Staff } from "~/domain/office/role";
import type { Context, Queries } from "./context";

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
  /** By which it is found; made by default. */
  rowId?: string | undefined;
}

type Clockwork = Pick<Context, "now" | "randomBytes">;

type Change = Pick<JournalRow, "by" | "action" | "before" | "after">;

/** Notes a change of a locked order, and raises its version, so that older forms are stale. */
export async function journalOrder(
  context: Clockwork,
  queries: Queries,
  order: { id: string; number: string },
  change: Change,
): Promise<void> {
  await queries.updateTable("orders").set(raisedVersion).where("id", "=", order.id).execute();
  await writeJournal(context, queries, { ...change, subject: "order", id: order.id, name: order.number });
}

/** Notes what somebody of the staff did, or what was done to them. */
export const journalStaff = (
  context: Clockwork,
  queries: Queries,
  { id, email }: Pick<Staff, "id" | "email">,
  change: Change,
) => writeJournal(context, queries, { ...change, subject: "staff", id, name: email });

/** For an update that changes other columns as well. */
export const raisedVersion = (build: ExpressionBuilder<Schema, "orders">) => ({ version: build("version", "+", 1) });

/** Rows of one moment are read as this process wrote them: by `at`, then by id. */
const idAfterOthers = ({ randomBytes }: Clockwork) =>
  process.hrtime.bigint().toString(16).padStart(16, "0") + Buffer.from(randomBytes(8)).toString("hex");

/** Writes one row, in the transaction of the change. */
export async function writeJournal(
  context: Clockwork,
  queries: Queries,
  { by, action, subject, id, name, before, after, rowId = idAfterOthers(context) }: JournalRow,
): Promise<void> {
  await queries
    .insertInto("journal")
    .values({
      id: rowId,
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
