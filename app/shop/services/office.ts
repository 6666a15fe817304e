import type { Variant } from "~/domain/catalogue";
import type { ImportedProduct, ImportOutcome, ImportRefusal } from "~/domain/imported-product";
import type { Order, OrderLine, OrderStatus, OrderStep } from "~/domain/order";
import type { ParcelStory } from "./orders";

export interface OrderFilter {
  status?: OrderStatus;
  /** Placed at this moment or later. */
  since?: Date;
  /** Placed at this moment or earlier: pages of what was there do not move when orders come in. */
  until?: Date;
}

/** What the merchant does behind the counter; orders move on by `OrderService.setStatus`. */
export interface OfficeService {
  /** Everybody's, the newest first. A page behind the last one is an empty page. */
  orders(filter: OrderFilter, page: { page: number; size: number }): Promise<{ orders: Order[]; total: number }>;
  /**
   * By number as it may be typed, with when it came into each status, what its parcel has come to, and, of one that is still to
   * be reserved, the lines that the stock does not hold now.
   */
  order(number: string): Promise<
    | {
        order: Order;
        steps: OrderStep[];
        parcel?: OfficeParcel;
        missing: { line: OrderLine; stock: number }[];
      }
    | undefined
  >;
  /** What is in stock under a variant's reference. */
  stock(reference: string): Promise<StockItem | undefined>;
  /** Sets it to so many, whatever was there. */
  setStock(reference: string, stock: number): Promise<(StockItem & { before: number }) | undefined>;
  /**
   * Takes one product of another shop's list in, in one transaction: new, or known by what the list calls it and brought up to
   * date. Refused, with nothing stored, when references are another product's.
   */
  importProduct(product: ImportedProduct, terms?: ImportTerms): Promise<ImportOutcome | ImportRefusal>;
  /** Takes what the shop was filled with at first out of the sale. @returns how many products */
  retireDemo(): Promise<number>;
}

export interface StockItem extends Pick<Variant, "sku" | "color" | "size" | "sizeLabel" | "stock"> {
  name: string;
}

export interface ImportTerms {
  /** What is known keeps the stock that it has here. */
  keepsStock?: boolean;
  /** For what the list does not count; without it the known keep their stock, and the new have none. */
  uncounted?: number;
  /** Nothing is stored; the answer is the same. */
  isDryRun?: boolean;
}

export interface OfficeParcel {
  /** To be posted, posted, not taken by the courier, about to be withdrawn, withdrawn. */
  state: "waiting" | "posted" | "refused" | "leaving" | "withdrawn";
  /** Why the courier refused it, or why it was not posted the last time. */
  failure?: string;
  /** Where its label is to be printed from. */
  label?: string;
  story?: ParcelStory;
}
