import type { OperatedShop } from "~/shop/shop";
import type { ParcelOutcome, ParcelTask } from "~/shop/workers/parcel-queue";

/** What the parcel worker does with the parcel of an order, which is due. */

type Parcels = Pick<OperatedShop, "parcelQueue">;

export async function claimParcel({ parcelQueue }: Parcels, number: string): Promise<ParcelTask> {
  const task = (await parcelQueue.claim(1_000)).find(({ orderNumber }) => orderNumber === number);
  if (!task) throw new Error("Its parcel is not due.");
  return task;
}

/** Claims it, and begins to post it. */
export async function beginParcel(shop: Parcels, number: string): Promise<ParcelTask> {
  const task = await claimParcel(shop, number);
  if (!(await shop.parcelQueue.begin(task))) throw new Error("Its parcel is not to be posted.");
  return task;
}

/** What the courier answers. */
export async function settleParcel(shop: Parcels, number: string, outcome: ParcelOutcome): Promise<void> {
  await shop.parcelQueue.settle(await claimParcel(shop, number), outcome);
}
