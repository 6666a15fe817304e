import { type Kysely, PostgresAdapter, sql } from "kysely";
import { primary, required } from "./columns";

/** Staff, their sessions, the journal of changes, calls and notes of orders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const table = (name: string) => db.schema.createTable(name);
  const ofStaff = (column: Parameters<Parameters<ReturnType<typeof table>["addColumn"]>[2] & object>[0]) =>
    column.notNull().references("staff.id").onDelete("cascade");
  const ofOrder: typeof ofStaff = (column) => column.notNull().references("orders.id").onDelete("cascade");

  await table("staff")
    .addColumn("id", "text", primary)
    .addColumn("email", "text", (column) => column.notNull().unique())
    .addColumn("name", "text", required)
    .addColumn("role", "text", required)
    .addColumn("password", "text")
    .addColumn("totp_secret", "text")
    .addColumn("totp_used_step", "bigint", (column) => column.notNull().defaultTo(0))
    .addColumn("shortcuts", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("created_at", "bigint", required)
    .addColumn("ended_at", "bigint")
    .addCheckConstraint("staff_role", sql`role in ('owner', 'caller', 'packer')`)
    .execute();
  await table("staff_sessions")
    .addColumn("token_hash", "text", primary)
    .addColumn("staff_id", "text", ofStaff)
    .addColumn("device", "text", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("seen_at", "bigint", required)
    .addColumn("proved_at", "bigint", required)
    .execute();
  await db.schema.createIndex("staff_sessions_of").on("staff_sessions").column("staff_id").execute();
  await table("staff_links")
    .addColumn("token_hash", "text", primary)
    .addColumn("email", "text", required)
    .addColumn("name", "text", required)
    .addColumn("role", "text", required)
    .addColumn("invited_by", "text")
    .addColumn("created_at", "bigint", required)
    .addColumn("expires_at", "bigint", required)
    .execute();
  await table("staff_passkeys")
    .addColumn("id", "text", primary)
    .addColumn("staff_id", "text", ofStaff)
    .addColumn("public_key", "text", required)
    .addColumn("counter", "bigint", required)
    .addColumn("transports", "text", required)
    .addColumn("name", "text", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("used_at", "bigint")
    .execute();
  await table("staff_challenges")
    .addColumn("challenge_hash", "text", primary)
    .addColumn("expires_at", "bigint", required)
    .execute();
  await table("staff_recovery_codes")
    .addColumn("code_hash", "text", primary)
    .addColumn("staff_id", "text", ofStaff)
    .execute();

  await table("journal")
    .addColumn("id", "text", primary)
    .addColumn("at", "bigint", required)
    .addColumn("actor", "text", required)
    .addColumn("staff_id", "text")
    .addColumn("name", "text", required)
    .addColumn("action", "text", required)
    .addColumn("subject", "text", required)
    .addColumn("subject_id", "text", required)
    .addColumn("subject_name", "text", required)
    .addColumn("before", "text")
    .addColumn("after", "text")
    .addCheckConstraint("journal_actor", sql`actor in ('staff', 'command', 'courier', 'shopper', 'shop')`)
    .execute();
  await db.schema.createIndex("journal_newest").on("journal").columns(["at", "id"]).execute();
  // Each filter of the journal has an index with its sequence: newest first.
  for (const [index, columns] of [
    ["journal_of", ["subject", "subject_id"]],
    ["journal_of_kind", ["subject"]],
    ["journal_of_staff", ["staff_id"]],
    ["journal_of_actor", ["actor"]],
  ] as const)
    await db.schema
      .createIndex(index)
      .on("journal")
      .columns([...columns, "at", "id"])
      .execute();
  await forbidEdits(db);

  for (const [name, type] of [
    ["version", "integer"],
    ["unanswered", "integer"],
  ] as const)
    await db.schema
      .alterTable("orders")
      .addColumn(name, type, (column) => column.notNull().defaultTo(0))
      .execute();
  await db.schema.alterTable("orders").addColumn("call_at", "bigint").execute();
  await db.schema.alterTable("orders").addColumn("last_call", "text").execute();
  await db.schema.alterTable("orders").addColumn("channel", "text").execute();
  await sql`update orders set call_at = coalesce(open_since, created_at) where status = 'pending'`.execute(db);
  await db.schema
    .createIndex("orders_to_call")
    .on("orders")
    .columns(["call_at", "id"])
    .where(sql<boolean>`call_at is not null`)
    .execute();
  await db.schema.createIndex("orders_of_status").on("orders").columns(["status", "created_at", "id"]).execute();
  await db.schema.createIndex("orders_of_wilaya").on("orders").columns(["wilaya_id", "created_at", "id"]).execute();
  await db.schema.createIndex("orders_of_call").on("orders").columns(["last_call", "created_at", "id"]).execute();

  await table("order_calls")
    .addColumn("id", "text", primary)
    .addColumn("order_id", "text", ofOrder)
    .addColumn("at", "bigint", required)
    .addColumn("staff_id", "text", required)
    .addColumn("name", "text", required)
    .addColumn("outcome", "text", required)
    .addColumn("call_at", "bigint")
    .addColumn("note", "text", required)
    .addColumn("undoes", "text")
    .addColumn("previous", "text", required)
    .execute();
  await db.schema.createIndex("order_calls_of").on("order_calls").columns(["order_id", "at"]).execute();
  await table("order_notes")
    .addColumn("id", "text", primary)
    .addColumn("order_id", "text", ofOrder)
    .addColumn("at", "bigint", required)
    .addColumn("staff_id", "text", required)
    .addColumn("name", "text", required)
    .addColumn("text", "text", required)
    .execute();
  await db.schema.createIndex("order_notes_of").on("order_notes").columns(["order_id", "at"]).execute();
  await table("order_presence")
    .addColumn("order_id", "text", ofOrder)
    .addColumn("staff_id", "text", ofStaff)
    .addColumn("seen_at", "bigint", required)
    .addPrimaryKeyConstraint("order_presence_key", ["order_id", "staff_id"])
    .execute();
  await table("order_words")
    .addColumn("word", isPostgres ? sql`text collate "C"` : "text", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("order_id", "text", ofOrder)
    .addPrimaryKeyConstraint("order_words_key", ["word", "created_at", "order_id"])
    .execute();
  await db.schema.createIndex("order_words_of").on("order_words").column("order_id").execute();

  await db.schema.alterTable("messages").addColumn("answered_at", "bigint").execute();
}

/** A row stays as it is; only its contents can be erased, where somebody is forgotten. */
async function forbidEdits(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`create function keep_journal() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' and new.before is null and new.after is null
          and (new.id, new.at, new.actor, new.name, new.action, new.subject, new.subject_id, new.subject_name)
            = (old.id, old.at, old.actor, old.name, old.action, old.subject, old.subject_id, old.subject_name)
          and new.staff_id is not distinct from old.staff_id
        then return new; end if;
        raise exception 'journal rows are not edited';
      end $$`.execute(db);
    await sql`create trigger journal_kept before update or delete on journal
      for each row execute function keep_journal()`.execute(db);
    return;
  }
  await sql`create trigger journal_not_deleted before delete on journal begin
    select raise(abort, 'journal rows are not edited'); end`.execute(db);
  await sql`create trigger journal_not_edited before update on journal
    when new.before is not null or new.after is not null or new.id <> old.id or new.at <> old.at or new.actor <> old.actor
      or new.name <> old.name or new.action <> old.action or new.subject <> old.subject
      or new.subject_id <> old.subject_id or new.subject_name <> old.subject_name or new.staff_id is not old.staff_id
    begin select raise(abort, 'journal rows are not edited'); end`.execute(db);
}
