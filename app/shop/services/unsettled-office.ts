import type { UnsettledOrder } from "./orders";

/** The merchant's part of orders of which an API has said nothing (decision 035). */
export interface UnsettledOffice {
  /** Oldest first. */
  waiting(): Promise<UnsettledOrder[]>;
  /**
   * The API has taken it, under this number and identifier. `number-used`: another order here has
   * that number.
   */
  take(reference: string, names: { number: string; id: string }): Promise<"taken" | "number-used" | "unknown">;
  /** The API has not taken it: its shopper reads so, and may order again. */
  free(reference: string): Promise<"freed" | "unknown">;
}
