import { describe, expect, it } from "vitest";
import { tableCourier } from "~/courier/table.server";
import { byCommand } from "~/domain/office/journal";
import type { Order, Recipient } from "~/domain/order/order";
import { HOUR, MINUTE } from "~/domain/values/durations";
import { formatDinars } from "~/domain/values/money";
import { outgoingParcel } from "~/shop/local/outgoing-parcel";
import type { OrderEdit } from "~/shop/services/order-detail-office";
import { courierShop } from "../support/shop/courier-shop";
import { officeViolations } from "../support/shop/office-invariants";
import { beginParcel, claimParcel, settleParcel } from "../support/shop/parcels";
import { nadia } from "../support/shop/staff";
import { id, setStatus } from "../support/shop/test-shop";
import { describeShopHere } from "./describe-shop";

/** A confirmed order goes out as one parcel, whatever the courier answers. */

describeShopHere("backOffice", "parcels", (fixture) => {
  const testShop = () => fixture().testShop;
  const here = courierShop(testShop);
  const { clock, lines, carry, ordered, confirmed, post, posts, sentOf, reopened, story, why, waiting } = here;

  const refused = async ({ number }: Order) => {
    const parcel = (await here.shop.office.orderPage(number))?.parcel;
    return parcel?.state === "refused" ? parcel.failure : undefined;
  };

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
    expect(await here.shop.orders.parcel(order.number, "stranger")).toBeUndefined();
    expect(await waiting()).toEqual([]);
    expect(lines).toEqual([]);
  });

  it("to a pickup point, by its number, and by a landline", async () => {
    const [pickupPoint] = await here.shop.courier.pickupPoints(3101);
    const order = await confirmed({ mode: "pickup", pickupPointId: pickupPoint?.id, address: "", phone: "021123456" });
    await carry();
    expect(sentOf(order)[0]?.sent).toMatchObject({
      is_stopdesk: true,
      stopdesk_id: pickupPoint?.id,
      address: `${pickupPoint?.name}, ${pickupPoint?.address}`.replace(/\s+/g, " "),
      contact_phone: "021123456",
    });
  });

  it("to places of which the courier spells the names in another way", async () => {
    const table = tableCourier();
    const [point] = table.pickupPoints(3101);
    const spelt = await confirmed({ mode: "pickup", pickupPointId: point?.id, address: "" });
    const spelling = (name: string) => name.toUpperCase().replace(/A/g, "Â").replaceAll(" ", "  ");
    const pickupPoints = (commune: number) =>
      table.pickupPoints(commune).map((point) => ({ ...point, name: spelling(point.name) }));
    await carry(testShop().reopened({ now: clock.date, connection: {}, courier: { ...table, pickupPoints } }));
    expect(sentOf(spelt)[0]?.sent).toMatchObject({ stopdesk_id: point?.id });
    // A commune goes out in the courier's spelling, which is its own business.
    const home = await confirmed();
    const communes = (wilaya: number) =>
      table.communes(wilaya).map((item) => ({ ...item, name: item.name.toUpperCase() }));
    await carry(testShop().reopened({ now: clock.date, connection: {}, courier: { ...table, communes } }));
    expect(await refused(home)).toBe("The to_commune_name is invalid");
    expect(posts()).toBe(2);
  });

  it("texts go out without what the courier's database may not store, and a list of products is cut for the label", async () => {
    const order = await ordered();
    const [line] = order.lines;
    if (!line) throw new Error("There is no line.");
    const sent = (name: string, recipient: Partial<Recipient> = {}) =>
      outgoingParcel(
        { ...order, lines: [{ ...line, name }], recipient: { ...order.recipient, ...recipient } },
        { fromWilaya: "Oran", wilaya: "Oran", commune: "Oran" },
      );
    expect(sent(`Bos\u{1f45f}ton ${"a".repeat(300)}`).products).toBe(`Boston ${"a".repeat(242)}…`);
    expect(
      sent("", { firstName: "\u{1f338} Samira\u{1f338}", lastName: "\u{1f338}", address: "\u{1f3e0}" }),
    ).toMatchObject({
      firstName: "Samira",
      lastName: "Samira",
      address: "Oran",
    });
    const ornate = { lastName: "\u{1d4e2}\u{1d4ea}mira", address: "\u{1d402}it\u00e9 \u{1d7d0}\u{1d7ce}\u{1d7ce}" };
    expect(sent("", ornate)).toMatchObject({ lastName: "Samira", address: "Cité 200" });
    expect(sent("", { firstName: "سميرة", address: "Cité 200 \u{1f3e0} bât. 4" })).toMatchObject({
      firstName: "سميرة",
      address: "Cité 200 bât. 4",
    });
  });

  it("nothing goes out without the keys, also later", async () => {
    const order = await ordered();
    expect(await setStatus(reopened(null), order.number, "confirmed")).toBe("moved");
    await carry();
    expect(posts()).toBe(0);
  });

  it.each([
    ["no answer to a parcel that was made", { kind: "done-and-silent" } as const, 1],
    ["no answer to one that was not", { kind: "silence" } as const, 16],
    ["half an answer", { kind: "truncated" } as const, 1],
    ["500", { kind: "status", status: 500 } as const, 16],
    ["nobody there", { kind: "refused" } as const, 16],
  ])("one parcel after %s: the courier is asked first", async (_, fault, minutes) => {
    here.fake.fail(/POST/, fault);
    const order = await confirmed();
    await carry();
    expect(await story(order)).toBeUndefined();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      new RegExp(`^The parcel of order ${order.number} is not settled: The courier.* Next try 2`),
    );
    // Not at once: a post that has started may still succeed.
    await carry();
    expect(here.fake.calls.filter(({ what }) => what === "GET parcels/")).toHaveLength(1);
    const begun = clock.now;
    while (!(await story(order))) {
      clock.now += MINUTE;
      await carry();
    }
    expect((clock.now - begun) / MINUTE).toBe(minutes);
    expect(sentOf(order)).toHaveLength(1);
    expect(await story(order)).toMatchObject({ tracking: sentOf(order)[0]?.tracking });
    expect(posts()).toBe(minutes === 1 || fault.kind === "refused" ? 1 : 2);
  });

  it.each(["no answer", "an end of the process"])(
    "one parcel after %s to its post, where the courier's list is behind by a quarter of an hour",
    async (what) => {
      const order = await confirmed();
      here.fake.listsFrom = clock.now + 15 * MINUTE;
      if (what === "no answer") here.fake.fail(/POST/, { kind: "done-and-silent" });
      else await post(await beginParcel(here.shop, order.number));
      for (let minute = 0; minute < 30; minute += 1) {
        await carry();
        clock.now += MINUTE;
      }
      expect(posts()).toBe(1);
      expect(await story(order)).toMatchObject({ tracking: sentOf(order)[0]?.tracking });
    },
  );

  it("one parcel after the process died between posting and noting it", async () => {
    const order = await confirmed();
    const task = await beginParcel(here.shop, order.number);
    const { tracking } = await post(task);
    // Nobody takes it before the claim has ended.
    clock.now += 5 * MINUTE - 1;
    await carry();
    expect(await story(order)).toBeUndefined();
    clock.now += 1;
    await carry();
    expect(sentOf(order)).toHaveLength(1);
    expect(await story(order)).toMatchObject({ tracking });
    // The first worker goes on: its results count, but it starts no further post.
    expect(await here.shop.parcelQueue.begin(task)).toBe(false);
    expect(await here.shop.parcelQueue.settle(task, { kind: "posted", tracking })).toEqual({ remarks: [] });
    expect(await here.shop.parcelQueue.settle(task, { kind: "posted", tracking: "yal-2" })).toEqual({
      remarks: [expect.stringContaining("two parcels")],
    });
    // Another order's number does not count for this one.
    const other = await confirmed();
    await settleParcel(here.shop, other.number, { kind: "posted", tracking });
    expect(await refused(other)).toContain("d'une autre commande");
  });

  it("one parcel of an order that is confirmed again after a backup without it was restored", async () => {
    const order = await confirmed();
    const task = await claimParcel(here.shop, order.number);
    // The restored shop has no record of this post.
    const { tracking } = await post(task);
    clock.now += 5 * MINUTE;
    await carry();
    expect(sentOf(order)).toHaveLength(1);
    expect(await story(order)).toMatchObject({ tracking });
  });

  it("one parcel, as it was confirmed last, of a confirmation that was taken back and made again", async () => {
    const order = await ordered();
    const confirm = async (version: number) => {
      const call = { key: id("key"), version, outcome: "confirmed", note: "" } as const;
      const recorded = await here.shop.office.recordCall(order.number, call, nadia);
      if (recorded.result !== "recorded") throw new Error(recorded.result);
      return recorded.call;
    };
    const first = await confirm(0);
    // A process that takes the parcel, and is slow to begin.
    const slow = await claimParcel(here.shop, order.number);
    clock.now += MINUTE;
    expect(await here.shop.office.takeBackCall(order.number, first, nadia)).toBe("taken-back");
    await confirm(2);
    const task = await claimParcel(here.shop, order.number);
    expect(task.attempt).toBe(slow.attempt);
    expect(await here.shop.parcelQueue.begin(slow)).toBe(false);
    expect(await here.shop.parcelQueue.begin(task)).toBe(true);
    await here.shop.parcelQueue.settle(task, { kind: "withdrawn" });
  });

  it("a parcel that the courier made, but was slow to show, is this order's although it refused a second one", async () => {
    const order = await confirmed();
    const task = await claimParcel(here.shop, order.number);
    clock.now += 5 * MINUTE;
    await settleParcel(here.shop, order.number, { kind: "refused", failure: "order_id is taken" });
    expect(await refused(order)).toBe("order_id is taken");
    const tracking = id("yal");
    expect(await here.shop.parcelQueue.settle(task, { kind: "posted", tracking })).toEqual({ remarks: [] });
    expect(await refused(order)).toBeUndefined();
    expect(await story(order)).toMatchObject({ tracking });
    expect(await here.shop.parcelQueue.claim(1)).toEqual([]);
  });

  it("one parcel an order, with two workers at once", async () => {
    const orders: Order[] = [];
    for (let count = 0; count < 8; count += 1) orders.push(await confirmed());
    const other = reopened();
    await Promise.all([carry(), carry(other), carry(), carry(other)]);
    expect(orders.map((order) => sentOf(order).length)).toEqual(orders.map(() => 1));
    expect(posts()).toBe(8);
    expect(here.fake.exceeded).toEqual([]);
  });

  it("sent by hand: it is not posted as well, and what was posted is taken for its parcel", async () => {
    const never = await confirmed();
    await setStatus(here.shop, never.number, "shipped");
    await carry();
    expect(here.fake.calls).toEqual([]);
    here.fake.fail(/POST/, { kind: "done-and-silent" });
    const once = await confirmed();
    await carry();
    await setStatus(here.shop, once.number, "shipped");
    clock.now += MINUTE;
    await carry();
    expect(await story(once)).toMatchObject({ tracking: sentOf(once)[0]?.tracking });
    here.fake.fail(/POST/, { kind: "silence" });
    const none = await confirmed();
    await carry();
    await setStatus(here.shop, none.number, "shipped");
    clock.now += MINUTE;
    await carry();
    expect(sentOf(none)).toHaveLength(0);
    // The list may be behind.
    expect(await waiting()).toHaveLength(1);
    clock.now += 15 * MINUTE;
    await carry();
    expect(sentOf(none)).toHaveLength(0);
    expect(await waiting()).toEqual([]);
    here.fake.fail(/POST/, { kind: "done-and-silent" });
    const late = await confirmed();
    await carry();
    here.fake.listsFrom = clock.now + 10 * MINUTE;
    await setStatus(here.shop, late.number, "shipped");
    for (let minute = 0; minute < 15; minute += 1) {
      clock.now += MINUTE;
      await carry();
    }
    expect(await story(late)).toMatchObject({ tracking: sentOf(late)[0]?.tracking });
  });

  it("a courier that is away is tried again after 1, 2, 4 … minutes, an hour at most, for as long as it takes", async () => {
    here.fake.fail(/GET/, { kind: "refused" }, 12);
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
    here.fake.fail(/POST/, { kind: "status", status: 429, headers: { "Retry-After": "1800" } });
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
      const turn = await here.shop.parcelQueue.takeCall("parcel");
      if (!("call" in turn)) throw new Error("The quota is used up.");
      // Nothing is left of this minute: another program uses the same keys.
      await here.shop.parcelQueue.endCall(turn.call, { minute: 0 });
      await carry();
      expect(lines.at(-1)).toContain("The courier's quota is used up for another 61 s (GET parcels/).");
      expect(await why(order)).toBeUndefined();
      clock.now += MINUTE + 200;
    }
    here.fake.fail(/POST/, { kind: "html" });
    await carry();
    clock.now += 15 * MINUTE;
    await carry();
    expect(sentOf(order)).toHaveLength(1);
    expect(here.fake.calls).toHaveLength(4);
  });

  it("waits no longer where the shop's own quota ended between the question and the post", async () => {
    const order = await confirmed();
    const { parcelQueue } = here.shop;
    const begin: typeof parcelQueue.begin = async (task) => {
      const isBegun = await parcelQueue.begin(task);
      const turn = await parcelQueue.takeCall("parcel");
      await parcelQueue.endCall("call" in turn ? turn.call : "", { minute: 0 });
      return isBegun;
    };
    await carry({ ...here.shop, parcelQueue: { ...parcelQueue, begin } });
    expect(lines.at(-1)).toContain("The courier's quota is used up for another 61 s (POST parcels/).");
    clock.now += MINUTE + 2_000;
    await carry();
    expect(sentOf(order)).toHaveLength(1);
  });

  it("waits longer each time for a courier that only says that it is too much", async () => {
    here.fake.fail(/POST/, { kind: "status", status: 429 }, 3);
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
    here.fake.refusal = ({ firstname }) => `The firstname ${firstname} is not welcome`;
    const order = await confirmed();
    await carry();
    clock.now += 24 * HOUR;
    await carry();
    expect(posts()).toBe(1);
    expect(await refused(order)).toBe("The firstname Samira is not welcome");
    expect(lines.join()).toContain(order.number);
    expect(lines.join()).not.toContain("Samira");
    const retry = (number: string) => here.shop.office.retryParcel(number, {}, byCommand);
    expect(await retry("AAAA-2222")).toBe("unknown");
    here.fake.refusal = () => undefined;
    expect(await retry(order.number)).toBe("moved");
    await carry();
    expect(sentOf(order)).toHaveLength(1);
    expect(await retry(order.number)).toBe("refused");
    expect(await refused(order)).toBeUndefined();
  });

  describe("refused for where or to whom it goes", () => {
    const table = tableCourier();
    const open = (courier: typeof table) => testShop().reopened({ now: clock.date, connection: {}, courier });
    /** Edits it as staff do, and agrees to whatever it costs then. */
    const edit = async (shop: typeof here.shop, { number }: Order, changes: Partial<OrderEdit>) => {
      const page = await shop.office.orderPage(number);
      if (!page) throw new Error("There is no page.");
      const lines = page.order.lines.map(({ variantId, quantity, price }) => ({ variantId, quantity, price }));
      const whole = { recipient: page.order.recipient, lines, priceReason: "", ...changes };
      const asked = await shop.office.editOrder(number, whole, page.version, nadia);
      if (asked.result !== "to-agree") return asked;
      return shop.office.editOrder(number, { ...whole, agreed: asked }, page.version, nadia);
    };
    /** Announces it again, and returns what the courier has got. */
    const again = async (shop: typeof here.shop, order: Order) => {
      expect(await shop.office.retryParcel(order.number, {}, byCommand)).toBe("moved");
      await carry(shop);
      expect(sentOf(order)).toHaveLength(1);
      return sentOf(order)[0]?.sent;
    };

    it("is corrected, stays confirmed, and goes out as it is then, with its pairs right", async () => {
      const [point] = table.pickupPoints(3101);
      const order = await ordered({ mode: "pickup", pickupPointId: point?.id, address: "" }, 2);
      const shop = open({ ...table, pickupPoints: () => [] });
      const call = { key: id("key"), version: 0, outcome: "confirmed", note: "" } as const;
      expect(await shop.office.recordCall(order.number, call, nadia)).toMatchObject({ result: "recorded" });
      expect(await edit(shop, order, { recipient: { ...order.recipient, address: "Rue 2" } })).toEqual({
        ...{ result: "too-late", status: "confirmed" },
      });
      await carry(shop);
      expect(await refused(order)).toMatch(/^Le livreur n'a pas de point relais/);
      const recipient = { ...order.recipient, mode: "home", pickupPointId: undefined, address: "Rue 2" } as const;
      const line = { variantId: order.variant, quantity: 1, price: order.lines[0]?.price ?? 0 };
      const changed = { recipient: { ...recipient, phone: "0661300011" }, lines: [line] };
      expect(await edit(shop, order, changed)).toEqual({ result: "edited" });
      const page = await shop.office.orderPage(order.number);
      expect(page).toMatchObject({ order: { status: "confirmed" }, parcel: { state: "refused" }, callAt: undefined });
      expect(page?.events).toContainEqual(expect.objectContaining({ kind: "mail", mail: "order-edited-shop" }));
      expect(await officeViolations(testShop().database, new Map([[order.variant, 5]]))).toEqual([]);
      expect(await again(shop, order)).toMatchObject({
        ...{ is_stopdesk: false, stopdesk_id: null, address: "Rue 2", contact_phone: "0661300011" },
        ...{ price: page?.order.total, weight: 1 },
      });
      expect((await edit(shop, order, { recipient })).result).toBe("too-late");
    });

    it("is not taken over by the sum of before, and goes out once that parcel is deleted or corrected", async () => {
      const [point] = table.pickupPoints(3101);
      const home = { mode: "home", pickupPointId: undefined, address: "Rue 2" } as const;
      for (const isCorrected of [false, true]) {
        const order = await ordered({ mode: "pickup", pickupPointId: point?.id, address: "" }, 1);
        expect(await setStatus(here.shop, order.number, "confirmed")).toBe("moved");
        const task = await beginParcel(here.shop, order.number);
        await post(task);
        await here.shop.parcelQueue.settle(task, { kind: "refused", failure: "Déjà là" });
        const recipient = { ...order.recipient, ...home };
        expect(await edit(here.shop, order, { recipient })).toEqual({ result: "edited" });
        const total = (await here.shop.office.orderPage(order.number))?.order.total ?? 0;
        expect(total).not.toBe(order.total);
        expect(await again(here.shop, order)).toMatchObject({ price: order.total });
        const sums = `à ${formatDinars(order.total)} au lieu de ${formatDinars(total)}`;
        expect(await refused(order)).toBe(
          `Le livreur a déjà ce colis, ${sums}\u00a0: corrigez-le ou supprimez-le sur sa page.`,
        );
        expect(await story(order)).toBeUndefined();
        const [parcel] = sentOf(order);
        if (!parcel) throw new Error("There is no parcel.");
        if (isCorrected) parcel.sent.price = String(total);
        else here.fake.parcels.splice(here.fake.parcels.indexOf(parcel), 1);
        expect(await again(here.shop, order)).toMatchObject({ price: isCorrected ? String(total) : total });
        expect(await story(order)).toMatchObject({ tracking: sentOf(order)[0]?.tracking });
      }
    });

    it("takes the name that its pickup point has now, and goes there", async () => {
      const [point] = table.pickupPoints(3101);
      const order = await confirmed({ mode: "pickup", pickupPointId: point?.id, address: "" });
      const pickupPoints = (commune: number) =>
        table.pickupPoints(commune).map((listed) => ({ ...listed, name: "Agence d'Arzew", address: "Rue du Port" }));
      const shop = open({ ...table, pickupPoints });
      await carry(shop);
      expect(posts()).toBe(0);
      expect(await refused(order)).toBe(
        `Le point relais ${point?.name} s'appelle maintenant Agence d'Arzew chez le livreur\u00a0: vérifiez l'adresse.`,
      );
      expect(await edit(shop, order, {})).toEqual({ result: "edited" });
      expect((await shop.office.orderPage(order.number))?.order.recipient).toMatchObject({
        ...{ pickupPointName: "Agence d'Arzew", pickupPointAddress: "Rue du Port" },
      });
      expect(await again(shop, order)).toMatchObject({ stopdesk_id: point?.id });
    });

    it("takes the name that its commune has now, and another commune for one that is gone", async () => {
      const named = (id: number, name: string) => ({
        ...table,
        communes: (wilaya: number) => table.communes(wilaya).map((item) => (item.id === id ? { ...item, name } : item)),
      });
      const order = await confirmed({ communeId: 3102 });
      const shop = open(named(3102, "Ailleurs"));
      await carry(shop);
      // The courier numbered its places again: 3102 is another place now.
      expect(await refused(order)).toMatch(/^La commune .+ s'appelle maintenant Ailleurs chez le livreur\u00a0: /);
      expect(posts()).toBe(0);
      expect(await edit(shop, order, {})).toEqual({ result: "edited" });
      expect((await shop.office.orderPage(order.number))?.order.recipient.communeName).toBe("Ailleurs");
      const gone = await confirmed({ communeId: 3103 });
      const without = open({ ...table, communes: (id) => table.communes(id).filter((item) => item.id !== 3103) });
      await carry(without);
      expect(await refused(gone)).toMatch(/^Le livreur ne connaît pas la commune .+ \(3103\)\u00a0: /);
      expect(posts()).toBe(0);
      expect((await edit(without, gone, { recipient: { ...gone.recipient, communeId: 3101 } })).result).toBe("edited");
      expect(await again(without, gone)).toMatchObject({ to_commune_name: "Oran" });
    });
  });
});
