import type { Kysely } from "kysely";

/** Where the visit came from that led to an order; older orders do not say it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("orders").addColumn("provenance", "text").execute();
}
