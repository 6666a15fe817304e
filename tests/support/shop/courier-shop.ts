import { beforeEach, expect } from "vitest";
import { processParcels } from "~/courier/parcel-worker.server";
import { type Yalidine, yalidine } from "~/courier/yalidine/client.server";
import type { Order, Recipient } from "~/domain/order/order";
import { DAY, HOUR, MINUTE } from "~/domain/values/durations";
import type { OperatedShop } from "~/shop/shop";
import type { CourierEvent, ParcelTask } from "~/shop/workers/parcel-queue";
import { FakeCourier, KEYS } from "../fakes/fake-courier";
import { SimulatedClock } from "../fakes/simulated-clock";
import { ordered as orderIn } from "./orders";
import { id, type LocalTestShop, setStatus } from "./test-shop";

/** With which the courier signs its webhooks. */
export const WEBHOOK_SECRET = "what-the-courier-signs-with";

/** A shop that posts its parcels to a fake courier; each test has days of its own. */
export function courierShop(testShop: () => LocalTestShop) {
  let today = Date.UTC(2026, 10, 20, 8);
  const clock = new SimulatedClock(today);
  /** What the worker logs. */
  const lines: string[] = [];
  let fake: FakeCourier;
  let shop: OperatedShop;
  const reopened = (connection: { webhookSecret?: string } | null = { webhookSecret: WEBHOOK_SECRET }) =>
    testShop().reopened({ now: clock.date, connection: connection ?? undefined });
  beforeEach(async () => {
    today += 100 * DAY;
    clock.now = today;
    fake = new FakeCourier(() => clock.now);
    lines.length = 0;
    shop = reopened();
    // Nothing of other tests is left to be done.
    for (;;) {
      const tasks = await shop.parcelQueue.claim(100);
      if (tasks.length === 0) break;
      for (const task of tasks) await shop.parcelQueue.settle(task, { kind: "withdrawn" });
    }
    while ((await shop.parcelQueue.duePolls(100)).length > 0);
  });

  const log = (line: string) => void lines.push(line);
  const client = (of = shop): Yalidine =>
    yalidine({
      url: "https://courier.invalid/v1/",
      ...KEYS,
      quota: of.parcelQueue,
      wait: clock.wait,
      fetch: fake.fetch,
      // Few tests wait for it, and on a busy machine an answer takes some of it.
      timeoutMs: 500,
    });
  const carry = (of = shop) => processParcels(of.parcelQueue, client(of), { log, now: () => clock.now });
  const ordered = (recipient: Partial<Recipient> = {}, quantity = 1) =>
    orderIn(testShop(), { shop, recipient, quantity });
  const confirmed = async (recipient: Partial<Recipient> = {}, quantity = 1) => {
    const order = await ordered(recipient, quantity);
    expect(await setStatus(shop, order.number, "confirmed")).toBe("moved");
    return order;
  };
  const sentOf = ({ number }: Pick<Order, "number">) => fake.parcels.filter(({ order_id }) => order_id === number);
  /** As a webhook says it. */
  const statusSaid = (tracking: string, status: string, minute: number, key = id("event")): CourierEvent => ({
    key,
    kind: "status",
    tracking,
    status,
    at: new Date(today + minute * MINUTE),
  });

  return {
    clock,
    lines,
    log,
    client,
    carry,
    ordered,
    confirmed,
    sentOf,
    /** Another process; without a connection nothing is posted. */
    reopened,
    get shop() {
      return shop;
    },
    get fake() {
      return fake;
    },
    /** A confirmed order whose parcel the courier has. */
    async posted(recipient: Partial<Recipient> = {}, quantity = 1) {
      const order = await confirmed(recipient, quantity);
      await carry();
      const [parcel] = sentOf(order);
      if (!parcel) throw new Error("There is no parcel.");
      return { ...order, tracking: parcel.tracking, parcel };
    },
    /** The courier makes it, and the shop has not read the answer. */
    async post({ parcel }: ParcelTask) {
      if ("problem" in parcel) throw new Error(parcel.problem);
      return client().post(parcel, () => true);
    },
    posts: () => fake.calls.filter(({ what }) => what === "POST parcels/").length,
    statusOf: async (order: { number: string; visitor: string }) =>
      (await shop.orders.read(order.number, order.visitor))?.status,
    /** What its shopper reads of its parcel. */
    story: (order: { number: string; visitor: string }) => shop.orders.parcel(order.number, order.visitor),
    /** What the office shows as the reason. */
    why: async ({ number }: Pick<Order, "number">) => (await shop.office.orderPage(number))?.parcel?.failure,
    /** Not posted yet, or to be withdrawn. */
    waiting: () =>
      testShop()
        .database.db.selectFrom("parcels")
        .select("state")
        .where("state", "in", ["waiting", "leaving"])
        .execute(),
    statusSaid,
    /** As the histories say it when they are asked. */
    historySaid(tracking: string, status: string, minute: number): void {
      const { at } = statusSaid(tracking, status, minute);
      const date_status = new Date(at.getTime() + HOUR).toISOString().slice(0, 19).replace("T", " ");
      fake.histories.push({ tracking, date_status, status, reason: "" });
    },
    deletedSaid: (tracking: string, minute: number): CourierEvent => ({
      ...statusSaid(tracking, "", minute),
      kind: "parcel_deleted",
    }),
  };
}
