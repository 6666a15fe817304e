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
