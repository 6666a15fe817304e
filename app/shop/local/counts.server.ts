import { setImmediate } from "node:timers/promises";
import type { ProductFilter } from "../shop";
import type { Context } from "./context";
import { type Group, type Tally, tallier } from "./tally";

/**
 * How many products there are of what. Counting walks through all of an index, so it is done once for all lists together and
 * kept for some seconds: a total may be that old, the products of a page never are.
 */

export type Counts = (filter: ProductFilter) => Tally;

/** Kept counts that old are no longer shown while new ones are made. */
const STALE = 6;

/** @returns the counts, fresh or kept; callers that come while they are counted wait for the same answer */
export function countsOf(context: Context): () => Promise<Counts> {
  const { now, countsKeptMs } = context;
  let kept: { at: number; counts: Counts } | undefined;
  let counting: Promise<Counts> | undefined;

  const refresh = () => {
    counting ??= (async () => {
      const at = now().getTime();
      const counts = tallier(await groupsOf(context));
      kept = { at, counts };
      return counts;
    })().finally(() => {
      counting = undefined;
    });
    return counting;
  };

  return async () => {
    const age = kept ? now().getTime() - kept.at : Number.POSITIVE_INFINITY;
    if (kept && age < countsKeptMs) return kept.counts;
    const fresh = refresh();
    if (!kept || age >= STALE * countsKeptMs) return fresh;
    // Nobody waits for a count that the last one is good enough for.
    fresh.catch(() => undefined);
    return kept.counts;
  };
}

/** Groups that one query brings without keeping other requests waiting. */
const AT_ONCE = 2_000;

/** All at once when they are few; else a category at a time, and other requests are answered in between. */
async function groupsOf({ database: { db } }: Context): Promise<Group[]> {
  const query = db
    .selectFrom("products")
    .select(alike)
    .select((build) => build.fn.countAll<number>().as("count"))
    .where("active", "=", 1)
    .groupBy(alike);
  const first = await query.limit(AT_ONCE + 1).execute();
  if (first.length <= AT_ONCE) return first;
  const groups: Group[] = [];
  for (const { id } of await db.selectFrom("categories").select("id").execute()) {
    for (const group of await query.where("category_id", "=", id).execute()) groups.push(group);
    await setImmediate();
  }
  return groups;
}

/** In the order of the index. */
const alike = [
  "category_id",
  "collection_id",
  "kind",
  "gender",
  "is_new",
  "is_bestseller",
  "price",
  "old_price",
  "shelf",
] as const;
