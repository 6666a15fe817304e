import type { ParcelQueue } from "~/shop/workers/parcel-queue";
import { originOf } from "./courier";
import type { Yalidine } from "./yalidine/client.server";
import { CourierFailure } from "./yalidine/http.server";

/**
 * Reads the courier's places and fees when they are due and no other process does: all wilayas,
 * then each one's communes, pickup points and fees, some 180 calls. Every step is stored, so that
 * the next try goes on from there.
 */
export async function syncFees(
  queue: ParcelQueue,
  courier: Yalidine,
  log: (line: string) => void,
  isOver: () => boolean = () => false,
): Promise<void> {
  const reading = await queue.beginFeeSync();
  if (!reading) return;
  const { reader } = reading;
  try {
    let { wilayas } = reading;
    if (!wilayas) {
      const listed = await courier.wilayas();
      if (!(await queue.storeWilayas(reader, listed))) return;
      wilayas = listed.map((wilaya) => ({ ...wilaya, isRead: false }));
    }
    const origin = originOf(wilayas);
    // Without an origin there are no fees to read; `finishFeeSync` refuses such a reading.
    for (const { isRead, ...wilaya } of origin ? wilayas : []) {
      if (isRead) continue;
      if (isOver()) return;
      const { id, isDeliverable } = wilaya;
      const communes = await courier.communes(id);
      const pickupPoints = isDeliverable ? await courier.pickupPoints(id) : [];
      const fees = isDeliverable && origin ? { fees: await courier.fees(origin.id, id) } : {};
      if (!(await queue.storeWilaya(reader, { ...wilaya, communes, pickupPoints, ...fees }))) return;
    }
  } catch (error) {
    if (!(error instanceof CourierFailure)) throw error;
    const next = await queue.postponeFeeSync(reader, error.message, error);
    log(`The courier's places and fees were not read: ${error.message} Next try ${next.toISOString()}.`);
    return;
  }
  const finished = await queue.finishFeeSync(reader);
  if (finished.outcome === "refused")
    log(`The courier's places and fees were read and are not used: ${finished.reason}. Those from before hold.`);
  if (finished.outcome === "used") {
    log("The courier's places and fees were read, and hold from now on.");
    for (const remark of finished.remarks) log(`The courier's places and fees, ${remark}.`);
  }
}
