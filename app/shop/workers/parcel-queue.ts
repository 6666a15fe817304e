import type { ReadWilaya } from "~/courier/check-rates.server";
import type { Parcel } from "~/domain/delivery";

/** Fees and places are read, and asked for again, in the background; parcels go first. */
export type CallPurpose = "parcel" | "background";

/** What an answer said of the quota. */
export interface CallHeard {
  /** Calls left, as far as it was said. */
  second?: number | undefined;
  minute?: number | undefined;
  hour?: number | undefined;
  day?: number | undefined;
  /** The courier asks to wait so long. */
  retryAfterMs?: number | undefined;
}

/** What the workers that speak to the courier (app/courier) ask and tell the shop. Nothing here is for shoppers. */
export interface ParcelQueue {
  /**
   * A call within the quota, which all processes share, or how long to wait for one. It counts from now until `endCall`, and
   * for its second, minute, hour and day from there: the courier counted it at some moment between.
   */
  takeCall(purpose: CallPurpose): Promise<{ call: string } | { waitMs: number }>;
  endCall(call: string, heard: CallHeard): Promise<void>;

  /**
   * Reading places and fees anew, once a day, by one process at a time: whoever begins has five minutes from its last step. What
   * a process that died had read is there for the next one. Undefined while there is nothing to do.
   */
  beginFeeSync(): Promise<Reading | undefined>;
  /** @returns false when the reading is another process's by now */
  storeWilayas(reader: string, wilayas: readonly ListedWilaya[]): Promise<boolean>;
  storeWilaya(reader: string, wilaya: ReadWilaya): Promise<boolean>;
  /** Puts what was read to use, if it is whole and can be true; else what is in use stays. */
  finishFeeSync(
    reader: string,
  ): Promise<{ outcome: "used"; remarks: string[] } | { outcome: "refused"; reason: string } | { outcome: "gone" }>;
  /** Goes on later: after 1, 2, 4 … minutes, six hours at most, and not before the courier allows. */
  postponeFeeSync(reader: string, failure: string, retryAfterMs?: number): Promise<Date>;

  /** Parcels that something is to be done for. Nobody else gets them for five minutes. */
  claim(count: number): Promise<ParcelTask[]>;
  /** Before a parcel is posted: whether it still is to be, and is ours. From then on it may exist. */
  begin(task: ParcelTask): Promise<boolean>;
  settle(task: ParcelTask, outcome: ParcelOutcome): Promise<{ nextTry?: Date; remarks: string[] }>;
  /** Has a refused parcel tried again. @returns false when there is none */
  retry(orderNumber: string): Promise<boolean>;

  /** Tracking numbers that the courier is to be asked about; they are not due again for six hours. */
  duePolls(count: number): Promise<string[]>;
  /** Keeps what the courier says and moves orders along. @returns what the shop's owner should know */
  hear(events: readonly CourierEvent[]): Promise<string[]>;
  /** What was said before then of parcels that are none of ours goes. @returns how many */
  forgetUnknownParcels(before: Date): Promise<number>;
}

export type ListedWilaya = Pick<ReadWilaya, "id" | "name" | "isDeliverable">;

export interface Reading {
  reader: string;
  /** Undefined until the list of wilayas is kept. */
  wilayas: (ListedWilaya & { isRead: boolean })[] | undefined;
}

export interface ParcelTask {
  orderNumber: string;
  /** Tells one claim of this parcel from the next. */
  attempt: number;
  /** When somebody else may have it. */
  until: Date;
  /**
   * To be posted; to be found at the courier but not posted, since its order was sent by hand; or to be withdrawn, since its
   * order is cancelled.
   */
  what: "post" | "find" | "withdraw";
  /** It may have been posted before: the courier is to be asked. */
  wasAsked: boolean;
  tracking?: string;
  /** To be posted, or why it cannot be. */
  parcel: OutgoingParcel | { problem: string };
}

export type ParcelOutcome =
  | { kind: "posted"; tracking: string; label?: string | undefined }
  | { kind: "refused"; failure: string }
  | { kind: "later"; failure: string; retryAfterMs?: number | undefined }
  | { kind: "withdrawn" }
  /** The courier does not give it back. */
  | { kind: "kept" };

export interface OutgoingParcel {
  orderNumber: string;
  firstName: string;
  lastName: string;
  phone: string;
  address: string;
  /** These three as the courier spells them. */
  fromWilaya: string;
  wilaya: string;
  commune: string;
  pickupPointId?: number | undefined;
  products: string;
  /** Dinars that the courier collects, delivery included. */
  collected: number;
  declaredValue: number;
  insured: boolean;
  /** Whole centimetres and kilograms. */
  parcel: Parcel;
}

/** Something that happened to a parcel, as the courier says it. */
export interface CourierEvent {
  /** The courier's own, of a webhook. */
  key?: string;
  /** "status", or the courier's name of another kind. */
  kind: string;
  tracking: string;
  status: string;
  reason?: string | undefined;
  at: Date;
}
