import { counted } from "../values/plural";

/** Section 1 and decision 006: six pairs bought, the seventh free. */

export const STAMPS = 6;

export interface LoyaltyCard {
  /** Paid and delivered pairs that have not earned a free one yet. */
  stamps: number;
  /** Dinars: the cheapest of its six pairs; absent until it is full and the address confirmed. */
  worth?: number;
}

/**
 * @param prices paid for delivered pairs, in the order of delivery; without free pairs
 * @param used number of full cards that were redeemed
 */
export function loyaltyCard(prices: readonly number[], used: number): LoyaltyCard {
  const left = prices.slice(used * STAMPS);
  if (left.length < STAMPS) return { stamps: left.length };
  return { stamps: left.length, worth: Math.min(...left.slice(0, STAMPS)) };
}

/** "6 tampons sur 6, et 2 pour la carte suivante" */
export function stampsText({ stamps }: LoyaltyCard): string {
  const more = stamps - STAMPS;
  return `${counted(Math.min(stamps, STAMPS), "tampon")} sur ${STAMPS}${more > 0 ? `, et ${more} pour la carte suivante` : ""}`;
}

/** Whether only the address is to be confirmed before it gives a pair. */
export const isToConfirm = ({ stamps, worth }: LoyaltyCard): boolean => stamps >= STAMPS && worth === undefined;

/** The price of the cheapest pair that is not given anyway; 0 where all are. */
export function cheapestOf(prices: readonly number[]): number {
  const paid = prices.filter((price) => price > 0);
  return paid.length === 0 ? 0 : Math.min(...paid);
}

/** Dinars off an order: the cheapest of the six pairs of the card and those of the order. */
export const rewardFor = ({ worth = 0 }: LoyaltyCard, prices: readonly number[]): number =>
  Math.min(worth, cheapestOf(prices));
