import { describe, expect, it } from "vitest";
import { defaultOrderBounds } from "~/domain/order/order-bounds";
import { DAY, HOUR, MINUTE } from "~/domain/values/durations";
import type { NewCall } from "~/shop/services/call-office";
import { journalOf, orderRow } from "../support/shop/order-rows";
import { newPhone, ordered, type Terms } from "../support/shop/orders";
import { hire, karim, nadia } from "../support/shop/staff";
import { id, setStatus, type someone } from "../support/shop/test-shop";
import { describeShopHere } from "./describe-shop";

/** Noon in Algeria, so that next calls are of the same day. */
const NOON = new Date("2026-11-26T12:00:00+01:00");

describeShopHere("backOffice", "calls", (fixture) => {
  const testShop = () => fixture().testShop;
  const db = () => testShop().database.db;
  const at = (now: Date, options: Parameters<ReturnType<typeof testShop>["reopened"]>[0] = {}) =>
    testShop().reopened({ ...options, now: () => now });
  const noon = () => at(NOON);
  const place = (changes: Partial<typeof someone> = {}, { now = NOON, ...terms }: Terms & { now?: Date } = {}) =>
    ordered(testShop(), { recipient: { phone: newPhone(), ...changes }, shop: at(now), ...terms });
  const call = (changes: Partial<NewCall>): NewCall => ({
    key: id("key"),
    version: 0,
    outcome: "busy",
    note: "",
    ...changes,
  });
  const card = async (number: string) => {
    const found = await noon().office.callCard(number);
    if (!found) throw new Error("no card");
    return found;
  };
  const row = (orderId: string) => orderRow(testShop(), orderId);
  const changesOf = async (orderId: string) =>
    (await journalOf(testShop(), orderId))
      .slice(1)
      .map(({ actor, name, action, before, after }) => [actor, name, action, before ?? {}, after ?? {}]);
  /** Karim has opened this order at this moment. */
  const seenByKarim = (order_id: string, seen_at: number) =>
    db()
      .insertInto("order_presence")
      .values({ order_id, staff_id: karim.staff.id, seen_at })
      .onConflict((conflict) => conflict.columns(["order_id", "staff_id"]).doUpdateSet({ seen_at }))
      .execute();
  /** Nothing else is due. */
  const quiet = () => db().updateTable("orders").set({ call_at: null }).execute();

  describe("the next", () => {
    it("is the order that has waited longest; another one when it is left for later, and then the first again", async () => {
      await quiet();
      const orders = [];
      for (const minutes of [30, 10, 20])
        orders.push(await place({}, { now: new Date(NOON.getTime() - minutes * MINUTE) }));
      const [first, third, second] = orders.map(({ number }) => number);
      const { office } = noon();
      expect(await office.nextToCall(nadia)).toEqual({ number: first, due: 3 });
      expect((await office.nextToCall(nadia, first)).number).toBe(second);
      expect((await office.nextToCall(nadia, second)).number).toBe(third);
      expect((await office.nextToCall(nadia, third)).number).toBe(first);
      expect((await office.nextToCall(nadia, "AAAA-2222")).number).toBe(first);
      expect((await office.nextToCall(nadia, "\u0000")).number).toBe(first);
    });

    it("forgets a day later who had it open", async () => {
      const { id } = await place();
      await hire(testShop(), karim);
      const rows = () => db().selectFrom("order_presence").select("seen_at").where("order_id", "=", id);
      const { staff } = noon();
      await seenByKarim(id, NOON.getTime() - DAY + 1);
      await staff.forget();
      expect(await rows().execute()).toHaveLength(1);
      await seenByKarim(id, NOON.getTime() - DAY);
      await staff.forget();
      expect(await rows().execute()).toEqual([]);
    });

    it("is not one that somebody else has open", async () => {
      await quiet();
      const first = await place({}, { now: new Date(NOON.getTime() - HOUR) });
      const second = await place();
      await hire(testShop(), karim);
      const opened = (ago: number) => seenByKarim(first.id, NOON.getTime() - ago);
      const { office } = noon();
      await opened(9 * MINUTE);
      expect(await office.nextToCall(nadia)).toEqual({ number: second.number, due: 2 });
      expect((await office.nextToCall(karim)).number).toBe(first.number);
      await opened(10 * MINUTE);
      expect((await office.nextToCall(nadia)).number).toBe(first.number);
      await opened(MINUTE);
      expect((await office.nextToCall(nadia)).number).toBe(second.number);
      // Left for later, it is free at once.
      await office.leaveForLater(first.number, karim);
      expect((await office.nextToCall(karim, first.number)).number).toBe(second.number);
      expect((await office.nextToCall(nadia)).number).toBe(first.number);
    });

    it("is one that somebody opened while the clock was months ahead", async () => {
      await quiet();
      const ahead = new Date(NOON.getTime() + 200 * DAY);
      const first = await place();
      await hire(testShop(), karim);
      await at(ahead).office.seeOrder(first.number, karim);
      expect((await noon().office.nextToCall(nadia)).number).toBe(first.number);
      expect(await noon().office.viewersOf(first.number, nadia)).toEqual([]);
      await noon().office.seeOrder(first.number, karim);
      expect((await noon().office.nextToCall(nadia)).number).toBeUndefined();
      expect(await noon().office.viewersOf(first.number, nadia)).toEqual([karim.staff.name]);
    });

    it("is behind an order that was called, or cancelled, and then what was left for later", async () => {
      await quiet();
      const ago = (hours: number) => new Date(NOON.getTime() - hours * HOUR);
      const left = await place({}, { now: ago(9) });
      const called = await place({}, { now: ago(8) });
      const cancelled = await place({}, { now: ago(30) });
      // At night: the next call is due at nine, three hours ago.
      await at(ago(10)).office.recordCall(cancelled.number, call({ outcome: "no-answer" }), nadia);
      const last = await place({}, { now: ago(2) });
      const { office } = noon();
      const behind = async ({ number }: { number: string }) => (await office.nextToCall(nadia, number)).number;
      await office.recordCall(called.number, call({ outcome: "no-answer" }), nadia);
      expect(await behind(called)).toBe(cancelled.number);
      expect(await office.moveOrder(cancelled.number, "cancelled", { version: 1 }, nadia)).toBe("moved");
      expect(await behind(cancelled)).toBe(last.number);
      await office.recordCall(last.number, call({ outcome: "confirmed" }), nadia);
      expect(await behind(last)).toBe(left.number);
    });

    it("is not another order of a phone that somebody else may be calling", async () => {
      await quiet();
      const phone = newPhone();
      const ago = (hours: number) => new Date(NOON.getTime() - hours * HOUR);
      const called = await place({ phone }, { now: ago(3) });
      const twin = await place({ phone }, { now: ago(2) });
      const other = await place({}, { now: ago(1) });
      await hire(testShop(), karim);
      const { office } = noon();
      await office.seeOrder(called.number, karim);
      expect(await office.nextToCall(nadia)).toEqual({ number: other.number, due: 3 });
      expect((await office.nextToCall(karim, called.number)).number).toBe(twin.number);
      await office.seeOrder(called.number, karim);
      await office.recordCall(called.number, call({ outcome: "confirmed" }), karim);
      expect((await office.nextToCall(nadia)).number).toBe(twin.number);
    });

    it("is another order of a phone that a colleague has done with, for now", async () => {
      await quiet();
      const phone = newPhone();
      const [called, twin] = [await place({ phone }), await place({ phone })];
      await hire(testShop(), karim);
      const { office } = noon();
      await office.seeOrder(called.number, karim);
      await office.recordCall(called.number, call({ outcome: "no-answer" }), karim);
      expect((await office.nextToCall(nadia)).number).toBe(twin.number);
      // He looked at both of them.
      for (const { number } of [called, twin]) await office.seeOrder(number, karim);
      expect((await office.nextToCall(nadia)).number).toBeUndefined();
      await office.leaveForLater(called.number, karim);
      expect((await office.nextToCall(nadia)).number).toBe(twin.number);
    });

    it("is nobody when none is due, and says when the soonest is", async () => {
      await quiet();
      expect(await noon().office.nextToCall(nadia)).toEqual({ number: undefined, due: 0 });
      const { number } = await place();
      await noon().office.recordCall(number, call({ outcome: "no-answer" }), nadia);
      const nextAt = new Date(NOON.getTime() + 2 * HOUR);
      expect(await noon().office.nextToCall(nadia)).toEqual({ number: undefined, due: 0, nextAt });
      expect((await at(nextAt).office.nextToCall(nadia)).number).toBe(number);
    });
  });

  describe("the card", () => {
    it("has what the phone ordered before and what came of it, and the twins of a day", async () => {
      const recipient = { phone: newPhone(), lastName: "Aït Ali فاطمة", firstName: id("Yasmine") };
      const ago = async (days: number, status: "cancelled" | undefined) => {
        const order = await place(recipient, { now: new Date(NOON.getTime() - days * DAY) });
        if (status) await setStatus(testShop().shop, order.number, status);
        return order;
      };
      const old = await ago(9, "cancelled");
      const older = await ago(12, "cancelled");
      const twin = await ago(0.5, undefined);
      const order = await place(recipient);
      const namesake = await place({
        ...{ firstName: "AIT ALI فاطمه", lastName: recipient.firstName.toUpperCase() },
        phone: newPhone(),
      });
      await place({ ...recipient, phone: newPhone() }, { now: new Date(NOON.getTime() - 2 * DAY) });
      await place({ ...recipient, phone: newPhone(), communeId: 3102 });
      const found = await card(order.number.toLowerCase());
      expect(found.order.id).toBe(order.id);
      expect(found.earlier.map(({ number }) => number)).toEqual([twin, old, older].map(({ number }) => number));
      expect(found.cameTo).toEqual({ cancelled: 2, pending: 1 });
      expect(found.twins.map(({ number, isSamePhone }) => [number, isSamePhone])).toEqual([
        [twin.number, true],
        [namesake.number, false],
      ]);
      expect(await noon().office.callCard("AAAA-2222")).toBeUndefined();
      expect((await card(old.number)).twins).toEqual([]);
    });

    it("has another order of the phone that waits as well, whatever its age, and what each twin is made of", async () => {
      const recipient = { phone: newPhone(), firstName: id("Lina") };
      const older = await place(recipient, { now: new Date(NOON.getTime() - 9 * DAY) });
      const order = await place(recipient, { quantity: 2 });
      const twinsOf = async ({ number }: { number: string }) =>
        (await card(number)).twins.map(({ number, lines }) => [number, lines]);
      expect(await twinsOf(older)).toEqual([[order.number, order.lines]]);
      expect(await twinsOf(order)).toEqual([[older.number, older.lines]]);
      await noon().office.recordCall(older.number, call({ outcome: "confirmed" }), nadia);
      expect([await twinsOf(older), await twinsOf(order)]).toEqual([[], []]);
    });

    it("has the calls so far, and what is missing of an order that took no pairs", async () => {
      const shop = at(NOON, { bounds: defaultOrderBounds });
      const large = await place({}, { quantity: 8, stocks: [8], shop });
      await testShop().setStock(large.variant, 7);
      await shop.office.recordCall(large.number, call({ outcome: "no-answer", note: "Sonne" }), nadia);
      const found = await card(large.number);
      expect(found.missing).toMatchObject([{ line: { variantId: large.variant, quantity: 8 }, stock: 7 }]);
      expect(found).toMatchObject({ version: 1, unanswered: 1, lastCall: "no-answer" });
      expect(found.calls).toMatchObject([
        { name: "Nadia", outcome: "no-answer", note: "Sonne", isTakenBack: false, mayBeTakenBack: true },
      ]);
    });
  });

  describe("an outcome", () => {
    it("is a row with the next call's time; the order waits on, with one row in the journal", async () => {
      const { id: orderId, number, variant } = await place();
      const recorded = await noon().office.recordCall(number, call({ outcome: "no-answer", note: "x\u0000y" }), nadia);
      const callAt = new Date(NOON.getTime() + 2 * HOUR);
      expect(recorded).toMatchObject({ result: "recorded", isRepeated: false, callAt, note: "xy" });
      expect(await row(orderId)).toMatchObject({
        ...{ status: "pending", version: 1, unanswered: 1, last_call: "no-answer", call_at: callAt.getTime() },
      });
      expect(await changesOf(orderId)).toEqual([
        ["staff", "Nadia", "order-called", {}, { appel: "Ne répond pas", rappel: "26/11/2026 14:00", note: "xy" }],
      ]);
      await noon().office.recordCall(number, call({ outcome: "no-answer", version: 1 }), karim);
      await noon().office.recordCall(number, call({ outcome: "busy", version: 2 }), nadia);
      expect((await row(orderId)).unanswered).toBe(2);
      const when = new Date(NOON.getTime() + 3 * DAY);
      await noon().office.recordCall(number, call({ outcome: "later", version: 3, when }), nadia);
      expect(await row(orderId)).toMatchObject({ unanswered: 0, call_at: when.getTime(), version: 4 });
      expect(await testShop().stockOf(variant)).toBe(4);
    });

    it("that confirms or cancels sets the status as everywhere, in one change", async () => {
      const confirmed = await place();
      await noon().office.recordCall(confirmed.number, call({ outcome: "confirmed", note: "Livrer samedi" }), nadia);
      expect(await row(confirmed.id)).toMatchObject({
        status: "confirmed",
        version: 1,
        call_at: null,
        last_call: "confirmed",
      });
      expect(await changesOf(confirmed.id)).toEqual([
        [
          ...["staff", "Nadia", "order-status", { statut: "En attente" }],
          { statut: "Confirmée", appel: "Confirmé", note: "Livrer samedi" },
        ],
      ]);
      for (const outcome of ["cancelled", "duplicate", "not-ordered"] as const) {
        const order = await place();
        await noon().office.recordCall(order.number, call({ outcome }), nadia);
        expect(await row(order.id)).toMatchObject({ status: "cancelled", version: 1, call_at: null });
        expect(await testShop().stockOf(order.variant)).toBe(5);
      }
      const wrong = await place();
      await noon().office.recordCall(wrong.number, call({ outcome: "wrong-number" }), nadia);
      expect(await row(wrong.id)).toMatchObject({ status: "pending", last_call: "wrong-number" });
    });

    it("that confirms takes the pairs that were not taken, or nothing when they are short", async () => {
      const shop = at(NOON, { bounds: defaultOrderBounds });
      const large = await place({}, { quantity: 8, stocks: [8], shop });
      await testShop().setStock(large.variant, 7);
      const confirm = () => shop.office.recordCall(large.number, call({ outcome: "confirmed" }), nadia);
      expect(await confirm()).toEqual({ result: "short" });
      expect(await row(large.id)).toMatchObject({ status: "pending", version: 0 });
      expect((await card(large.number)).calls).toEqual([]);
      await testShop().setStock(large.variant, 9);
      expect(await confirm()).toMatchObject({ result: "recorded" });
      expect(await testShop().stockOf(large.variant)).toBe(1);
      expect((await changesOf(large.id))[0]?.[4]).toMatchObject({ paires: "réservées" });
    });

    it("is recorded once for a form, however often it is pressed, and at once by two", async () => {
      const { id: orderId, number } = await place();
      const pressed = call({ outcome: "no-answer" });
      const answers = await Promise.all([1, 2, 3].map(() => noon().office.recordCall(number, pressed, nadia)));
      expect(answers.filter((answer) => answer.result === "recorded" && !answer.isRepeated)).toHaveLength(1);
      expect(answers.every(({ result }) => result === "recorded")).toBe(true);
      expect(await row(orderId)).toMatchObject({ version: 1, unanswered: 1 });
      const other = await place();
      expect(await noon().office.recordCall(other.number, pressed, nadia)).toEqual({ result: "stale" });
      const rivals = await Promise.all(
        [nadia, karim].map((by) => noon().office.recordCall(other.number, call({}), by)),
      );
      expect(rivals.map(({ result }) => result).sort()).toEqual(["recorded", "stale"]);
    });

    it("is not recorded of an order that changed since, waits no longer, or is unknown", async () => {
      const { number, id: orderId } = await place();
      await setStatus(testShop().shop, number, "cancelled");
      expect(await noon().office.recordCall(number, call({}), nadia)).toEqual({ result: "stale" });
      expect(await noon().office.recordCall(number, call({ version: 1 }), nadia)).toEqual({
        ...{ result: "too-late", status: "cancelled" },
      });
      expect(await noon().office.recordCall("AAAA-2222", call({}), nadia)).toEqual({ result: "unknown" });
      expect(await changesOf(orderId)).toHaveLength(1);
    });

    it("is not half recorded when anything fails", async () => {
      const { number } = await place();
      const failing = at(NOON, {
        randomBytes: () => {
          throw new Error("no row");
        },
      });
      const tables = ["orders", "order_steps", "order_calls", "variants", "journal"] as const;
      const before = await testShop().everything([...tables]);
      for (const outcome of ["confirmed", "cancelled", "no-answer"] as const)
        await expect(failing.office.recordCall(number, call({ outcome }), nadia)).rejects.toThrow("no row");
      expect(await testShop().everything([...tables])).toBe(before);
    });
  });

  describe("a corrected phone", () => {
    const LATER = new Date(NOON.getTime() + HOUR);
    const corrections = {
      "the shopper": async ({ number, visitor, recipient }: Awaited<ReturnType<typeof place>>, changes: object) =>
        expect(await at(LATER).orders.correct(number, visitor, { ...recipient, ...changes })).toBe("corrected"),
      staff: async ({ number, recipient, lines }: Awaited<ReturnType<typeof place>>, changes: object) => {
        const edit = { recipient: { ...recipient, ...changes }, lines, priceReason: "" };
        const { version } = await card(number);
        expect(await at(LATER).office.editOrder(number, edit, version, nadia)).toEqual({ result: "edited" });
      },
    };

    it.each(["the shopper", "staff"] as const)("by %s is called at once, and keeps its history", async (who) => {
      const order = await place();
      await noon().office.recordCall(order.number, call({ outcome: "no-answer" }), nadia);
      await noon().office.recordCall(order.number, call({ outcome: "wrong-number", version: 1 }), nadia);
      await corrections[who](order, { address: "Cité des Palmiers, bâtiment 2" });
      expect(await row(order.id)).toMatchObject({ last_call: "wrong-number", unanswered: 1 });
      await corrections[who](order, { phone: newPhone() });
      const fresh = { last_call: null, unanswered: 0, call_at: LATER.getTime() };
      expect(await row(order.id)).toMatchObject({ ...fresh, version: 4 });
      const { calls } = await card(order.number);
      expect(calls.map(({ outcome, mayBeTakenBack }) => [outcome, mayBeTakenBack])).toEqual([
        ["no-answer", false],
        ["wrong-number", false],
      ]);
      const actions = (await changesOf(order.id)).map(([, , action]) => action);
      expect(actions).toEqual(["order-called", "order-called", "order-edited", "order-edited"]);
    });

    it.each(["the shopper", "staff"] as const)("by %s waits as before for an agreed time, or its turn", async (who) => {
      const agreed = await place();
      const when = new Date(NOON.getTime() + 3 * DAY);
      await noon().office.recordCall(agreed.number, call({ outcome: "later", when }), nadia);
      await corrections[who](agreed, { phone: newPhone() });
      expect(await row(agreed.id)).toMatchObject({ last_call: "later", call_at: when.getTime() });
      const uncalled = await place();
      await corrections[who](uncalled, { phone: newPhone() });
      expect(await row(uncalled.id)).toMatchObject({ last_call: null, call_at: NOON.getTime(), version: 1 });
    });
  });

  describe("taking back", () => {
    const take = async (number: string, call: string, options = {}) =>
      at(new Date(NOON.getTime() + MINUTE), options).office.takeBackCall(number, call, karim);
    const record = async (number: string, changes: Partial<NewCall>, options = {}) => {
      const recorded = await at(NOON, options).office.recordCall(number, call(changes), nadia);
      if (recorded.result !== "recorded") throw new Error(recorded.result);
      return recorded.call;
    };

    it("puts the order back as it waited, by one more row", async () => {
      const { id: orderId, number, createdAt } = await place();
      const first = await record(number, { outcome: "no-answer" });
      const second = await record(number, { outcome: "later", version: 1, when: new Date(NOON.getTime() + DAY) });
      expect(await take(number, first)).toBe("too-late");
      expect(await noon().office.lastCall(nadia)).toMatchObject({ number, call: { id: second, outcome: "later" } });
      expect(await take(number, second)).toBe("taken-back");
      expect(await row(orderId)).toMatchObject({ version: 3, unanswered: 1, last_call: "no-answer" });
      // The answer was lost: who pressed hears that it is done, and nobody else does.
      expect(await take(number, second)).toBe("repeated");
      expect(await noon().office.takeBackCall(number, second, nadia)).toBe("too-late");
      expect((await row(orderId)).version).toBe(3);
      // The first is not the last change any more.
      expect(await take(number, first)).toBe("too-late");
      expect(
        (await card(number)).calls.map(({ isTakenBack, mayBeTakenBack }) => [isTakenBack, mayBeTakenBack]),
      ).toEqual([
        [false, false],
        [true, false],
      ]);
      expect(await noon().office.lastCall(nadia)).toBeUndefined();
      expect((await changesOf(orderId)).at(-1)).toEqual([
        "staff",
        "Karim",
        "call-taken-back",
        { appel: "À rappeler" },
        {},
      ]);
      const rows = await db()
        .selectFrom("order_calls")
        .selectAll()
        .where("order_id", "=", orderId)
        .orderBy("at")
        .execute();
      expect(rows.map(({ outcome, undoes }) => [outcome, undoes])).toEqual([
        ["no-answer", null],
        ["later", null],
        ["taken-back", second],
      ]);
      expect(createdAt).toEqual(NOON);
    });

    it("of a confirmation leads back to waiting while no parcel was posted, and can be confirmed again", async () => {
      const connected = { connection: {} };
      const { id: orderId, number, variant } = await place();
      const confirmed = await record(number, { outcome: "confirmed" }, connected);
      expect(await take(number, confirmed, connected)).toBe("taken-back");
      expect(await row(orderId)).toMatchObject({
        status: "pending",
        call_at: NOON.getTime(),
        last_call: null,
        version: 2,
      });
      expect(await db().selectFrom("parcels").selectAll().where("order_id", "=", orderId).execute()).toEqual([]);
      expect(await testShop().stockOf(variant)).toBe(4);
      const again = await record(number, { outcome: "confirmed", version: 2 }, connected);
      await db().updateTable("parcels").set({ asked_at: 1 }).where("order_id", "=", orderId).execute();
      expect(await take(number, again, connected)).toBe("too-late");
      expect(await row(orderId)).toMatchObject({ status: "confirmed", version: 3 });
      expect(await testShop().damagedOrders()).toEqual([]);
    });

    it("gives back the pairs that confirming took, and takes again those that cancelling gave back", async () => {
      const bounded = { bounds: defaultOrderBounds };
      const large = await place({}, { quantity: 8, stocks: [9], shop: at(NOON, bounded) });
      const confirmed = await record(large.number, { outcome: "confirmed" }, bounded);
      expect(await testShop().stockOf(large.variant)).toBe(1);
      await take(large.number, confirmed);
      expect(await testShop().stockOf(large.variant)).toBe(9);
      expect((await row(large.id)).reserved).toBe(0);
      const refused = await record(large.number, { outcome: "cancelled", version: 2 }, bounded);
      await take(large.number, refused);
      expect(await testShop().stockOf(large.variant)).toBe(9);

      const { number, variant, id: orderId } = await place();
      const cancelled = await record(number, { outcome: "duplicate" });
      expect(await testShop().stockOf(variant)).toBe(5);
      await testShop().setStock(variant, 0);
      expect(await take(number, cancelled)).toBe("short");
      expect((await row(orderId)).status).toBe("cancelled");
      await testShop().setStock(variant, 1);
      expect(await take(number, cancelled)).toBe("taken-back");
      expect(await testShop().stockOf(variant)).toBe(0);
      expect(await row(orderId)).toMatchObject({ status: "pending", reserved: 1 });
      expect(await testShop().wrongSums()).toEqual([]);
    });

    it("is too late once anything followed, and unknown for other orders' calls", async () => {
      const { number } = await place();
      const confirmed = await record(number, { outcome: "confirmed" });
      await setStatus(testShop().shop, number, "shipped");
      expect(await take(number, confirmed)).toBe("too-late");
      const other = await place();
      expect(await take(other.number, confirmed)).toBe("unknown");
      expect(await take("AAAA-2222", confirmed)).toBe("unknown");
      expect(await take(other.number, "\u0000")).toBe("unknown");
    });

    it("is not too late for a note, which changes nothing", async () => {
      const { id: orderId, number } = await place();
      const made = await record(number, { outcome: "not-ordered" });
      const note = () => noon().office.noteOrder(number, { key: id("key"), text: "Sa sœur a répondu" }, karim);
      await note();
      await note();
      expect((await card(number)).calls).toMatchObject([{ id: made, mayBeTakenBack: true }]);
      expect(await noon().office.lastCall(nadia)).toMatchObject({ number, call: { id: made } });
      expect(await take(number, made)).toBe("taken-back");
      expect(await row(orderId)).toMatchObject({ status: "pending", call_at: NOON.getTime(), last_call: null });
      await note();
      expect(await noon().office.takeBackCall(number, made, nadia)).toBe("too-late");
      expect((await card(number)).calls).toMatchObject([{ isTakenBack: true, mayBeTakenBack: false }]);
    });

    it("happens once, when two press at once", async () => {
      const { id: orderId, number } = await place();
      const made = await record(number, { outcome: "cancelled" });
      const answers = await Promise.all([1, 2].map(() => take(number, made)));
      expect(answers.sort()).toEqual(["repeated", "taken-back"]);
      expect(await row(orderId)).toMatchObject({ status: "pending", version: 2 });
    });
  });
});
