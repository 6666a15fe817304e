import type { AccessService } from "./services/access";
import type { AccountService } from "./services/accounts";
import type { CartService } from "./services/carts";
import type { CatalogueService } from "./services/catalogue";
import type { ContentService } from "./services/content";
import type { CourierService, WebhookService } from "./services/courier";
import type { GuestService } from "./services/guests";
import type { MessageService } from "./services/messages";
import type { NewsletterService } from "./services/newsletter";
import type { OfficeService } from "./services/office";
import type { OrderService } from "./services/orders";
import type { PageQuestion, PageState } from "./services/page-state";
import type { ReviewService } from "./services/reviews";
import type { StaffService } from "./services/staff";
import type { StockAlertService } from "./services/stock-alerts";
import type { WishlistService } from "./services/wishlist";
import type { MailQueue } from "./workers/mail-queue";
import type { ParcelQueue } from "./workers/parcel-queue";

/**
 * What the shop can do, on its own database (shop/local) or another shop's API (shop/remote). Pages
 * know this interface only. Identifiers are opaque strings, amounts whole dinars.
 */
export interface Shop {
  catalogue: CatalogueService;
  content: ContentService;
  courier: CourierService;
  guests: GuestService;
  carts: CartService;
  wishlist: WishlistService;
  /** For each public page: what was committed before this turn of the event loop. */
  pageState(question: PageQuestion): Promise<PageState>;
  orders: OrderService;
  access: AccessService;
  accounts: AccountService;
  messages: MessageService;
  newsletter: NewsletterService;
  stockAlerts: StockAlertService;
  reviews: ReviewService;
  webhooks: WebhookService;
  ordering(): Ordering;
  /** Closes connections; the shop is unusable afterwards. */
  close(): Promise<void>;
}

/** With what background workers need and pages do not. */
export interface ShopWithWorkers extends Shop {
  mailQueue: MailQueue;
  oldData: OldData;
}

/** What is not kept for good: each deletes what is from before that. @returns how many rows */
export type OldData = Record<
  | ("carts" | "messages" | "mails" | "bulks")
  /** Of guests: accounts keep theirs. */
  | "wishes"
  /** Who has not confirmed, and hashes of those who left. */
  | "subscribers"
  | "stockAlerts"
  /** What remains of mailed and refused ones, unless the contact waits for something else. */
  | "stockAlertLinks"
  /** Their links end with them; refused ones stay. */
  | "reviewLetters"
  /** The courier's, of parcels that are not ours. */
  | "parcelEvents",
  (before: Date) => Promise<number>
>;

/**
 * A shop on its own database, with its back office. Pages get a `Shop`, so that none can show
 * everybody's orders by mistake, and an area of the merchant's own gets the office by `getOffice`.
 * A shop on another's API has neither back office nor parcels.
 */
export interface OperatedShop extends ShopWithWorkers {
  office: OfficeService;
  staff: StaffService;
  parcelQueue: ParcelQueue;
}

/** Closed while the API that takes the orders is away; `hasSamples` before its first catalogue. */
export type Ordering = { isOpen: true } | { isOpen: false; since: Date | undefined; hasSamples: boolean };

/**
 * Thrown when the shop cannot answer now and a later try may succeed. Where no page catches it, the
 * answer is a 503: Remix replaces other errors by a nameless one before its error page sees them,
 * and takes the status of what has these three properties.
 */
export class ShopUnavailable extends Error {
  override name = "ShopUnavailable";
  readonly type = "DataWithResponseInit";
  readonly data = null;
  readonly init = { status: 503 };
  /** Whether the log already says why. */
  isLogged: boolean;
  constructor(message: string, { isLogged = false, ...options }: ErrorOptions & { isLogged?: boolean } = {}) {
    super(message, options);
    this.isLogged = isLogged;
  }
}

/** Of a host with several addresses, none of which answers, only the code says why. */
export const whyOf = (error: unknown) =>
  error instanceof Error ? error.message || (error as NodeJS.ErrnoException).code : error;

/** @returns undefined while the shop cannot answer, for what a page can do without */
export async function unlessUnavailable<Value>(answer: Promise<Value>): Promise<Value | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ShopUnavailable) return undefined;
    throw error;
  }
}
