import { grouped } from "./plural";

/** Amounts are whole dinars: `12 500 DA`, with a narrow no-break space between thousands. */

/** Without Intl, whose texts differ between server and browsers (decision 002). */
export function formatDinars(dinars: number): string {
  const digits = Math.abs(Math.trunc(dinars)).toString();
  return `${dinars < 0 ? "−" : ""}${grouped(digits)}\u00a0DA`;
}

/** @returns whole percent, rounded down so that it is never overstated; 0 without a reduction */
export function discountPercent(price: number, oldPrice: number | undefined): number {
  if (oldPrice === undefined || oldPrice <= price || oldPrice <= 0) return 0;
  return Math.floor(((oldPrice - price) * 100) / oldPrice);
}
