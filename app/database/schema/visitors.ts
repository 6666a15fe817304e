/** A guest whose browser has not sent the cookie back yet. */
export interface NewGuestTable {
  visitor: string;
  /** SHA-256 of the client's IP address; null where it is not known. */
  address: string | null;
  begun_at: number;
}

/** A visitor's cart and checkout draft. Its row is the lock of its lines. */
export interface CartTable {
  visitor: string;
  /** JSON: Recipient. */
  draft: string | null;
  updated_at: number;
  /** SHA-256 of the key of the order that an API is asked to place, and when that expires. */
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

export interface WishlistItemTable {
  visitor: string;
  product_id: string;
  added_at: number;
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
  /** When staff answered it, or set it aside; null while it waits. */
  answered_at: number | null;
}

export interface SubscriberTable {
  /** SHA-256 of the address. */
  email_hash: string;
  /** Null once its owner unsubscribed: the row stays, so that no more confirmations are mailed. */
  email: string | null;
  /** In the links of every mail to this address; it gives access to the subscription only. */
  token: string;
  /** Null until the owner of the address confirmed. */
  confirmed_at: number | null;
  created_at: number;
  /** When the confirmation was mailed last, or when the owner unsubscribed. */
  asked_at: number;
  times_asked: number;
}

/** Somebody who waits for a sold-out variant. */
export interface StockAlertTable {
  variant_id: string;
  /** SHA-256 of the contact. */
  contact_hash: string;
  /** E-mail address or phone; null once the e-mail was queued, or its owner refused. */
  contact: string | null;
  /** In the link of the mail; it gives access to the requests of this contact only. */
  token: string;
  created_at: number;
  /** When it was found in stock again: the mail was queued, or the shop was told whom to call. */
  back_at: number | null;
  /** When the owner of the address asked for no further mail. */
  refused_at: number | null;
}
