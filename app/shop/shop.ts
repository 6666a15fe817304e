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
  mailQueue: MailQueue;
  parcelQueue: ParcelQueue;
  /** Whether orders are taken now. */
  ordering(): Ordering;
  /** Ends connections; the shop is unusable afterwards. */
  close(): Promise<void>;
}

/**
 * A shop with its back office, for who runs it. Pages have a `Shop` only: none of them can show everybody's orders by mistake,
 * and a shop on another's API has no back office here.
 */
export interface OperatedShop extends Shop {
  office: OfficeService;
}

/** Closed while the API that takes the orders does not answer; `hasSamples` until it has told its catalogue. */
export type Ordering = { isOpen: true } | { isOpen: false; since: Date | undefined; hasSamples: boolean };

/** Thrown when the shop cannot answer now and trying again later may help. */
export class ShopUnavailable extends Error {
  override name = "ShopUnavailable";
}
