/** What was done once and for all, such as the seeding. */
export interface OneTimeTaskTable {
  name: string;
  made_at: number;
}

/** Mail on its way out, written in the transaction of what it tells; the mail worker takes it from here. */
export interface MailTable {
  id: string;
  /** What the mail is about: nothing is said twice. */
  key: string;
  kind: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  /** JSON: Record<string, string>. */
  headers: string;
  created_at: number;
  /** When it is to be sent, or sent again; null once it was sent or given up. */
  due_at: number | null;
  attempts: number;
  sent_at: number | null;
  /** A code, of the last attempt that failed; never what a mail server said, which may name somebody. */
  failure: string | null;
}

/** One row: which of the courier's data are in use, who reads them anew, and until when nobody may ask. */
export interface CourierStateTable {
  id: number;
  /** Of the rows of `courier_wilayas` that are in use; 0 until the first were read. One above it is being read. */
  generation: number;
  /** When those in use were read. */
  read_at: number | null;
  paused_until: number;
  /** When the next reading begins, or goes on. */
  due_at: number;
  /** Who reads, until when; another one goes on from there. */
  reader: string | null;
  reader_until: number;
  begun_at: number | null;
  /** Readings that failed since the last one that did not. */
  attempts: number;
  failure: string | null;
}

export interface CourierWilayaTable {
  generation: number;
  id: number;
  name: string;
  is_deliverable: number;
  /** JSON: ServedWilaya in use, ReadWilaya while it is being read; null until then. */
  content: string | null;
}

/** Calls of the courier's API within the last day, of all processes: its quota is counted by them. */
export interface CourierCallTable {
  id: string;
  /** The last moment at which the courier may have counted it. */
  at: number;
}

/**
 * The parcel of a confirmed order, one an order. `waiting` to be posted, `posted`, `refused` by the courier or impossible,
 * `leaving` since its order is cancelled, `withdrawn`.
 */
export interface ParcelTable {
  order_id: string;
  state: "waiting" | "posted" | "refused" | "leaving" | "withdrawn";
  /** When somebody is to do something for it; null for nothing. */
  due_at: number | null;
  attempts: number;
  /** When it was first posted, whatever came of it: from then on the courier is asked before it is posted again. */
  asked_at: number | null;
  tracking: string | null;
  /** Public, and it carries name and phone: never on a page. */
  label: string | null;
  failure: string | null;
  /** The last one, as the courier spells it. */
  status: string | null;
  /** When the courier is to be asked what became of it. */
  poll_at: number | null;
  created_at: number;
}

/** What the courier says of parcels, as it came; also of parcels that are not, or not yet, known to be ours. */
export interface ParcelEventTable {
  tracking: string;
  /** "status", or the courier's name of another kind. */
  kind: string;
  occurred_at: number;
  status: string;
  reason: string | null;
  event_id: string | null;
  heard_at: number;
}
