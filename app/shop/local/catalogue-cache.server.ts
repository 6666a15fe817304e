import { LRUCache } from "lru-cache";
import type { Context, Queries } from "./context";

/**
 * Caches values derived from the catalogue until public pages change. Concurrent callers share one
 * promise; `undefined` is not kept.
 * @param max of which the least recently used is dropped first
 */
export function cacheOfCatalogue<Value>(
  { database: { db } }: Context,
  max: number,
): (key: string, make: () => Promise<Value>) => Promise<Value> {
  const values = new LRUCache<string, NonNullable<Value>, () => Promise<Value>>({
    max,
    fetchMethod: async (_key, _old, { context: make }) => (await make()) ?? undefined,
    // A value that is dropped while it is made is still for those who wait.
    ignoreFetchAbort: true,
  });
  // The version is read before `make`, so that a change during it makes another key.
  return async (key, make) => (await values.fetch(`${await catalogueVersion(db)} ${key}`, { context: make })) as Value;
}

/** Changes with everything that public pages show, except numbers of pairs. */
export async function catalogueVersion(queries: Queries): Promise<number> {
  const { version } = await queries.selectFrom("published").select("version").executeTakeFirstOrThrow();
  return version;
}
