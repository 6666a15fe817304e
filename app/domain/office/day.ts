import { grouped } from "../values/plural";

/** So few pairs of a size are said to be few. */
export const FEW = 3;

/** Beyond, nobody counts: a number takes no longer the more there is to do. */
export const MOST_COUNTED = 1_000;

/** "12", or "1 000 ou plus" for all that are more. */
export const countWords = (count: number): string =>
  count < MOST_COUNTED ? String(count) : `${grouped(String(MOST_COUNTED))} ou plus`;
