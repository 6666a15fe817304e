import type { Kysely } from "kysely";
import { primary, required } from "./columns";

/** What was done to several orders at once, by the form that asked for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("bulks")
    .addColumn("id", "text", primary)
    .addColumn("at", "bigint", required)
    .addColumn("staff_id", "text", required)
    .addColumn("action", "text", required)
    .addColumn("choices", "text", required)
    .execute();
  await db.schema.createIndex("bulks_oldest").on("bulks").column("at").execute();
  await db.schema
    .createTable("bulk_results")
    .addColumn("bulk_id", "text", (column) => column.notNull().references("bulks.id").onDelete("cascade"))
    .addColumn("position", "integer", required)
    .addColumn("outcome", "text", required)
    .addPrimaryKeyConstraint("bulk_results_key", ["bulk_id", "position"])
    .execute();
}
