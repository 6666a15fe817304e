import type { ParcelQueue, ReadWilaya } from "~/shop/workers/parcel-queue";
import { originOf } from "./courier";
import type { Yalidine } from "./yalidine/client.server";
import { CourierFailure } from "./yalidine/http.server";

/**
 * Reads the courier's places and fees when they are due and no other process does: all wilayas,
 * then each one's communes, pickup points and fees, some 180 calls. After a failure this process
 * goes on from there; another one begins again.
 */
export function openFeeSync(
  queue: ParcelQueue,
  courier: Yalidine,
  log: (line: string) => void,
  isOver: () => boolean = () => false,
): () => Promise<void> {
  let kept: { begunAt: number; listed?: Awaited<ReturnType<Yalidine["wilayas"]>>; read: ReadWilaya[] } | undefined;
  return async () => {
    const lease = await queue.beginFeeSync();
    if (!lease) return;
    const { reader, begunAt } = lease;
    // Another process may have ended the sync of which this one has read a part.
    if (kept?.begunAt !== begunAt) kept = { begunAt, read: [] };
    const { read } = kept;
    try {
      kept.listed ??= await courier.wilayas();
      const { listed } = kept;
      const origin = originOf(listed);
      for (const wilaya of listed.slice(read.length)) {
        if (isOver()) return;
        // Without an origin there are no fees to read; `finishFeeSync` refuses such a reading.
        const communes = origin ? await courier.communes(wilaya.id) : [];
        const isServed = origin !== undefined && wilaya.isDeliverable;
        const pickupPoints = isServed ? await courier.pickupPoints(wilaya.id) : [];
        const fees = isServed ? { fees: await courier.fees(origin.id, wilaya.id) } : {};
        read.push({ ...wilaya, communes, pickupPoints, ...fees });
        if (!(await queue.renewFeeSync(reader))) return;
      }
    } catch (error) {
      if (!(error instanceof CourierFailure)) throw error;
      const next = await queue.postponeFeeSync(reader, error.message, error);
      log(`The courier's places and fees were not read: ${error.message} Next try ${next.toISOString()}.`);
      return;
    }
    const finished = await queue.finishFeeSync(reader, read);
    kept = undefined;
    if (finished.outcome === "refused")
      log(`The courier's places and fees were read and are not used: ${finished.reason}. Those from before hold.`);
    if (finished.outcome === "used") {
      log("The courier's places and fees were read, and hold from now on.");
      for (const remark of finished.remarks) log(`The courier's places and fees, ${remark}.`);
    }
  };
}
