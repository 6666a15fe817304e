import type { AccessService } from "./services/access";
import type { AccountService } from "./services/accounts";
import type { CartService } from "./services/carts";
import type { CatalogueService } from "./services/catalogue";
import type { ContentService } from "./services/content";
import type { CourierService } from "./services/courier";
import type { GuestService } from "./services/guests";
import type { MessageService } from "./services/messages";
import type { NewsletterService } from "./services/newsletter";
import type { OfficeService } from "./services/office";
import type { OrderService } from "./services/orders";
import type { PageQuestion, PageState } from "./services/published";
import type { WebhookService } from "./services/webhooks";
import type { WishlistService } from "./services/wishlist";
import type { MailQueue } from "./workers/mail-queue";
import type { ParcelQueue } from "./workers/parcel-queue";

/**
 * What the shop can do, whoever does it: its own database (shop/local) or another shop's API. Pages know this interface and
 * nothing behind it. Identifiers are opaque strings; amounts whole dinars.
 */
export interface Shop {
  catalogue: CatalogueService;
  content: ContentService;
  courier: CourierService;
  guests: GuestService;
  carts: CartService;
  wishlist: WishlistService;
  /** Asked with every public page. */
  published(asked: PageQuestion): PageState | Promise<PageState>;
  orders: OrderService;
  access: AccessService;
  accounts: AccountService;
  messages: MessageService;
  newsletter: NewsletterService;
  webhooks: WebhookService;
  /** Whether orders are taken now. */
  ordering(): Ordering;
  /** Ends connections; the shop is unusable afterwards. */
  close(): Promise<void>;
}

/** What the background workers of a process ask of it, beside pages. */
export interface ShopWithMails extends Shop {
  mailQueue: MailQueue;
}

/**
 * A shop on its own database, with its back office. Pages have a `Shop` only, so that none of them can show everybody's orders
 * by mistake; a shop on another's API has neither a back office nor parcels.
 */
export interface OperatedShop extends ShopWithMails {
  office: OfficeService;
  parcelQueue: ParcelQueue;
}

/** Closed while the API that takes the orders does not answer; `hasSamples` until it has told its catalogue. */
export type Ordering = { isOpen: true } | { isOpen: false; since: Date | undefined; hasSamples: boolean };

/** Thrown when the shop cannot answer now and trying again later may help. */
export class ShopUnavailable extends Error {
  override name = "ShopUnavailable";
}
