import type * as accounts from "./schema/accounts";
import type * as catalogue from "./schema/catalogue";
import type * as office from "./schema/office";
import type * as orders from "./schema/orders";
import type * as visitors from "./schema/visitors";
import type * as workers from "./schema/workers";

/**
 * The tables that `migrations.server.ts` makes, the same on both engines: text identifiers, whole
 * dinars, booleans as 0 and 1, instants as milliseconds since 1970, JSON as text.
 */
export interface Schema {
  one_time_tasks: workers.OneTimeTaskTable;
  categories: catalogue.CategoryTable;
  collections: catalogue.CollectionTable;
  products: catalogue.ProductTable;
  variants: catalogue.VariantTable;
  new_guests: visitors.NewGuestTable;
  carts: visitors.CartTable;
  cart_lines: visitors.CartLineTable;
  orders: orders.OrderTable;
  order_lines: orders.OrderLineTable;
  order_steps: orders.OrderStepTable;
  order_access: orders.OrderAccessTable;
  unsettled_orders: orders.UnsettledOrderTable;
  reviews: orders.ReviewTable;
  review_letters: orders.ReviewLetterTable;
  home_sections: catalogue.HomeSectionTable;
  product_words: catalogue.ProductWordTable;
  search_words: catalogue.SearchWordTable;
  popular_searches: catalogue.PopularSearchTable;
  wishlist_items: visitors.WishlistItemTable;
  mails: workers.MailTable;
  messages: visitors.MessageTable;
  subscribers: visitors.SubscriberTable;
  stock_alerts: visitors.StockAlertTable;
  accounts: accounts.AccountTable;
  sessions: accounts.SessionTable;
  known_browsers: accounts.KnownBrowserTable;
  account_links: accounts.AccountLinkTable;
  attempts: accounts.AttemptTable;
  courier_state: workers.CourierStateTable;
  courier_wilayas: workers.CourierWilayaTable;
  courier_calls: workers.CourierCallTable;
  parcels: workers.ParcelTable;
  parcel_events: workers.ParcelEventTable;
  published: catalogue.PublishedTable;
  staff: office.StaffTable;
  staff_sessions: office.StaffSessionTable;
  staff_links: office.StaffLinkTable;
  staff_passkeys: office.StaffPasskeyTable;
  staff_challenges: office.StaffChallengeTable;
  staff_recovery_codes: office.StaffRecoveryCodeTable;
  journal: office.JournalTable;
  order_calls: office.OrderCallTable;
  order_notes: office.OrderNoteTable;
  order_presence: office.OrderPresenceTable;
  order_words: office.OrderWordTable;
  bulks: office.BulkTable;
  bulk_results: office.BulkResultTable;
}
