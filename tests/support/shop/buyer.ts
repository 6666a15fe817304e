import { randomBytes } from "node:crypto";
import { writeSync } from "node:fs";
import PQueue from "p-queue";
import { type DatabaseAddress, openDatabase } from "~/database/connection.server";
import { migrate } from "~/database/migrations.server";
import { seedCatalogueOnce } from "~/database/seed.server";
import { openLocalShop } from "~/shop/local/index.server";
import { AMPLE, requestFor } from "./test-shop";

/**
 * A second process of the shop (see children.ts). It writes `ready`, waits for a line, does its
 * task, and writes the outcome line by line.
 */
export type Task =
  /** Makes tables and catalogue, and writes whether this process filled them. */
  | { task: "open"; address: DatabaseAddress }
  /** Places parallel orders of one pair of the variant each, and writes every outcome. */
  | { task: "buy"; address: DatabaseAddress; variantId: string; price: number; buyers: number; prefix: string };

/** As in the shop (http/order-queue.server.ts): more would wait for a connection too long. */
const AT_ONCE = 4;

const print = (line: string) => writeSync(1, `${line}\n`);

async function run(task: Task): Promise<void> {
  const database = await openDatabase(task.address);
  if (task.task === "open") {
    print("ready");
    await nextLine();
    await migrate(database);
    print((await seedCatalogueOnce(database)) ? "filled" : "found");
    return database.close();
  }
  await migrate(database);
  const shop = openLocalShop({ database, now: () => new Date(), randomBytes, bounds: AMPLE });
  const request = await requestFor(shop, [{ variantId: task.variantId, quantity: 1, price: task.price }]);
  print("ready");
  await nextLine();
  const queue = new PQueue({ concurrency: AT_ONCE });
  await queue.addAll(
    Array.from({ length: task.buyers }, (_, buyer) => async () => {
      const name = `${task.prefix}-${buyer}`;
      const result = await shop.orders.place({ ...request, key: `key-${name}`, visitor: name });
      print(result.outcome);
    }),
  );
  return shop.close();
}

function nextLine(): Promise<void> {
  return new Promise((resolve) => process.stdin.once("data", () => resolve()));
}

await run(JSON.parse(process.argv[2] ?? "null") as Task);
// Standard input would keep the process running.
process.exit(0);
