import { byName } from "~/courier/courier";
import type { JournalTable } from "~/database/schema/office";
import type { JournalAction, JournalEntry, JournalFields, JournalSubject } from "~/domain/office/journal";
import { storable } from "~/domain/values/storable";
import type { JournalOffice } from "../../services/journal-office";
import type { Context, Queries } from "../context";
import { writeJournal } from "../journal.server";
import { withNumber } from "../order-queries.server";
import { cursorIn, cursorText, isOlder } from "./cursor.server";

export function journalOffice(context: Context): JournalOffice {
  const { db } = context.database;

  return {
    async journal({ staffId, actor, subject, name, since, until }, { after, size }) {
      let query = db.selectFrom("journal").selectAll();
      if (staffId !== undefined) query = query.where("staff_id", "=", staffId);
      if (actor !== undefined) query = query.where("actor", "=", actor);
      if (since) query = query.where("at", ">=", since.getTime());
      if (until) query = query.where("at", "<", until.getTime());
      const thing = name === undefined ? undefined : await thingCalled(name, subject);
      if (name !== undefined && !thing) return { entries: [] };
      const kind = thing?.subject ?? subject;
      if (kind !== undefined) query = query.where("subject", "=", kind);
      if (thing) query = query.where("subject_id", "=", thing.id);
      const from = cursorIn(after);
      if (from) query = query.where(isOlder("journal.at", "journal.id", from));
      const rows = await query
        .orderBy("at", "desc")
        .orderBy("id", "desc")
        .limit(size + 1)
        .execute();
      const last = rows.length > size ? rows[size - 1] : undefined;
      return { entries: rows.slice(0, size).map(entryOf), ...(last && { next: cursorText(last) }) };
    },

    async noteExport(what, by) {
      await context.database.transact((transaction) =>
        writeJournal(context, transaction, {
          by,
          action: "orders-exported",
          subject: "staff",
          id: by.staff.id,
          name: by.staff.name,
          after: { filtre: storable(what) },
        }),
      );
    },

    journalOf: (subject, id) => entriesOf(db, subject, id),

    async journalPeople() {
      return (await db.selectFrom("staff").select(["id", "name"]).orderBy("id").execute()).sort(byName);
    },
  };

  /** Without a kind whatever is called so; an order's number comes first. */
  async function thingCalled(
    name: string,
    subject: JournalSubject | undefined,
  ): Promise<{ subject: JournalSubject; id: string } | undefined> {
    const searched = subject === undefined ? (["order", "product", "staff"] as const) : [subject];
    for (const kind of searched) {
      const found = await findByName(kind, name).executeTakeFirst();
      if (found) return { subject: kind, id: found.id };
    }
    return undefined;
  }

  function findByName(subject: JournalSubject, name: string) {
    if (subject === "order") return db.selectFrom("orders").select("id").where(withNumber(name));
    if (subject === "staff") return db.selectFrom("staff").select("id").where("email", "=", name.toLowerCase());
    if (subject === "product")
      return db.selectFrom("variants").select("product_id as id").where("sku", "in", [name, name.toUpperCase()]);
    if (subject === "review") return db.selectFrom("reviews").select("id").where("id", "=", name);
    return db.selectFrom("messages").select("id").where("id", "=", name);
  }
}

/** All of one thing, newest first. */
export async function entriesOf(queries: Queries, subject: JournalSubject, id: string): Promise<JournalEntry[]> {
  const rows = await queries
    .selectFrom("journal")
    .selectAll()
    .where("subject", "=", subject)
    .where("subject_id", "=", id)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map(entryOf);
}

function entryOf(row: JournalTable): JournalEntry {
  return {
    id: row.id,
    at: new Date(row.at),
    actor: row.actor,
    name: row.name,
    action: row.action as JournalAction,
    subject: row.subject,
    subjectName: row.subject_name,
    ...fieldsOf("before", row.before),
    ...fieldsOf("after", row.after),
  };
}

const fieldsOf = (name: "before" | "after", json: string | null) =>
  json === null ? {} : { [name]: JSON.parse(json) as JournalFields };
