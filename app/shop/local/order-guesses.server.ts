import { isWithin, type Limit, takeBackAttempt } from "./attempts.server";
import type { Queries } from "./context";

const HOUR = 60 * 60_000;

/**
 * Wrong phones for one order number, whether there is such an order or not. Two digits of a phone are shown with the number:
 * of some millions that are left, a stranger tries 120 a day.
 */
const FOR_ONE_NUMBER: Limit = { most: 5, windowMs: HOUR };
/** Failures from one address, which in this country a whole town may share. */
const FROM_ONE_ADDRESS: Limit = { most: 200, windowMs: HOUR };

export interface Guess {
  /** What all its spellings have in common; empty when nothing was typed that could be one. */
  number: string;
  /** Undefined when only a proxy's is known: then it limits nobody. */
  address: string | undefined;
}

/**
 * Looks for an order by number and phone, in a transaction. It counts as a failure before it is looked at and until it is found, so
 * that each of many at the same moment counts, and what is found never does.
 * @returns "limited" when nothing was looked at: right and wrong phones get that answer alike
 */
export async function lookWithinLimits<Found>(
  queries: Queries,
  { number, address }: Guess,
  now: number,
  look: () => Promise<Found | undefined>,
): Promise<Found | "unknown" | "limited"> {
  const counted: string[] = [];
  const takeBack = async () => {
    for (const what of counted) await takeBackAttempt(queries, what);
  };
  const limits: [string | undefined, string, Limit][] = [
    [number || undefined, "phone of order", FOR_ONE_NUMBER],
    [address, "order sought from", FROM_ONE_ADDRESS],
  ];
  for (const [whose, what, limit] of limits) {
    if (whose === undefined) continue;
    if (!(await isWithin(queries, `${what} ${whose}`, limit, now))) {
      // What was not looked at is no failure of this number.
      await takeBack();
      return "limited";
    }
    counted.push(`${what} ${whose}`);
  }
  const found = await look();
  if (found === undefined) return "unknown";
  await takeBack();
  return found;
}
