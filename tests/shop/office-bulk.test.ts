import { expect, it } from "vitest";
import { type BulkAction, type BulkChoice, MAX_BULK } from "~/domain/office/bulk";
import { DAY } from "~/domain/values/durations";
import type { ParcelOutcome } from "~/shop/workers/parcel-queue";
import { journalOf, orderRow } from "../support/shop/order-rows";
import { lineOf, orderOf } from "../support/shop/orders";
import { settleParcel } from "../support/shop/parcels";
import { nadia } from "../support/shop/staff";
import { id, setStatus, someone } from "../support/shop/test-shop";
import { describeShopHere } from "./describe-shop";

describeShopHere("backOffice", "several orders at once", (fixture) => {
  const testShop = () => fixture().testShop;
  const office = () => testShop().shop.office;
  /** Orders of one variant, and their choices as a list shows them. */
  const some = async (count: number, stock = count) => {
    const line = lineOf(await testShop().product([stock]));
    const choices: BulkChoice[] = [];
    while (choices.length < count) {
      const { number } = await orderOf(testShop().shop, [line]);
      choices.push({ number, version: 0 });
    }
    return { variant: line.variantId, choices };
  };
  const press = (action: BulkAction, choices: readonly BulkChoice[], { text = "Rupture", key = id("key") } = {}) =>
    office().runBulk({ key, action, choices, text }, nadia);
  const outcomes = ({ results }: { results: { outcome: string }[] }) => results.map(({ outcome }) => outcome);
  const row = (number: string) => orderRow(testShop(), number);
  /** What the journal has of it since it was placed. */
  const changesOf = async (number: string) => (await journalOf(testShop(), (await row(number)).id)).slice(1);
  const skips = async (choices: readonly BulkChoice[], action: BulkAction) =>
    (await office().planBulk(choices, action)).map(({ skip }) => skip);

  it("says what will be done to which, and why not to others, and changes nothing", async () => {
    const { choices } = await some(4);
    const [open, confirmed, seen] = choices as [BulkChoice, BulkChoice, BulkChoice];
    await testShop().setStatus(confirmed.number, "confirmed");
    const before = await testShop().everything(["orders", "journal", "bulks"]);
    const asked = [open, { ...confirmed, version: 1 }, { ...seen, version: 7 }, { number: "ZZZZ-ZZZZ", version: 0 }];
    expect(await skips(asked, "confirmed")).toEqual([undefined, "status", "changed", "unknown"]);
    expect(await skips(asked, "cancelled")).toEqual([undefined, undefined, "changed", "unknown"]);
    expect(await skips(asked, "note")).toEqual([undefined, undefined, "changed", "unknown"]);
    expect((await office().planBulk([open], "confirmed"))[0]?.order).toMatchObject({
      status: "pending",
      name: `${someone.firstName} ${someone.lastName}`,
    });
    expect(await testShop().everything(["orders", "journal", "bulks"])).toBe(before);
  });

  it("confirms those that may be, each with its row of the journal", async () => {
    const { choices } = await some(3);
    const [first, second] = choices as [BulkChoice, BulkChoice];
    await setStatus(testShop().shop, second.number, "confirmed");
    const report = await press("confirmed", choices);
    expect(outcomes(report)).toEqual(["done", "changed", "done"]);
    expect(await row(first.number)).toMatchObject({ status: "confirmed", version: 1 });
    expect(await changesOf(first.number)).toMatchObject([
      { action: "order-status", name: "Nadia", after: { statut: "Confirmée" } },
    ]);
    expect(await changesOf(second.number)).toHaveLength(1);
  });

  it("cancels with a reason, and pairs come back once", async () => {
    const { choices, variant } = await some(3, 10);
    const report = await press("cancelled", choices, { text: "Modèle abîmé" });
    expect(outcomes(report)).toEqual(["done", "done", "done"]);
    expect(await testShop().stockOf(variant)).toBe(10);
    expect(await testShop().wrongSums()).toEqual([]);
    const [first] = choices as [BulkChoice];
    expect((await changesOf(first.number))[0]?.after).toMatchObject({ motif: "Modèle abîmé" });
  });

  it("notes, which those who act on the order have to have read", async () => {
    const { choices } = await some(1);
    const [{ number }] = choices as [BulkChoice];
    expect(outcomes(await press("note", choices, { text: "Livrer samedi\u0000" }))).toEqual(["done"]);
    const notes = await testShop()
      .database.db.selectFrom("order_notes")
      .select(["text", "name"])
      .where("order_id", "=", (await row(number)).id)
      .execute();
    expect(notes).toEqual([{ text: "Livrer samedi", name: "Nadia" }]);
    expect((await row(number)).version).toBe(1);
    expect(await changesOf(number)).toHaveLength(1);
  });

  it("takes the pairs of large orders as long as there are any, and says which it could not", async () => {
    const line = lineOf(await testShop().product([7]), 3);
    const variant = line.variantId;
    const bounded = testShop().reopened({
      bounds: { days: 0, pairs: 0, orders: 1e6, ordersFromAddress: 1e6, pairsFromAddress: 1e6 },
    });
    const large = await Promise.all([1, 2, 3].map(() => orderOf(bounded, [line])));
    expect(large.map(({ reserved }) => reserved)).toEqual([false, false, false]);
    const choices = large.map(({ number }) => ({ number, version: 0 }));
    // A list shows the newest first; the pairs are for those who came first.
    const now = Date.now();
    for (const [index, { number }] of choices.entries())
      await testShop()
        .database.db.updateTable("orders")
        .set({ created_at: now - index })
        .where("number", "=", number)
        .execute();
    expect(await skips(choices, "confirmed")).toEqual(["short", undefined, undefined]);
    expect(outcomes(await press("confirmed", choices))).toEqual(["short", "done", "done"]);
    expect(await testShop().stockOf(variant)).toBe(1);
    expect(await testShop().orderedOf(variant)).toBe(6);
    expect((await row(choices[0]?.number ?? "")).version).toBe(0);
  });

  it("does nothing twice for one form, and reports the same", async () => {
    const { choices } = await some(2);
    const key = id("key");
    const first = await press("note", choices, { key });
    const again = await press("note", choices, { key });
    expect(again).toEqual(first);
    // Whatever else is asked under the same key.
    expect(await press("cancelled", (await some(1)).choices, { key })).toEqual(first);
    for (const { number } of choices) expect(await changesOf(number)).toHaveLength(1);
    expect(await office().bulkReport(first.id)).toEqual(first);
    expect(await office().bulkReport("nobody's")).toBeUndefined();
  });

  it("does once what ten posts of one form ask at the same time", async () => {
    const { choices } = await some(5);
    const key = id("key");
    const reports = await Promise.all(Array.from({ length: 10 }, () => press("note", choices, { key })));
    for (const { number } of choices) expect(await changesOf(number)).toHaveLength(1);
    expect(new Set(reports.map((report) => JSON.stringify(outcomes(report))))).toEqual(
      new Set([JSON.stringify(choices.map(() => "done"))]),
    );
  });

  it("lets one of two people through, order by order", async () => {
    const { choices, variant } = await some(6, 10);
    const [one, other] = await Promise.all([
      press("confirmed", choices),
      press("cancelled", [...choices].reverse(), { text: "Fausse commande" }),
    ]);
    const all = [...outcomes(one), ...outcomes(other)];
    expect(all.filter((outcome) => outcome === "done")).toHaveLength(6);
    expect(all.filter((outcome) => outcome === "changed")).toHaveLength(6);
    for (const { number } of choices) expect(await changesOf(number)).toHaveLength(1);
    expect((await testShop().stockOf(variant)) + (await testShop().orderedOf(variant))).toBe(10);
  });

  it("finishes what was cut off", async () => {
    const { choices } = await some(3);
    const key = id("key");
    let left = 1;
    const failing = testShop().reopened({
      now: () => {
        // The bulk's own row, and the first order, are written; then the process dies.
        if (left-- < -3) throw new Error("killed");
        return new Date();
      },
    });
    await expect(failing.office.runBulk({ key, action: "note", choices, text: "Livrer" }, nadia)).rejects.toThrow(
      "killed",
    );
    expect(outcomes(await press("note", choices, { key, text: "Livrer" }))).toEqual(["done", "done", "done"]);
    for (const { number } of choices) expect(await changesOf(number)).toHaveLength(1);
  });

  it("takes 200 at most", async () => {
    const choices = Array.from({ length: MAX_BULK + 5 }, (_, index) => ({ number: `NONE-${index}`, version: 0 }));
    const unknown = Array.from({ length: MAX_BULK }, () => "unknown");
    expect(outcomes(await press("confirmed", choices))).toEqual(unknown);
    expect(await skips(choices, "confirmed")).toEqual(unknown);
  });

  /** Confirmed orders of a shop that posts parcels to a courier, and what the courier answers. */
  const atTheCourier = async (count: number) => {
    const { choices, variant } = await some(count, 10);
    const shop = testShop().reopened({ connection: {} });
    for (const { number } of choices) await setStatus(shop, number, "confirmed");
    const answer = async ({ number }: BulkChoice, outcome: ParcelOutcome) => {
      const { id: orderId } = await row(number);
      await testShop()
        .database.db.updateTable("parcels")
        .set({ due_at: 0 })
        .where("order_id", "=", orderId)
        .where("due_at", "is not", null)
        .execute();
      await settleParcel(shop, number, outcome);
    };
    const announce = async (choice: BulkChoice) => {
      const tracking = id("yal");
      await answer(choice, { kind: "posted", tracking });
      const say = (status: string) =>
        shop.parcelQueue.recordEvents([{ kind: "status", tracking, status, at: new Date() }]);
      return { say };
    };
    const plan = async (chosen: readonly BulkChoice[], action: BulkAction) =>
      (await shop.office.planBulk(chosen, action)).map(({ skip }) => skip);
    const run = async (chosen: readonly BulkChoice[], action: BulkAction) =>
      outcomes(await shop.office.runBulk({ key: id("key"), action, choices: chosen, text: "" }, nadia));
    const confirmed = choices.map(({ number }) => ({ number, version: 1 }));
    return { shop, variant, choices: confirmed, answer, announce, plan, run };
  };
  const shown = async (choices: readonly BulkChoice[]) =>
    Promise.all(choices.map(async ({ number }) => ({ number, version: (await row(number)).version })));

  it("sets what the courier keeps of cancelled orders as their own pages do", async () => {
    const { shop, choices, variant, announce, answer, plan, run } = await atTheCourier(3);
    for (const choice of choices) {
      await announce(choice);
      await setStatus(shop, choice.number, "cancelled");
      await answer(choice, { kind: "kept" });
    }
    const [back, gone, given] = (await shown(choices)) as [BulkChoice, BulkChoice, BulkChoice];
    const listed = (await shop.office.listOrders({ search: back.number })).orders;
    expect(listed.map(({ parcel }) => parcel?.holdsPairs)).toEqual([true]);
    await setStatus(shop, given.number, "returned");
    const all = [back, gone, ...(await shown([given]))];
    expect(await plan(all, "returned")).toEqual([undefined, undefined, "status"]);
    expect(await plan(all, "shipped")).toEqual(["status", "status", "status"]);
    expect(await run([back], "returned")).toEqual(["done"]);
    expect(await run([gone], "delivered")).toEqual(["done"]);
    expect(await run(await shown([given]), "returned")).toEqual(["status"]);
    expect((await Promise.all(all.map(({ number }) => row(number)))).map(({ status }) => status)).toEqual([
      "returned",
      "delivered",
      "returned",
    ]);
    expect(await testShop().stockOf(variant)).toBe(9);
  });

  it("hands over what the courier knows, and leaves its parcel to what it does not", async () => {
    const { choices, announce, answer, plan, run } = await atTheCourier(3);
    const [known, refused, waiting] = choices as [BulkChoice, BulkChoice, BulkChoice];
    await announce(known);
    await answer(refused, { kind: "refused", failure: "The phone is not valid" });
    const chosen = await shown([known, refused, waiting]);
    expect(await plan(chosen, "shipped")).toEqual([undefined, "unannounced", "unannounced"]);
    expect(await plan(chosen, "note")).toEqual([undefined, undefined, undefined]);
    // Without the courier's keys nothing is announced: such parcels are posted by hand.
    expect(await skips(chosen, "shipped")).toEqual([undefined, undefined, undefined]);
    expect(await run(chosen, "shipped")).toEqual(["done", "unannounced", "unannounced"]);
    const states = await testShop()
      .database.db.selectFrom("parcels")
      .innerJoin("orders", "orders.id", "parcels.order_id")
      .select(["orders.number", "orders.status", "parcels.state"])
      .where(
        "orders.number",
        "in",
        choices.map(({ number }) => number),
      )
      .execute();
    expect(Object.fromEntries(states.map(({ number, status, state }) => [number, [status, state]]))).toEqual({
      [known.number]: ["shipped", "posted"],
      [refused.number]: ["confirmed", "refused"],
      [waiting.number]: ["confirmed", "waiting"],
    });
  });

  it("takes the usual news of a parcel for no change, and what contradicts the choice for one", async () => {
    const { shop, choices, announce, answer, plan, run } = await atTheCourier(6);
    const [announced, noted, refused, ...told] = choices as [BulkChoice, BulkChoice, BulkChoice, ...BulkChoice[]];
    await announce(announced);
    await announce(noted);
    await shop.office.noteOrder(noted.number, { key: id("key"), text: "Attendre" }, nadia);
    await answer(refused, { kind: "refused", failure: "The phone is not valid" });
    for (const [index, status] of ["Annulé", "Expédié", "Livré"].entries())
      await (await announce(told[index] as BulkChoice)).say(status);
    const skipped = ["changed", "changed", "changed", "changed", "changed"];
    expect(await plan(choices, "shipped")).toEqual([undefined, ...skipped]);
    expect(await run(choices, "shipped")).toEqual(["done", ...skipped]);
    // Versions that no page shows.
    for (const version of [-1, 99]) expect(await plan([{ ...announced, version }], "delivered")).toEqual(["changed"]);
  });

  it("delivers what is further on its way than was shown, and not what came upon a problem", async () => {
    const { choices, announce, run } = await atTheCourier(2);
    const said: ((status: string) => Promise<unknown>)[] = [];
    for (const choice of choices) said.push((await announce(choice)).say);
    for (const say of said) await say("Expédié");
    const before = await shown(choices);
    await said[0]?.("Sorti en livraison");
    await said[1]?.("Tentative échouée");
    expect(await run(before, "delivered")).toEqual(["done", "changed"]);
  });

  it("deletes old reports", async () => {
    const { id: report } = await press("note", (await some(1)).choices);
    expect(await testShop().shop.oldData.bulks(new Date(Date.now() - DAY))).toBe(0);
    expect(await testShop().shop.oldData.bulks(new Date(Date.now() + DAY))).toBeGreaterThan(0);
    expect(await office().bulkReport(report)).toBeUndefined();
  });
});
