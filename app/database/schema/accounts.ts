/** An account is a visitor: cart, wishlist and access to orders refer to its id. */
export interface AccountTable {
  /** A visitor id, random; unlike a guest's it is not the hash of a token. */
  id: string;
  email: string;
  /** As `hashPassword` returns it. */
  password: string;
  first_name: string;
  last_name: string;
  /** Normalised, or empty. */
  phone: string;
  address: string;
  created_at: number;
  /** When the address was confirmed by its mailed link; null until then. */
  confirmed_at: number | null;
}

/** A browser that is signed in. */
export interface SessionTable {
  /** SHA-256 of the token in the cookie. */
  token_hash: string;
  account_id: string;
  /** Shown in the owner's list of sessions: "Chrome, Android". */
  device: string;
  created_at: number;
  expires_at: number;
}

/** A browser that was signed in before: strangers' wrong guesses do not use up its attempts. */
export interface KnownBrowserTable {
  token_hash: string;
  account_id: string;
  since: number;
}

/** A mailed link, for one use. */
export interface AccountLinkTable {
  token_hash: string;
  kind: "registration" | "reset" | "email";
  /** Null for a reset requested for an address without an account. */
  account_id: string | null;
  email: string;
  /** Of a change of address: the session that requested it, which stays signed in. */
  session_hash: string | null;
  expires_at: number;
}

/** Attempts that were counted since a moment. */
export interface AttemptTable {
  /** SHA-256, because the text may hold an address. */
  key: string;
  count: number;
  since: number;
}
