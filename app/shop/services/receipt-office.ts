import type { StaffActor } from "~/domain/office/journal";
import type { StockItem } from "./day-office";

/** Pairs that came to the shop, or went, as staff note them for the sizes of a product. */
export interface ReceiptOffice {
  /**
   * A product by its slug, with its sizes as they are now, and what was noted by the form with
   * this key: nothing before it was sent. Undefined for an unknown product.
   */
  receiptPage(slug: string, key: string): Promise<ReceiptPage | undefined>;
  /** Notes all of a form or nothing, once for its key. */
  receive(receipt: Receipt, by: StaffActor): Promise<ReceiptResult>;
}

export interface ReceiptPage {
  name: string;
  sizes: ({ id: string } & Omit<StockItem, "name" | "slug">)[];
  /** By reference, in the sequence of the sizes. */
  noted: { sku: string; before: number; stock: number }[];
}

interface Receipt {
  slug: string;
  /** Minted with the form. */
  key: string;
  /** By the variant's id: how many pairs came; with a minus, went. */
  came: ReadonlyMap<string, number>;
}

/** `noted`: now, or before by the same form. In all other cases nothing is changed. */
type ReceiptResult =
  | { outcome: "noted" }
  /** By this form something else was noted before. */
  | { outcome: "key-used" }
  /** Of these variants more went than there are. */
  | { outcome: "too-few"; ids: string[] }
  /** Product or variants are no longer what the form was about. */
  | { outcome: "changed" };
