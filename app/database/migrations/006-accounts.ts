import type { Kysely } from "kysely";
import { flag, primary, required } from "./columns";

/** Accounts, their sessions and mailed links, counted attempts, and the orders of accounts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("accounts")
    .addColumn("id", "text", primary)
    .addColumn("email", "text", (column) => column.notNull().unique())
    .addColumn("password", "text", required)
    .addColumn("first_name", "text", required)
    .addColumn("last_name", "text", required)
    .addColumn("phone", "text", required)
    .addColumn("address", "text", required)
    .addColumn("created_at", "bigint", required)
    .execute();
  await db.schema
    .createTable("sessions")
    .addColumn("token_hash", "text", primary)
    .addColumn("account_id", "text", (column) => column.notNull().references("accounts.id").onDelete("cascade"))
    .addColumn("device", "text", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("expires_at", "bigint", required)
    .execute();
  await db.schema.createIndex("sessions_account").on("sessions").columns(["account_id", "created_at"]).execute();
  await db.schema
    .createTable("known_browsers")
    .addColumn("token_hash", "text", required)
    .addColumn("account_id", "text", (column) => column.notNull().references("accounts.id").onDelete("cascade"))
    .addColumn("since", "bigint", required)
    .addPrimaryKeyConstraint("known_browsers_key", ["token_hash", "account_id"])
    .execute();
  await db.schema.createIndex("known_browsers_account").on("known_browsers").column("account_id").execute();
  await db.schema
    .createTable("account_links")
    .addColumn("token_hash", "text", primary)
    .addColumn("kind", "text", required)
    .addColumn("account_id", "text", (column) => column.references("accounts.id").onDelete("cascade"))
    .addColumn("email", "text", required)
    .addColumn("registration", "text")
    .addColumn("expires_at", "bigint", required)
    .execute();
  await db.schema.createIndex("account_links_account").on("account_links").column("account_id").execute();
  await db.schema
    .createTable("attempts")
    .addColumn("key", "text", primary)
    .addColumn("count", "integer", required)
    .addColumn("since", "bigint", required)
    .execute();
  await db.schema.alterTable("orders").addColumn("account_id", "text").execute();
  await db.schema.alterTable("orders").addColumn("reward", "integer", flag).execute();
  await db.schema.alterTable("orders").addColumn("to_be_forgotten", "integer", flag).execute();
  await db.schema.createIndex("orders_account").on("orders").columns(["account_id", "created_at"]).execute();
}
