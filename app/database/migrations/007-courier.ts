import type { Kysely } from "kysely";
import { flag, primary, required } from "./columns";

/** Data read from the courier's API, calls made to it, parcels and their events. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("courier_state")
    .addColumn("id", "integer", primary)
    .addColumn("generation", "integer", required)
    .addColumn("read_at", "bigint")
    .addColumn("paused_until", "bigint", required)
    .addColumn("due_at", "bigint", required)
    .addColumn("reader", "text")
    .addColumn("reader_until", "bigint", required)
    .addColumn("begun_at", "bigint")
    .addColumn("attempts", "integer", required)
    .addColumn("failure", "text")
    .execute();
  await db
    .insertInto("courier_state" as never)
    .values({ id: 1, generation: 0, paused_until: 0, due_at: 0, reader_until: 0, attempts: 0 } as never)
    .execute();
  await db.schema
    .createTable("courier_wilayas")
    .addColumn("generation", "integer", required)
    .addColumn("id", "integer", required)
    .addColumn("name", "text", required)
    .addColumn("is_deliverable", "integer", required)
    .addColumn("content", "text")
    .addPrimaryKeyConstraint("courier_wilayas_key", ["generation", "id"])
    .execute();
  await db.schema
    .createTable("courier_calls")
    .addColumn("id", "text", primary)
    .addColumn("at", "bigint", required)
    .execute();
  await db.schema.createIndex("courier_calls_at").on("courier_calls").column("at").execute();
  await db.schema
    .createTable("parcels")
    .addColumn("order_id", "text", (column) => column.notNull().primaryKey().references("orders.id"))
    .addColumn("state", "text", required)
    .addColumn("due_at", "bigint")
    .addColumn("attempts", "integer", flag)
    .addColumn("asked_at", "bigint")
    .addColumn("tracking", "text", (column) => column.unique())
    .addColumn("label", "text")
    .addColumn("failure", "text")
    .addColumn("status", "text")
    .addColumn("poll_at", "bigint")
    .addColumn("created_at", "bigint", required)
    .execute();
  await db.schema.createIndex("parcels_due").on("parcels").columns(["due_at", "order_id"]).execute();
  await db.schema.createIndex("parcels_poll").on("parcels").column("poll_at").execute();
  await db.schema
    .createTable("parcel_events")
    .addColumn("tracking", "text", required)
    .addColumn("kind", "text", required)
    .addColumn("occurred_at", "bigint", required)
    .addColumn("status", "text", required)
    .addColumn("reason", "text")
    .addColumn("event_id", "text", (column) => column.unique())
    .addColumn("heard_at", "bigint", required)
    .addPrimaryKeyConstraint("parcel_events_key", ["tracking", "occurred_at", "kind", "status"])
    .execute();
}
