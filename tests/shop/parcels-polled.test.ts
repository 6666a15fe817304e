import { describe, expect, it } from "vitest";
import { pollParcels } from "~/courier/parcel-worker.server";
import { byCommand } from "~/domain/office/journal";
import { DAY, HOUR, MINUTE } from "~/domain/values/durations";
import { courierShop } from "../support/shop/courier-shop";
import { settleParcel } from "../support/shop/parcels";
import { id, setStatus } from "../support/shop/test-shop";
import { describeShopHere } from "./describe-shop";

/** What the courier says of parcels when it is asked. */

describeShopHere("backOffice", "parcels", (fixture) => {
  const testShop = () => fixture().testShop;
  const here = courierShop(testShop);
  const { clock, lines, log, client, carry, confirmed, posted, statusOf, story, statusSaid } = here;
  const poll = (queue = here.shop.parcelQueue) => pollParcels(queue, client(), { log, now: () => clock.now });

  it("the courier is asked for what got lost: every six hours, many parcels at a time, until it has arrived", async () => {
    const orders = [await confirmed(), await confirmed()];
    await carry();
    await poll();
    expect(here.fake.calls.filter(({ what }) => what === "GET histories/")).toHaveLength(0);
    clock.now += 6 * HOUR;
    const [first, second] = here.fake.parcels.map(({ tracking }) => tracking);
    const said = (tracking = "", status = "") =>
      here.fake.histories.push({ tracking, date_status: "2026-11-20 09:12:00", status, reason: "" });
    said(first, "Livré");
    said(second, "Centre");
    await poll();
    await poll();
    expect(here.fake.calls.filter(({ what }) => what === "GET histories/")).toHaveLength(1);
    expect(await Promise.all(orders.map(statusOf))).toEqual(["delivered", "shipped"]);
    // The webhook of the same moment comes after all: it is the same.
    const again = {
      key: id("event"),
      kind: "status",
      tracking: first ?? "",
      status: "Livré",
      at: new Date("2026-11-20T08:12:00Z"),
    };
    await here.shop.parcelQueue.recordEvents([again]);
    expect((await story(orders[0] as (typeof orders)[0]))?.events).toHaveLength(1);
    clock.now += 6 * HOUR;
    expect(await here.shop.parcelQueue.duePolls(100)).toEqual([second]);
    clock.now += 6 * HOUR;
    here.fake.fail(/histories/, { kind: "html" });
    await poll();
    expect(lines).toEqual([
      "The courier was not asked for its parcels: The courier's answer is HTML (GET histories/).",
    ]);
    // Not for ever.
    clock.now += 60 * 24 * HOUR;
    expect(await here.shop.parcelQueue.duePolls(100)).toEqual([]);
  });

  it("parcels that the courier was not asked about are asked about soon, and no others before them", async () => {
    const orders = [await posted()];
    clock.now += MINUTE;
    orders.push(await posted());
    clock.now += 6 * HOUR - MINUTE;
    const asked = async () => {
      const before = here.fake.calls.length;
      await poll();
      return here.fake.calls.length - before;
    };
    here.fake.fail(/histories/, { kind: "html" });
    expect(await asked()).toBe(1);
    // The second one is due meanwhile.
    clock.now += 10 * MINUTE - 1;
    expect(await asked()).toBe(0);
    clock.now += 1;
    here.fake.fail(/histories/, { kind: "status", status: 429, headers: { "Retry-After": "1800" } });
    expect(await asked()).toBe(1);
    clock.now += 30 * MINUTE - 1;
    expect(await asked()).toBe(0);
    clock.now += 1;
    // What was asked is lost with the process.
    const killed = { ...here.shop.parcelQueue, recordEvents: () => Promise.reject(new Error("killed")) };
    await expect(poll(killed)).rejects.toThrow("killed");
    clock.now += 10 * MINUTE;
    // The shop's own quota: the courier is not even asked.
    const turn = await here.shop.parcelQueue.takeCall("background");
    await here.shop.parcelQueue.endCall("call" in turn ? turn.call : "", { hour: 0 });
    expect(await asked()).toBe(0);
    expect(lines.at(-1)).toContain("The courier's quota is used up for another 660 s");
    // What is over meanwhile stays so.
    const [first = "", second = ""] = orders.map(({ tracking }) => tracking);
    await here.shop.parcelQueue.recordEvents([statusSaid(first, "Livré", 1)]);
    await here.shop.parcelQueue.postponePolls({});
    clock.now += HOUR + MINUTE;
    expect(await here.shop.parcelQueue.duePolls(100)).toEqual([second]);
  });

  it("rows of the courier's histories that nobody can read are skipped and counted, and stop no others", async () => {
    const { tracking, ...order } = await posted();
    clock.now += 6 * HOUR;
    const row = { tracking, date_status: "2026-11-20 09:12:00", status: "Livré", reason: "" };
    here.fake.histories.push({ ...row, date_status: null as never }, { ...row, status: null as never }, row);
    await poll();
    expect(await statusOf(order)).toBe("delivered");
    expect(lines).toEqual(["Of the courier's histories 2 rows were not understood."]);
  });

  describe("a parcel that was deleted on the courier's own page", () => {
    /** Gone, without a word. */
    const deleted = async () => {
      const order = await posted();
      here.fake.parcels.splice(here.fake.parcels.indexOf(order.parcel), 1);
      clock.now += 6 * HOUR;
      return order;
    };
    const stateOf = async ({ number }: { number: string }) => (await here.shop.office.orderPage(number))?.parcel?.state;
    const asked = () => here.fake.calls.filter(({ what }) => what === "GET parcels/").length;

    it("is refused once it is asked about, and is announced again", async () => {
      const order = await deleted();
      await poll();
      expect(await stateOf(order)).toBe("refused");
      expect(lines).toEqual([`The courier says "Annulé" of order ${order.number}: see to it.`]);
      expect(await here.shop.office.retryParcel(order.number, {}, byCommand)).toBe("moved");
      await carry();
      expect((await story(order))?.tracking).toBe(here.sentOf(order)[0]?.tracking);
    });

    it("gives the pairs of its cancelled order back", async () => {
      const order = await posted();
      await setStatus(here.shop, order.number, "cancelled");
      await settleParcel(here.shop, order.number, { kind: "kept" });
      here.fake.parcels.length = 0;
      clock.now += 6 * HOUR;
      await poll();
      expect(await testShop().stockOf(order.variant)).toBe(5);
    });

    it("is another one than the courier names for the order", async () => {
      const order = await deleted();
      here.fake.parcels.push({ ...order.parcel, tracking: id("yal") });
      await poll();
      expect(await stateOf(order)).toBe("refused");
    });

    it.each<[string, (order: Awaited<ReturnType<typeof posted>>) => void]>([
      ["the courier has it", ({ parcel }) => here.fake.parcels.push(parcel)],
      [
        "the courier has it beside another one of that order",
        ({ parcel }) => here.fake.parcels.push({ ...parcel, tracking: id("yal") }, parcel),
      ],
      ["its histories are not read", () => here.fake.fail(/histories/, { kind: "truncated" })],
      [
        "a row of them is not",
        ({ tracking }) => here.fake.histories.push({ tracking, date_status: "hier", status: "Centre", reason: "" }),
      ],
      ["its list is not read", () => here.fake.fail(/GET parcels/, { kind: "html" })],
      [
        "its list is one of all parcels",
        ({ parcel }) => {
          here.fake.change = (path, json) =>
            path === "parcels/" ? { has_more: true, data: [{ ...parcel, order_id: "AAAA-2222" }] } : json;
        },
      ],
      [
        "somebody has taken it",
        ({ tracking }) => here.shop.parcelQueue.recordEvents([statusSaid(tracking, "Ramassé", 1)]),
      ],
    ])("is not believed to be gone where %s", async (_, prepare) => {
      const order = await deleted();
      await prepare(order);
      await poll();
      expect(await stateOf(order)).toBe("posted");
    });

    it("is asked about once in a poll, and not by a process that ends", async () => {
      await deleted();
      const before = asked();
      await pollParcels(here.shop.parcelQueue, client(), { log, isOver: () => true });
      expect(asked()).toBe(before);
      clock.now += 10 * MINUTE;
      await poll();
      expect(asked()).toBe(before + 1);
    });
  });

  describe("a parcel that was cancelled, as a webhook says", () => {
    const cancelled = async (isKept: boolean) => {
      const order = await posted();
      if (isKept) {
        await setStatus(here.shop, order.number, "cancelled");
        await settleParcel(here.shop, order.number, { kind: "kept" });
      }
      await here.shop.parcelQueue.recordEvents([statusSaid(order.tracking, "Annulé", 10)]);
      return order;
    };
    const stateOf = async (order: { number: string; visitor: string; variant: string }) => [
      await statusOf(order),
      (await here.shop.office.orderPage(order.number))?.parcel?.state,
      await testShop().stockOf(order.variant),
    ];

    // The webhook's time is that of its event, or later.
    it.each([10, 7])("is given up once the histories say so too, at minute %i", async (minute) => {
      const [order, kept] = [await cancelled(false), await cancelled(true)];
      expect([await stateOf(order), await stateOf(kept)]).toEqual([
        ["confirmed", "posted", 4],
        ["cancelled", "posted", 4],
      ]);
      for (const { tracking } of [order, kept]) here.historySaid(tracking, "Annulé", minute);
      clock.now += 15 * MINUTE;
      await poll();
      expect([await stateOf(order), await stateOf(kept)]).toEqual([
        ["confirmed", "refused", 4],
        ["cancelled", "posted", 5],
      ]);
      clock.now += 6 * HOUR;
      expect(await here.shop.parcelQueue.duePolls(100)).toEqual([]);
    });

    it.each(["by another webhook", "by the histories"])("was taken before, as is heard afterwards %s", async (how) => {
      const [order, kept] = [await cancelled(false), await cancelled(true)];
      for (const { tracking } of [order, kept]) {
        if (how === "by another webhook")
          await here.shop.parcelQueue.recordEvents([statusSaid(tracking, "Ramassé", 5)]);
        here.historySaid(tracking, "Annulé", 10);
        here.historySaid(tracking, "Ramassé", 5);
      }
      clock.now += 15 * MINUTE;
      await poll();
      expect([await stateOf(order), await stateOf(kept)]).toEqual([
        ["shipped", "posted", 4],
        ["cancelled", "posted", 4],
      ]);
      expect((await story(order))?.tracking).toBe(order.tracking);
    });

    it("is asked about again where the histories do not say so, and never once the shop has it back", async () => {
      const order = await cancelled(false);
      here.historySaid(order.tracking, "En préparation", 1);
      clock.now += 15 * MINUTE;
      await poll();
      expect(await stateOf(order)).toEqual(["confirmed", "posted", 4]);
      clock.now += 6 * HOUR;
      expect(await here.shop.parcelQueue.duePolls(100)).toEqual([order.tracking]);
      await setStatus(here.shop, order.number, "cancelled");
      await carry();
      await here.shop.parcelQueue.recordEvents([statusSaid(order.tracking, "Annulé", 20)]);
      clock.now += 6 * HOUR;
      expect(await here.shop.parcelQueue.duePolls(100)).toEqual([]);
    });
  });

  describe("a status whose webhook is dated minutes after it", () => {
    type Minutes = Record<string, number>;
    /** What is heard between two polls, and then by the histories. */
    const heard = async (tracking: string, webhooks: Minutes, histories: Minutes = {}) => {
      clock.now += MINUTE;
      const { recordEvents } = here.shop.parcelQueue;
      for (const [status, minute] of Object.entries(webhooks))
        await recordEvents([statusSaid(tracking, status, minute)]);
      const said = Object.entries(histories);
      for (const [status, minute] of said) here.historySaid(tracking, status, minute);
      if (said.length > 0) clock.now += 6 * HOUR;
      await poll();
    };
    const last = async (order: Awaited<ReturnType<typeof posted>>) => (await story(order))?.events[0]?.label;

    it("is not after those that followed it, once the histories have it", async () => {
      const order = await posted();
      await heard(order.tracking, { "En attente du client": 4 }, { "En attente du client": 1, Livré: 2 });
      expect([await statusOf(order), await last(order)]).toEqual(["delivered", "Livré"]);
      // A webhook that comes only now counts until the histories are read again.
      await heard(order.tracking, { "Sorti en livraison": 5 }, { "Sorti en livraison": 1 });
      expect([await statusOf(order), await last(order)]).toEqual(["delivered", "Livré"]);
      await heard(order.tracking, { "EN ATTENTE DU CLIENT": 4 });
      clock.now += 6 * HOUR;
      await poll();
      expect(await last(order)).toBe("Livré");
      expect(await here.shop.parcelQueue.duePolls(100)).toEqual([]);
    });

    it("counts at once when it comes a second time", async () => {
      const order = await posted();
      await heard(order.tracking, { "Tentative échouée": 4 }, { Ramassé: 1, "Tentative échouée": 2 });
      await heard(order.tracking, { "Sorti en livraison": 20 }, { "Sorti en livraison": 18 });
      expect(await last(order)).toBe("En cours de livraison");
      await heard(order.tracking, { "Tentative échouée": 30 });
      expect(await last(order)).toBe("Tentative de livraison échouée");
    });

    it("counts on a later day, also when the histories are read before they have it", async () => {
      const order = await posted();
      await heard(order.tracking, {}, { "Sorti en livraison": 1, "Tentative échouée": 2 });
      clock.now += 6 * HOUR - 4 * MINUTE;
      const nextDay = 24 * 60;
      await heard(order.tracking, { "Sorti en livraison": nextDay + 3 });
      clock.now += 3 * MINUTE;
      await poll();
      expect(await last(order)).toBe("En cours de livraison");
      expect(await here.shop.parcelQueue.duePolls(100)).toEqual([]);
      // The next ones have it, and what followed it before its webhook was made.
      await heard(order.tracking, {}, { "Sorti en livraison": nextDay, Livré: nextDay + 1 });
      expect([await statusOf(order), await last(order)]).toEqual(["delivered", "Livré"]);
    });

    it.each([
      ["near it in time, also soon", 4, MINUTE],
      ["however long before it, a quarter of an hour later", 60, 15 * MINUTE],
    ])("is that of the histories %s", async (_, minute, wait) => {
      const order = await posted();
      clock.now += 6 * HOUR - wait;
      await here.shop.parcelQueue.recordEvents([statusSaid(order.tracking, "En attente du client", minute)]);
      here.historySaid(order.tracking, "En attente du client", 1);
      here.historySaid(order.tracking, "Livré", 2);
      clock.now += wait;
      await poll();
      expect([await statusOf(order), await last(order)]).toEqual(["delivered", "Livré"]);
    });
  });

  it("the courier is asked for one that was posted while the clock was months ahead", async () => {
    clock.now += 200 * DAY;
    const { tracking } = await posted();
    clock.now -= 200 * DAY;
    expect(await here.shop.parcelQueue.duePolls(100)).toContain(tracking);
    expect(await here.shop.parcelQueue.duePolls(100)).not.toContain(tracking);
  });
});
