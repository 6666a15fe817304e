import type { Kysely } from "kysely";

/** Marks a cart whose order is being placed at another shop's API: its next order waits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("carts").addColumn("ordering", "text").execute();
  await db.schema.alterTable("carts").addColumn("ordering_until", "bigint").execute();
}
