import { HOUR } from "~/domain/durations";
import { countAttempt, type Limit, uncountAttempt } from "./attempts.server";
import type { Queries } from "./context";

/** Wrong phones for one number. Its page shows two digits: the rest takes years to guess. */
const FOR_ONE_NUMBER: Limit = { most: 5, windowMs: HOUR };
/** Failures from one IP address, which in this country a whole town may share. */
const FROM_ONE_ADDRESS: Limit = { most: 200, windowMs: HOUR };

interface Guess {
  /** Normalised (`orderNumberKey`); empty when nothing typed could be a number. */
  number: string;
  /** Undefined, and without limit, when only a proxy's is known. */
  address: string | undefined;
}

/**
 * Looks for an order within the limits. A failure is counted before the query and undone when it
 * succeeds, so that simultaneous attempts all count.
 * @returns "limited", for right and wrong phones alike, without a query
 */
export async function lookWithinLimits<Found>(
  queries: Queries,
  { number, address }: Guess,
  now: number,
  find: () => Promise<Found | undefined>,
): Promise<Found | "unknown" | "limited"> {
  const counted: string[] = [];
  const takeBack = async () => {
    for (const what of counted) await uncountAttempt(queries, what);
  };
  const limits: [string | undefined, string, Limit][] = [
    [number || undefined, "phone of order", FOR_ONE_NUMBER],
    [address, "order sought from", FROM_ONE_ADDRESS],
  ];
  for (const [whose, what, limit] of limits) {
    if (whose === undefined) continue;
    if (!(await countAttempt(queries, `${what} ${whose}`, limit, now))) {
      // Without a query this is no failure of the number.
      await takeBack();
      return "limited";
    }
    counted.push(`${what} ${whose}`);
  }
  const found = await find();
  if (found === undefined) return "unknown";
  await takeBack();
  return found;
}
