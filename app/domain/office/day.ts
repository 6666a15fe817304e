import type { ParcelState } from "../delivery/parcel";
import { grouped } from "../values/plural";

/** So few pairs of a size are said to be few. */
export const FEW = 3;

/** The courier tried in vain, or wants something of the shop. */
export const problemStates: readonly ParcelState[] = [
  "attempt_failed",
  "delivery_failed",
  "exception",
  "exchange_failed",
  // By the courier, of an order under way; of a cancelled one its pairs are waited for.
  "cancelled",
];

/** The shopper did not take the parcel, and the shop does not have it yet. */
export const returningStates: readonly ParcelState[] = ["returning", "not_collected"];

/** Beyond, nobody counts: a number takes no longer the more there is to do. */
export const MOST_COUNTED = 1_000;

/** "12", or "1 000 ou plus" for all that are more. */
export const countWords = (count: number): string =>
  count < MOST_COUNTED ? String(count) : `${grouped(String(MOST_COUNTED))} ou plus`;
