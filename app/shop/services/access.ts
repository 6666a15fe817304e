import type { Account } from "~/domain/account/account";
import type { VisitorId } from "./guests";

/** The client of a request, for limits and for what an account takes over from its guest. */
export interface Caller {
  /** The client's IP address; undefined when only a proxy's is known. */
  address?: string | undefined;
  /** Token of an earlier sign-in here: its attempts are counted apart from strangers'. */
  browser?: string | undefined;
  /** Token of this browser's session until now, which ends. */
  session?: string | undefined;
  /** Whose cart, wishlist and access to orders become the account's. */
  guest?: VisitorId | undefined;
  /** For the list of sessions: "Chrome, Android". */
  device: string;
  /** Whether our form seems to have been filled in: without an address it queues before others. */
  filledIn?: boolean;
}

/** Two tokens for cookies: of the session, and of a browser that was signed in. */
export type SignInResult =
  | { ok: true; account: Account; session: string; browser: string }
  | { ok: false; reason: "wrong" | "limited" | "gone" };

/** `isEmptied`: the account was emptied of what its registrant had typed and ordered. */
export type ResetResult = (SignInResult & { ok: true; isEmptied: boolean }) | { ok: false; reason: "gone" };

/** `taken`: the address has an account. */
/** `isMailed`: whether the link goes out, which it does not to an address that has had too many. */
export type RegisterResult =
  | (SignInResult & { ok: true; isMailed: boolean })
  | { ok: false; reason: "taken" | "limited" };

/**
 * Registering, signing in and out, passwords (S-3, S-5). Addresses are as `normaliseEmail` returns
 * them; unknown ones get the same answers except in `register`. `limited`: nothing was checked.
 */
export interface AccessService {
  /** Makes the account, signs in, and mails a link that confirms the address. */
  register(
    registration: { email: string; password: string; firstName: string; lastName: string },
    from: Caller,
  ): Promise<RegisterResult>;
  /** Mails that link again, three times an hour at most. `limited`: none goes out. */
  requestConfirmation(account: VisitorId): Promise<"mailed" | "confirmed" | "limited">;
  logIn(email: string, password: string, from: Caller): Promise<SignInResult>;
  accountOf(session: string): Promise<Account | undefined>;
  logOut(session: string): Promise<void>;
  /**
   * Mails a link, valid for 30 minutes, if there is an account; one in ten minutes. `limited`: too
   * many from one client, unless its browser was signed in to that account before.
   */
  requestReset(email: string, from?: Pick<Caller, "address" | "browser">): Promise<"requested" | "limited">;
  /** The address that a link was mailed to, while the link can be used. */
  addressOf(token: string, kind: "registration" | "reset" | "email"): Promise<string | undefined>;
  /**
   * Sets a new password, once per link, signs in, and ends every other session. An address that was
   * never confirmed is confirmed now and its account emptied: a stranger may have filled it.
   */
  reset(token: string, password: string, from: Caller): Promise<ResetResult>;
  /** The same with the current password instead of a link. */
  changePassword(account: VisitorId, current: string, password: string, from: Caller): Promise<SignInResult>;
  /**
   * Mails a link to the new address. `unmailed`: it has had too many within the hour.
   * @param session stays signed in when the address changes
   */
  changeEmail(
    account: VisitorId,
    password: string,
    email: string,
    session: string,
  ): Promise<"mailed" | "unmailed" | "wrong" | "limited">;
  /**
   * Uses a mailed link: of the registration, or of a change of address, which ends other sessions.
   * @returns whether the account now has the address, confirmed; `taken` by another one meanwhile
   */
  confirmEmail(token: string, kind: "registration" | "email"): Promise<boolean | "taken">;
  isPassword(account: VisitorId, password: string): Promise<"right" | "wrong" | "limited">;
  /** The account's sessions, newest first; `isThis` marks the given one. */
  sessions(account: VisitorId, session: string): Promise<{ since: Date; device: string; isThis: boolean }[]>;
  endOtherSessions(account: VisitorId, session: string): Promise<void>;
  /** Deletes expired sessions, links, known browsers and counted attempts. */
  forget(): Promise<void>;
}
