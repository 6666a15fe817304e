import { type SelectQueryBuilder, sql } from "kysely";
import type { Schema } from "~/database/schema";
import type { Queries } from "../context";

/** How many rows there are, or `most` when there are as many or more: it reads no further. */
export async function countUpTo<Tables extends keyof Schema, Row>(
  queries: Queries,
  query: SelectQueryBuilder<Schema, Tables, Row>,
  most: number,
): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from (${query.limit(most)}) as counted`.execute(queries);
  return Number(rows[0]?.count ?? 0);
}
