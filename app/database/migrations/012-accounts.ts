import { type Kysely, sql } from "kysely";

/**
 * An account exists from its registration on; a letter confirms its address later. Those that exist came out of such a letter.
 * Registrations under way, and the letters that carry them, go: what these promise, an account for who presses and none for who
 * does nothing, is nothing that the shop still does. Their link says that it is no longer valid, and leads to the form.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("accounts").addColumn("confirmed_at", "bigint").execute();
  await sql`update accounts set confirmed_at = created_at`.execute(db);
  await sql`delete from account_links where kind = 'registration'`.execute(db);
  await sql`delete from mails where kind = 'registration'`.execute(db);
  await db.schema.alterTable("account_links").dropColumn("registration").execute();
  await db.schema.alterTable("account_links").addColumn("session_hash", "text").execute();
}
