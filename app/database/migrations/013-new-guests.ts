import type { Kysely } from "kysely";
import { primary, required } from "./columns";

/** Guests whose browser has not sent the cookie back yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("new_guests")
    .addColumn("visitor", "text", primary)
    .addColumn("address", "text")
    .addColumn("begun_at", "bigint", required)
    .execute();
  await db.schema.createIndex("new_guests_address").on("new_guests").columns(["address", "begun_at"]).execute();
  await db.schema.createIndex("new_guests_begun").on("new_guests").column("begun_at").execute();
}
