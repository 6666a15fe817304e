import type { MailKind } from "~/domain/mails/kinds";

/** A task done once in the database's life, such as the seeding. */
export interface OneTimeTaskTable {
  name: string;
  made_at: number;
}

/** A queued mail, written in the transaction of its cause and sent by the mail worker. */
export interface MailTable {
  id: string;
  /** Hash of kind and occasion: no mail is queued twice. */
  key: string;
  kind: MailKind;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  /** JSON: Record<string, string>. */
  headers: string;
  created_at: number;
  /** When it is due; null once it was sent or given up. */
  due_at: number | null;
  attempts: number;
  sent_at: number | null;
  /** Code of the last failure; never the mail server's text, which may name somebody. */
  failure: string | null;
}

/** One row: the courier's data in use, the sync that reads new ones, the pause of calls. */
export interface CourierStateTable {
  id: number;
  /** Generation of `courier_wilayas` in use; 0 before the first. */
  generation: number;
  read_at: number | null;
  paused_until: number;
  /** When the next sync begins or continues. */
  due_at: number;
  /** Which process reads, until when; then another one may continue. */
  reader: string | null;
  reader_until: number;
  begun_at: number | null;
  /** Failed syncs since the last success. */
  attempts: number;
  failure: string | null;
}

export interface CourierWilayaTable {
  generation: number;
  id: number;
  name: string;
  is_deliverable: number;
  /** JSON: ServedWilaya. */
  content: string;
}

/** Calls of the courier's API within the last day, by all processes: the quota counts them. */
export interface CourierCallTable {
  id: string;
  /** The last moment when the courier may have counted it. */
  at: number;
}

/**
 * The parcel of a confirmed order. `waiting` to be posted, `posted`, `refused` by the courier or
 * impossible, `leaving` (to be withdrawn, since its order is cancelled), `withdrawn`.
 */
export interface ParcelTable {
  order_id: string;
  state: "waiting" | "posted" | "refused" | "leaving" | "withdrawn";
  /** When the parcel worker has something to do; null for nothing. */
  due_at: number | null;
  attempts: number;
  /** The last moment at which a post may have been made; null when the courier cannot have it. */
  asked_at: number | null;
  tracking: string | null;
  /** 1 while its order has ended and its pairs are not back: the courier may carry them. */
  holds_pairs: number;
  /** URL of the label: public, with name and phone, so staff alone see it. */
  label: string | null;
  failure: string | null;
  /** The last status, as the courier spells it. */
  status: string | null;
  /** When its status is polled next. */
  poll_at: number | null;
  created_at: number;
}

/** The courier's events as received, also of parcels that are not, or not yet, ours. */
export interface ParcelEventTable {
  tracking: string;
  /** "status", or the courier's name of another kind of event. */
  kind: string;
  occurred_at: number;
  status: string;
  reason: string | null;
  event_id: string | null;
  heard_at: number;
}
