import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { FakeCourier } from "../support/fakes/fake-courier";
import { type Program, programOf } from "../support/shop/children";
import { sqlite } from "../support/shop/databases";
import { ordered } from "../support/shop/orders";
import type { ParcelWorkerTask } from "../support/shop/parcel-worker";
import { openTestShop, setStatus } from "../support/shop/test-shop";

/** Processes that speak to one courier over the network: killed in the middle, and side by side. */

const engine = sqlite();
let program: Program;
let fake: FakeCourier;
let task: ParcelWorkerTask;
beforeAll(async () => {
  program = await programOf("parcel-worker.ts");
});
afterAll(async () => {
  program.remove();
  await engine.stop();
});
beforeEach(async () => {
  fake = new FakeCourier();
  task = { address: await engine.seeded(), url: await fake.listen(), ahead: 0, work: "carry" };
});
afterEach(() => fake.close());

async function started(changes: Partial<ParcelWorkerTask> = {}) {
  const child = program.start({ ...task, ...changes });
  await child.waitForLine("ready");
  child.writeLine("go");
  return child;
}

it("one parcel of an order whose process is killed while the courier makes it", async () => {
  const testShop = await openTestShop(task.address);
  const shop = testShop.reopened({ connection: {} });
  const { number, visitor } = await ordered(testShop, { shop });
  await setStatus(shop, number, "confirmed");

  const first = await started();
  fake.onParcel = () => first.kill();
  fake.fail(/POST/, { kind: "done-and-silent" });
  expect((await first.ended).signal).toBe("SIGKILL");
  expect(fake.parcels).toHaveLength(1);
  expect(await shop.orders.parcel(number, visitor)).toBeUndefined();

  fake.onParcel = () => {};
  await (await started()).success();
  // Its claim is the dead one's until five minutes are over.
  expect(fake.calls.map(({ what }) => what)).toEqual(["GET parcels/", "POST parcels/"]);
  await (await started({ ahead: 5 * 60_000 })).success();
  expect(fake.calls.map(({ what }) => what)).toEqual(["GET parcels/", "POST parcels/", "GET parcels/"]);
  expect(fake.parcels).toHaveLength(1);
  expect(await shop.orders.parcel(number, visitor)).toMatchObject({ tracking: fake.parcels[0]?.tracking });
  await testShop.close();
});

it("two processes ask as fast as they may, and never too fast", async () => {
  await (await openTestShop(task.address)).close();
  const begun = Date.now();
  const children = await Promise.all([started({ work: 6 }), started({ work: 6 })]);
  await Promise.all(children.map((child) => child.success()));
  expect(fake.calls).toHaveLength(12);
  expect(fake.exceeded).toEqual([]);
  // Twelve calls at five a second.
  expect(Date.now() - begun).toBeGreaterThan(2_000);
});
