import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { byShop } from "~/domain/office/journal";
import { defaultOrderBounds } from "~/domain/order/order-bounds";
import { DAY, MINUTE } from "~/domain/values/durations";
import { newAccount } from "../support/shop/accounts";
import { journalOf as journalIn, orderRow as orderIn } from "../support/shop/order-rows";
import { deliver, lineOf, newPhone, ordered, placed, type Terms } from "../support/shop/orders";
import { beginParcel, settleParcel } from "../support/shop/parcels";
import { karim, nadia } from "../support/shop/staff";
import { id, type LocalTestShop, requestFor, setStatus, someone } from "../support/shop/test-shop";
import { describeShopHere } from "./describe-shop";

describeShopHere("backOffice", "the journal", (fixture) => {
  const testShop = () => fixture().testShop;
  const inDatabase = <Result>(read: (db: LocalTestShop["database"]["db"]) => Promise<Result>) =>
    read(testShop().database.db);
  const journalOf = (subjectId: string) => journalIn(testShop(), subjectId);
  const orderRow = (orderId: string) => orderIn(testShop(), orderId);
  const place = (terms: Terms = {}) => ordered(testShop(), { quantity: 2, ...terms });
  /** On this shop every row of the journal fails, and with it the change. */
  const withoutJournal = (options: Parameters<ReturnType<typeof testShop>["reopened"]>[0] = {}) =>
    testShop().reopened({
      ...options,
      randomBytes: () => {
        throw new Error("no row");
      },
    });
  const tables = ["orders", "order_steps", "variants", "products", "parcels", "journal", "reviews"] as const;
  /** Makes a change on a shop whose journal fails, and expects that it left nothing. */
  const changesNothing = async (change: () => Promise<unknown>) => {
    const before = await testShop().everything([...tables]);
    await expect(change()).rejects.toThrow("no row");
    expect(await testShop().everything([...tables])).toBe(before);
  };

  it("has a row of each order, written by its shopper, and one for each form", async () => {
    const { orders } = testShop().shop;
    const wanted = await requestFor(testShop().shop, [lineOf(await testShop().product([5]), 2)]);
    const order = placed(await orders.place(wanted));
    await orders.place(wanted);
    expect(await journalOf(order.id)).toEqual([
      {
        actor: "shopper",
        name: "",
        action: "order-placed",
        subject: "order",
        subject_name: order.number,
        before: null,
        after: { total: expect.stringMatching(/DA$/) },
      },
    ]);
    expect(await orderRow(order.id)).toMatchObject({ version: 0, call_at: order.createdAt.getTime() });
  });

  it("has a row of each status with who set it; the order is one version further, and no longer to be called", async () => {
    const { id: orderId, number } = await place();
    await changesNothing(() => setStatus(withoutJournal(), number, "confirmed"));
    await setStatus(testShop().shop, number, "confirmed");
    await setStatus(testShop().shop, number, "confirmed");
    expect(await orderRow(orderId)).toMatchObject({ version: 1, call_at: null });
    await setStatus(testShop().shop, number, "cancelled", nadia);
    expect((await journalOf(orderId)).slice(1)).toMatchObject([
      { actor: "command", name: "", before: { statut: "En attente" }, after: { statut: "Confirmée" } },
      { actor: "staff", name: "Nadia", before: { statut: "Confirmée" }, after: { statut: "Annulée" } },
    ]);
    expect((await orderRow(orderId)).version).toBe(2);
  });

  it("says that confirming took the pairs; what is too short changes nothing and is no row", async () => {
    const shop = testShop().reopened({ bounds: defaultOrderBounds });
    const large = await place({ quantity: 8, stocks: [8], shop, recipient: { phone: newPhone() } });
    expect(large.reserved).toBe(false);
    await testShop().setStock(large.variant, 7);
    expect(await setStatus(shop, large.number, "confirmed", nadia)).toBe("short");
    expect(await journalOf(large.id)).toHaveLength(1);
    await testShop().setStock(large.variant, 8);
    await changesNothing(() => setStatus(withoutJournal(), large.number, "confirmed"));
    expect(await setStatus(shop, large.number, "confirmed", nadia)).toBe("moved");
    expect((await journalOf(large.id)).slice(1)).toMatchObject([
      { action: "order-status", after: { statut: "Confirmée", paires: "réservées" } },
    ]);
    expect((await orderRow(large.id)).version).toBe(1);
  });

  it("has a row of what a shopper corrects and cancels, with what differs only", async () => {
    const { id: orderId, number, visitor } = await place();
    const correct = (changes: object, shop = testShop().shop) =>
      shop.orders.correct(number, visitor, { ...someone, ...changes });
    await changesNothing(() => correct({ address: "3, rue des Frères" }, withoutJournal()));
    expect(await correct({})).toBe("corrected");
    expect(await correct({ address: "3, rue des Frères", phone: "0551000001" })).toBe("corrected");
    await changesNothing(() => withoutJournal().orders.cancel(number, visitor));
    await testShop().shop.orders.cancel(number, visitor);
    await testShop().shop.orders.cancel(number, visitor);
    expect((await journalOf(orderId)).slice(1)).toMatchObject([
      {
        actor: "shopper",
        action: "order-edited",
        before: { téléphone: someone.phone, adresse: someone.address },
        after: { téléphone: "0551000001", adresse: "3, rue des Frères" },
      },
      { actor: "shopper", action: "order-status", after: { statut: "Annulée" } },
    ]);
    expect((await orderRow(orderId)).version).toBe(2);
  });

  it("is refused to a shopper who has not seen the order as it is", async () => {
    const { id: orderId, number, visitor, recipient } = await place();
    const { shop } = testShop();
    const correct = (seen: typeof recipient) =>
      shop.orders.correct(number, visitor, { ...seen, notes: "Sonnez" }, seen);
    for (const other of [{ phone: "0551000002" }, { address: "Ailleurs" }, { notes: "Non" }, { communeId: 1601 }])
      expect(await correct({ ...recipient, ...other })).toBe("stale");
    expect(await correct(recipient)).toBe("corrected");
    expect(await orderRow(orderId)).toMatchObject({ notes: "Sonnez", version: 1 });
  });

  it("has a row of an order that lapses, with the reason", async () => {
    const { id: orderId } = await place();
    const later = { bounds: defaultOrderBounds, now: () => new Date(Date.now() + 4 * DAY) };
    await changesNothing(() => withoutJournal(later).orders.lapse());
    await testShop().reopened(later).orders.lapse();
    expect((await journalOf(orderId)).slice(1)).toMatchObject([
      { actor: byShop.kind, after: { statut: "Annulée", motif: expect.stringContaining("3\u00a0jours") } },
    ]);
    expect(await orderRow(orderId)).toMatchObject({ version: 1, call_at: null });
  });

  it("has a row of each change of a parcel: the courier's, and who announced it again", async () => {
    const options = { connection: {}, now: () => new Date(Date.now() + MINUTE) };
    const shop = testShop().reopened(options);
    const failing = withoutJournal(options);
    const { id: orderId, number } = await place();
    await setStatus(shop, number, "confirmed");
    const first = await beginParcel(shop, number);
    const refusal = { kind: "refused", failure: "The phone is not valid" } as const;
    await changesNothing(() => failing.parcelQueue.settle(first, refusal));
    await shop.parcelQueue.settle(first, refusal);
    const version = (await shop.office.orderPage(number))?.version ?? -1;
    await changesNothing(() => failing.office.retryParcel(number, { version }, nadia));
    expect(await shop.office.retryParcel(number, { version: version - 1 }, nadia)).toBe("stale");
    const both = [1, 2].map(() => shop.office.retryParcel(number, { version }, nadia));
    expect((await Promise.all(both)).toSorted()).toEqual(["moved", "repeated"]);
    expect(await shop.office.retryParcel(number, { version }, karim)).toBe("stale");
    expect(await shop.office.retryParcel(number, { version: version + 1 }, nadia)).toBe("refused");
    const tracking = id("yal");
    await shop.parcelQueue.settle(await beginParcel(shop, number), { kind: "posted", tracking });
    const event = (status: string, minutes: number) => ({
      ...{ kind: "status", tracking, status },
      at: new Date(Date.now() + minutes * MINUTE),
    });
    await changesNothing(() => failing.parcelQueue.recordEvents([event("Expédié", 1)]));
    for (const told of [event("Expédié", 1), event("Expédié", 1), event("Tentative échouée", 2), event("Livré", 3)])
      await shop.parcelQueue.recordEvents([told]);
    expect((await journalOf(orderId)).slice(2)).toMatchObject([
      {
        ...{ actor: "courier", action: "parcel-state", before: { colis: "pas encore annoncé au livreur" } },
        after: { colis: "refusé par le livreur", motif: "The phone is not valid" },
      },
      { actor: "staff", action: "parcel-retried", after: { colis: "pas encore annoncé au livreur" } },
      { actor: "courier", action: "parcel-state", after: { colis: "annoncé au livreur" } },
      { actor: "courier", action: "order-status", after: { statut: "Expédiée" } },
      { actor: "courier", action: "parcel-state", before: { colis: "Expédié" }, after: { colis: "Tentative échouée" } },
      { actor: "courier", action: "order-status", before: { statut: "Expédiée" }, after: { statut: "Livrée" } },
    ]);
    expect((await orderRow(orderId)).version).toBe(7);
  });

  it("has in one row that an order is handed over, and that its parcel is not announced any more", async () => {
    const shop = testShop().reopened({ connection: {} });
    const { id: orderId, number } = await place();
    await setStatus(shop, number, "confirmed", nadia);
    await setStatus(shop, number, "shipped", nadia);
    expect((await journalOf(orderId)).slice(2)).toMatchObject([
      {
        before: { statut: "Confirmée", colis: "pas encore annoncé au livreur" },
        after: { statut: "Expédiée", colis: "sans colis chez le livreur" },
      },
    ]);
    expect((await orderRow(orderId)).version).toBe(2);
  });

  it("lets a press be current after the courier's announcement, and be pressed again", async () => {
    const shop = testShop().reopened({ connection: {} });
    const { id: orderId, number } = await place();
    await setStatus(shop, number, "confirmed", nadia);
    await settleParcel(shop, number, { kind: "posted", tracking: id("yal") });
    const press = (by: typeof nadia) => shop.office.moveOrder(number, "shipped", { version: 1 }, by);
    expect([await press(nadia), await press(nadia)]).toEqual(["moved", "repeated"]);
    expect(await press(karim)).toBe("stale");
    expect((await orderRow(orderId)).version).toBe(3);
    expect(await journalOf(orderId)).toHaveLength(4);
  });

  it("has a row of a stock that was counted, and of a review that was decided", async () => {
    const { shop } = testShop();
    const product = await testShop().product([4]);
    const reference = (product.variants[0] ?? "").toUpperCase();
    await changesNothing(() => withoutJournal().office.setStock(reference, 9));
    await shop.office.setStock(reference, 9, nadia);
    await shop.office.setStock("unknown", 9);
    expect(await journalOf(product.id)).toMatchObject([
      {
        actor: "staff",
        action: "stock-set",
        subject: "product",
        before: { [reference]: 4 },
        after: { [reference]: 9 },
      },
    ]);
    const order = await place();
    await deliver(testShop(), order.number);
    const review = { variantId: order.variant, rating: 4, text: "Bien." };
    await shop.reviews.send(order.number, { visitor: order.visitor }, review);
    const waiting = (await shop.office.waitingReviews()).find(({ number }) => number === order.number);
    const reviewId = waiting?.id ?? "";
    await changesNothing(() => withoutJournal().office.decideReview(reviewId, "published"));
    await shop.office.decideReview(reviewId, "published", nadia);
    await shop.office.decideReview(reviewId, "published", nadia);
    await shop.office.decideReview(reviewId, "refused");
    expect(await journalOf(reviewId)).toMatchObject([
      {
        actor: "staff",
        name: "Nadia",
        action: "review-decided",
        subject_name: waiting?.name,
        after: { avis: "publié" },
      },
      { actor: "command", after: { avis: "refusé" } },
    ]);
  });

  it("is not written for an order that is placed in vain", async () => {
    const wanted = await requestFor(testShop().shop, [lineOf(await testShop().product([1]))]);
    await changesNothing(() => withoutJournal().orders.place(wanted));
    const before = await testShop().everything(["journal"]);
    expect(await testShop().shop.orders.place({ ...wanted, shownFee: 1 })).toMatchObject({ outcome: "changed" });
    expect(await testShop().everything(["journal"])).toBe(before);
  });

  describe("is kept", () => {
    it("against any statement: no row is edited, or deleted", async () => {
      const { id: orderId } = await place();
      const before = await journalOf(orderId);
      for (const change of [
        sql`update journal set actor = 'staff' where subject_id = ${orderId}`,
        sql`update journal set after = '{"total":"1 DA"}' where subject_id = ${orderId}`,
        sql`update journal set action = 'order-noted', before = null, after = null where subject_id = ${orderId}`,
        sql`update journal set staff_id = 'x', before = null, after = null where subject_id = ${orderId}`,
        sql`delete from journal where subject_id = ${orderId}`,
      ])
        await expect(inDatabase((db) => change.execute(db))).rejects.toThrow("journal rows are not edited");
      expect(await journalOf(orderId)).toEqual(before);
    });

    it("but for what it says of a person whose account is closed, once no parcel is on its way", async () => {
      const shop = testShop().shop;
      const { account } = await newAccount(shop);
      const owner = account.id;
      const { id: orderId, number } = await place({ visitor: owner });
      await shop.orders.correct(number, owner, { ...someone, address: "9, rue Didouche" });
      await inDatabase(async (db) => {
        const row = { order_id: orderId, at: 1, staff_id: nadia.staff.id, name: "Nadia" };
        await db
          .insertInto("order_notes")
          .values({ ...row, id: id("note"), text: "Samira, au 3e" })
          .execute();
        await db
          .insertInto("order_calls")
          .values({
            ...row,
            id: id("call"),
            outcome: "busy",
            call_at: null,
            note: "Samira, au 3e étage",
            undoes: null,
            previous: "{}",
          })
          .execute();
        await db.insertInto("order_words").values({ word: "benali", created_at: 1, order_id: orderId }).execute();
      });
      await shop.accounts.close(owner);
      const texts = () => testShop().everything(["journal", "order_notes", "order_calls", "order_words"]);
      expect(await texts()).toContain("9, rue Didouche");
      await setStatus(shop, number, "cancelled");
      await shop.accounts.forgetRecipients();
      const rows = await journalOf(orderId);
      expect(rows.map(({ action, before, after }) => [action, before, after])).toEqual([
        ["order-placed", null, null],
        ["order-edited", null, null],
        ["order-status", null, null],
      ]);
      for (const word of ["9, rue Didouche", "Samira, au 3e"]) expect((await texts()).split(word).length, word).toBe(1);
      // Other orders of this file have the same words.
      await inDatabase(async (db) => {
        const words = await db.selectFrom("order_words").select("word").where("order_id", "=", orderId).execute();
        for (const person of ["benali", "samira"]) expect(words).not.toContainEqual({ word: person });
      });
    });
  });
});
