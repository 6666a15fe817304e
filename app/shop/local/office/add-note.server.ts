import type { StaffActor } from "~/domain/office/journal";
import { storable } from "~/domain/values/storable";
import { type Context, newId, type Queries } from "../context";
import { writeJournal } from "../journal.server";

/** Adds a house note; it changes nothing of the order. */
export async function addNote(
  context: Context,
  queries: Queries,
  order: { id: string; number: string },
  text: string,
  by: StaffActor,
): Promise<void> {
  const note = storable(text);
  await queries
    .insertInto("order_notes")
    .values({
      id: newId(context),
      order_id: order.id,
      at: context.now().getTime(),
      staff_id: by.staff.id,
      name: by.staff.name,
      text: note,
    })
    .execute();
  const { id, number: name } = order;
  await writeJournal(context, queries, { by, action: "order-noted", subject: "order", id, name, after: { note } });
}
