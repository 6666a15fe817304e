import { startPollLoop } from "~/poll-loop";
import type { CourierService } from "~/shop/services/courier";
import type { ParcelQueue } from "~/shop/workers/parcel-queue";
import { syncFees } from "./fee-sync.server";
import { pollParcels, processParcels } from "./parcel-worker.server";
import type { Yalidine } from "./yalidine/client.server";

const DAY = 24 * 60 * 60_000;
/** Older than that, places and fees are worth a line. */
const OLD = 3 * DAY;

export interface CourierWorkersOptions {
  /** How long to rest when there is nothing to do, in milliseconds. */
  restMs?: number;
  log?: (line: string) => void;
}

/**
 * Speaks to the courier as long as the process lives, and never in a shopper's way. Any number of processes may do so: parcels,
 * readings and the quota are shared out by the database.
 * @returns ends it, once what is under way is settled
 */
export function startCourierWorkers(
  { parcelQueue, courier: rates }: { parcelQueue: ParcelQueue; courier: Pick<CourierService, "state"> },
  courier: Yalidine,
  { restMs = 2_000, log = (line) => console.error("%s", line) }: CourierWorkersOptions = {},
): () => Promise<void> {
  let isOver = false;
  let reportAt = 0;

  const report = async () => {
    if (Date.now() < reportAt) return;
    reportAt = Date.now() + DAY;
    const { readAt, failure, parcels } = await rates.state();
    const age = readAt && Date.now() - readAt.getTime();
    if (age === undefined) log("The courier's places and fees are being read; until then the built-in table holds.");
    else if (age > OLD)
      log(`The courier's places and fees are ${Math.floor(age / DAY)} days old${failure ? `: ${failure}` : "."}`);
    const { refused } = parcels;
    if (refused.length > 0) log(`Orders whose parcel was refused: ${refused.map(({ number }) => number).join(", ")}.`);
    await parcelQueue.forgetUnknownParcels(new Date(Date.now() - 30 * DAY));
  };

  const stops = [
    startPollLoop({
      name: "The parcel worker",
      run: async () => {
        const isMore = await processParcels(parcelQueue, courier, { log });
        await report();
        return (await pollParcels(parcelQueue, courier, log)) || isMore;
      },
      restMs,
      log,
    }),
    // Apart, because it takes minutes: parcels do not wait for it.
    startPollLoop({
      name: "The reading of the courier's places and fees",
      run: async () => {
        await syncFees(parcelQueue, courier, log, () => isOver);
        return false;
      },
      restMs: 10 * restMs,
      log,
    }),
  ];
  return async () => {
    isOver = true;
    await Promise.all(stops.map((stop) => stop()));
  };
}
