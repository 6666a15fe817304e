import { prepared } from "~/database/prepared.server";
import type { Context, Queries } from "./context";

/**
 * Keeps what was made from the catalogue until something that public pages show has changed. Whoever asks while it is being made waits
 * for the same. What there is none of is asked for each time.
 *
 * @param most of which the least recently used goes first
 */
export function cacheOfCatalogue<Made>(
  { database: { db } }: Context,
  most: number,
): (key: string, make: () => Promise<Made>) => Promise<Made> {
  let kept = { version: 0, made: new Map<string, Promise<Made>>() };
  return async (key, make) => {
    // Looked at before: what changes meanwhile is made anew the next time.
    const now = await catalogueVersion(db);
    if (now > kept.version) kept = { version: now, made: new Map() };
    const { made } = kept;
    const known = made.get(key) ?? make();
    made.delete(key);
    made.set(key, known);
    const [oldest] = made.keys();
    if (made.size > most && oldest !== undefined) made.delete(oldest);
    const forget = () => made.delete(key);
    known.then((one) => one === undefined && forget(), forget);
    return known;
  };
}

/** Another one as soon as public pages show something else, but for how many pairs there are. */
export async function catalogueVersion(queries: Queries): Promise<number> {
  const [published] = await version(queries, {});
  if (!published) throw new Error("The table `published` is empty.");
  return published.version;
}

const version = prepared((queries) => queries.selectFrom("published").select("version"));
