import { type Kysely, sql } from "kysely";

/** Renames tables, columns and stored JSON to the code's terms. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("marks").renameTo("one_time_tasks").execute();
  await db.schema.alterTable("products").renameColumn("shelf", "stock_index").execute();
  await sql`update carts set draft = replace(replace(replace(draft,
      '"mode":"relais"', '"mode":"pickup"'), '"mode":"domicile"', '"mode":"home"'), '"stopDeskId":', '"pickupPointId":')
    where draft is not null`.execute(db);
  await sql`update courier_wilayas set content =
      replace(replace(content, '"desks":', '"pickupPoints":'), '"desk":', '"pickup":')`.execute(db);
}
