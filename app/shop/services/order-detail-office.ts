import type { Announcement, ParcelState } from "~/domain/delivery/parcel";
import type { OrderMail } from "~/domain/mails/kinds";
import type { CallOutcome } from "~/domain/office/call";
import type { Actor, JournalEntry, StaffActor } from "~/domain/office/journal";
import type { OrderChannel } from "~/domain/order/channel";
import type { Order, OrderLine, OrderStatus, OrderStep, Recipient, WantedLine } from "~/domain/order/order";
import type { ParcelStory } from "./orders";

/** One order, with everything that staff see of it and do with it. Numbers are in any spelling. */
export interface OrderDetailOffice {
  orderPage(number: string): Promise<OrderPage | undefined>;
  /**
   * A note for the house, which raises the order's version, so that who acts on it has read it.
   * The same text with the same key is one note.
   * @param note `key` was minted with the form
   */
  noteOrder(number: string, note: { key: string; text: string }, by: StaffActor): Promise<"noted" | "unknown">;
  /**
   * Advances an order along `nextSteps`. Cancelled and returned pairs go back into stock, once.
   * With the courier connected, confirming queues a parcel and cancelling withdraws it: pairs that
   * the courier may have go back once it gives them up; until then `heldSteps` are possible.
   */
  moveOrder(
    number: string,
    status: OrderStatus,
    seen: Seen & { reason?: string | undefined },
    by: Actor,
  ): Promise<MoveResult>;
  /** Announces a parcel again that the courier refused; `refused` where there is none. */
  retryParcel(number: string, seen: Seen, by: Actor): Promise<Exclude<MoveResult, "short">>;
  /** The products of an order's lines, each with the variants that a line may become. */
  editChoices(number: string): Promise<Map<string, VariantChoice[]>>;
  /**
   * Edits an order that is editable in one transaction: stock, fee, total, words, journal and a
   * mail. Where fee or total change, they are returned first, and stored when they are agreed to.
   */
  editOrder(number: string, edit: OrderEdit, version: number, by: Actor): Promise<EditResult>;
  /** Notes that this person has the order open; read by others for ten minutes. */
  seeOrder(number: string, by: StaffActor): Promise<void>;
  /** Names of others who have it open. */
  viewersOf(number: string, by: StaffActor): Promise<string[]>;
}

/** The order as it was shown; commands show none. */
interface Seen {
  version?: number;
}

/**
 * `repeated`: the same person did so from the same version before. `short`: the stock cannot cover
 * an order that was not `reserved`. Only `moved` changes it.
 */
export type MoveResult = "moved" | "repeated" | "stale" | "refused" | "short" | "unknown";

export interface OrderPage {
  order: Order;
  steps: OrderStep[];
  version: number;
  /** Undefined for the shop's own pages and the API. */
  channel: OrderChannel | undefined;
  callAt: Date | undefined;
  lastCall: CallOutcome | undefined;
  /** Calls without an answer since the last one that had one. */
  unanswered: number;
  parcel: OfficeParcel | undefined;
  /** Lines that the stock cannot cover, of an order that is not reserved. */
  missing: { line: OrderLine; stock: number }[];
  /** What the shop calls the variants of its lines now, by their ids. */
  references: ReadonlyMap<string, string>;
  isForgotten: boolean;
  /** Oldest first. */
  events: OrderEvent[];
}

/** What happened to an order. */
export type OrderEvent = { at: Date } & (
  | { kind: "change"; entry: JournalEntry }
  /** Of orders that are older than the journal. */
  | { kind: "status"; status: OrderStatus }
  | { kind: "call"; name: string; outcome: CallOutcome | "taken-back"; note: string; callAt?: Date }
  | ({ kind: "note" } & HouseNote)
  | { kind: "parcel"; label: string; reason?: string }
  | { kind: "mail"; mail: OrderMail; state: "sent" | "waiting" | "given-up" }
);

/** What staff wrote of an order. */
export interface HouseNote {
  id: string;
  at: Date;
  name: string;
  text: string;
}

export interface VariantChoice {
  variantId: string;
  /** Colour, size and reference. */
  label: string;
  stock: number;
}

export interface OrderEdit {
  recipient: Recipient;
  lines: readonly WantedLine[];
  /** Why a price is another than before; empty where none is. */
  priceReason: string;
  /** Fee and total as they were shown. */
  agreed?: { fee: number; total: number } | undefined;
}

export type EditResult =
  /** `impossible`: no pair, or more than an order may have. `repeated`: as `MoveResult`. */
  | { result: "edited" | "repeated" | "unchanged" | "unknown" | "stale" | "impossible" }
  /** It is neither pending nor refused by the courier. */
  | { result: "too-late"; status: OrderStatus }
  /** Fee or total differ: show them, and send them back as `agreed`. */
  | { result: "to-agree"; fee: number; total: number; before: { fee: number; total: number } }
  | { result: "short"; lines: { variantId: string; name: string; wanted: number; stock: number }[] }
  /** A variant that is no longer sold, or is no variant of the order's products. */
  | { result: "gone"; variantId: string }
  /** Another price than before, without a reason. */
  | { result: "no-reason" }
  /** Nothing is delivered there in this way. */
  | { result: "destination" }
  /** More than the courier collects. */
  | { result: "ceiling"; total: number; most: number };

/** The parcel of an order, as staff see it. */
export interface OfficeParcel {
  /** To be posted, posted, refused by the courier, to be withdrawn, withdrawn. */
  state: Announcement;
  /** What the courier last said of it, where that is known. */
  reported?: ParcelState | undefined;
  /** Its order has ended, and its pairs are not back. */
  holdsPairs: boolean;
  /** Why the courier refused it, or that another attempt follows; the log has the cause. */
  failure?: string;
  /** URL of the label to print. */
  label?: string;
  /** Absent while the courier has given it no number, and once it has given it up. */
  story?: ParcelStory;
}
