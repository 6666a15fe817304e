import { type Kysely, sql } from "kysely";

/** Unconfirmed orders may take no stock until they are confirmed, and all of them lapse. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("orders")
    .addColumn("reserved", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable("orders").addColumn("lapsed_days", "integer").execute();
  // Older orders were placed without a deadline: theirs runs from now.
  await db.schema.alterTable("orders").addColumn("open_since", "bigint").execute();
  await sql`update orders set open_since = ${Date.now()} where status = 'pending'`.execute(db);
  await db.schema
    .createIndex("orders_open")
    .on("orders")
    .columns(["phone", "created_at"])
    .where(sql<boolean>`status = 'pending'`)
    .execute();
}
