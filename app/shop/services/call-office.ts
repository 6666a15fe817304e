import type { CallOutcome } from "~/domain/office/call";
import type { StaffActor } from "~/domain/office/journal";
import type { OrderLine, OrderStatus } from "~/domain/order/order";
import type { HouseNote, OrderPage } from "./order-detail-office";

/** Calls to shoppers who ordered, one order at a time. */
export interface CallOffice {
  /**
   * The order that has been due the longest, without those that somebody else has open, or whose
   * phone has another one that somebody else has open.
   * @param after number of an order: the one that follows where it is, or was before it was called
   * or cancelled, and then the first
   */
  nextToCall(by: StaffActor, after?: string): Promise<NextCall>;
  /** What is left for later is free for others at once, with the phone's other orders. */
  leaveForLater(number: string, by: StaffActor): Promise<void>;
  /** Undefined for an unknown number, in any spelling. */
  callCard(number: string): Promise<CallCard | undefined>;
  /** The person's last call of the last hour, as long as nothing followed from it. */
  lastCall(by: StaffActor): Promise<{ number: string; call: MadeCall } | undefined>;
  /** In one transaction: the call, what follows from it, and the journal's row. */
  recordCall(number: string, call: NewCall, by: StaffActor): Promise<RecordResult>;
  /** Adds a row that takes the last call back, and undoes what followed from it. */
  takeBackCall(number: string, call: string, by: StaffActor): Promise<TakeBackResult>;
}

interface NextCall {
  number: string | undefined;
  /** How many are due, with those that others have open. */
  due: number;
  /** When the next one is due, while none is. */
  nextAt?: Date;
}

export interface CallCard
  extends Pick<OrderPage, "order" | "version" | "callAt" | "lastCall" | "unanswered" | "missing"> {
  /** Oldest first. */
  calls: MadeCall[];
  houseNotes: HouseNote[];
  /** Of this phone, newest first, and how many came to each status. */
  earlier: OtherOrder[];
  cameTo: Partial<Record<OrderStatus, number>>;
  /**
   * Of the same phone, or the same name and commune, within 24 hours; of the same phone at any time
   * while both wait for their calls.
   */
  twins: (OtherOrder & { isSamePhone: boolean; lines: OrderLine[] })[];
}

export interface MadeCall {
  id: string;
  at: Date;
  name: string;
  outcome: CallOutcome;
  note: string;
  callAt?: Date;
  isTakenBack: boolean;
  /** Nothing followed but notes. */
  mayBeTakenBack: boolean;
}

export interface OtherOrder {
  number: string;
  status: OrderStatus;
  at: Date;
  total: number;
}

export interface NewCall {
  /** Minted with the form: a second press records nothing. */
  key: string;
  /** The order's, as it was shown. */
  version: number;
  outcome: CallOutcome;
  /** When to call again, for outcomes that ask for it. */
  when?: Date | undefined;
  note: string;
}

export type RecordResult =
  /** What the form's first press recorded, also where `isRepeated`. */
  | ({ result: "recorded"; call: string; isRepeated: boolean } & Pick<MadeCall, "outcome" | "note" | "callAt">)
  /** Somebody changed the order meanwhile: nothing was recorded. */
  | { result: "stale" }
  /** It waits for no call any more. */
  | { result: "too-late"; status: OrderStatus }
  /** Confirming takes more pairs than there are. */
  | { result: "short" }
  | { result: "unknown" };

/** `repeated`: this person has taken it back before. */
export type TakeBackResult = "taken-back" | "repeated" | "too-late" | "short" | "reward-used" | "unknown";
