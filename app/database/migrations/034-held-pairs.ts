import { type Kysely, sql } from "kysely";
import { flag } from "./columns";

/** Which parcels carry pairs of a cancelled order. Until now these were in stock at once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("parcels").addColumn("holds_pairs", "integer", flag).execute();
  await db.schema
    .createIndex("parcels_holding")
    .on("parcels")
    // Its value first: without it SQLite reads all parcels where either of two indexes would do.
    .columns(["holds_pairs", "created_at", "order_id"])
    .where(sql<boolean>`holds_pairs = 1`)
    .execute();
}
