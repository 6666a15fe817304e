import { expect, it } from "vitest";
import { byCommand } from "~/domain/office/journal";
import { defaultOrderBounds } from "~/domain/order/order-bounds";
import { HOUR } from "~/domain/values/durations";
import type { DayCounts, Listed } from "~/shop/services/day-office";
import { allPages } from "../support/shop/all-pages";
import { journalOf } from "../support/shop/order-rows";
import { deliver, newPhone, ordered, type Terms } from "../support/shop/orders";
import { settleParcel } from "../support/shop/parcels";
import { nadia } from "../support/shop/staff";
import { id, setStatus } from "../support/shop/test-shop";
import { describeShopHere } from "./describe-shop";

describeShopHere("backOffice", "the day", (fixture) => {
  const testShop = () => fixture().testShop;
  const db = () => testShop().database.db;
  const inHours = (hours: number) => testShop().reopened({ now: () => new Date(Date.now() + hours * HOUR) });
  const place = (terms: Terms = {}) =>
    ordered(testShop(), { stocks: [20], recipient: { phone: newPhone() }, ...terms });
  /** What a change adds to the numbers. */
  const adds = async (change: () => Promise<unknown>, shop = testShop().shop): Promise<Partial<DayCounts>> => {
    const before = await shop.office.waitingToday();
    await change();
    const after = await shop.office.waitingToday();
    const names = Object.keys(after) as (keyof DayCounts)[];
    return Object.fromEntries(
      names.flatMap((name) => (after[name] === before[name] ? [] : [[name, after[name] - before[name]]])),
    );
  };

  it("counts whom to call, who has waited longer than a day, and what is not reserved", async () => {
    expect(await adds(place)).toEqual({ toCall: 1 });
    expect(await adds(place, inHours(23))).toEqual({ toCall: 1 });
    expect(await adds(place, inHours(25))).toEqual({ toCall: 1, lateCalls: 1 });
    const bounded = testShop().reopened({ bounds: defaultOrderBounds });
    const { number, ...large } = await place({ quantity: 8, shop: bounded });
    expect(large.reserved).toBe(false);
    expect(await adds(() => testShop().setStatus(number, "confirmed"))).toEqual({
      ...{ toCall: -1, toReserve: -1, toHandOver: 1 },
    });
    expect(await adds(() => testShop().setStatus(number, "shipped"))).toEqual({ toHandOver: -1 });
  });

  /** A confirmed order, its parcel to be posted, and what its events add to the numbers. */
  const confirmed = async () => {
    const shop = testShop().reopened({ connection: {}, now: () => new Date(Date.now() + HOUR) });
    const { number } = await place();
    await setStatus(shop, number, "confirmed");
    const tracking = id("yal");
    const post = () => settleParcel(shop, number, { kind: "posted", tracking });
    const tell = (minutes: number, ...statuses: string[]) => {
      const at = new Date(Date.now() + minutes * 60_000);
      return adds(() =>
        shop.parcelQueue.recordEvents(statuses.map((status) => ({ kind: "status", tracking, status, at }))),
      );
    };
    return { shop, number, post, tell };
  };
  const posted = async () => {
    const order = await confirmed();
    await order.post();
    return order;
  };

  it("counts a parcel that the courier cancelled on its way, but none whose pairs are back by that", async () => {
    const { number, tell } = await posted();
    expect(await tell(1, "Expédié")).toEqual({ toHandOver: -1 });
    expect(await tell(2, "Annulé")).toEqual({ problems: 1 });
    const listed = await testShop().shop.office.listOrders({ parcel: "probleme" });
    expect(listed.orders.map(({ order }) => order.number)).toContain(number);
    expect(await adds(() => testShop().setStatus(number, "returned"))).toEqual({ problems: -1 });
    const withdrawn = await posted();
    await setStatus(withdrawn.shop, withdrawn.number, "cancelled");
    expect(await withdrawn.tell(1, "Annulé")).toEqual({ problems: -1 });
  });

  it("counts a problem however it is spelt, and also after words that nobody here knows", async () => {
    const { number, tell } = await posted();
    expect(await tell(1, "BLOQUÉ")).toEqual({ problems: 1 });
    expect(await tell(2, "En orbite")).toEqual({});
    const listed = await testShop().shop.office.listOrders({ parcel: "probleme" });
    const reported = listed.orders.find(({ order }) => order.number === number)?.parcel?.reported;
    expect(reported).toBe("exception");
  });

  it.each([
    ["Sorti en livraison", "Echèc livraison", { problems: 1 }, "Livraison échouée"],
    ["Bloqué", "Transfert", { problems: 1 }, "Problème signalé"],
    ["Retour vers centre", "Tentative échouée", { comingBack: 1 }, "Retour en cours"],
  ])("counts of %s and %s in one moment what the order's page says last", async (one, other, count, label) => {
    for (const statuses of [
      [one, other],
      [other, one],
    ]) {
      const { shop, number, tell } = await posted();
      await tell(1, "Expédié");
      expect(await tell(2, ...statuses)).toEqual(count);
      const story = (await shop.office.orderPage(number))?.parcel?.story?.events ?? [];
      expect(story[0]?.label).toBe(label);
    }
  });

  it("counts parcels that the courier refuses, reports a problem of, or brings back, until the order is done", async () => {
    const { shop, number, post, tell } = await confirmed();
    const refuse = () => settleParcel(shop, number, { kind: "refused", failure: "?" });
    expect(await adds(refuse)).toEqual({ refusedByCourier: 1 });
    expect(await adds(() => shop.office.retryParcel(number, {}, byCommand))).toEqual({ refusedByCourier: -1 });
    await post();
    expect(await tell(1, "Tentative échouée")).toEqual({ toHandOver: -1, problems: 1 });
    expect(await tell(2, "Echec livraison")).toEqual({});
    expect(await tell(3, "Retourné au centre")).toEqual({ problems: -1, comingBack: 1 });
    expect(await adds(() => testShop().setStatus(number, "returned"))).toEqual({ comingBack: -1 });
  });

  it("counts a cancelled order as a problem until its pairs are back, or somebody says what became of them", async () => {
    const deleted = await posted();
    const { shop } = deleted;
    const listed = async () =>
      (await shop.office.listOrders({ parcel: "probleme" })).orders.map(({ order }) => order.number);
    expect(await adds(() => setStatus(shop, deleted.number, "cancelled"))).toEqual({ toHandOver: -1, problems: 1 });
    expect(await adds(() => settleParcel(shop, deleted.number, { kind: "withdrawn" }))).toEqual({ problems: -1 });

    const kept = await posted();
    await setStatus(shop, kept.number, "cancelled");
    await settleParcel(shop, kept.number, { kind: "kept" });
    expect(await kept.tell(0, "Livré")).toEqual({});
    expect(await listed()).toContain(kept.number);
    expect(await listed()).not.toContain(deleted.number);
    expect((await shop.office.orderPage(kept.number))?.parcel?.holdsPairs).toBe(true);
    expect(await adds(() => setStatus(shop, kept.number, "delivered"))).toEqual({ problems: -1 });
    expect(await listed()).not.toContain(kept.number);
  });

  const givenUp = (recipient: string) => ({
    ...{ id: id("mail"), key: id("k"), kind: "message" as const, recipient, subject: "S", text: "", html: "" },
    ...{ headers: "{}", created_at: 5, attempts: 12, failure: "ETIMEDOUT" },
  });

  it("counts mails that were given up, and lists them without their texts", async () => {
    const insert = (row: { due_at?: number; sent_at?: number }) =>
      db()
        .insertInto("mails")
        .values({ ...givenUp("a@boutique.example"), ...row })
        .execute();
    expect(await adds(() => insert({}))).toEqual({ givenUpMails: 1 });
    expect(await adds(() => insert({ due_at: 9 }))).toEqual({});
    expect(await adds(() => insert({ sent_at: 9 }))).toEqual({});
    expect((await testShop().shop.office.givenUpMails()).rows).toEqual([
      {
        id: expect.any(String),
        recipient: "a@boutique.example",
        subject: "S",
        at: new Date(5),
        failure: "ETIMEDOUT",
      },
    ]);
  });

  it("counts sizes with three pairs or fewer, but of what is no longer sold", async () => {
    const { shop } = testShop();
    const before = (await shop.office.waitingToday()).lowStock;
    const product = await testShop().product([3, 0, 4]);
    expect((await shop.office.waitingToday()).lowStock).toBe(before + 2);
    await db().updateTable("variants").set({ stock: 4 }).where("product_id", "!=", product.id).execute();
    expect((await shop.office.lowStock()).rows.map(({ sku, stock, size }) => [sku, stock, size])).toEqual([
      [product.variants[1]?.toUpperCase(), 0, 37],
      [product.variants[0]?.toUpperCase(), 3, 36],
    ]);
    expect(await adds(() => testShop().retire(product.id))).toEqual({ lowStock: -2 });
  });

  it("lists sizes and mails by pages, each once", async () => {
    const { office } = testShop().shop;
    const product = await testShop().product([...Array<number>(51).fill(0), 1]);
    const twin = await testShop().product([...Array<number>(51).fill(0), 2]);
    const recipients = Array.from({ length: 101 }, (_, index) => `many-${index}@boutique.example`);
    await db().insertInto("mails").values(recipients.map(givenUp)).execute();
    async function all<Row>(list: (after?: string) => Promise<Listed<Row>>): Promise<Row[]> {
      const pages = await allPages(list);
      for (const { rows } of pages) expect(rows.length).toBeLessThanOrEqual(100);
      return pages.flatMap(({ rows }) => rows);
    }
    const skus = (await all(office.lowStock)).map(({ sku }) => sku);
    const made = [product, twin].flatMap(({ variants }) => variants.map((variant) => variant.toUpperCase()));
    expect(skus.filter((sku) => made.includes(sku)).toSorted()).toEqual(made.toSorted());
    for (const [name, slug] of Object.entries({ Zohra: "zohra", Éclair: "eclair" }))
      await testShop().product([0], 5_000, { name, slug });
    const names = (await all(office.lowStock)).map(({ name }) => name);
    expect(names.filter((name) => ["Zohra", "Éclair"].includes(name))).toEqual(["Éclair", "Zohra"]);
    const mailed = (await all(office.givenUpMails)).map(({ recipient }) => recipient);
    expect(mailed.filter((recipient) => recipients.includes(recipient)).toSorted()).toEqual(recipients.toSorted());
    expect((await office.lowStock("'; drop table mails --")).rows).toEqual((await office.lowStock()).rows);
  });

  it("counts reviews to read and people who wait for a size, one person once", async () => {
    const { shop } = testShop();
    const order = await place();
    const visitor = id("visitor");
    await db().insertInto("order_access").values({ visitor, order_id: order.id, since: 1 }).execute();
    await deliver(testShop(), order.number);
    const send = () =>
      shop.reviews.send(order.number, { visitor }, { variantId: order.variant, rating: 5, text: "Bien." });
    expect(await adds(send)).toEqual({ reviews: 1 });
    const [waiting] = await shop.office.waitingReviews();
    expect(await adds(() => shop.office.decideReview(waiting?.id ?? "", "refused"))).toEqual({ reviews: -1 });
    const { id: product, variants } = await testShop().product([5, 5]);
    const wait = (variant_id: string, contact: string | null) =>
      db()
        .insertInto("stock_alerts")
        .values({
          variant_id,
          contact_hash: "one",
          contact,
          created_at: 1,
          token: id("t"),
        })
        .execute();
    expect(await adds(() => wait(variants[0] ?? "", "0550000000"))).toEqual({ awaiting: 1 });
    expect(await adds(() => wait(variants[1] ?? "", "0550000000"))).toEqual({});
    // Of what is no longer sold nobody can be told.
    expect(await adds(() => testShop().retire(product))).toEqual({ awaiting: -1 });
  });

  it("counts messages until somebody has answered them, which the journal tells without the sender", async () => {
    const { shop } = testShop();
    const message = { name: "Amel", email: "amel@boutique.example", subject: "Pointure", message: "Bonjour" };
    expect(await adds(() => shop.messages.send({ key: id("key"), ...message }))).toEqual({ messages: 1 });
    const [open] = (await shop.office.openMessages()).rows;
    expect(open).toMatchObject(message);
    const messageId = open?.id ?? "";
    expect(await adds(() => shop.office.answerMessage(messageId, nadia))).toEqual({ messages: -1 });
    expect(await shop.office.answerMessage(messageId, nadia)).toBe(false);
    expect(await shop.office.answerMessage("\u0000", nadia)).toBe(false);
    expect(await journalOf(testShop(), messageId)).toMatchObject([
      { actor: "staff", name: "Nadia", action: "message-answered", subject_name: "" },
    ]);
    expect(await shop.office.openMessages()).toEqual({ rows: [] });
    expect((await shop.office.answeredMessages())[0]).toMatchObject({ id: messageId, ...message });
    expect(await adds(() => shop.office.answerMessage(messageId, nadia, false))).toEqual({ messages: 1 });
    expect(await shop.office.answerMessage(messageId, nadia, false)).toBe(false);
    expect((await shop.office.answeredMessages()).map(({ id }) => id)).not.toContain(messageId);
  });
});
