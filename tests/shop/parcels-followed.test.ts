import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { byCommand } from "~/domain/office/journal";
import type { OrderStatus } from "~/domain/order/order";
import { HOUR } from "~/domain/values/durations";
import type { CourierEvent } from "~/shop/workers/parcel-queue";
import { FakeCourier, type FakeParcel } from "../support/fakes/fake-courier";
import { courierShop, WEBHOOK_SECRET } from "../support/shop/courier-shop";
import { officeViolations } from "../support/shop/office-invariants";
import { beginParcel } from "../support/shop/parcels";
import { id, setStatus } from "../support/shop/test-shop";
import { describeShopHere } from "./describe-shop";

/** What the courier says of parcels, mostly by webhooks. */

describeShopHere("backOffice", "parcels", (fixture) => {
  const testShop = () => fixture().testShop;
  const here = courierShop(testShop);
  const { clock, carry, confirmed, posted, post, reopened, statusOf, story, statusSaid, deletedSaid } = here;

  it.each<[string, Record<string, number>, OrderStatus]>([
    ["in disorder", { Livré: 3, Expédié: 1, Centre: 2 }, "delivered"],
    ["back", { Expédié: 1, "Echèc livraison": 2, "Retourné au vendeur": 3 }, "returned"],
    ["with words that nobody knows", { Expédié: 1, Téléporté: 2 }, "shipped"],
  ])("an order follows its parcel, %s, and its stock comes back once", async (_, minutes, status) => {
    const { tracking, ...order } = await posted();
    const events = Object.entries(minutes).map(([status, minute]) => statusSaid(tracking, status, minute));
    for (const event of events) await here.shop.parcelQueue.recordEvents([event]);
    // All again, in another order, twice at the same time.
    await Promise.all([
      here.shop.parcelQueue.recordEvents([...events].reverse()),
      reopened().parcelQueue.recordEvents(events),
    ]);
    expect(await statusOf(order)).toBe(status);
    expect(await testShop().stockOf(order.variant)).toBe(status === "returned" ? 5 : 4);
    const moments = (await story(order))?.events.map(({ at }) => at.getTime()) ?? [];
    expect(moments).toEqual([...moments].sort((a, b) => b - a));
    expect(await testShop().damagedOrders()).toEqual([]);
    expect(await testShop().wrongSums()).toEqual([]);
  });

  it("what nobody understands is kept as it came, changes nothing, and is logged once", async () => {
    const { tracking, ...order } = await posted();
    const event = statusSaid(tracking, "Téléporté", 1);
    expect(await here.shop.parcelQueue.recordEvents([event])).toEqual([
      `The courier says "Téléporté" of order ${order.number}, which nobody here understands.`,
    ]);
    expect(await here.shop.parcelQueue.recordEvents([event])).toEqual([]);
    expect(await here.shop.parcelQueue.recordEvents([statusSaid(tracking, "En alerte", 2)])).toEqual([
      `The courier says "En alerte" of order ${order.number}: see to it.`,
    ]);
    expect(await testShop().everything(["parcel_events"])).toContain("Téléporté");
    expect((await story(order))?.events.map(({ label }) => label)).toEqual(["Problème signalé"]);
  });

  it("what is said before the answer to the post has come is not lost", async () => {
    const order = await confirmed();
    const task = await beginParcel(here.shop, order.number);
    const answer = await post(task);
    await here.shop.parcelQueue.recordEvents([statusSaid(answer.tracking, "Ramassé", 1)]);
    expect(await statusOf(order)).toBe("confirmed");
    await here.shop.parcelQueue.settle(task, { kind: "posted", ...answer });
    expect(await statusOf(order)).toBe("shipped");
  });

  it("events of other shops' parcels are deleted in time, this shop's are not", async () => {
    const { tracking, ...order } = await posted();
    await here.shop.parcelQueue.recordEvents([
      statusSaid("yal-stranger", "Livré", 1),
      statusSaid(tracking, "Ramassé", 1),
    ]);
    await here.shop.oldData.parcelEvents(clock.date());
    expect(await testShop().everything(["parcel_events"])).toContain("yal-stranger");
    await here.shop.oldData.parcelEvents(new Date(clock.now + 1));
    expect(await testShop().everything(["parcel_events"])).not.toContain("yal-stranger");
    expect((await story(order))?.events).toHaveLength(1);
  });

  it("a delivered pair is a stamp, as ever", async () => {
    const { tracking, ...order } = await posted({}, 2);
    await here.shop.parcelQueue.recordEvents([statusSaid(tracking, "Livré", 1)]);
    expect(await statusOf(order)).toBe("delivered");
    const steps = await testShop().everything(["order_steps"]);
    for (const step of ["confirmed", "shipped", "delivered"])
      expect(steps).toContain(`{"order_id":"${order.id}","status":"${step}"`);
  });

  it("webhooks are read when they are signed, and each event counts once", async () => {
    const { tracking, ...order } = await posted();
    const event = {
      event_id: id("event"),
      occurred_at: "2026-11-20 09:12:00",
      data: { tracking, status: "Tentative échouée", reason: "Client ne répond pas" },
    };
    const send = (events: unknown[], type?: string, secret = WEBHOOK_SECRET) => {
      const { body, signature } = FakeCourier.webhook(secret, events, type);
      return here.shop.webhooks.receive(Buffer.from(body), signature);
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
      const signature = createHmac("sha256", WEBHOOK_SECRET).update(body).digest("hex");
      expect(await here.shop.webhooks.receive(Buffer.from(body), signature)).toBe("unreadable");
      expect(await here.shop.webhooks.receive(Buffer.from(body), signature.toUpperCase())).toBe("forged");
      expect(await here.shop.webhooks.receive(Buffer.from(body), "")).toBe("forged");
      expect(await reopened({}).webhooks.receive(Buffer.from(body), signature)).toBe("closed");
    }
  });

  describe("a parcel that was deleted or cancelled at the courier", () => {
    const gone = /^Le colis a été annulé ou supprimé chez le livreur\u00a0: annoncez-le de nouveau/;
    /** By the histories. */
    const cancelledSaid = (tracking: string, minute: number): CourierEvent => {
      const { key: _, ...said } = statusSaid(tracking, "Annulé", minute);
      return said;
    };
    /** Gone at the courier, as a list of its parcels says afterwards. */
    const take = ({ parcel }: { parcel: FakeParcel }) => here.fake.parcels.splice(here.fake.parcels.indexOf(parcel), 1);
    const parcelOf = async ({ number }: { number: string }) => (await here.shop.office.orderPage(number))?.parcel;
    const listed = async (parcel: "refuse" | "probleme", { number }: { number: string }) =>
      (await here.shop.office.listOrders({ parcel })).orders.some(({ order }) => order.number === number);

    it.each([
      ["deleted", deletedSaid],
      ["cancelled", cancelledSaid],
    ])("%s: it is refused, is not handed over with others, and is announced again once", async (how, said) => {
      const order = await posted();
      const { tracking } = order;
      if (how === "deleted") take(order);
      else order.parcel.last_status = "Annulé";
      await here.shop.parcelQueue.recordEvents([statusSaid(tracking, "Prêt à expédier", 1)]);
      const remarks = await here.shop.parcelQueue.recordEvents([said(tracking, 2)]);
      expect(remarks).toEqual([expect.stringMatching(`of order ${order.number}: see to it\\.$`)]);
      expect(await statusOf(order)).toBe("confirmed");
      expect(await parcelOf(order)).toMatchObject({ state: "refused", failure: expect.stringMatching(gone) });
      expect(await parcelOf(order)).not.toHaveProperty("label");
      expect(await story(order)).toBeUndefined();
      expect([await listed("refuse", order), await listed("probleme", order)]).toEqual([true, false]);
      const page = await here.shop.office.orderPage(order.number);
      const choice = { number: order.number, version: page?.version ?? 0 };
      expect(await here.shop.office.planBulk([choice], "shipped")).toMatchObject([{ skip: "unannounced" }]);
      expect(await here.shop.parcelQueue.duePolls(100)).not.toContain(tracking);

      expect(await here.shop.office.retryParcel(order.number, {}, byCommand)).toBe("moved");
      await carry();
      const now = (await story(order))?.tracking ?? "";
      expect(now).not.toBe(tracking);
      expect(here.sentOf(order).at(-1)?.tracking).toBe(now);
      // What is said of the other one later, or again, is not about this one.
      await here.shop.parcelQueue.recordEvents([said(tracking, 2), said(tracking, 3)]);
      expect(await parcelOf(order)).toMatchObject({ state: "posted", story: { tracking: now } });
      await here.shop.parcelQueue.recordEvents([statusSaid(now, "Livré", 4)]);
      expect(await statusOf(order)).toBe("delivered");
      expect(await officeViolations(testShop().database, new Map([[order.variant, 5]]))).toEqual([]);
    });

    it("is the one that is found at the courier after all", async () => {
      const order = await posted();
      await here.shop.parcelQueue.recordEvents([cancelledSaid(order.tracking, 1)]);
      expect((await parcelOf(order))?.state).toBe("refused");
      await here.shop.parcelQueue.recordEvents([statusSaid(order.tracking, "Centre", 2)]);
      await here.shop.office.retryParcel(order.number, {}, byCommand);
      await carry();
      expect(await story(order)).toMatchObject({ tracking: order.tracking });
      expect(await statusOf(order)).toBe("shipped");
    });

    it("is heard of before the answer to its post, and changes no order that has gone on", async () => {
      const early = await confirmed();
      const task = await beginParcel(here.shop, early.number);
      const { tracking } = await post(task);
      await here.shop.parcelQueue.recordEvents([deletedSaid(tracking, 1)]);
      await here.shop.parcelQueue.settle(task, { kind: "posted", tracking });
      expect((await parcelOf(early))?.state).toBe("refused");

      const order = await posted();
      await here.shop.parcelQueue.recordEvents([statusSaid(order.tracking, "Expédié", 1)]);
      await here.shop.parcelQueue.recordEvents([deletedSaid(order.tracking, 2)]);
      expect([await statusOf(order), (await parcelOf(order))?.state]).toEqual(["shipped", "posted"]);
      expect(await listed("probleme", order)).toBe(true);
      // The shop has it deleted itself.
      const cancelled = await posted();
      await setStatus(here.shop, cancelled.number, "cancelled");
      expect(await here.shop.parcelQueue.recordEvents([deletedSaid(cancelled.tracking, 1)])).toEqual([]);
      expect((await parcelOf(cancelled))?.state).toBe("leaving");
    });
  });

  it("'Livré' that is taken back stays delivered, is a problem until it is over, and is asked about again", async () => {
    const order = await posted();
    const { tracking } = order;
    const isProblem = async () => {
      const { orders } = await here.shop.office.listOrders({ parcel: "probleme" });
      return orders.some(({ order: { number } }) => number === order.number);
    };
    const tell = async (status: string, minute: number) => {
      await here.shop.parcelQueue.recordEvents([statusSaid(tracking, status, minute)]);
      clock.now += 6 * HOUR;
      const due = await here.shop.parcelQueue.duePolls(100);
      return [await statusOf(order), await isProblem(), due.includes(tracking)];
    };
    expect(await tell("Livré", 1)).toEqual(["delivered", false, false]);
    expect(await tell("Tentative échouée", 2)).toEqual(["delivered", true, true]);
    expect(await tell("Retour vers centre", 3)).toEqual(["delivered", true, true]);
    expect(await tell("Livré", 4)).toEqual(["delivered", false, false]);
    expect(await tell("Retour vers vendeur", 5)).toEqual(["delivered", true, true]);
    expect(await tell("Retourné au vendeur", 6)).toEqual(["returned", false, false]);
    // Who sets it to delivered by hand knows better than what the courier said before.
    const byHand = await posted();
    await here.shop.parcelQueue.recordEvents([statusSaid(byHand.tracking, "Tentative échouée", 1)]);
    await setStatus(here.shop, byHand.number, "delivered");
    const { orders } = await here.shop.office.listOrders({ parcel: "probleme" });
    expect(orders.map(({ order: { number } }) => number)).not.toContain(byHand.number);
    // Nobody asks about what the shop has withdrawn.
    const withdrawn = await posted();
    await setStatus(here.shop, withdrawn.number, "cancelled");
    await carry();
    await here.shop.parcelQueue.recordEvents([statusSaid(withdrawn.tracking, "En préparation", 1)]);
    clock.now += 6 * HOUR;
    expect(await here.shop.parcelQueue.duePolls(100)).not.toContain(withdrawn.tracking);
  });
});
