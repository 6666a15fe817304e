import type { Kysely } from "kysely";
import { required } from "./columns";

/** Who waits for a sold-out variant. No foreign key: an import may remove it and bring it back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("stock_alerts")
    .addColumn("variant_id", "text", required)
    .addColumn("contact_hash", "text", required)
    .addColumn("contact", "text")
    .addColumn("token", "text", (column) => column.notNull().unique())
    .addColumn("created_at", "bigint", required)
    .addColumn("back_at", "bigint")
    .addColumn("refused_at", "bigint")
    .addPrimaryKeyConstraint("stock_alerts_key", ["variant_id", "contact_hash"])
    .execute();
  await db.schema.createIndex("stock_alerts_contact").on("stock_alerts").column("contact_hash").execute();
}
