import type { Generated } from "kysely";
import type { Gender, Kind } from "~/domain/catalogue";
import type { ColorFamily } from "~/domain/color-family";
import type { FrenchMode } from "~/domain/delivery";
import type { Source } from "~/domain/imported-product";
import type { OrderStatus } from "~/domain/order";
import type { ProductFieldColumns } from "~/domain/product-fields";

/**
 * The tables, the same on SQLite and PostgreSQL: text identifiers, whole dinars, booleans as 0 and 1, instants as
 * milliseconds since 1970, JSON as text. `migrations.server.ts` makes them.
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
  home_sections: HomeSectionTable;
  product_words: ProductWordTable;
  search_words: SearchWordTable;
  popular_searches: PopularSearchTable;
  wishlist_items: WishlistItemTable;
  mails: MailTable;
  messages: MessageTable;
  subscribers: SubscriberTable;
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
}

/** One row: grows with whatever public pages show, the stock of single variants aside. */
export interface PublishedTable {
  version: number;
  /** PostgreSQL only: the transaction that it grew with last. */
  changed_by: string | null;
}

/** What was done once and for all, such as the seeding. */
export interface OneTimeTaskTable {
  name: string;
  made_at: number;
}

export interface CategoryTable {
  id: string;
  slug: string;
  name: string;
  description: string;
  parent_id: string | null;
  image: string | null;
  position: number;
}

export interface CollectionTable {
  id: string;
  slug: string;
  name: string;
  description: string;
  category_id: string | null;
  image: string | null;
  position: number;
}

/** Of each family the sizes that are in stock, as bits (domain/stock-index.ts): who asks for both wants them in one shoe. */
type SizesByFamily = Record<`sizes_${ColorFamily}`, number>;

export interface ProductTable extends SizesByFamily, ProductFieldColumns {
  id: string;
  slug: string;
  sku: string;
  name: string;
  kind: Kind;
  gender: Gender;
  category_id: string;
  collection_id: string | null;
  price: number;
  old_price: number | null;
  is_new: number;
  is_bestseller: number;
  active: number;
  /** Sum of the variants' stock, changed in the same transaction: a list says "sold out" without looking at variants. */
  stock: number;
  created_at: number;
  /** JSON: Color[]. With `picture` all that a card shows, so that a list is one query. */
  colors: string;
  /** JSON: Picture, the card's. */
  picture: string | null;
  /** JSON: Picture[]. */
  pictures: string;
  /** Whose list it was imported from, and what it is called there; null for what the shop began with. */
  source: Source | null;
  source_id: string | null;
  /** What lists are narrowed by, from the variants (domain/stock-index.ts): families of all colours, as bits … */
  families: number;
  /** … sizes that are in stock in any colour, as bits … */
  sizes: number;
  /** … and all of it in one word, as `writeStockIndex` puts it: counts take products together that are alike. */
  stock_index: string;
}

export interface VariantTable {
  id: string;
  product_id: string;
  sku: string;
  color_slug: string;
  color_name: string;
  color_hex: string;
  /** An EU size; with a label the place among the product's sizes. */
  size: number;
  size_label: string | null;
  stock: number;
  position: number;
}

/** A guest whose cookie has not been sent back yet. */
export interface NewGuestTable {
  visitor: string;
  /** SHA-256 of the address of the network; null where nobody's is known. */
  address: string | null;
  begun_at: number;
}

/** A visitor's cart and what they typed in the checkout. Its row is the lock of its lines. */
export interface CartTable {
  visitor: string;
  /** JSON: Recipient. */
  draft: string | null;
  updated_at: number;
  /** The key (SHA-256) under which an API is being asked to order it, and until when that may take. */
  ordering: string | null;
  ordering_until: number | null;
}

export interface CartLineTable {
  visitor: string;
  variant_id: string;
  quantity: number;
  /** The price that the shopper last saw. */
  seen_price: number;
  added_at: number;
}

export interface OrderTable {
  id: string;
  number: string;
  /** What all spellings of the number have in common (`orderNumberKey`): orders are found by it. */
  number_key: string;
  /** What another shop's API calls it; null for an order of this shop's, and where that is its number. */
  api_id: string | null;
  /** SHA-256 of the form's key (PE-6): any text that is posted as one can be looked up. */
  key_hash: string;
  /** SHA-256 of `orderContent`. */
  content_hash: string;
  status: OrderStatus;
  created_at: number;
  last_name: string;
  first_name: string;
  phone: string;
  wilaya_id: number;
  wilaya_name: string;
  commune_id: number;
  commune_name: string;
  mode: FrenchMode;
  stop_desk_id: number | null;
  stop_desk_name: string | null;
  stop_desk_address: string | null;
  address: string;
  notes: string;
  /** What is to be paid for the goods, `reward` taken off. */
  subtotal: number;
  delivery_fee: number;
  cod_fee: number;
  insurance_fee: number;
  total_fee: number;
  delivery_time: number;
  total: number;
  /** JSON: Parcel. */
  parcel: string;
  /** JSON: DeliverySettings. */
  settings: string;
  /** Whose order it is; null for a guest's, and once the account is gone. */
  account_id: string | null;
  /** Dinars off, for the seventh pair; 0 for none. */
  reward: number;
  /** 1: its account is gone, and so is what it says of the recipient, as soon as nobody needs it for the parcel. */
  to_be_forgotten: number;
  /** 0: its pairs are still in stock; confirming it takes them. */
  reserved: number;
  /** Days after which it was cancelled, because nobody had confirmed it; null unless that was the reason. */
  lapsed_days: number | null;
  /** Since when its time to be confirmed runs; null where that is since it was placed. */
  open_since: number | null;
}

/** What was sold, as it was then: an order outlives the product, so nothing here refers to the catalogue's tables. */
export interface OrderLineTable {
  order_id: string;
  position: number;
  variant_id: string;
  product_id: string;
  product_slug: string;
  name: string;
  /** JSON: Color. */
  color: string;
  size: number;
  size_label: string | null;
  /** JSON: Picture. */
  picture: string | null;
  quantity: number;
  price: number;
}

/** When an order came into which status. No status is entered twice, so neither is stock returned twice. */
export interface OrderStepTable {
  order_id: string;
  status: OrderStatus;
  at: number;
}

/** Which visitor may open which order (S-6). */
export interface OrderAccessTable {
  visitor: string;
  order_id: string;
  since: number;
}

export interface HomeSectionTable {
  id: string;
  type: string;
  title: string;
  subtitle: string;
  description: string;
  enabled: number;
  position: number;
  /** JSON. */
  content: string;
}

/** Products that are found by words; those that are retired leave it by a trigger. See search-index.server.ts. */
export interface ProductWordTable {
  /** SQLite only: the product in the index of words, in the order of dates. Too large for a number of JavaScript. */
  number: Generated<number>;
  product_id: string;
  created_at: number;
  /** Words of the name and of the kind, each between spaces, for ranking. */
  name: string;
  kind: string;
  /** PostgreSQL only: tsvector of all words, and of those of the name with a mark, for finding. */
  words: Generated<string>;
}

/** Every word that was ever indexed: what is typed is one of them, the beginning of one, or a slip of one. */
export interface SearchWordTable {
  word: string;
  /** Absent for words that no slip is forgiven of: numbers, references, what only a description says. */
  length: number | null;
}

export interface PopularSearchTable {
  term: string;
  position: number;
}

export interface WishlistItemTable {
  visitor: string;
  product_id: string;
  added_at: number;
}

/** Mail on its way out, written in the transaction of what it tells; the mail worker takes it from here. */
export interface MailTable {
  id: string;
  /** What the mail is about: nothing is said twice. */
  key: string;
  kind: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  /** JSON: Record<string, string>. */
  headers: string;
  created_at: number;
  /** When it is to be sent, or sent again; null once it was sent or given up. */
  due_at: number | null;
  attempts: number;
  sent_at: number | null;
  /** A code, of the last attempt that failed; never what a mail server said, which may name somebody. */
  failure: string | null;
}

export interface MessageTable {
  id: string;
  /** SHA-256 of the form's key. */
  key_hash: string;
  name: string;
  email: string;
  subject: string;
  message: string;
  created_at: number;
}

export interface SubscriberTable {
  /** SHA-256 of the address. */
  email_hash: string;
  /** Null once its owner left: what stays keeps the address from being asked again. */
  email: string | null;
  /** In the links of every mail to this address; opens nothing but the subscription. */
  token: string;
  /** Null until the owner of the address said so. */
  confirmed_at: number | null;
  created_at: number;
  /** When the confirmation was mailed last, or when the owner left. */
  asked_at: number;
  times_asked: number;
}

/** An account is a visitor whom an address and a password bring back: cart, wishlist and access to orders hang on its id. */
export interface AccountTable {
  /** The visitor; no browser holds a token that it is the hash of. */
  id: string;
  email: string;
  /** As `hashPassword` gives it. */
  password: string;
  first_name: string;
  last_name: string;
  /** Normalised, or empty. */
  phone: string;
  address: string;
  created_at: number;
  /** When somebody showed that they read the letters of the address; null until then. */
  confirmed_at: number | null;
}

/** A browser that is signed in (S-3). */
export interface SessionTable {
  /** SHA-256 of the token in the cookie. */
  token_hash: string;
  account_id: string;
  /** For its owner to tell one from the other: "Chrome, Android". */
  device: string;
  created_at: number;
  expires_at: number;
}

/** A browser that was signed in before: strangers who guess passwords do not use up its attempts. */
export interface KnownBrowserTable {
  token_hash: string;
  account_id: string;
  since: number;
}

/** A mailed link, for one use. */
export interface AccountLinkTable {
  token_hash: string;
  kind: "registration" | "reset" | "email";
  /** Null for a reset that an address without an account asked for. */
  account_id: string | null;
  email: string;
  /** Of a change of address: the session that asked for it, and goes on. */
  session_hash: string | null;
  expires_at: number;
}

/** How often something was tried since. */
export interface AttemptTable {
  /** SHA-256: of what may hold an address. */
  key: string;
  count: number;
  since: number;
}

/** One row: which of the courier's data are in use, who reads them anew, and until when nobody may ask. */
export interface CourierStateTable {
  id: number;
  /** Of the rows of `courier_wilayas` that are in use; 0 until the first were read. One above it is being read. */
  generation: number;
  /** When those in use were read. */
  read_at: number | null;
  paused_until: number;
  /** When the next reading begins, or goes on. */
  due_at: number;
  /** Who reads, until when; another one goes on from there. */
  reader: string | null;
  reader_until: number;
  begun_at: number | null;
  /** Readings that failed since the last one that did not. */
  attempts: number;
  failure: string | null;
}

export interface CourierWilayaTable {
  generation: number;
  id: number;
  name: string;
  is_deliverable: number;
  /** JSON: ServedWilaya in use, ReadWilaya while it is being read; null until then. */
  content: string | null;
}

/** Calls of the courier's API within the last day, of all processes: its quota is counted by them. */
export interface CourierCallTable {
  id: string;
  /** The last moment at which the courier may have counted it. */
  at: number;
}

/**
 * The parcel of a confirmed order, one an order. `waiting` to be posted, `posted`, `refused` by the courier or impossible,
 * `leaving` since its order is cancelled, `withdrawn`.
 */
export interface ParcelTable {
  order_id: string;
  state: "waiting" | "posted" | "refused" | "leaving" | "withdrawn";
  /** When somebody is to do something for it; null for nothing. */
  due_at: number | null;
  attempts: number;
  /** When it was first posted, whatever came of it: from then on the courier is asked before it is posted again. */
  asked_at: number | null;
  tracking: string | null;
  /** Public, and it carries name and phone: never on a page. */
  label: string | null;
  failure: string | null;
  /** The last one, as the courier spells it. */
  status: string | null;
  /** When the courier is to be asked what became of it. */
  poll_at: number | null;
  created_at: number;
}

/** What the courier says of parcels, as it came; also of parcels that are not, or not yet, known to be ours. */
export interface ParcelEventTable {
  tracking: string;
  /** "status", or the courier's name of another kind. */
  kind: string;
  occurred_at: number;
  status: string;
  reason: string | null;
  event_id: string | null;
  heard_at: number;
}
