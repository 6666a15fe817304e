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
