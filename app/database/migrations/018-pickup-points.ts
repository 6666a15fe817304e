import { type Kysely, sql } from "kysely";

/** Drafts and the courier's data in JSON name pickup points, and the two ways of delivery, as the code does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update carts set draft = replace(replace(replace(draft,
      '"mode":"relais"', '"mode":"pickup"'), '"mode":"domicile"', '"mode":"home"'), '"stopDeskId":', '"pickupPointId":')
    where draft is not null`.execute(db);
  await sql`update courier_wilayas set content =
      replace(replace(content, '"desks":', '"pickupPoints":'), '"desk":', '"pickup":')`.execute(db);
}
