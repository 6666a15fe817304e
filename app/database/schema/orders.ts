import type { FrenchMode } from "~/domain/delivery";
import type { OrderStatus } from "~/domain/order";

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
