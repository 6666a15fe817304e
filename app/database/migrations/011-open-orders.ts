import { type Kysely, sql } from "kysely";

/** What unconfirmed orders hold: some of them nothing until the call, none of them for ever. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("orders")
    .addColumn("reserved", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable("orders").addColumn("lapsed_days", "integer").execute();
  await db.schema
    .createIndex("orders_open")
    .on("orders")
    .columns(["phone", "created_at"])
    .where(sql<boolean>`status = 'pending'`)
    .execute();
}
