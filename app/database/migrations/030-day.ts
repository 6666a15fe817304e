import { type Kysely, sql } from "kysely";

/** Finds what the merchant's day counts, and what a call looks up, without reading each order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const index = (name: string, table: string, columns: string[]) =>
    db.schema.createIndex(name).on(table).columns(columns);
  await index("order_calls_of_staff", "order_calls", ["staff_id", "at"]).execute();
  await index("orders_of_commune", "orders", ["commune_id", "created_at"]).execute();
  await index("orders_to_reserve", "orders", ["created_at", "id"])
    .where(sql<boolean>`status = 'pending' and reserved = 0`)
    .execute();
  await index("parcels_refused", "parcels", ["created_at", "order_id"])
    .where(sql<boolean>`state = 'refused'`)
    .execute();
  await index("parcels_of_status", "parcels", ["status", "created_at", "order_id"]).execute();
  await index("mails_given_up", "mails", ["created_at", "id"])
    .where(sql<boolean>`due_at is null and sent_at is null`)
    .execute();
  await index("messages_open", "messages", ["created_at", "id"]).where(sql<boolean>`answered_at is null`).execute();
  await index("reviews_waiting", "reviews", ["created_at", "id"]).where(sql<boolean>`state = 'waiting'`).execute();
}
