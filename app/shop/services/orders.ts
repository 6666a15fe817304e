import type { LoyaltyCard } from "~/domain/loyalty";
import type { Order, OrderStatus, OrderStep, Recipient, WantedLine } from "~/domain/order";
import type { VisitorId } from "./guests";

export interface PlaceOrder {
  /** Minted by the server with the form; unique among all orders (PE-6). */
  key: string;
  /** What the shopper saw: variants, quantities, unit prices. Lines of one variant are added up. */
  lines: readonly WantedLine[];
  recipient: Recipient;
  /** The delivery fee that was shown, in dinars. */
  shownFee: number;
  /** Who asks: may open the order afterwards. */
  visitor: VisitorId;
  /** Whether the order empties this visitor's cart (the product page's form does not). */
  fromCart: boolean;
  /** Of the client, as the middleware knows it; undefined when only a proxy's is known: then it limits nobody. */
  address?: string | undefined;
  /** What was shown to be taken off for a full loyalty card, in dinars; 0 unless told. Orders from a cart only. */
  shownReward?: number;
}

/** What differs from what was shown; each is told to the shopper, who decides. */
export type OrderChange =
  | { kind: "price"; variantId: string; name: string; before: number; now: number }
  | { kind: "stock"; variantId: string; name: string; wanted: number; stock: number }
  | { kind: "gone"; variantId: string }
  /** The cart holds another number of pairs than was shown: 0 when the line was removed, or ordered, elsewhere. */
  | { kind: "quantity"; variantId: string; name: string; before: number; now: number }
  | { kind: "fee"; before: number; now: number }
  /** The seventh pair is given, or no longer, or is worth something else. */
  | { kind: "reward"; before: number; now: number }
  | { kind: "destination" }
  /** More than the courier collects for one parcel: `most` dinars. */
  | { kind: "ceiling"; total: number; most: number };

export type PlaceResult =
  /** New, or the very same form again: one order and one page. */
  | { outcome: "placed"; order: Order; repeated: boolean }
  /** Nothing was stored, no stock was taken. */
  | { outcome: "changed"; changes: OrderChange[] }
  /** The key belongs to an order with another content; no second one was made. */
  | { outcome: "key-used"; order: Order }
  /** Too many orders of this phone, account or address wait to be confirmed; nothing was stored (decision 031). */
  | { outcome: "limited" }
  /** Whoever takes the orders is asked by too many at once; the same request in so many seconds. */
  | { outcome: "busy"; seconds: number };

export interface JustOrdered {
  /** Since then, at least 1. */
  minutes: number;
  /**
   * Only to who typed name, phone and address as they were: with the phone the number opens the order, and who knows no more than
   * that is not to read the rest.
   */
  number?: string;
}

export interface OrderService {
  /**
   * In one transaction: reads prices, stock and fee, takes the stock, writes the order under its key, empties the cart. When
   * it returns `placed`, the order is on disk. One of unusual size is stored and takes no stock yet: it is not `reserved`.
   */
  place(request: PlaceOrder): Promise<PlaceResult>;
  /**
   * What was ordered within ten minutes with the same phone and the same lines, and is not cancelled: for a shopper whom no cookie
   * tells from others, and who may be about to order twice. Undefined as well when this key has ordered: `place` knows the answer.
   */
  justOrdered(request: Pick<PlaceOrder, "key" | "lines" | "recipient">): Promise<JustOrdered | undefined>;
  /**
   * The key for an order that comes without one: the same for the same phone and content, within ten minutes of the first such order
   * and as long as that is not cancelled; also for two at the same moment (decision 028).
   * @param scope whose keys they are: another's are others
   */
  keyOf(order: Pick<PlaceOrder, "lines" | "recipient">, scope: string): Promise<string>;
  /** By number, for a visitor who placed it or was let in by `track`; undefined for everyone else (S-6). */
  read(number: string, visitor: VisitorId | undefined): Promise<Order | undefined>;
  /**
   * Lets the visitor in who knows number and phone. `unknown`, after the same work, when they do not belong together or there is
   * no such order; `limited` after too many of these for the number or from the address, for right and wrong phones alike, but
   * to a visitor who may open the order already. An hour after the first of them it is looked at again.
   * @param address of the client, as `Caller` has it
   */
  track(number: string, phone: string, visitor: VisitorId, address?: string): Promise<Order | "unknown" | "limited">;
  /** Of an account, the newest first. A page behind the last one is an empty page. */
  ofAccount(account: VisitorId, page: { page: number; size: number }): Promise<{ orders: Order[]; total: number }>;
  /**
   * Makes a guest's order the account's, when it was placed with this phone and is nobody's yet; `unknown` for every other
   * number. Counts failures with `track`, and is `limited` as that is.
   */
  attach(number: string, phone: string, account: VisitorId, address?: string): Promise<Order | "unknown" | "limited">;
  /** Whether there is an order of this number, whoever's. */
  isKnown(number: string): Promise<boolean>;
  /** The stamps of an account's delivered pairs; empty for a guest. */
  loyaltyCard(visitor: VisitorId | undefined): Promise<LoyaltyCard>;
  /**
   * Cancels a pending order for a visitor who may read it; its pairs go back into stock, once. One that is cancelled already
   * is `cancelled` again, whoever did it. `unknown`: there is none, or not for this visitor.
   */
  cancel(number: string, visitor: VisitorId | undefined): Promise<"cancelled" | "too-late" | "unknown">;
  /**
   * Corrects a pending order for a visitor who may read it. The commune stays, and with it the fee. From then on number and new
   * phone open it (`track`), the old phone does not; whoever was let in before still is. `limited`: too many orders of the
   * new phone wait to be confirmed.
   */
  correct(
    number: string,
    visitor: VisitorId | undefined,
    correction: Pick<Recipient, "phone" | "address" | "notes">,
  ): Promise<"corrected" | "too-late" | "limited" | "unknown">;
  /** What the courier says of its parcel, for a visitor who may read the order; undefined while there is nothing to tell. */
  parcel(number: string, visitor: VisitorId | undefined): Promise<ParcelStory | undefined>;
  /** When it came into each status, the first one first, for a visitor who may read the order; empty for everybody else. */
  steps(number: string, visitor: VisitorId | undefined): Promise<OrderStep[]>;
  /**
   * Moves an order along `statusSteps`; cancelled and returned pairs go back into stock, once. With the courier connected a
   * confirmed order becomes a parcel, and that of a cancelled one is withdrawn. Confirming an order that is not `reserved`
   * takes its pairs; `short`: the stock does not hold them, and nothing changed.
   */
  setStatus(number: string, status: OrderStatus): Promise<"moved" | "refused" | "short" | "unknown">;
  /**
   * Cancels orders that nobody confirmed in time, gives their pairs back, and mails it to the shop and to the owner of the
   * account. Each once, whoever does it. @returns how many
   */
  lapse(): Promise<number>;
}

/** A parcel on its way, as its shopper may read it: never its label. */
export interface ParcelStory {
  tracking: string;
  /** The newest first. */
  events: { label: string; reason?: string; at: Date }[];
}
