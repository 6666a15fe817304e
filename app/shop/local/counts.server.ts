import { setImmediate } from "node:timers/promises";
import type { ProductFilter } from "../services/catalogue";
import { cacheOfCatalogue } from "./catalogue-cache.server";
import type { Context } from "./context";
import { type FacetCounts, facetCounter, type Group, groupColumns } from "./facet-counts";

/** Counts products for all lists at once: counting walks a whole index. */

export type Counts = (filter: ProductFilter) => FacetCounts;

/** @returns the counts as they are now */
export function countsOf(context: Context): () => Promise<Counts> {
  const cachedCounts = cacheOfCatalogue<Counts>(context, 1);
  return () => cachedCounts("", async () => facetCounter(await groupsOf(context)));
}

/** Rows that one query may return without delaying other requests. */
const AT_ONCE = 2_000;

/** One query when they are few; else one per category, with other requests in between. */
async function groupsOf({ database: { db } }: Context): Promise<Group[]> {
  const query = db
    .selectFrom("products")
    .select(groupColumns)
    .select((build) => build.fn.countAll<number>().as("count"))
    .where("active", "=", 1)
    .groupBy(groupColumns);
  const first = await query.limit(AT_ONCE + 1).execute();
  if (first.length <= AT_ONCE) return first;
  const groups: Group[] = [];
  for (const { id } of await db.selectFrom("categories").select("id").execute()) {
    for (const group of await query.where("category_id", "=", id).execute()) groups.push(group);
    await setImmediate();
  }
  return groups;
}
