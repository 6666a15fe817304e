import { sql } from "kysely";
import { prepared } from "~/database/prepared.server";
import type { Queries } from "./context";
import { digest } from "./text.server";

/** How often something may be tried within a window of time. */
export interface Limit {
  most: number;
  windowMs: number;
}

/**
 * Counts one more attempt; of attempts at the same moment each is counted.
 * @param what of whom; kept as a hash
 * @param by what it counts for; one unless told
 * @returns whether it is within the limit
 */
export async function isWithin(
  queries: Queries,
  what: string,
  { most, windowMs }: Limit,
  now: number,
  by = 1,
): Promise<boolean> {
  const [counted] = await countOne(queries, { key: digest(what), by, now, before: now - windowMs });
  return counted !== undefined && counted.count <= most;
}

interface Attempt {
  key: string;
  by: number;
  now: number;
  /** What was counted until then counts no more. */
  before: number;
}

const countOne = prepared((queries, { key, by, now, before }: Attempt) => {
  const isOver = sql<boolean>`attempts.since <= ${before}`;
  return queries
    .insertInto("attempts")
    .values({ key, count: by, since: now })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        count: sql<number>`case when ${isOver} then ${by} else attempts.count + ${by} end`,
        since: sql<number>`case when ${isOver} then ${now} else attempts.since end`,
      }),
    )
    .returning("count");
});

export async function forgetAttempts(queries: Queries, what: string): Promise<void> {
  await queries.deleteFrom("attempts").where("key", "=", digest(what)).execute();
}

/** In the transaction that counted it: this attempt was none. */
export async function takeBackAttempt(queries: Queries, what: string): Promise<void> {
  await queries
    .updateTable("attempts")
    .set({ count: sql<number>`attempts.count - 1` })
    .where("key", "=", digest(what))
    .execute();
}
