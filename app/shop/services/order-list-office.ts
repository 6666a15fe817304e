import type { CallOutcome } from "~/domain/office/call";
import type { OrderListFilter } from "~/domain/office/order-filter";
import type { OrderChannel } from "~/domain/order/channel";
import type { Order } from "~/domain/order/order";
import type { OfficeParcel } from "./order-detail-office";

export interface OrderListOffice {
  /**
   * Orders newest first, or with a filter by parcel those whose parcel is newest. A page looks
   * through so many orders at most, so it may hold fewer than `size` and still have a `next`.
   * @param page.after cursor of an earlier page; one that is none begins at the newest
   */
  listOrders(
    filter: OrderListFilter,
    page?: { after?: string | undefined; size?: number },
  ): Promise<{ orders: ListedOrder[]; next?: string }>;
}

export interface ListedOrder {
  order: Order;
  version: number;
  /** Undefined for the shop's own pages and the API. */
  channel: OrderChannel | undefined;
  lastCall: CallOutcome | undefined;
  /** Calls without an answer since the last one that had one. */
  unanswered: number;
  parcel: Pick<OfficeParcel, "state" | "reported" | "holdsPairs"> | undefined;
  /** What the shop calls the variants of its lines now, by their ids. */
  references: ReadonlyMap<string, string>;
  /** The parcel's number at the courier, once it has one. */
  tracking: string | undefined;
}
