import type { Kysely } from "kysely";

/** Lists orders by the state of their parcel, without reading each order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex("parcels_of_state").on("parcels").columns(["state", "created_at", "order_id"]).execute();
}
