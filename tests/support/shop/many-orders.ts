import { sql } from "kysely";
import type { Database } from "~/database/connection.server";
import { insertOrderWords } from "~/database/order-search-words.server";
import type { OrderStatus } from "~/domain/order/order";
import { orderNumberKey } from "~/domain/order/order";

/** As many orders as a shop gathers over the years, made of one that was placed. */

const MINUTE = 60_000;
const BATCH = 400;
/** Most orders of the past were delivered. */
const ENDS: OrderStatus[] = [...Array.from({ length: 8 }, () => "delivered" as const), "returned", "cancelled"];
const OPEN: OrderStatus[] = ["pending", "pending", "confirmed"];
/** So few that each pair of them fills a page of a thousand orders. */
const lastNames = ["Benali", "Haddad", "Zerrouki", "Mansouri", "Brahimi"];
const firstNames = ["Samira", "Karim", "Nassima"];

/**
 * One order a minute back from `from`, the newest `open` of them still open.
 * @param template the order's id; the copies have its lines, and take no stock
 */
export async function fillOrders(
  { db, transact }: Database,
  template: string,
  { count, open, from }: { count: number; open: number; from: number },
): Promise<void> {
  const order = await db.selectFrom("orders").selectAll().where("id", "=", template).executeTakeFirstOrThrow();
  const lines = await db
    .selectFrom("order_lines")
    .innerJoin("variants", "variants.id", "order_lines.variant_id")
    .selectAll("order_lines")
    .select("variants.sku")
    .where("order_id", "=", template)
    .execute();
  const wilayas = await db.selectFrom("orders").select("wilaya_id").limit(1).execute();
  for (let start = 0; start < count; start += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, count - start) }, (_, at) => copy(start + at));
    await transact(async (transaction) => {
      await transaction.insertInto("orders").values(rows).execute();
      await transaction
        .insertInto("order_lines")
        .values(rows.flatMap(({ id }) => lines.map(({ sku: _, ...line }) => ({ ...line, order_id: id }))))
        .execute();
      await transaction
        .insertInto("order_steps")
        .values(rows.map(({ id, status, created_at }) => ({ order_id: id, status, at: created_at })))
        .execute();
      await transaction
        .insertInto("journal")
        .values(
          rows.map(({ id, number, created_at, status }) => ({
            ...{ id: `journal-${id}`, at: created_at, actor: "staff" as const, staff_id: staffOf(id), name: "Banc" },
            ...{ action: "order-status", subject: "order" as const, subject_id: id, subject_name: number },
            ...{ before: null, after: JSON.stringify({ statut: status }) },
          })),
        )
        .execute();
      const sent = rows.filter(({ status }) => status !== "pending" && status !== "cancelled");
      const nothing = { due_at: null, asked_at: null, label: null, failure: null, status: null, poll_at: null };
      await transaction
        .insertInto("parcels")
        .values(
          sent.map(({ id, created_at }) => ({
            ...{ ...nothing, order_id: id, state: "posted" as const, attempts: 1, holds_pairs: 0 },
            ...{ tracking: `yal-${id.toUpperCase()}`, created_at },
          })),
        )
        .execute();
      await insertOrderWords(
        transaction,
        rows.map((row) => ({
          ...row,
          names: lines.map(({ name }) => name),
          skus: lines.map(({ sku }) => sku),
        })),
      );
    });
  }

  /** Of several people; each has done a share. */
  function staffOf(id: string): string {
    return ["bench", "nadia", "karim"][Number(id.slice(-1)) % 3] ?? "bench";
  }

  function copy(index: number) {
    const digits = String(index).padStart(7, "0");
    const number = `B${digits.slice(0, 3)}-${digits.slice(3)}`;
    const created_at = from - index * MINUTE;
    const status = (index < open ? OPEN[index % OPEN.length] : ENDS[index % ENDS.length]) ?? "delivered";
    return {
      ...order,
      ...{ id: `copy-${digits}`, number, number_key: orderNumberKey(number), key_hash: `copy-${digits}` },
      ...{ created_at, status, reserved: 0, phone: `05${50_000_000 + index}`, version: 0, unanswered: 0 },
      last_name: index === 500 ? "Zzrare" : (lastNames[index % lastNames.length] ?? ""),
      first_name: firstNames[index % firstNames.length] ?? "",
      wilaya_id: index % 3 ? (wilayas[0]?.wilaya_id ?? 31) : 1 + (index % 48),
      call_at: status === "pending" ? created_at : null,
      last_call: index % 4 ? ("confirmed" as const) : index % 8 ? ("no-answer" as const) : null,
    };
  }
}

/** What a shop does that has been open for a while: PostgreSQL vacuums by itself. */
export async function analyse({ db, dialect, gatherStatistics }: Database): Promise<void> {
  if (dialect === "postgres") await sql`vacuum analyze`.execute(db);
  await gatherStatistics();
}
