import { sql } from "kysely";
import { MINUTE } from "~/domain/values/durations";
import { type Context, digest, type Queries } from "./context";
import { type Place, withPasswordSlot } from "./password-queue.server";

/** How often something may be tried within a window of time. */
export interface Limit {
  most: number;
  windowMs: number;
}

/**
 * Counts one more attempt; simultaneous ones are each counted.
 * @param what and whose attempt; kept as a hash
 * @param by how much to count
 * @returns whether it is within the limit
 */
export async function countAttempt(
  queries: Queries,
  what: string,
  { most, windowMs }: Limit,
  now: number,
  by = 1,
): Promise<boolean> {
  // One far ahead was begun by a clock that was wrong.
  const isOver = sql<boolean>`attempts.since <= ${now - windowMs} or attempts.since > ${now + windowMs}`;
  const counted = await queries
    .insertInto("attempts")
    .values({ key: digest(what), count: by, since: now })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        count: sql<number>`case when ${isOver} then ${by} else attempts.count + ${by} end`,
        since: sql<number>`case when ${isOver} then ${now} else attempts.since end`,
      }),
    )
    .returning("count")
    .executeTakeFirst();
  return counted !== undefined && counted.count <= most;
}

/** Counts one more attempt in a transaction of its own. @returns whether it is within the limit */
export const mayTry = ({ database, now }: Pick<Context, "database" | "now">, what: string, limit: Limit) =>
  database.transact((queries) => countAttempt(queries, what, limit, now().getTime()));

/**
 * Guesses of one password or code. Known browsers are counted separately, and a mailed link always
 * works, so that strangers cannot lock an owner out (S-5).
 */
const GUESSES: Limit = { most: 10, windowMs: 15 * MINUTE };

/** Counted in its turn: what finds no place in the queue was no guess and writes nothing. */
export function guessPassword<Result>(
  context: Pick<Context, "database" | "now">,
  { counted, place }: { counted: string; place: Place },
  check: () => Promise<Result>,
): Promise<Result | "limited"> {
  return withPasswordSlot(place, async () => ((await mayTry(context, counted, GUESSES)) ? check() : "limited"));
}

/** Where nobody's address is known, all clients together may do so many times what one may. */
const ALL_TOGETHER = 20;

/**
 * Counts one more attempt of a client, before anything else is counted: what the limit of an
 * address refuses leaves no trace at an account, an order or a contact.
 * @param address the client's; undefined when only a proxy's is known
 */
export function countFrom(
  queries: Queries,
  what: string,
  address: string | undefined,
  limit: Limit,
  now: number,
): Promise<boolean> {
  const most = address === undefined ? limit.most * ALL_TOGETHER : limit.most;
  return countAttempt(queries, from(what, address), { ...limit, most }, now);
}

const from = (what: string, address: string | undefined) =>
  address === undefined ? `${what} from anywhere` : `${what} from ${address}`;

export async function forgetAttempts(queries: Queries, what: string): Promise<void> {
  await queries.deleteFrom("attempts").where("key", "=", digest(what)).execute();
}

/** Undoes `countFrom`, in the transaction that counted it. */
export const uncountFrom = (queries: Queries, what: string, address: string | undefined): Promise<void> =>
  uncountAttempt(queries, from(what, address));

/** Undoes a count, in the transaction that counted it. */
export async function uncountAttempt(queries: Queries, what: string): Promise<void> {
  await queries
    .updateTable("attempts")
    .set({ count: sql<number>`attempts.count - 1` })
    .where("key", "=", digest(what))
    .execute();
}
