import type { Insertable, Kysely } from "kysely";
import type { Schema } from "./schema";

/** Inserts rows, except those whose key is there. @returns whether any was inserted */
export async function insertOnce<Table extends keyof Schema>(
  queries: Kysely<Schema>,
  table: Table,
  rows: Insertable<Schema[Table]> | readonly Insertable<Schema[Table]>[],
): Promise<boolean> {
  if (Array.isArray(rows) && rows.length === 0) return false;
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto(table)
    .values(rows as never)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows !== 0n;
}
