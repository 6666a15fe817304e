import type { Kysely } from "kysely";

/** For finding recent orders of a phone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex("orders_phone").on("orders").columns(["phone", "created_at"]).execute();
}
