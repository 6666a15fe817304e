import type { OrderListFilter } from "~/domain/office/order-filter";
import type { OfficeParcel, OrderPage } from "./order-detail-office";

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

export interface ListedOrder
  extends Pick<
    OrderPage,
    "order" | "steps" | "version" | "channel" | "callAt" | "lastCall" | "unanswered" | "references"
  > {
  parcel: Pick<OfficeParcel, "state" | "reported" | "holdsPairs"> | undefined;
  /** The parcel's number at the courier, once it has one. */
  tracking: string | undefined;
  /** The last note of the house. */
  note: string | undefined;
}
