import type { DeleteResult, Kysely } from "kysely";
import type { Database } from "./connection.server";
import type { Schema } from "./schema";

/** Deletes in a transaction of its own. @returns how many rows */
export async function deleteRows(
  { transact }: Database,
  rows: (queries: Kysely<Schema>) => { executeTakeFirstOrThrow(): Promise<DeleteResult> },
): Promise<number> {
  const { numDeletedRows } = await transact((queries) => rows(queries).executeTakeFirstOrThrow());
  return Number(numDeletedRows);
}
