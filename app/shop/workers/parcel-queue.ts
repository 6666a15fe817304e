import type { Parcel, PickupPoint } from "~/domain/delivery/delivery";

/** Purpose of a call: parcels precede reading fees and polling. */
export type CallPurpose = "parcel" | "background";

/** The quota as an answer's headers report it. */
export interface QuotaReport {
  /** Calls left, where reported. */
  second?: number | undefined;
  minute?: number | undefined;
  hour?: number | undefined;
  day?: number | undefined;
  /** How long the courier asks to wait. */
  retryAfterMs?: number | undefined;
}

/** How long to wait after a call that failed, or that the shop's own quota did not allow. */
export interface Wait {
  retryAfterMs?: number | undefined;
  /** The courier was not asked: nothing has failed, and there is nothing else to wait for. */
  isOwnQuota?: boolean;
}

/** A wilaya as the courier's API sent it, not yet checked. */
export interface ReadWilaya {
  id: number;
  name: string;
  isDeliverable: boolean;
  communes: { id: number; name: string; isDeliverable: boolean }[];
  pickupPoints: PickupPoint[];
  /** Absent for a wilaya that is not delivered to: its fees are not read. */
  fees?: ReadFees;
}

export interface ReadFees {
  oversizePerKg: number;
  codPercentage: number;
  insurancePercentage: number;
  /** By commune; null where the courier has none. */
  communes: { id: number; home: number | null; pickup: number | null }[];
}

/** What the courier's workers (app/courier) need of the shop. Nothing here is for shoppers. */
export interface ParcelQueue {
  /**
   * Reserves a call of the quota, which all processes share, or returns how long to wait. The
   * courier counts it at some moment until `endCall`: its second, minute, hour and day run from
   * there.
   */
  takeCall(purpose: CallPurpose): Promise<{ call: string } | { waitMs: number }>;
  endCall(call: string, report: QuotaReport): Promise<void>;

  /**
   * Begins or continues the daily sync of places and fees, by one process at a time; its lease ends
   * five minutes after its last step. Undefined while nothing is due.
   */
  beginFeeSync(): Promise<FeeSyncLease | undefined>;
  /** @returns false when another process has taken the sync over */
  renewFeeSync(reader: string): Promise<boolean>;
  /** Puts complete and plausible data to use; otherwise the data in use stay. */
  finishFeeSync(
    reader: string,
    read: readonly ReadWilaya[],
  ): Promise<{ outcome: "used"; remarks: string[] } | { outcome: "refused"; reason: string } | { outcome: "gone" }>;
  /** Retries after 1, 2, 4 … minutes, six hours at most, and not before the courier allows. */
  postponeFeeSync(reader: string, failure: string, wait: Wait): Promise<Date>;

  /** When the places and fees in use were read, and why the last sync failed. */
  feeState(): Promise<{ readAt?: Date; failure?: string }>;

  /** Leases parcels that are due for five minutes. */
  claim(count: number): Promise<ParcelTask[]>;
  /**
   * Must precede posting: afterwards the parcel may exist.
   * @returns whether it may be posted: not while the lists may lack what was posted before
   */
  begin(task: ParcelTask): Promise<boolean>;
  settle(task: ParcelTask, outcome: ParcelOutcome): Promise<{ nextTry?: Date; remarks: string[] }>;

  /** Numbers of orders whose parcel the courier refused, or that cannot be sent. */
  refused(): Promise<string[]>;

  /** Tracking numbers to poll now; they are due again in ten minutes. */
  duePolls(count: number): Promise<string[]>;
  /** Those that nobody has taken, as far as is known, so that they can have been deleted. */
  notTaken(trackings: readonly string[]): Promise<{ tracking: string; orderNumber: string }[]>;
  /** Once all that was heard of them is recorded: they are due again in six hours. */
  endPolls(trackings: readonly string[]): Promise<void>;
  /** After a poll that failed: none is due for ten minutes, or for that wait. */
  postponePolls(wait: Wait): Promise<void>;
  /** Stores the courier's events and advances orders. @returns remarks for the merchant */
  recordEvents(events: readonly CourierEvent[]): Promise<string[]>;
}

export interface FeeSyncLease {
  reader: string;
  /** When this sync began, in milliseconds: what was read since may be used. */
  begunAt: number;
}

export interface ParcelTask {
  orderNumber: string;
  /** Distinguishes one claim of this parcel from the next. */
  attempt: number;
  /** End of the lease. */
  until: Date;
  /** `find`: looked up, not posted, since the order was sent by hand. `withdraw`: cancelled. */
  what: "post" | "find" | "withdraw";
  tracking?: string;
  /** The parcel, or why it cannot be posted. */
  parcel: OutgoingParcel | { problem: string };
}

export type ParcelOutcome =
  | { kind: "posted"; tracking: string; label?: string | undefined }
  /** For staff: the courier's own words, or in French. `isThere`: the courier has the order's. */
  | { kind: "refused"; failure: string; isThere?: true }
  /** For the log, in English. */
  | ({ kind: "later"; failure: string } & Wait)
  /** `isAbsent`: nothing was deleted, since the courier's list has nothing. */
  | { kind: "withdrawn"; isAbsent?: true }
  /** The courier refuses to delete it. */
  | { kind: "kept"; tracking?: string };

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
  /** Dinars to collect, delivery included. */
  collected: number;
  declaredValue: number;
  insured: boolean;
  /** Whole centimetres and kilograms. */
  parcel: Parcel;
}

/** An event of a parcel as the courier reports it. */
export interface CourierEvent {
  /** The webhook's event id. */
  key?: string;
  /** "status", or the courier's name of another kind of event. */
  kind: string;
  tracking: string;
  status: string;
  reason?: string | undefined;
  at: Date;
}
