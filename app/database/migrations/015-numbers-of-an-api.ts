import { type Kysely, sql } from "kysely";

interface Tables {
  orders: { id: string; number: string; number_key: string };
}

/** Orders at another shop's API may have its numbers, and identifiers that are no numbers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const tables = db as Kysely<Tables>;
  await db.schema.alterTable("orders").addColumn("api_id", "text").execute();
  await db.schema
    .alterTable("orders")
    .addColumn("number_key", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await sql`update orders set number_key = upper(replace(number, '-', ''))`.execute(db);
  // SQL cannot normalise an API's numbers; there are few, and nobody could open those orders yet.
  const keys = await tables.selectFrom("orders").select(["id", "number", "number_key"]).execute();
  for (const { id, number, number_key } of keys) {
    const key = keyOf(number);
    if (key !== number_key) await tables.updateTable("orders").set({ number_key: key }).where("id", "=", id).execute();
  }
  await db.schema.createIndex("orders_spelling").on("orders").column("number_key").execute();
}

const keyOf = (number: string) =>
  number
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "") || number.replace(/[\s\p{C}]/gu, "");
