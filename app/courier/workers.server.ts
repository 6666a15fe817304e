import { DAY } from "~/domain/values/durations";
import { startPollLoop } from "~/poll-loop";
import type { ParcelQueue } from "~/shop/workers/parcel-queue";
import { openFeeSync } from "./fee-sync.server";
import { pollParcels, processParcels } from "./parcel-worker.server";
import type { Yalidine } from "./yalidine/client.server";

/** Milliseconds after which the age of places and fees is logged. */
const OLD = 3 * DAY;

interface CourierWorkersOptions {
  /** How long to rest when there is nothing to do, in milliseconds. */
  restMs?: number;
  log?: (line: string) => void;
}

/**
 * Starts the workers that call the courier's API. Any number of processes may run them: the
 * database divides parcels, readings and the quota among them.
 * @returns stops them, once the work under way is stored
 */
export function startCourierWorkers(
  parcelQueue: ParcelQueue,
  courier: Yalidine,
  { restMs = 2_000, log = (line) => console.error("%s", line) }: CourierWorkersOptions = {},
): () => Promise<void> {
  let isOver = false;
  const options = { log, isOver: () => isOver };
  let reportAt = 0;

  const report = async () => {
    if (Date.now() < reportAt) return;
    reportAt = Date.now() + DAY;
    const { readAt, failure } = await parcelQueue.feeState();
    const age = readAt && Date.now() - readAt.getTime();
    if (age === undefined) log("The courier's places and fees are being read; until then the built-in table holds.");
    else if (age > OLD)
      log(`The courier's places and fees are ${Math.floor(age / DAY)} days old${failure ? `: ${failure}` : "."}`);
    const refused = await parcelQueue.refused();
    if (refused.length > 0) log(`Orders whose parcel was refused: ${refused.join(", ")}.`);
  };

  const syncFees = openFeeSync(parcelQueue, courier, log, options.isOver);
  const stops = [
    startPollLoop({
      name: "The parcel worker",
      run: async () => {
        const isMore = await processParcels(parcelQueue, courier, options);
        if (isOver) return false;
        await report();
        return (await pollParcels(parcelQueue, courier, options)) || isMore;
      },
      restMs,
      log,
    }),
    // On its own, because it takes minutes and parcels must not wait for it.
    startPollLoop({
      name: "The reading of the courier's places and fees",
      run: syncFees,
      restMs: 10 * restMs,
      log,
    }),
  ];
  return async () => {
    isOver = true;
    await Promise.all(stops.map((stop) => stop()));
  };
}
