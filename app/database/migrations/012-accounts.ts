import { type Kysely, sql } from "kysely";

/**
 * Accounts now exist before their address is confirmed; existing ones were confirmed by mail.
 * Pending registrations are deleted with their mails, whose promise no longer holds.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("accounts").addColumn("confirmed_at", "bigint").execute();
  await sql`update accounts set confirmed_at = created_at`.execute(db);
  await sql`delete from account_links where kind = 'registration'`.execute(db);
  await sql`delete from mails where kind = 'registration'`.execute(db);
  await db.schema.alterTable("account_links").dropColumn("registration").execute();
  await db.schema.alterTable("account_links").addColumn("session_hash", "text").execute();
}
