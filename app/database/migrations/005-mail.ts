import type { Kysely } from "kysely";
import { primary, required } from "./columns";

/** Queued mails, messages to the shop, newsletter subscribers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("mails")
    .addColumn("id", "text", primary)
    .addColumn("key", "text", (column) => column.notNull().unique())
    .addColumn("kind", "text", required)
    .addColumn("recipient", "text", required)
    .addColumn("subject", "text", required)
    .addColumn("text", "text", required)
    .addColumn("html", "text", required)
    .addColumn("headers", "text", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("due_at", "bigint")
    .addColumn("attempts", "integer", required)
    .addColumn("sent_at", "bigint")
    .addColumn("failure", "text")
    .execute();
  await db.schema.createIndex("mails_due").on("mails").columns(["due_at", "id"]).execute();
  await db.schema
    .createTable("messages")
    .addColumn("id", "text", primary)
    .addColumn("key_hash", "text", (column) => column.notNull().unique())
    .addColumn("name", "text", required)
    .addColumn("email", "text", required)
    .addColumn("subject", "text", required)
    .addColumn("message", "text", required)
    .addColumn("created_at", "bigint", required)
    .execute();
  await db.schema
    .createTable("subscribers")
    .addColumn("email_hash", "text", primary)
    .addColumn("email", "text")
    .addColumn("token", "text", (column) => column.notNull().unique())
    .addColumn("confirmed_at", "bigint")
    .addColumn("created_at", "bigint", required)
    .addColumn("asked_at", "bigint", required)
    .addColumn("times_asked", "integer", required)
    .execute();
}
