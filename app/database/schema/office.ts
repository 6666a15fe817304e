import type { BulkAction, BulkOutcome } from "~/domain/office/bulk";
import type { CallOutcome } from "~/domain/office/call";
import type { ActorKind, JournalSubject } from "~/domain/office/journal";
import type { StaffRole } from "~/domain/office/role";
import type { OrderChannel } from "~/domain/order/channel";

/** Somebody who works in the shop; not a customer's account. */
export interface StaffTable {
  id: string;
  email: string;
  name: string;
  role: StaffRole;
  /** As `hashPassword` returns it; null for who signs in by passkey alone. */
  password: string | null;
  /** Base32; null without an authenticator app. */
  totp_secret: string | null;
  /** The 30-second step of the last code that was accepted: no code counts twice. */
  totp_used_step: number;
  /** 1: the keyboard's shortcuts are on. */
  shortcuts: number;
  created_at: number;
  /** When this person left; null while they work here. */
  ended_at: number | null;
}

export interface StaffSessionTable {
  /** SHA-256 of the token in the cookie. */
  token_hash: string;
  staff_id: string;
  /** "Chrome, Android". */
  device: string;
  created_at: number;
  /** The last request: a session ends after some idle time. */
  seen_at: number;
  /** When this person last proved who they are. */
  proved_at: number;
}

/** An invitation, for one use. */
export interface StaffLinkTable {
  token_hash: string;
  email: string;
  name: string;
  role: StaffRole;
  /** Null for the link that the command prints. */
  invited_by: string | null;
  created_at: number;
  expires_at: number;
}

export interface StaffPasskeyTable {
  /** The credential's id, base64url. */
  id: string;
  staff_id: string;
  /** COSE, base64url. */
  public_key: string;
  counter: number;
  name: string;
  created_at: number;
  used_at: number | null;
}

/** What a passkey has signed: nothing counts twice. */
export interface StaffChallengeTable {
  challenge_hash: string;
  /** When the shop would no longer take it anyway. */
  expires_at: number;
}

export interface StaffRecoveryCodeTable {
  code_hash: string;
  staff_id: string;
}

/** Who changed what; triggers refuse edits, except that `before` and `after` become null. */
export interface JournalTable {
  id: string;
  at: number;
  actor: ActorKind;
  staff_id: string | null;
  /** The person's name on that day; empty for others. */
  name: string;
  /** A code of `journalActions`. */
  action: string;
  subject: JournalSubject;
  subject_id: string;
  /** The order's number, the product's name, the person's e-mail address. */
  subject_name: string;
  /** JSON of the fields that changed; null where there was nothing, or where it was erased. */
  before: string | null;
  after: string | null;
}

/** A call, or that one was taken back. A row stays, but a note is erased with its person. */
export interface OrderCallTable {
  id: string;
  order_id: string;
  at: number;
  staff_id: string;
  name: string;
  outcome: CallOutcome | "taken-back";
  /** When to call next; null for not again. */
  call_at: number | null;
  note: string;
  /** The call that this row takes back. */
  undoes: string | null;
  /** JSON: `BeforeCall`, the order before this call. */
  previous: string;
}

export interface OrderNoteTable extends Pick<OrderCallTable, "id" | "order_id" | "at" | "staff_id" | "name"> {
  text: string;
}

/** Who has an order's page open. */
export interface OrderPresenceTable {
  order_id: string;
  staff_id: string;
  seen_at: number;
}

/** What an order is found by, without accents and in small letters. */
export interface OrderWordTable {
  word: string;
  /** The order's, so that the newest are found first. */
  created_at: number;
  order_id: string;
}

/** What the office adds to an order's row. */
export interface OrderOfficeColumns {
  /** Raised by every change, so that nobody acts on what they did not see. */
  version: number;
  /** Calls without an answer since the last one that had one. */
  unanswered: number;
  /** When it is to be called, or to be called again; null for not. */
  call_at: number | null;
  last_call: CallOutcome | null;
  /** Where staff took it down; null for the shop's own pages and the API. */
  channel: OrderChannel | null;
}

/** One press that changes several orders. */
export interface BulkTable {
  /** SHA-256 of the form's key. */
  id: string;
  at: number;
  staff_id: string;
  action: BulkAction;
  /** JSON: BulkChoice[], as they were shown. */
  choices: string;
}

/** What came of each order of a bulk, in the transaction of its change. */
export interface BulkResultTable {
  bulk_id: string;
  position: number;
  outcome: BulkOutcome;
}
