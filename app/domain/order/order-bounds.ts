import { plural } from "../values/plural";

/** How much of the stock unconfirmed orders may hold (decision 031). */
export interface OrderBounds {
  /** Days after which an order that was not confirmed is cancelled; 0 for never. */
  days: number;
  /** Pairs in one phone's unconfirmed orders; an order beyond takes no stock until confirmed. */
  pairs: number;
  /** Unconfirmed orders of one phone. */
  orders: number;
  /** Orders of guests from one network address, an hour. */
  ordersFromAddress: number;
  /** Pairs in unconfirmed orders from one network address, a day; beyond, as for `pairs`. */
  pairsFromAddress: number;
}

export const defaultOrderBounds: OrderBounds = {
  days: 3,
  pairs: 6,
  orders: 5,
  ordersFromAddress: 60,
  pairsFromAddress: 40,
};

/** An account with a confirmed address may have so many times the open orders of a guest. */
export const ACCOUNT_FACTOR = 3;

/** The reason of an order that was cancelled unconfirmed, for its history and its page. */
export const lapsedWords = (days: number): string =>
  `Annulée automatiquement\u00a0: non confirmée après ${days}\u00a0${plural(days, "jour")}`;
