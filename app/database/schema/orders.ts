import type { Rating, ReviewState } from "~/domain/catalogue/review";
import type { Fit } from "~/domain/catalogue/size";
import type { FrenchMode } from "~/domain/delivery/delivery";
import type { OrderStatus } from "~/domain/order/order";
import type { OrderOfficeColumns } from "./office";

export interface OrderTable extends OrderOfficeColumns {
  id: string;
  number: string;
  /** The normalised number (`orderNumberKey`), by which orders are found. */
  number_key: string;
  /** Identifier at another shop's API; null where it is the number, and for own orders. */
  api_id: string | null;
  /** SHA-256 of the form's key, so that any posted text can be looked up. */
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
  /** Price of the pairs, `reward` taken off. */
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
  /** Null for a guest's order, and once the account is closed. */
  account_id: string | null;
  /** Dinars off, for the seventh pair; 0 for none. */
  reward: number;
  /** 1: its account is closed or its person asked; erased once the parcel needs no recipient. */
  to_be_forgotten: number;
  /** 0: its pairs are still in stock, and confirming it takes them. */
  reserved: number;
  /** After how many days it was cancelled for want of confirmation; null in all other cases. */
  lapsed_days: number | null;
  /** Start of its time to be confirmed; null when that is `created_at`. */
  open_since: number | null;
  /** JSON: Provenance. */
  provenance: string | null;
}

/** A copy of what was sold: an order outlives the product, so nothing refers to the catalogue. */
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

/**
 * When an order entered a status. One that it leaves again, as by a call that was taken back, loses
 * its row; that pairs return once is for `reserved` and `holds_pairs` to say.
 */
export interface OrderStepTable {
  order_id: string;
  status: OrderStatus;
  at: number;
}

/** Which visitor may open which order. */
export interface OrderAccessTable {
  visitor: string;
  order_id: string;
  since: number;
}

/** What the buyer of a line says of it; the recipient's first name and wilaya are copied. */
export interface ReviewTable {
  /** As the merchant types it. */
  id: string;
  /** Null for a review of the demonstration. */
  order_id: string | null;
  variant_id: string | null;
  product_id: string;
  rating: Rating;
  fit: Fit | "";
  text: string;
  author: string;
  wilaya: string;
  state: Exclude<ReviewState, "open">;
  created_at: number;
}

/** The letter that asked an account holder for reviews of an order, or was not to be sent. */
export interface ReviewLetterTable {
  order_id: string;
  /** SHA-256 of the address. */
  email_hash: string;
  /** SHA-256 of the token in its links, which gives access to the reviews of this order only. */
  token_hash: string;
  sent_at: number;
  /** When the owner of the address asked for no further letter. */
  refused_at: number | null;
}

/** What is known of an order that an API was asked to take. */
type UnsettledState =
  /** The request is under way, or its process has ended. */
  | "asked"
  /** Nobody knows whether the API has taken it. */
  | "unsettled"
  /** It has: the order of this key. */
  | "taken"
  /** It has not, says the merchant. */
  | "free";

/** An order on another shop's API, stored before it is posted (decision 035). */
export interface UnsettledOrderTable {
  /** SHA-256 of the form's key. */
  key_hash: string;
  /** SHA-256 of `orderContent`. */
  content_hash: string;
  /** As shopper and merchant call it. */
  reference: string;
  visitor: string;
  state: UnsettledState;
  /** JSON: Agreed, with the recipient, and what was sent; empty once it is taken. */
  content: string;
  from_cart: number;
  asked_at: number;
  settled_at: number | null;
}
