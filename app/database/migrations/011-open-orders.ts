import { type Kysely, sql } from "kysely";

/** What unconfirmed orders hold: some of them nothing until the call, none of them for ever. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("orders")
    .addColumn("reserved", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable("orders").addColumn("lapsed_days", "integer").execute();
  // Orders of before were never told that they end: their time begins now.
  await db.schema.alterTable("orders").addColumn("open_since", "bigint").execute();
  await sql`update orders set open_since = ${Date.now()} where status = 'pending'`.execute(db);
  await db.schema
    .createIndex("orders_open")
    .on("orders")
    .columns(["phone", "created_at"])
    .where(sql<boolean>`status = 'pending'`)
    .execute();
}
