import type { Gender, Kind } from "~/domain/catalogue";
import type { Filter } from "./catalogue.server";
import type { Context } from "./context";

/**
 * How many products there are of what. Counting walks through all of an index, so it is done once for all lists together and
 * kept for some seconds: a total may be that old, the products of a page never are.
 */

export interface Counts {
  total(filter: Filter): number;
  /** Of these categories together. */
  inCategories(ids: readonly string[]): number;
}

interface Group {
  category_id: string;
  collection_id: string | null;
  kind: Kind;
  gender: Gender;
  count: number;
}

/** @returns the counts, fresh or kept; callers that come while they are counted wait for the same answer */
export function countsOf({ database: { db }, now, countsKeptMs }: Context): () => Promise<Counts> {
  let kept: { until: number; counts: Promise<Counts> } | undefined;

  const count = async (): Promise<Counts> => {
    const groups = await db
      .selectFrom("products")
      .select(["category_id", "collection_id", "kind", "gender", (build) => build.fn.countAll<number>().as("count")])
      .where("active", "=", 1)
      .groupBy(["category_id", "collection_id", "kind", "gender"])
      .execute();
    return countsFrom(groups);
  };

  return () => {
    const moment = now().getTime();
    if (kept && moment < kept.until) return kept.counts;
    const fresh = { until: moment + countsKeptMs, counts: count() };
    kept = fresh;
    fresh.counts.catch(() => {
      if (kept === fresh) kept = undefined;
    });
    return fresh.counts;
  };
}

function countsFrom(groups: Group[]): Counts {
  const sum = (wanted: (group: Group) => boolean) =>
    groups.reduce((total, group) => total + (wanted(group) ? group.count : 0), 0);
  return {
    total: ({ collectionId, kind, gender }) =>
      sum(
        (group) =>
          (collectionId === undefined || group.collection_id === collectionId) &&
          (kind === undefined || group.kind === kind) &&
          (gender === undefined || group.gender === gender),
      ),
    inCategories: (ids) => sum((group) => ids.includes(group.category_id)),
  };
}
