import type { BulkAction, BulkChoice, BulkOutcome, BulkSkip } from "~/domain/office/bulk";
import type { StaffActor } from "~/domain/office/journal";
import type { OrderStatus } from "~/domain/order/order";

/** Several orders at once, each in a transaction of its own. */
export interface BulkOffice {
  /** Changes nothing. In the sequence of the choices, `MAX_BULK` at most. */
  planBulk(choices: readonly BulkChoice[], action: BulkAction): Promise<PlannedOrder[]>;
  /**
   * Does what was shown, and leaves out what changed since. The same key again finishes what was
   * begun under it, whatever else is asked, and does nothing twice.
   */
  runBulk(bulk: Bulk, by: StaffActor): Promise<BulkReport>;
  bulkReport(id: string): Promise<BulkReport | undefined>;
}

export interface PlannedOrder extends BulkChoice {
  /** Undefined for an unknown number. */
  order?: { status: OrderStatus; name: string; total: number };
  /** Why nothing will be done to it. */
  skip?: BulkSkip;
}

export interface Bulk {
  /** Minted with the form. */
  key: string;
  action: BulkAction;
  choices: readonly BulkChoice[];
  /** The reason of a cancellation, or the note. */
  text: string;
}

export interface BulkReport {
  id: string;
  action: BulkAction;
  /** In the sequence of the choices; those of a bulk that was cut off are missing. */
  results: { number: string; outcome: BulkOutcome }[];
}
