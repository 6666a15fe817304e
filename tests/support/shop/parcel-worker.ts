import { randomBytes } from "node:crypto";
import { writeSync } from "node:fs";
import { processParcels } from "~/courier/parcel-worker.server";
import { yalidine } from "~/courier/yalidine/client.server";
import { type DatabaseAddress, openDatabase } from "~/database/connection.server";
import { openLocalShop } from "~/shop/local/index.server";
import { KEYS } from "../fakes/fake-courier";

/** A process with a parcel worker (see children.ts): writes `ready`, awaits a line, works. */
export interface ParcelWorkerTask {
  address: DatabaseAddress;
  url: string;
  /** Milliseconds by which its clock is ahead. */
  ahead: number;
  /** Posts parcels until there are none, or makes this many calls as fast as it may. */
  work: "carry" | number;
}

async function run({ address, url, ahead, work }: ParcelWorkerTask): Promise<void> {
  const database = await openDatabase(address);
  const now = () => new Date(Date.now() + ahead);
  const { parcelQueue: dispatch, close } = openLocalShop({ database, now, randomBytes, connection: {} });
  const courier = yalidine({ url, ...KEYS, quota: dispatch });
  writeSync(1, "ready\n");
  await new Promise<void>((resolve) => process.stdin.once("data", () => resolve()));
  if (work === "carry") {
    const log = (line: string) => void writeSync(1, `${line}\n`);
    while (await processParcels(dispatch, courier, { log, now: () => now().getTime() }));
  } else for (let count = 0; count < work; count += 1) await courier.parcelOf("AAAA-2222");
  await close();
}

await run(JSON.parse(process.argv[2] ?? "null") as ParcelWorkerTask);
// Standard input would keep the process running.
process.exit(0);
