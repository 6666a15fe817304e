import type { Kysely } from "kysely";

/** What was ordered with a phone a moment ago. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex("orders_phone").on("orders").columns(["phone", "created_at"]).execute();
}
