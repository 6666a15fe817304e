/** Section 1 and decision 006: six pairs bought, the seventh free. */

export const STAMPS = 6;

/** What an account has on its card. */
export interface LoyaltyCard {
  /** Pairs that were paid and delivered, and have not paid for a free one yet. */
  stamps: number;
  /** Dinars: what the card is worth when it is full, which is the price of the cheapest of its six pairs. */
  worth?: number;
}

/**
 * @param prices what was paid for each delivered pair, in the order of their delivery; pairs that were given bear no stamp
 * @param used full cards that were handed in
 */
export function loyaltyCard(prices: readonly number[], used: number): LoyaltyCard {
  const left = prices.slice(used * STAMPS);
  if (left.length < STAMPS) return { stamps: left.length };
  return { stamps: left.length, worth: Math.min(...left.slice(0, STAMPS)) };
}

/**
 * What is taken off an order: the cheapest of seven, the six on the card and the one that is ordered now.
 * @param prices of the pairs in the order, in dinars
 */
export function rewardFor({ worth }: LoyaltyCard, prices: readonly number[]): number {
  return worth === undefined || prices.length === 0 ? 0 : Math.min(worth, ...prices);
}
