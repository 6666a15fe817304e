import type { DispatchDesk } from "../shop";
import type { Context } from "./context";
import { parcelDesk } from "./parcels.server";
import { quotaDesk } from "./quota.server";
import { readingDesk } from "./reading.server";
import { tidingsDesk } from "./tidings.server";

/** Everything that the shop and its courier have to do with each other, beside fees. */
export function dispatchDesk(context: Context): DispatchDesk {
  return { ...quotaDesk(context), ...readingDesk(context), ...parcelDesk(context), ...tidingsDesk(context) };
}
