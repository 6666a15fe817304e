import { insertOnce } from "~/database/rows";
import type { StaffActor } from "~/domain/office/journal";
import { storable } from "~/domain/values/storable";
import { type Context, newId, type Queries } from "../context";
import { journalOrder } from "../journal.server";

/** Adds a house note to a locked order, under this id once. */
export async function addNote(
  context: Context,
  queries: Queries,
  order: { id: string; number: string },
  { id = newId(context), text }: { id?: string; text: string },
  by: StaffActor,
): Promise<void> {
  const note = storable(text);
  const isNew = await insertOnce(queries, "order_notes", {
    id,
    order_id: order.id,
    at: context.now().getTime(),
    staff_id: by.staff.id,
    name: by.staff.name,
    text: note,
  });
  if (!isNew) return;
  await journalOrder(context, queries, order, { by, action: "order-noted", after: { note } });
}
