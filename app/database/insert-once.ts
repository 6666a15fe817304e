import type { Insertable, Kysely } from "kysely";
import type { Schema } from "./schema";

/** Inserts a row, unless one with its key is there. @returns whether it was inserted */
export async function insertOnce<Table extends keyof Schema>(
  queries: Kysely<Schema>,
  table: Table,
  row: Insertable<Schema[Table]>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto(table)
    .values(row as never)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
