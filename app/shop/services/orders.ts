import type { LoyaltyCard } from "~/domain/account/loyalty";
import type { ParcelState } from "~/domain/delivery/parcel";
import type { Correction, Order, OrderStep, Recipient, WantedLine } from "~/domain/order/order";
import type { JustOrdered, OrderRefusal } from "~/domain/order/order-refusal";
import type { Provenance } from "~/domain/order/provenance";
import type { VisitorId } from "./guests";

export interface PlaceOrder {
  /** Minted by the server with the form, unique among all orders. */
  key: string;
  /** Variants, quantities and unit prices as shown; lines of one variant are added up. */
  lines: readonly WantedLine[];
  recipient: Recipient;
  /** The delivery fee that was shown, in dinars. */
  shownFee: number;
  /** Gets access to the order. */
  visitor: VisitorId;
  /** Whether the order empties the cart, which an order on the product page does not. */
  fromCart: boolean;
  /** The client's IP address; undefined, and without limit, when only a proxy's is known. */
  address?: string | undefined;
  /** The loyalty reward that was shown, in dinars; 0 by default. Orders from a cart only. */
  shownReward?: number;
  /** For the merchant, who has no orders here where another shop's API takes them. */
  provenance?: Provenance | undefined;
}

export type PlaceResult =
  /** `repeated`: the same form was posted before, and this is its order. */
  | { outcome: "placed"; order: Order; repeated: boolean }
  /** The API did not answer, and may have it: only one that honours keys is asked again. */
  | { outcome: "unsettled"; reference: string }
  | OrderRefusal;

/** An order of which an API that was asked for it has said nothing (decision 035). */
export interface UnsettledOrder {
  /** What shopper and merchant call it. */
  reference: string;
  state: "unsettled" | "taken" | "free";
  /** As it was sent, under its reference; once it is taken, the API's. */
  order: Order;
}

export interface OrderService {
  /**
   * In one transaction: checks prices, stock and fee, takes the stock, stores the order, empties
   * the cart. `placed`: the order is on disk; one of unusual size has no stock yet (not
   * `reserved`).
   */
  place(request: PlaceOrder): Promise<PlaceResult>;
  /**
   * The order of the form with this key, or one that may exist: whatever has changed since, `place`
   * with the same content leads to it, and never to another one.
   */
  underKey(key: string): Promise<Order | undefined>;
  /**
   * The order of the same phone and lines within ten minutes, unless cancelled, to warn a shopper
   * who has no cookie. Undefined when this key has ordered, since `place` returns that order.
   */
  justOrdered(request: Pick<PlaceOrder, "key" | "lines" | "recipient">): Promise<JustOrdered | undefined>;
  /**
   * Number of the newest order of the last hour that this visitor may open, unless cancelled: who
   * lost the answer to an order is led to it.
   */
  latest(visitor: VisitorId | undefined): Promise<string | undefined>;
  /**
   * The key of an order that has none (decision 028): the same for the same phone and content,
   * within ten minutes of the first such order and until that is cancelled; also for two at once.
   * @param scope separates the keys of different callers
   */
  keyOf(order: Pick<PlaceOrder, "lines" | "recipient">, scope: string): Promise<string>;
  /** By number, for a visitor with access (`place`, `track`); undefined for everyone else. */
  read(number: string, visitor: VisitorId | undefined): Promise<Order | undefined>;
  /**
   * Gives access to a visitor who knows number and phone. `unknown`, after the same work, when they
   * do not match an order. `limited`, also for right phones, for an hour after too many failures of
   * the number or address, except for a visitor with access.
   * @param address of the client, as `Caller` has it
   */
  track(number: string, phone: string, visitor: VisitorId, address?: string): Promise<Order | "unknown" | "limited">;
  /** The account's orders, newest first; a page behind the last one is empty. */
  ofAccount(account: VisitorId, page: { page: number; size: number }): Promise<{ orders: Order[]; total: number }>;
  /**
   * Makes a guest's order with this phone the account's; `unknown` for every other number. Failures
   * are counted and `limited` together with those of `track`.
   */
  attach(number: string, phone: string, account: VisitorId, address?: string): Promise<Order | "unknown" | "limited">;
  /** For the visitor who sent it, after asking the API for it; undefined for everybody else. */
  unsettled(reference: string, visitor: VisitorId | undefined): Promise<UnsettledOrder | undefined>;
  /** Those of this visitor that are not settled yet, oldest first. */
  unsettledOf(visitor: VisitorId | undefined): Promise<UnsettledOrder[]>;
  /** The account that has this order; null for a guest's, undefined when there is none. */
  ownerOf(number: string): Promise<VisitorId | null | undefined>;
  /** Stamps of an account's delivered pairs; none for a guest. Undefined on another shop's API. */
  loyaltyCard(visitor: VisitorId | undefined): Promise<LoyaltyCard | undefined>;
  /** What shoppers may do here with a pending order: both, but on an API that was seen not to. */
  changes(): Promise<{ cancel: boolean; correct: boolean }>;
  /**
   * Cancels a pending order and returns its pairs to stock, once; `cancelled` again afterwards.
   * `unknown`: there is none, or this visitor has no access. `not-here`: only by calling the shop.
   */
  cancel(number: string, visitor: VisitorId | undefined): Promise<"cancelled" | "too-late" | "not-here" | "unknown">;
  /**
   * Corrects a pending order; the commune and so the fee stay. From then on `track` accepts the new
   * phone only; access given before stays. `limited`: too many unconfirmed orders of the new phone.
   * @param seen what is corrected; `stale` when others changed it meanwhile, where this shop knows
   */
  correct(
    number: string,
    visitor: VisitorId | undefined,
    correction: Correction,
    seen?: Recipient,
  ): Promise<"corrected" | "too-late" | "stale" | "limited" | "not-here" | "unknown">;
  /** Events of its parcel for a visitor with access; undefined while there are none. */
  parcel(number: string, visitor: VisitorId | undefined): Promise<ParcelStory | undefined>;
  /** Its statuses with their times, oldest first; empty for a visitor without access. */
  steps(number: string, visitor: VisitorId | undefined): Promise<OrderStep[]>;
  /** Cancels orders not confirmed in time, with mails to shop and account. @returns how many */
  lapse(): Promise<number>;
}

/** A parcel's events as its shopper may read them, without the label. */
export interface ParcelStory {
  tracking: string;
  /** Its last known one. */
  state?: ParcelState | undefined;
  /** Newest first. */
  events: { label: string; reason?: string; at: Date }[];
}
