import { prepared } from "~/database/prepared.server";
import type { Context, Queries } from "./context";

/**
 * Caches values derived from the catalogue until public pages change. Concurrent callers share one
 * promise; `undefined` is not kept.
 * @param most of which the least recently used is dropped first
 */
export function cacheOfCatalogue<Value>(
  { database: { db } }: Context,
  most: number,
): (key: string, make: () => Promise<Value>) => Promise<Value> {
  let kept = { version: 0, values: new Map<string, Promise<Value>>() };
  return async (key, make) => {
    // Read before `make`, so that a change during it invalidates the value.
    const current = await catalogueVersion(db);
    if (current > kept.version) kept = { version: current, values: new Map() };
    const { values } = kept;
    const known = values.get(key) ?? make();
    values.delete(key);
    values.set(key, known);
    const [oldest] = values.keys();
    if (values.size > most && oldest !== undefined) values.delete(oldest);
    const forget = () => values.delete(key);
    known.then((value) => value === undefined && forget(), forget);
    return known;
  };
}

/** Changes with everything that public pages show, except numbers of pairs. */
export async function catalogueVersion(queries: Queries): Promise<number> {
  const [published] = await version(queries, {});
  if (!published) throw new Error("The table `published` is empty.");
  return published.version;
}

const version = prepared((queries) => queries.selectFrom("published").select("version"));
