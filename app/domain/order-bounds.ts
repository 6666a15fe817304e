/** How much of the stock orders may hold before the shop has spoken to anybody (decision 031). */
export interface OrderBounds {
  /** Days after which an order that was not confirmed is cancelled; 0 for never. */
  days: number;
  /** Pairs that one phone's unconfirmed orders hold together; an order that goes beyond waits for the call. */
  pairs: number;
  /** Unconfirmed orders of one phone. */
  orders: number;
  /** Orders of guests from one address, an hour. */
  ordersFromAddress: number;
  /** Pairs that orders from one address take before they are confirmed, a day; what goes beyond waits for the call. */
  pairsFromAddress: number;
}

export const defaultOrderBounds: OrderBounds = {
  days: 3,
  pairs: 6,
  orders: 5,
  ordersFromAddress: 60,
  pairsFromAddress: 40,
};

/** An account whose address was confirmed may have so many times the open orders of a guest. */
export const ACCOUNT_FACTOR = 3;

/** How an order that nobody confirmed ended, in the shop's history and on the order's page. */
export const lapsedWords = (days: number): string =>
  `Annulée automatiquement\u00a0: non confirmée après ${days}\u00a0jour${days > 1 ? "s" : ""}`;
