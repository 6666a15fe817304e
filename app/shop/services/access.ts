import type { Account } from "~/domain/account";
import type { VisitorId } from "./guests";

/** Who asks for access, for limits and for what an account takes over from its guest. */
export interface Caller {
  /** Of the client, as the middleware knows it; undefined when only a proxy's is known: then it limits nobody. */
  address?: string | undefined;
  /** What an earlier sign-in left in this browser: its attempts are counted apart from strangers'. */
  browser?: string | undefined;
  /** What this browser was signed in with until now: it ends. */
  session?: string | undefined;
  /** Whose cart, wishlist and access to orders become the account's. */
  guest?: VisitorId | undefined;
  /** For the list of sessions: "Chrome, Android". */
  device: string;
  /** Whether a form of ours was filled in, as far as that can be told: for who has no address, a better place in the queue. */
  filledIn?: boolean;
}

/** Two tokens for the browser's cookies: one that is signed in, one that was. */
export type SignInResult =
  | { ok: true; account: Account; session: string; browser: string }
  | { ok: false; reason: "wrong" | "limited" | "gone" };

/** `taken`: the address has an account. */
export type RegisterResult = (SignInResult & { ok: true }) | { ok: false; reason: "taken" | "limited" };

/**
 * Registering, signing in and out, passwords (S-3, S-5). Addresses are as `normaliseEmail` gives them. Known and unknown ones
 * get the same answers after the same work, but for registering. `limited`: too often; nothing was looked at.
 */
export interface AccessService {
  /** Makes the account, signs in, and mails a link that confirms the address. */
  register(
    registration: { email: string; password: string; firstName: string; lastName: string },
    from: Caller,
  ): Promise<RegisterResult>;
  /** Mails that link once more; three times an hour. */
  askConfirmation(account: VisitorId): Promise<"asked" | "confirmed" | "limited">;
  logIn(email: string, password: string, from: Caller): Promise<SignInResult>;
  accountOf(session: string): Promise<Account | undefined>;
  logOut(session: string): Promise<void>;
  /** Mails a link that is good for 30 minutes, if there is an account; one in ten minutes. */
  askReset(email: string): Promise<void>;
  /** Whether a mailed link can still be used. */
  isGood(token: string, kind: "registration" | "reset" | "email"): Promise<boolean>;
  /**
   * Sets a new password, once a link, and signs in; every other session ends. An address that was never confirmed is so now, and
   * its account is empty: whoever filled it may have been a stranger.
   */
  reset(token: string, password: string, from: Caller): Promise<SignInResult>;
  /** The same for who knows the current one. */
  changePassword(account: VisitorId, current: string, password: string, from: Caller): Promise<SignInResult>;
  /** Mails a link to the new address. @param session the one that goes on once the address is changed */
  askEmail(
    account: VisitorId,
    password: string,
    email: string,
    session: string,
  ): Promise<"asked" | "wrong" | "limited">;
  /**
   * Uses a link that was mailed to an address: of the registration, or of a change, which ends the other sessions.
   * @returns whether the account has the address now, and it is confirmed
   */
  confirmEmail(token: string, kind: "registration" | "email"): Promise<boolean>;
  isPassword(account: VisitorId, password: string): Promise<"right" | "wrong" | "limited">;
  /** Where the account is signed in, the newest first. */
  sessions(account: VisitorId, session: string): Promise<{ since: Date; device: string; isThis: boolean }[]>;
  endOtherSessions(account: VisitorId, session: string): Promise<void>;
  /** Sessions, links and counts that have run out go. */
  forget(): Promise<void>;
}
