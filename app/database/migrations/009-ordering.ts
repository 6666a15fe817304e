import type { Kysely } from "kysely";

/** A cart that another shop's API is being asked to order: the next order of it waits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("carts").addColumn("ordering", "text").execute();
  await db.schema.alterTable("carts").addColumn("ordering_until", "bigint").execute();
}
