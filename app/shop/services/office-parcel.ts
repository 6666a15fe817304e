import type { ParcelStory } from "./orders";

/** The parcel of an order, as staff see it. */
export interface OfficeParcel {
  /** To be posted, posted, refused by the courier, to be withdrawn, withdrawn. */
  state: "waiting" | "posted" | "refused" | "leaving" | "withdrawn";
  /** Why the courier refused it, or why the last attempt failed. */
  failure?: string;
  /** URL of the label to print. */
  label?: string;
  story?: ParcelStory;
}
