import { type Insertable, type Kysely, sql } from "kysely";
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

/** Inserts rows, or replaces those whose id is there. */
export async function putRows<Table extends "categories" | "collections" | "products" | "variants">(
  queries: Kysely<Schema>,
  table: Table,
  rows: readonly Schema[Table][],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== "id");
  const replaced = Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)]));
  await queries
    .insertInto(table)
    .values(rows as never)
    .onConflict((conflict) => conflict.column("id").doUpdateSet(replaced as never))
    .execute();
}
