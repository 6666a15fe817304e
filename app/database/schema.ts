import type { AccountLinkTable, AccountTable, AttemptTable, KnownBrowserTable, SessionTable } from "./schema/accounts";
import type {
  CategoryTable,
  CollectionTable,
  HomeSectionTable,
  PopularSearchTable,
  ProductTable,
  ProductWordTable,
  PublishedTable,
  SearchWordTable,
  VariantTable,
} from "./schema/catalogue";
import type {
  BulkResultTable,
  BulkTable,
  JournalTable,
  OrderCallTable,
  OrderNoteTable,
  OrderPresenceTable,
  OrderWordTable,
  StaffChallengeTable,
  StaffLinkTable,
  StaffPasskeyTable,
  StaffRecoveryCodeTable,
  StaffSessionTable,
  StaffTable,
} from "./schema/office";
import type {
  OrderAccessTable,
  OrderLineTable,
  OrderStepTable,
  OrderTable,
  ReviewLetterTable,
  ReviewTable,
  UnsettledOrderTable,
} from "./schema/orders";
import type {
  CartLineTable,
  CartTable,
  MessageTable,
  NewGuestTable,
  StockAlertTable,
  SubscriberTable,
  WishlistItemTable,
} from "./schema/visitors";
import type {
  CourierCallTable,
  CourierStateTable,
  CourierWilayaTable,
  MailTable,
  OneTimeTaskTable,
  ParcelEventTable,
  ParcelTable,
} from "./schema/workers";

/**
 * The tables that `migrations.server.ts` makes, the same on both engines: text identifiers, whole
 * dinars, booleans as 0 and 1, instants as milliseconds since 1970, JSON as text.
 */
export interface Schema {
  one_time_tasks: OneTimeTaskTable;
  categories: CategoryTable;
  collections: CollectionTable;
  products: ProductTable;
  variants: VariantTable;
  new_guests: NewGuestTable;
  carts: CartTable;
  cart_lines: CartLineTable;
  orders: OrderTable;
  order_lines: OrderLineTable;
  order_steps: OrderStepTable;
  order_access: OrderAccessTable;
  unsettled_orders: UnsettledOrderTable;
  reviews: ReviewTable;
  review_letters: ReviewLetterTable;
  home_sections: HomeSectionTable;
  product_words: ProductWordTable;
  search_words: SearchWordTable;
  popular_searches: PopularSearchTable;
  wishlist_items: WishlistItemTable;
  mails: MailTable;
  messages: MessageTable;
  subscribers: SubscriberTable;
  stock_alerts: StockAlertTable;
  accounts: AccountTable;
  sessions: SessionTable;
  known_browsers: KnownBrowserTable;
  account_links: AccountLinkTable;
  attempts: AttemptTable;
  courier_state: CourierStateTable;
  courier_wilayas: CourierWilayaTable;
  courier_calls: CourierCallTable;
  parcels: ParcelTable;
  parcel_events: ParcelEventTable;
  published: PublishedTable;
  staff: StaffTable;
  staff_sessions: StaffSessionTable;
  staff_links: StaffLinkTable;
  staff_passkeys: StaffPasskeyTable;
  staff_challenges: StaffChallengeTable;
  staff_recovery_codes: StaffRecoveryCodeTable;
  journal: JournalTable;
  order_calls: OrderCallTable;
  order_notes: OrderNoteTable;
  order_presence: OrderPresenceTable;
  order_words: OrderWordTable;
  bulks: BulkTable;
  bulk_results: BulkResultTable;
}
