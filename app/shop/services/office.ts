import type { ImportedProduct, ImportOutcome, ImportRefusal } from "~/domain/catalogue/imported-product";
import type { Review, ReviewState } from "~/domain/catalogue/review";
import type { Actor } from "~/domain/office/journal";
import type { OrderListFilter } from "~/domain/office/order-filter";
import type { Order } from "~/domain/order/order";
import type { BulkOffice } from "./bulk-office";
import type { CallOffice } from "./call-office";
import type { DayOffice, LetterOffice, StockItem } from "./day-office";
import type { JournalOffice } from "./journal-office";
import type { ManualOrderOffice } from "./manual-order-office";
import type { OrderDetailOffice } from "./order-detail-office";
import type { OrderListOffice } from "./order-list-office";
import type { PeopleOffice } from "./people-office";
import type { ReceiptOffice } from "./receipt-office";

export type OrderFilter = Pick<OrderListFilter, "status" | "since" | "until">;

/** What the merchant sees and does, by commands or in an area of their own. */
export type OfficeService = OrderOffice &
  StockOffice &
  ReceiptOffice &
  StockAlertOffice &
  NewsletterOffice &
  ReviewOffice &
  CallOffice &
  DayOffice &
  JournalOffice &
  BulkOffice &
  LetterOffice &
  ManualOrderOffice &
  OrderListOffice &
  PeopleOffice &
  OrderDetailOffice;

export interface OrderOffice {
  /** All orders, newest first; a page behind the last one is empty. */
  orders(filter: OrderFilter, page: { page: number; size: number }): Promise<{ orders: Order[]; total: number }>;
}

export interface StockOffice {
  stock(reference: string): Promise<CountedItem | undefined>;
  /** All sizes of the products that have this reference, or a size of it, in whatever case. */
  sizesOf(reference: string): Promise<StockItem[]>;
  /**
   * @param count what can be sold now, or how many came (with a minus: went) since
   * @param by a command by default, here and below
   */
  setStock(
    reference: string,
    count: number | { came: number },
    by?: Actor,
  ): Promise<(CountedItem & { before: number }) | "too-few" | undefined>;
  /**
   * Adds a product, or updates the one with its source id, in one transaction. Refused, with
   * nothing stored, when a reference belongs to another product.
   */
  importProduct(product: ImportedProduct, terms?: ImportTerms): Promise<ImportOutcome | ImportRefusal>;
  demoOnSale(): Promise<number>;
  /**
   * Takes the demo products out of sale, deletes their reviews, and empties what the demonstration
   * says and shows of categories, collections and the home page, where nobody has changed it.
   * @returns how many products
   */
  retireDemo(): Promise<number>;
}

/** With the pairs that orders took, and that have not left the shop. */
export interface CountedItem extends StockItem {
  held: number;
}

export interface ImportTerms {
  /** Known variants keep their stock, but those that come back to the list with none. */
  keepsStock?: boolean;
  /** For variants without stock in the list; by default known ones keep theirs, new ones have 0. */
  uncounted?: number;
  /** References of the whole list: those that the shop makes are others. */
  listed?: Record<"products" | "variants", Pick<ReadonlySet<string>, "has">>;
  /** Returns the same and stores nothing. */
  isDryRun?: boolean;
}

/** Who waits for what, also where orders are on another shop's API. */
export interface StockAlertOffice {
  /** Variants that are waited for: those to call about first, then those most waited for. */
  awaitedVariants(): Promise<AwaitedVariant[]>;
  /**
   * Deletes requests by this phone for what is in stock, and notes it. @returns how many
   * @param skus what the call was about; else all that is in stock
   */
  markCalled(phone: string, by?: Actor, skus?: readonly string[]): Promise<number>;
  /** Deletes requests, messages and subscription of this e-mail or phone. @returns how many */
  forgetContact(contact: string): Promise<number>;
}

/** Who reads the newsletter, which the shop sends by a program of its own. */
export interface NewsletterOffice {
  /** Addresses that their owner confirmed, in that order, each with the link by which it leaves. */
  subscribers(): Promise<{ email: string; leaving: string }[]>;
}

export interface AwaitedVariant extends StockItem {
  byEmail: number;
  byPhone: number;
  /** Phones to call, oldest request first; empty while the variant is sold out. */
  toCall: string[];
}

export interface ReviewOffice {
  /** Oldest first. */
  waitingReviews(): Promise<OrderReview[]>;
  /** The last that were published here, newest decision first. */
  publishedReviews(): Promise<OrderReview[]>;
  /** Published ones with these words in text, product, author or order number, newest first. */
  findPublished(words: string): Promise<OrderReview[]>;
  /**
   * Publishes one that waits, or refuses one that waits or is published: a refused one loses its
   * words and its author.
   * @param isRead whether one that somebody else has published meanwhile may be refused as well
   * @returns whether there is such a review
   */
  decideReview(
    id: string,
    state: Extract<ReviewState, "published" | "refused">,
    by?: Actor,
    isRead?: boolean,
  ): Promise<boolean>;
}

export interface OrderReview extends Review {
  /** The product's. */
  name: string;
  number: string;
}
