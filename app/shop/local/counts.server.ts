import { setImmediate } from "node:timers/promises";
import type { ProductFilter } from "../services/catalogue";
import { cacheOfCatalogue } from "./catalogue-cache.server";
import type { Context } from "./context";
import { type FacetCounts, facetCounter, type Group } from "./facet-counts";

/**
 * How many products there are of what. Counting walks through all of an index, so it is done once for all lists together, until
 * something that public pages show has changed.
 */

export type Counts = (filter: ProductFilter) => FacetCounts;

/** @returns the counts as they are now */
export function countsOf(context: Context): () => Promise<Counts> {
  const kept = cacheOfCatalogue<Counts>(context, 1);
  return () => kept("", async () => facetCounter(await groupsOf(context)));
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
  "stock_index",
] as const;
