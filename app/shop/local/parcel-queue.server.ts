import type { ParcelQueue } from "../workers/parcel-queue";
import { apiQuota } from "./api-quota.server";
import type { Context } from "./context";
import { feeSync } from "./fee-sync.server";
import { parcelTasks } from "./parcel-tasks.server";
import { webhookEvents } from "./webhook-events.server";

/** Everything that the shop and its courier have to do with each other, beside fees. */
export function parcelQueue(context: Context): ParcelQueue {
  return { ...apiQuota(context), ...feeSync(context), ...parcelTasks(context), ...webhookEvents(context) };
}
