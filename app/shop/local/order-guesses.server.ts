import { HOUR } from "~/domain/values/durations";
import { countAttempt, countFrom, type Limit, uncountAttempt, uncountFrom } from "./attempts.server";
import type { Queries } from "./context";

/** Wrong phones for one number. Its page shows two digits: the rest takes years to guess. */
const FOR_ONE_NUMBER: Limit = { most: 5, windowMs: HOUR };
/** Failures from one IP address, which in this country a whole town may share. */
const FROM_ONE_ADDRESS: Limit = { most: 200, windowMs: HOUR };

const SOUGHT = "order sought";

interface Guess {
  /** Normalised (`orderNumberKey`); empty when nothing typed could be a number. */
  number: string;
  /** Undefined when only a proxy's is known. */
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
  if (!(await countFrom(queries, SOUGHT, address, FROM_ONE_ADDRESS, now))) return "limited";
  const ofNumber = `phone of order ${number}`;
  const isWithin = number === "" || (await countAttempt(queries, ofNumber, FOR_ONE_NUMBER, now));
  const order = isWithin ? await find() : undefined;
  if (isWithin && order === undefined) return "unknown";
  // What was found, or not sought, is no failure.
  await uncountFrom(queries, SOUGHT, address);
  if (order === undefined) return "limited";
  if (number !== "") await uncountAttempt(queries, ofNumber);
  return order;
}
