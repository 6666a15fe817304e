import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { pollParcels, processParcels } from "~/courier/parcel-worker.server";
import { type Yalidine, yalidine } from "~/courier/yalidine/client.server";
import { byCommand, byStaff } from "~/domain/office/journal";
import type { Order, OrderStatus, Recipient } from "~/domain/order/order";
import type { OperatedShop } from "~/shop/shop";
import type { CourierEvent } from "~/shop/workers/parcel-queue";
import { FakeCourier, KEYS } from "../support/fakes/fake-courier";
import { SimulatedClock } from "../support/fakes/simulated-clock";
import { newAccount } from "../support/shop/accounts";
import { officeViolations } from "../support/shop/office-invariants";
import { id, requestFor, setStatus, someone } from "../support/shop/test-shop";
import { describeShopHere } from "./describe-shop";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SECRET = "what-the-courier-signs-with";

describeShopHere("backOffice", "parcels", (fixture) => {
  let today = Date.UTC(2026, 10, 20, 8);
  let clock: SimulatedClock;
  let fake: FakeCourier;
  let shop: OperatedShop;
  let lines: string[];
  const reopened = (connection: { webhookSecret?: string } | null = { webhookSecret: SECRET }) =>
    fixture().testShop.reopened({ now: clock.date, connection: connection ?? undefined });
  beforeEach(async () => {
    // Days of its own, and nothing of other tests left to be done.
    today += 100 * 24 * HOUR;
    clock = new SimulatedClock(today);
    fake = new FakeCourier(() => clock.now);
    lines = [];
    shop = reopened();
    for (;;) {
      const tasks = await shop.parcelQueue.claim(100);
      if (tasks.length === 0) break;
      for (const task of tasks) await shop.parcelQueue.settle(task, { kind: "withdrawn" });
    }
    while ((await shop.parcelQueue.duePolls(100)).length > 0);
  });

  const client = (of = shop): Yalidine =>
    yalidine({
      url: "https://courier.invalid/v1/",
      ...KEYS,
      quota: of.parcelQueue,
      wait: clock.wait,
      fetch: fake.fetch,
      timeoutMs: 30,
    });
  const log = (line: string) => void lines.push(line);
  const carry = (of = shop) => processParcels(of.parcelQueue, client(of), { log, now: () => clock.now });
  /** An order, and who may read it. */
  const ordered = async (
    recipient: Partial<Recipient> = {},
    quantity = 1,
  ): Promise<Order & { visitor: string; variant: string }> => {
    const { variants, price } = await fixture().testShop.product([5]);
    const [variant = ""] = variants;
    const visitor = id("visitor");
    const request = await requestFor(shop, [{ variantId: variant, quantity, price }], {
      visitor,
      recipient: { ...someone, ...recipient },
    });
    const result = await shop.orders.place(request);
    if (result.outcome !== "placed") throw new Error(JSON.stringify(result));
    return { ...result.order, visitor, variant };
  };
  const confirmed = async (recipient: Partial<Recipient> = {}, quantity = 1) => {
    const order = await ordered(recipient, quantity);
    expect(await setStatus(shop, order.number, "confirmed")).toBe("moved");
    return order;
  };
  const sentOf = ({ number }: Order) => fake.parcels.filter(({ order_id }) => order_id === number);
  const statusOf = async (order: { number: string; visitor: string }) =>
    (await shop.orders.read(order.number, order.visitor))?.status;
  const story = (order: { number: string; visitor: string }) => shop.orders.parcel(order.number, order.visitor);
  const posts = () => fake.calls.filter(({ what }) => what === "POST parcels/").length;
  /** What the office shows as the reason. */
  const why = async ({ number }: Order) => (await shop.office.orderPage(number))?.parcel?.failure;
  const refused = async ({ number }: Order) => {
    const parcel = (await shop.office.orderPage(number))?.parcel;
    return parcel?.state === "refused" ? parcel.failure : undefined;
  };
  /** Not posted yet, or to be withdrawn. */
  const waiting = () =>
    fixture()
      .testShop.database.db.selectFrom("parcels")
      .select("state")
      .where("state", "in", ["waiting", "leaving"])
      .execute();
  const statusSaid = (tracking: string, status: string, minute: number, key = id("event")): CourierEvent => ({
    key,
    kind: "status",
    tracking,
    status,
    at: new Date(today + minute * MINUTE),
  });

  it("a confirmed order goes out as one parcel, with everything as the courier takes it", async () => {
    const order = await confirmed({ address: "Cité 200\n  bât. 4" }, 2);
    expect(await story(order)).toBeUndefined();
    expect(await waiting()).toHaveLength(1);
    await carry();
    await carry();
    expect(sentOf(order)).toHaveLength(1);
    const [line] = order.lines;
    expect(sentOf(order)[0]?.sent).toEqual({
      order_id: order.number,
      from_wilaya_name: "Oran",
      firstname: "Samira",
      familyname: "Benali",
      contact_phone: "0550123456",
      address: "Cité 200 bât. 4",
      to_commune_name: "Oran",
      to_wilaya_name: "Oran",
      product_list: `${line?.name} (Noir, 36) x2`,
      // Goods and delivery together, and nothing on top of it.
      price: order.total,
      freeshipping: true,
      do_insurance: false,
      declared_value: 10_000,
      length: 30,
      width: 20,
      height: 20,
      weight: 2,
      is_stopdesk: false,
      stopdesk_id: null,
      has_exchange: false,
      product_to_collect: null,
    });
    const told = await story(order);
    expect(told).toEqual({ tracking: sentOf(order)[0]?.tracking, events: [] });
    // The label's address would open name and phone.
    expect(JSON.stringify(told)).not.toContain("bordereau");
    expect(await shop.orders.parcel(order.number, "stranger")).toBeUndefined();
    expect(await waiting()).toEqual([]);
    expect(lines).toEqual([]);
  });

  it("to a pickup point, by its number, and by a landline", async () => {
    const [pickupPoint] = await shop.courier.pickupPoints(3101);
    const order = await confirmed({ mode: "pickup", pickupPointId: pickupPoint?.id, address: "", phone: "021123456" });
    await carry();
    expect(sentOf(order)[0]?.sent).toMatchObject({
      is_stopdesk: true,
      stopdesk_id: pickupPoint?.id,
      address: `${pickupPoint?.name}, ${pickupPoint?.address}`.replace(/\s+/g, " "),
      contact_phone: "021123456",
    });
  });

  /** Pairs in stock; all of them, or those of orders that hold theirs are not. */
  const stockOf = async ({ variant }: { variant: string }) => {
    const { database, stockOf } = fixture().testShop;
    expect(await officeViolations(database, new Map([[variant, 5]]))).toEqual([]);
    return stockOf(variant);
  };

  it("nothing goes out without the keys, also later", async () => {
    const order = await ordered();
    expect(await setStatus(reopened(null), order.number, "confirmed")).toBe("moved");
    await carry();
    expect(posts()).toBe(0);
  });

  it.each([
    ["no answer to a parcel that was made", { kind: "done-and-silent" } as const, 1],
    ["no answer to one that was not", { kind: "silence" } as const, 2],
    ["half an answer", { kind: "truncated" } as const, 1],
    ["500", { kind: "status", status: 500 } as const, 2],
    ["nobody there", { kind: "refused" } as const, 2],
  ])("one parcel after %s: the courier is asked first", async (_, fault, postings) => {
    fake.fail(/POST/, fault);
    const order = await confirmed();
    await carry();
    expect(await story(order)).toBeUndefined();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      new RegExp(`^The parcel of order ${order.number} is not settled: The courier.* Next try 2`),
    );
    // Not at once: a post that has started may still succeed.
    await carry();
    expect(fake.calls.filter(({ what }) => what === "GET parcels/")).toHaveLength(1);
    clock.now += MINUTE;
    await carry();
    expect(fake.calls.filter(({ what }) => what === "GET parcels/")).toHaveLength(2);
    expect(sentOf(order)).toHaveLength(1);
    expect(fake.calls.filter(({ what }) => what === "POST parcels/").length).toBe(
      postings - (fault.kind === "refused" ? 1 : 0),
    );
    expect(await story(order)).toMatchObject({ tracking: sentOf(order)[0]?.tracking });
  });

  it("one parcel after the process died between posting and noting it", async () => {
    const order = await confirmed();
    const [task] = await shop.parcelQueue.claim(1);
    if (!task || "problem" in task.parcel) throw new Error("There is no task.");
    expect(await shop.parcelQueue.begin(task)).toBe(true);
    const { tracking } = await client().post(task.parcel, () => true);
    // Nobody takes it before the claim has ended.
    clock.now += 5 * MINUTE - 1;
    await carry();
    expect(await story(order)).toBeUndefined();
    clock.now += 1;
    await carry();
    expect(sentOf(order)).toHaveLength(1);
    expect(await story(order)).toMatchObject({ tracking });
    // The first worker goes on: its results count, but it starts no further post.
    expect(await shop.parcelQueue.begin(task)).toBe(false);
    expect(await shop.parcelQueue.settle(task, { kind: "posted", tracking })).toEqual({ remarks: [] });
    expect(await shop.parcelQueue.settle(task, { kind: "posted", tracking: "yal-2" })).toEqual({
      remarks: [expect.stringContaining("two parcels")],
    });
    // Another order's number does not count for this one.
    const other = await confirmed();
    const [another] = await shop.parcelQueue.claim(1);
    if (!another) throw new Error("There is no task.");
    await shop.parcelQueue.settle(another, { kind: "posted", tracking });
    expect(await refused(other)).toContain("d'une autre commande");
  });

  it("one parcel of an order that is confirmed again after a backup without it was restored", async () => {
    const order = await confirmed();
    const [task] = await shop.parcelQueue.claim(1);
    if (!task || "problem" in task.parcel) throw new Error("There is no task.");
    // The restored shop has no record of this post.
    const { tracking } = await client().post(task.parcel, () => true);
    clock.now += 5 * MINUTE;
    await carry();
    expect(sentOf(order)).toHaveLength(1);
    expect(await story(order)).toMatchObject({ tracking });
  });

  it("one parcel, as it was confirmed last, of a confirmation that was taken back and made again", async () => {
    const order = await ordered();
    const nadia = byStaff({ id: "staff-nadia", name: "Nadia" });
    const confirm = async (version: number) => {
      const call = { key: id("key"), version, outcome: "confirmed", note: "" } as const;
      const recorded = await shop.office.recordCall(order.number, call, nadia);
      if (recorded.result !== "recorded") throw new Error(recorded.result);
      return recorded.call;
    };
    const first = await confirm(0);
    // A process that takes the parcel, and is slow to begin.
    const [slow] = await shop.parcelQueue.claim(1);
    clock.now += MINUTE;
    expect(await shop.office.takeBackCall(order.number, first, nadia)).toBe("taken-back");
    await confirm(2);
    const [task] = await shop.parcelQueue.claim(1);
    if (!slow || !task) throw new Error("There is no task.");
    expect(task.attempt).toBe(slow.attempt);
    expect(await shop.parcelQueue.begin(slow)).toBe(false);
    expect(await shop.parcelQueue.begin(task)).toBe(true);
    await shop.parcelQueue.settle(task, { kind: "withdrawn" });
  });

  it("a parcel that the courier made, but was slow to show, is this order's although it refused a second one", async () => {
    const order = await confirmed();
    const [task] = await shop.parcelQueue.claim(1);
    clock.now += 5 * MINUTE;
    const [next] = await shop.parcelQueue.claim(1);
    if (!task || !next) throw new Error("There is no task.");
    await shop.parcelQueue.settle(next, { kind: "refused", failure: "order_id is taken" });
    expect(await refused(order)).toBe("order_id is taken");
    const tracking = id("yal");
    expect(await shop.parcelQueue.settle(task, { kind: "posted", tracking })).toEqual({ remarks: [] });
    expect(await refused(order)).toBeUndefined();
    expect(await story(order)).toMatchObject({ tracking });
    expect(await shop.parcelQueue.claim(1)).toEqual([]);
  });

  it("one parcel an order, with two workers at once", async () => {
    const orders: Order[] = [];
    for (let count = 0; count < 8; count += 1) orders.push(await confirmed());
    const other = reopened();
    await Promise.all([carry(), carry(other), carry(), carry(other)]);
    expect(orders.map((order) => sentOf(order).length)).toEqual(orders.map(() => 1));
    expect(posts()).toBe(8);
    expect(fake.exceeded).toEqual([]);
  });

  it("a courier that is away is tried again after 1, 2, 4 … minutes, an hour at most, for as long as it takes", async () => {
    fake.fail(/POST/, { kind: "refused" }, 12);
    const order = await confirmed();
    const waits: number[] = [];
    for (let begun = clock.now; sentOf(order).length === 0; ) {
      await carry();
      clock.now += MINUTE / 2;
      if (lines.length > waits.length) {
        waits.push(Math.round((clock.now - begun) / MINUTE));
        begun = clock.now;
      }
    }
    expect(waits.slice(1)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60]);
  });

  it("waits as long as the courier asks", async () => {
    fake.fail(/POST/, { kind: "status", status: 429, headers: { "Retry-After": "1800" } });
    const order = await confirmed();
    await carry();
    clock.now += 29 * MINUTE;
    await carry();
    expect(sentOf(order)).toHaveLength(0);
    clock.now += 2 * MINUTE;
    await carry();
    expect(sentOf(order)).toHaveLength(1);
  });

  it("waits for the shop's own quota as long as that lasts, which is no failed attempt", async () => {
    const order = await confirmed();
    for (let count = 0; count < 4; count += 1) {
      const turn = await shop.parcelQueue.takeCall("parcel");
      if (!("call" in turn)) throw new Error("The quota is used up.");
      // Nothing is left of this minute: another program uses the same keys.
      await shop.parcelQueue.endCall(turn.call, { minute: 0 });
      await carry();
      expect(lines.at(-1)).toContain("The courier's quota is used up for another 61 s (GET parcels/).");
      expect(await why(order)).toBeUndefined();
      clock.now += MINUTE + 200;
    }
    fake.fail(/POST/, { kind: "html" });
    await carry();
    clock.now += MINUTE;
    await carry();
    expect(sentOf(order)).toHaveLength(1);
    expect(fake.calls).toHaveLength(4);
  });

  it("waits longer each time for a courier that only says that it is too much", async () => {
    fake.fail(/POST/, { kind: "status", status: 429 }, 3);
    const order = await confirmed();
    const tries: number[] = [];
    for (const begun = clock.now; sentOf(order).length === 0; clock.now += MINUTE / 2) {
      await carry();
      if (lines.length > tries.length) {
        tries.push(Math.round((clock.now - begun) / MINUTE));
        // Staff read French; the log has the cause.
        expect(await why(order)).toMatch(/^Le livreur ne répond pas, .+ un nouvel essai suivra\.$/);
        expect(lines.at(-1)).toContain("The courier asks to wait 60 s (POST parcels/).");
      }
    }
    expect(tries).toEqual([0, 1, 3]);
  });

  it("a refusal is kept where the shop's owner sees it, not tried again, and not in the log", async () => {
    fake.refusal = ({ firstname }) => `The firstname ${firstname} is not welcome`;
    const order = await confirmed();
    await carry();
    clock.now += 24 * HOUR;
    await carry();
    expect(posts()).toBe(1);
    expect(await refused(order)).toBe("The firstname Samira is not welcome");
    expect(lines.join()).toContain(order.number);
    expect(lines.join()).not.toContain("Samira");
    const retry = (number: string) => shop.office.retryParcel(number, {}, byCommand);
    expect(await retry("AAAA-2222")).toBe("unknown");
    fake.refusal = () => undefined;
    expect(await retry(order.number)).toBe("moved");
    await carry();
    expect(sentOf(order)).toHaveLength(1);
    expect(await retry(order.number)).toBe("refused");
    expect(await refused(order)).toBeUndefined();
  });

  it("what the courier cannot find is not posted to somewhere else", async () => {
    const order = await confirmed({ communeId: 3102 });
    // The courier numbered its places again: 3102 is another place now.
    const { tableCourier } = await import("~/courier/table.server");
    const table = tableCourier();
    const moved = {
      ...table,
      communes: (wilaya: number) =>
        table.communes(wilaya).map((item) => (item.id === 3102 ? { ...item, name: "Ailleurs" } : item)),
    };
    const elsewhere = fixture().testShop.reopened({ now: clock.date, connection: {}, courier: moved });
    await carry(elsewhere);
    expect(posts()).toBe(0);
    expect(await refused(order)).toMatch(/^La commune .+ s'appelle maintenant Ailleurs chez le livreur\u00a0: /);
    const gone = await confirmed({ communeId: 3103 });
    const without = { ...table, communes: (wilaya: number) => table.communes(wilaya).filter(({ id }) => id !== 3103) };
    await carry(fixture().testShop.reopened({ now: clock.date, connection: {}, courier: without }));
    expect(await refused(gone)).toMatch(/^Le livreur ne connaît pas la commune .+ \(3103\)\u00a0: /);
    // Another spelling of the same name is the courier's business: it goes out in that one.
    const spelt = await confirmed({ communeId: 3101 });
    const upper = {
      ...table,
      communes: (wilaya: number) => table.communes(wilaya).map((item) => ({ ...item, name: item.name.toUpperCase() })),
    };
    await carry(fixture().testShop.reopened({ now: clock.date, connection: {}, courier: upper }));
    expect(await refused(spelt)).toBe("The to_commune_name is invalid");
    expect(posts()).toBe(1);
  });

  it("cancelled before it is carried: nothing goes out", async () => {
    const order = await confirmed();
    await setStatus(shop, order.number, "cancelled");
    await carry();
    expect(fake.calls).toEqual([]);
    expect(await waiting()).toEqual([]);
    expect(await fixture().testShop.stockOf(order.variant)).toBe(5);
    // Also between taking it and posting it.
    const late = await confirmed();
    const [task] = await shop.parcelQueue.claim(1);
    await setStatus(shop, late.number, "cancelled");
    expect(task && (await shop.parcelQueue.begin(task))).toBe(false);
  });

  it("cancelled while it is posted, or after: it is deleted at the courier, once", async () => {
    const during = await confirmed();
    const [task] = await shop.parcelQueue.claim(1);
    if (!task || "problem" in task.parcel) throw new Error("There is no task.");
    await shop.parcelQueue.begin(task);
    const posted = await client().post(task.parcel, () => true);
    await setStatus(shop, during.number, "cancelled");
    await shop.parcelQueue.settle(task, { kind: "posted", ...posted });
    expect(await stockOf(during)).toBe(4);
    const after = await confirmed();
    await carry();
    expect(fake.parcels.map(({ order_id }) => order_id)).toEqual([after.number]);
    await setStatus(shop, after.number, "cancelled");
    // Its answer is lost: the next time it is gone already, which is fine.
    fake.fail(/DELETE/, { kind: "done-and-silent" });
    await carry();
    expect(fake.parcels).toEqual([]);
    expect([await stockOf(during), await stockOf(after)]).toEqual([5, 4]);
    clock.now += 2 * MINUTE;
    await carry();
    expect(await stockOf(after)).toBe(5);
    expect(await waiting()).toEqual([]);
    expect(lines.filter((line) => line.includes("call the courier"))).toEqual([]);
  });

  it("cancelled after a post without an answer: the courier is asked, and what it made is deleted", async () => {
    fake.fail(/POST/, { kind: "done-and-silent" });
    const order = await confirmed();
    await carry();
    await setStatus(shop, order.number, "cancelled");
    expect(sentOf(order)).toHaveLength(1);
    expect(await stockOf(order)).toBe(4);
    clock.now += 2 * MINUTE;
    await carry();
    expect(sentOf(order)).toHaveLength(0);
    expect(await stockOf(order)).toBe(5);
  });

  /** Cancelled when the courier does not give its parcel back. */
  const kept = async () => {
    const order = await confirmed();
    await carry();
    const [parcel] = sentOf(order);
    if (!parcel) throw new Error("There is no parcel.");
    parcel.last_status = "Centre";
    await setStatus(shop, order.number, "cancelled");
    // Nobody knows yet whether the courier gives it up.
    expect(await stockOf(order)).toBe(4);
    await carry();
    return { ...order, tracking: parcel.tracking };
  };

  it("cancelled when the parcel is on its way: its pairs come back with it, once", async () => {
    const order = await kept();
    const { tracking } = order;
    expect(lines).toEqual([
      `Order ${order.number} is cancelled, and the courier does not give its parcel back: call the courier.`,
    ]);
    await carry();
    expect(lines).toHaveLength(1);
    const underWay = [`Order ${order.number} is cancelled, and its parcel is under way: call the courier.`];
    expect(await shop.parcelQueue.recordEvents([statusSaid(tracking, "Sorti en livraison", 1)])).toEqual(underWay);
    expect(await stockOf(order)).toBe(4);
    const returned = statusSaid(tracking, "Retourné au vendeur", 2);
    await Promise.all([shop.parcelQueue.recordEvents([returned]), reopened().parcelQueue.recordEvents([returned])]);
    expect(await stockOf(order)).toBe(5);
    expect(await shop.parcelQueue.recordEvents([returned])).toEqual([]);
    expect(await shop.parcelQueue.recordEvents([statusSaid(tracking, "Sorti en livraison", 3)])).toEqual(underWay);
    expect([await stockOf(order), await statusOf(order)]).toEqual([5, "cancelled"]);
  });

  it("cancelled when the answer to its post was lost: the number that was looked up leads its return", async () => {
    const order = await confirmed();
    const [post] = await shop.parcelQueue.claim(1);
    if (!post || !(await shop.parcelQueue.begin(post))) throw new Error("There is no task.");
    await setStatus(shop, order.number, "cancelled");
    clock.now += 2 * MINUTE;
    const [task] = await shop.parcelQueue.claim(1);
    if (!task) throw new Error("There is no task.");
    const tracking = id("yal");
    await shop.parcelQueue.settle(task, { kind: "kept", tracking });
    expect(await stockOf(order)).toBe(4);
    await shop.parcelQueue.recordEvents([statusSaid(tracking, "Retourné au vendeur", 1)]);
    expect(await stockOf(order)).toBe(5);
  });

  it("cancelled while the courier is asked for its parcel: the pairs are counted in the shop until it has them", async () => {
    const order = await confirmed();
    const held = async () => {
      const { stock, held } = (await shop.office.stock(order.variant.toUpperCase())) ?? {};
      return [stock, held];
    };
    await carry();
    const [parcel] = sentOf(order);
    if (!parcel) throw new Error("There is no parcel.");
    await setStatus(shop, order.number, "cancelled");
    expect(await held()).toEqual([4, 1]);
    await shop.parcelQueue.recordEvents([statusSaid(parcel.tracking, "En préparation", 1)]);
    expect(await held()).toEqual([4, 1]);
    parcel.last_status = "Centre";
    await carry();
    expect(await held()).toEqual([4, 0]);
    await shop.parcelQueue.recordEvents([statusSaid(parcel.tracking, "Retourné au vendeur", 2)]);
    expect(await held()).toEqual([5, 0]);
  });

  it("cancelled with its parcel out: the recipient of a closed account stays until that is settled", async () => {
    const order = await kept();
    const { account } = await newAccount(shop);
    await shop.orders.attach(order.number, someone.phone, account.id);
    await shop.accounts.close(account.id);
    const phone = async () => (await shop.office.orderPage(order.number))?.order.recipient.phone;
    expect(await phone()).toBe(someone.phone);
    await shop.parcelQueue.recordEvents([statusSaid(order.tracking, "Retourné au vendeur", 1)]);
    await shop.accounts.forgetRecipients();
    expect(await phone()).toBe("");
  });

  it.each([
    ["delivered", 4, "returned"],
    ["returned", 5, "returned"],
  ] as const)("cancelled, and %s by hand when the courier has kept the parcel", async (status, stock, last) => {
    const order = await kept();
    await shop.parcelQueue.recordEvents([statusSaid(order.tracking, "Livré", 1)]);
    expect([await statusOf(order), await stockOf(order)]).toEqual(["cancelled", 4]);
    for (const other of ["confirmed", "shipped", "cancelled"] as const)
      expect(await setStatus(shop, order.number, other)).toBe("refused");
    expect(await setStatus(shop, order.number, status)).toBe("moved");
    expect(await stockOf(order)).toBe(stock);
    // What the courier says later is followed as of any order.
    await shop.parcelQueue.recordEvents([statusSaid(order.tracking, "Retourné au vendeur", 2)]);
    expect([await statusOf(order), await stockOf(order)]).toEqual([last, 5]);
    const inTime = await confirmed();
    await setStatus(shop, inTime.number, "cancelled");
    expect(await setStatus(shop, inTime.number, status)).toBe("refused");
  });

  it("cancelled with its parcel out: the pairs are back once, whatever happens first and again", async () => {
    const acts = ["withdrawn", "kept", "late answer", "returned", "by hand"] as const;
    const happening = fc.shuffledSubarray([...acts, ...acts], { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(happening, fc.boolean(), async (order, isAnswered) => {
        const one = await confirmed();
        const [post] = await shop.parcelQueue.claim(1);
        if (!post || !(await shop.parcelQueue.begin(post))) throw new Error("There is no task.");
        const tracking = id("yal");
        const answer = () => shop.parcelQueue.settle(post, { kind: "posted", tracking });
        if (isAnswered) await answer();
        await setStatus(shop, one.number, "cancelled");
        clock.now += 2 * MINUTE;
        const [task] = await shop.parcelQueue.claim(1);
        if (!task) throw new Error("There is no task.");
        const perform = {
          withdrawn: () => shop.parcelQueue.settle(task, { kind: "withdrawn" }),
          kept: () => shop.parcelQueue.settle(task, { kind: "kept" }),
          "late answer": answer,
          returned: () => shop.parcelQueue.recordEvents([statusSaid(tracking, "Retourné au vendeur", 1, tracking)]),
          "by hand": () => setStatus(shop, one.number, "returned"),
        };
        for (const act of order) {
          await perform[act]();
          await stockOf(one);
        }
        // The end of every story.
        await answer();
        await perform.returned();
        expect(await stockOf(one)).toBe(5);
        for (const left of await shop.parcelQueue.claim(100))
          await shop.parcelQueue.settle(left, { kind: "withdrawn" });
        expect(await stockOf(one)).toBe(5);
      }),
      { numRuns: 40 },
    );
  });

  it("set to returned by hand after 'Livré' stays so when the courier says that again", async () => {
    const order = await kept();
    const said = statusSaid(order.tracking, "Livré", 1);
    await shop.parcelQueue.recordEvents([said]);
    expect(await setStatus(shop, order.number, "returned")).toBe("moved");
    expect(await stockOf(order)).toBe(5);
    await shop.parcelQueue.recordEvents([said]);
    expect(await stockOf(order)).toBe(5);
  });

  describe("returned by mistake, and delivered by the courier", () => {
    /** Set to returned by hand while its parcel is out. */
    const mistaken = async () => {
      const order = await confirmed();
      await carry();
      const tracking = sentOf(order)[0]?.tracking ?? "";
      for (const status of ["shipped", "returned"] as const) await setStatus(shop, order.number, status);
      return {
        ...order,
        tell: (status: string, minute: number) => shop.parcelQueue.recordEvents([statusSaid(tracking, status, minute)]),
      };
    };
    type Mistaken = Awaited<ReturnType<typeof mistaken>>;
    const stateOf = async (order: Mistaken) => {
      const { orders } = await shop.office.listOrders({ parcel: "probleme" });
      const isListed = orders.some((listed) => listed.order.number === order.number);
      return [await statusOf(order), await stockOf(order), isListed];
    };

    it("has its pairs again, and is a problem until somebody sets it to delivered; it may come back then", async () => {
      const order = await mistaken();
      expect(await stateOf(order)).toEqual(["returned", 5, false]);
      await order.tell("Livré", 1);
      await order.tell("Livré", 1);
      expect(await stateOf(order)).toEqual(["returned", 4, true]);
      expect(await setStatus(shop, order.number, "delivered")).toBe("moved");
      expect(await stateOf(order)).toEqual(["delivered", 4, false]);
      expect(await setStatus(shop, order.number, "returned")).toBe("moved");
      await order.tell("Livré", 2);
      expect(await stateOf(order)).toEqual(["returned", 5, false]);
      expect(await setStatus(shop, order.number, "delivered")).toBe("refused");
    });

    it("gives its pairs back once more when the courier brings them after all", async () => {
      const order = await mistaken();
      await order.tell("Livré", 1);
      await order.tell("Retourné au vendeur", 2);
      expect(await stateOf(order)).toEqual(["returned", 5, false]);
    });

    it("takes none of what others have ordered meanwhile", async () => {
      const order = await mistaken();
      const [line] = order.lines;
      const request = await requestFor(shop, [{ variantId: order.variant, quantity: 5, price: line?.price ?? 0 }]);
      expect((await shop.orders.place(request)).outcome).toBe("placed");
      await order.tell("Livré", 1);
      expect(await stateOf(order)).toEqual(["returned", 0, true]);
      expect(await setStatus(shop, order.number, "delivered")).toBe("moved");
      expect(await stateOf(order)).toEqual(["delivered", 0, false]);
    });
  });

  it("sent by hand: it is not posted as well, and what was posted is taken for its parcel", async () => {
    const never = await confirmed();
    await setStatus(shop, never.number, "shipped");
    await carry();
    expect(fake.calls).toEqual([]);
    fake.fail(/POST/, { kind: "done-and-silent" });
    const once = await confirmed();
    await carry();
    await setStatus(shop, once.number, "shipped");
    clock.now += MINUTE;
    await carry();
    expect(await story(once)).toMatchObject({ tracking: sentOf(once)[0]?.tracking });
    fake.fail(/POST/, { kind: "silence" });
    const none = await confirmed();
    await carry();
    await setStatus(shop, none.number, "shipped");
    clock.now += MINUTE;
    await carry();
    expect(sentOf(none)).toHaveLength(0);
    expect(await waiting()).toEqual([]);
  });

  it.each<[string, [status: string, minute: number][], OrderStatus]>([
    [
      "in order",
      [
        ["Expédié", 1],
        ["Sorti en livraison", 2],
        ["Livré", 3],
      ],
      "delivered",
    ],
    [
      "in disorder",
      [
        ["Livré", 3],
        ["Expédié", 1],
        ["Centre", 2],
      ],
      "delivered",
    ],
    [
      "back",
      [
        ["Expédié", 1],
        ["Echèc livraison", 2],
        ["Retourné au vendeur", 3],
      ],
      "returned",
    ],
    [
      "with words that nobody knows",
      [
        ["Expédié", 1],
        ["Téléporté", 2],
      ],
      "shipped",
    ],
    [
      "given up before anybody has the pairs",
      [
        ["Expédié", 1],
        ["Colis abandonné", 2],
      ],
      "shipped",
    ],
    ["with a problem only", [["Bloqué", 1]], "confirmed"],
  ])("an order follows its parcel, %s, and its stock comes back once", async (_, statuses, status) => {
    const order = await confirmed();
    await carry();
    const { tracking = "" } = (await story(order)) ?? {};
    const events = statuses.map(([status, minute]) => statusSaid(tracking, status, minute));
    for (const event of events) await shop.parcelQueue.recordEvents([event]);
    // All again, in another order, twice at the same time.
    await Promise.all([
      shop.parcelQueue.recordEvents([...events].reverse()),
      reopened().parcelQueue.recordEvents(events),
    ]);
    expect(await statusOf(order)).toBe(status);
    expect(await fixture().testShop.stockOf(order.variant)).toBe(status === "returned" ? 5 : 4);
    expect((await story(order))?.events.map(({ at }) => at.getTime())).toEqual(
      (await story(order))?.events.map(({ at }) => at.getTime()).sort((a, b) => b - a),
    );
    expect(await fixture().testShop.damagedOrders()).toEqual([]);
    expect(await fixture().testShop.wrongSums()).toEqual([]);
  });

  it("what nobody understands is kept as it came, changes nothing, and is logged once", async () => {
    const order = await confirmed();
    await carry();
    const { tracking = "" } = (await story(order)) ?? {};
    const event = statusSaid(tracking, "Téléporté", 1);
    expect(await shop.parcelQueue.recordEvents([event])).toEqual([
      `The courier says "Téléporté" of order ${order.number}, which nobody here understands.`,
    ]);
    expect(await shop.parcelQueue.recordEvents([event])).toEqual([]);
    expect(await shop.parcelQueue.recordEvents([statusSaid(tracking, "En alerte", 2)])).toEqual([
      `The courier says "En alerte" of order ${order.number}: see to it.`,
    ]);
    expect(await fixture().testShop.everything(["parcel_events"])).toContain("Téléporté");
    expect((await story(order))?.events.map(({ label }) => label)).toEqual(["Problème signalé"]);
  });

  it("what is said before the answer to the post has come is not lost", async () => {
    const order = await confirmed();
    const [task] = await shop.parcelQueue.claim(1);
    if (!task || "problem" in task.parcel) throw new Error("There is no task.");
    await shop.parcelQueue.begin(task);
    const posted = await client().post(task.parcel, () => true);
    await shop.parcelQueue.recordEvents([statusSaid(posted.tracking, "Ramassé", 1)]);
    expect(await statusOf(order)).toBe("confirmed");
    await shop.parcelQueue.settle(task, { kind: "posted", ...posted });
    expect(await statusOf(order)).toBe("shipped");
  });

  it("events of other shops' parcels are deleted in time, this shop's are not", async () => {
    const order = await confirmed();
    await carry();
    const { tracking = "" } = (await story(order)) ?? {};
    await shop.parcelQueue.recordEvents([statusSaid("yal-stranger", "Livré", 1), statusSaid(tracking, "Ramassé", 1)]);
    await shop.parcelQueue.forgetUnknownParcels(clock.date());
    expect(await fixture().testShop.everything(["parcel_events"])).toContain("yal-stranger");
    await shop.parcelQueue.forgetUnknownParcels(new Date(clock.now + 1));
    expect(await fixture().testShop.everything(["parcel_events"])).not.toContain("yal-stranger");
    expect((await story(order))?.events).toHaveLength(1);
  });

  it("a delivered pair is a stamp, as ever", async () => {
    const order = await confirmed({}, 2);
    await carry();
    const { tracking = "" } = (await story(order)) ?? {};
    await shop.parcelQueue.recordEvents([statusSaid(tracking, "Livré", 1)]);
    expect(await statusOf(order)).toBe("delivered");
    const steps = await fixture().testShop.everything(["order_steps"]);
    for (const step of ["confirmed", "shipped", "delivered"])
      expect(steps).toContain(`{"order_id":"${order.id}","status":"${step}"`);
  });

  it("the courier is asked for what got lost: every six hours, many parcels at a time, until it has arrived", async () => {
    const orders = [await confirmed(), await confirmed()];
    await carry();
    const poll = () => pollParcels(shop.parcelQueue, client(), log);
    await poll();
    expect(fake.calls.filter(({ what }) => what === "GET histories/")).toHaveLength(0);
    clock.now += 6 * HOUR;
    const [first, second] = fake.parcels.map(({ tracking }) => tracking);
    const said = (tracking = "", status = "") =>
      fake.histories.push({ tracking, date_status: "2026-11-20 09:12:00", status, reason: "" });
    said(first, "Livré");
    said(second, "Centre");
    await poll();
    await poll();
    expect(fake.calls.filter(({ what }) => what === "GET histories/")).toHaveLength(1);
    expect(await Promise.all(orders.map(statusOf))).toEqual(["delivered", "shipped"]);
    // The webhook of the same moment comes after all: it is the same.
    const again = {
      key: id("event"),
      kind: "status",
      tracking: first ?? "",
      status: "Livré",
      at: new Date("2026-11-20T08:12:00Z"),
    };
    await shop.parcelQueue.recordEvents([again]);
    expect((await story(orders[0] as (typeof orders)[0]))?.events).toHaveLength(1);
    clock.now += 6 * HOUR;
    expect(await shop.parcelQueue.duePolls(100)).toEqual([second]);
    clock.now += 6 * HOUR;
    fake.fail(/histories/, { kind: "html" });
    await poll();
    expect(lines).toEqual([
      "The courier was not asked for its parcels: The courier's answer is HTML (GET histories/).",
    ]);
    // Not for ever.
    clock.now += 60 * 24 * HOUR;
    expect(await shop.parcelQueue.duePolls(100)).toEqual([]);
  });

  it("webhooks are read when they are signed, and each event counts once", async () => {
    const order = await confirmed();
    await carry();
    const { tracking = "" } = (await story(order)) ?? {};
    const event = {
      event_id: id("event"),
      occurred_at: "2026-11-20 09:12:00",
      data: { tracking, status: "Tentative échouée", reason: "Client ne répond pas" },
    };
    const send = (events: unknown[], type?: string, secret = SECRET) => {
      const { body, signature } = FakeCourier.webhook(secret, events, type);
      return shop.webhooks.receive(Buffer.from(body), signature);
    };
    expect(await send([event], undefined, "another-secret")).toBe("forged");
    expect(await statusOf(order)).toBe("confirmed");
    expect(await send([event])).toBe("received");
    expect(await send([event, { ...event, data: { tracking, status: "Livré" } }])).toBe("received");
    expect(await statusOf(order)).toBe("shipped");
    expect((await story(order))?.events).toEqual([
      {
        label: "Tentative de livraison échouée",
        reason: "pas de réponse au téléphone",
        at: new Date("2026-11-20T08:12:00Z"),
      },
    ]);
    // Payments are no status, a wrong event blocks no other, and what is no webhook is refused.
    const payment = {
      event_id: id("event"),
      occurred_at: "2026-11-21 12:01:26",
      data: { tracking, status: "receivable", payment_id: "pmt-1" },
    };
    expect(await send([payment], "parcel_payment_updated")).toBe("received");
    const delivered = {
      event_id: id("event"),
      occurred_at: "2026-11-22 12:01:26",
      data: { tracking, status: "Livré" },
    };
    expect(await send([null, { event_id: 1 }, { ...delivered, occurred_at: "hier" }, delivered])).toBe("received");
    expect(await statusOf(order)).toBe("delivered");
    for (const body of ["", "{}", "[", '{"type":"parcel_status_updated","events":{}}']) {
      const { createHmac } = await import("node:crypto");
      const signature = createHmac("sha256", SECRET).update(body).digest("hex");
      expect(await shop.webhooks.receive(Buffer.from(body), signature)).toBe("unreadable");
      expect(await shop.webhooks.receive(Buffer.from(body), signature.toUpperCase())).toBe("forged");
      expect(await shop.webhooks.receive(Buffer.from(body), "")).toBe("forged");
      expect(await reopened({}).webhooks.receive(Buffer.from(body), signature)).toBe("closed");
    }
  });
});
