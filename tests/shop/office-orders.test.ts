import { describe, expect, it } from "vitest";
import { fillOrderWords } from "~/database/order-search-words.server";
import { orderFilterOf, readOrderListQuery } from "~/domain/office/order-filter";
import { MINUTE } from "~/domain/values/durations";
import { newAccount } from "../support/shop/accounts";
import { allPages } from "../support/shop/all-pages";
import { orderRow } from "../support/shop/order-rows";
import { lineOf, ordered, orderOf } from "../support/shop/orders";
import { hire, karim, nadia } from "../support/shop/staff";
import { id, setStatus, someone } from "../support/shop/test-shop";
import { describeShopHere } from "./describe-shop";

describeShopHere("backOffice", "the list of orders", (fixture) => {
  const testShop = () => fixture().testShop;
  const office = () => testShop().shop.office;
  const db = () => testShop().database.db;

  const place = async (recipient: Partial<typeof someone> = {}, at = new Date(), name?: string) => {
    const line = lineOf(await testShop().product([50], 5_000, name === undefined ? {} : { name }));
    const shop = testShop().reopened({ now: () => at });
    return { ...(await orderOf(shop, [line], { recipient })), variantId: line.variantId };
  };
  const list = async (query: string, page = {}) =>
    office().listOrders(orderFilterOf(readOrderListQuery(new URLSearchParams(query))), page);
  const numbers = async (query: string) => (await list(query)).orders.map(({ order }) => order.number);
  /** The ids of all its pages. */
  const all = async (query: string, size: number) =>
    (await allPages((after) => list(query, { after, size }))).flatMap(({ orders }) =>
      orders.map(({ order }) => order.id),
    );
  /** Orders without words, newest first; their ids begin with this word. */
  const copiesOf = async (word: string, count: number) => {
    const { id: orderId } = await place();
    const row = await orderRow(testShop(), orderId);
    const copies = Array.from({ length: count }, (_, index) => ({
      ...{ ...row, id: `${word}${index}`, key_hash: `${word}${index}`, number: `${word}${index}` },
      ...{ number_key: `${word}${index}`.toUpperCase(), created_at: row.created_at - index, to_be_forgotten: 1 },
    }));
    for (let at = 0; at < count; at += 300)
      await db()
        .insertInto("orders")
        .values(copies.slice(at, at + 300))
        .execute();
    return copies;
  };

  it("finds an order by number, name, phone or its end, commune, product and reference, in any spelling", async () => {
    const word = id("z").replace(/\W/g, "");
    const order = await place(
      { lastName: `Bén-${word} 774411`, firstName: "Éloïse", phone: "0661998877" },
      new Date(),
      `Sabot ${word}x`,
    );
    const spellings = [
      order.number.toLowerCase().replace("-", " "),
      order.number.slice(0, 4).toLowerCase() + order.number.slice(5, 7),
      `ben-${word}`,
      `BEN${word.toUpperCase()}`,
      word.slice(0, 12),
      `eloise ${word}`,
      `${word}x`,
      "+213 661 99 88 77",
      "0661.99.88.77",
      "00213661998877",
      `${word} 0661998877`,
      "998877",
      "99 88 77",
      `${word} 998877`,
      `${word} 0661 99\u00a088 77`,
      `0661-99-88-77 ${word}`,
      `eloise +213 (0) 661 99 88 77 ${word}`,
      `${word} 99 88 77`,
      `${word} 774411 998877`,
      `${word} 774411 0661 99 88 77`,
      `n° ${order.number} ${word}`,
      `${word} N°\u00a0${order.number.toLowerCase()}`,
      `Commande n°\u00a0${order.number} ${word}`,
      `n°${order.number} ${word}`,
      `${word} ${order.number.replace("-", " ")}`,
      `oran ${word}`,
      order.variantId.toUpperCase(),
      "774411",
    ];
    for (const spelling of spellings)
      expect(await numbers(`q=${encodeURIComponent(spelling)}`), spelling).toContain(order.number);
    // Six digits and no fewer: who may not see phones would find them digit by digit.
    for (const other of [
      `eloise ${word}y`,
      `${word} 0661998878`,
      `${word} 998878`,
      `${word} 0661 99 88 78`,
      `${word} 99 88 78`,
      `${word}y 0661 99 88 77`,
      `n° ${order.number} ${word}y`,
      `n° 2222-2222 ${word}`,
      "99887",
      "8877",
      "@99887",
      "\u0000%_'\"",
      "-",
      "🙂",
    ])
      expect(await numbers(`q=${encodeURIComponent(other)}`), other).not.toContain(order.number);
  });

  it("finds an order by the whole number of its parcel, in any case, and by nothing less", async () => {
    const tracking = `yal-${id("T").replace(/\W/g, "").toUpperCase()}`;
    const order = await place({ lastName: "Colis" });
    await setStatus(testShop().reopened({ connection: {} }), order.number, "confirmed");
    await db().updateTable("parcels").set({ state: "posted", tracking }).where("order_id", "=", order.id).execute();
    for (const typed of [tracking, ` ${tracking.toLowerCase()} `, tracking.toUpperCase(), `colis ${tracking}`])
      expect(await numbers(`q=${encodeURIComponent(typed)}`), typed).toEqual([order.number]);
    for (const typed of [tracking.slice(0, -1), `${tracking}1`, `${tracking} nobody`, `${tracking}&statut=en-attente`])
      expect(await numbers(`q=${typed}`), typed).toEqual([]);
  });

  it("finds names of several words by the words written as one, in Arabic letters too", async () => {
    const word = id("j").replace(/\W/g, "");
    const names = { lastName: `${word} Ben Ali`, firstName: "عبد القادر" };
    const { number } = await place({ ...names, communeId: 3109 });
    for (const typed of [`${word}benali`, `${word} عبدالقادر`, `${word} ainelturk`])
      expect(await numbers(`q=${encodeURIComponent(typed)}`), typed).toEqual([number]);
  });

  it("finds an order by the phone that its shopper has corrected, and no longer by the one before", async () => {
    const { shop } = testShop();
    const { number, visitor } = await ordered(testShop(), { recipient: { phone: "0661334455" } });
    expect(await numbers("q=334455")).toEqual([number]);
    const { address, notes } = someone;
    await shop.orders.correct(number, visitor, { phone: "0770887766", address, notes });
    expect([await numbers("q=334455"), await numbers("q=887766")]).toEqual([[], [number]]);
  });

  it("lists by cursor, each order once, also those of one moment and those that many words find", async () => {
    const word = id("w").replace(/\W/g, "");
    const at = new Date("2026-11-20T10:00:00Z");
    const made: string[] = [];
    for (let index = 0; index < 7; index += 1) {
      const order = await place({ lastName: `${word}${index % 3}` }, new Date(at.getTime() + (index >> 1)));
      made.push(order.id);
    }
    expect((await all(`q=${word}`, 2)).toSorted()).toEqual(made.toSorted());
    const times = (await list(`q=${word}`)).orders.map(({ order }) => order.createdAt.getTime());
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect((await list("", { after: "'; drop table orders --" })).orders.length).toBeGreaterThan(0);
  });

  it("leaves no order out between the pages of words that many orders have", async () => {
    const word = id("m").replace(/\W/g, "");
    const copies = await copiesOf(word, 240);
    // The newer half has one word, the older half another.
    const words = copies.map(({ id, created_at }, index) => ({
      ...{ word: `${word}${index < 120 ? "a" : "b"}`, order_id: id, created_at },
    }));
    await db().insertInto("order_words").values(words).execute();
    expect(await all(`q=${word}`, 200)).toEqual(copies.map(({ id }) => id));
    await db().deleteFrom("orders").where("id", "like", `${word}%`).execute();
  });

  it("finds all whose words begin as what was typed, however many different ones there are", async () => {
    const word = id("b").replace(/\W/g, "");
    const copies = await copiesOf(word, 69);
    const ids = copies.map(({ id }) => id);
    const words = copies.flatMap(({ id, created_at }, index) =>
      // Two of one order are one order.
      [`${word}${index}`, `${word}${index}b`, `other${word}`].map((word) => ({ word, order_id: id, created_at })),
    );
    await db().insertInto("order_words").values(words).execute();
    const isWhole = async () => {
      for (const query of [`q=${word}`, `q=${word}+other${word}`, `q=${word}+${word}`, `q=${word}&statut=en-attente`])
        expect(await all(query, 50), query).toEqual(ids);
      expect(await all(`q=${word}1`, 2)).toEqual(ids.filter((_, index) => /^1/.test(String(index))));
      expect(await all(`q=${word}&statut=confirmee`, 50)).toEqual([]);
      expect(await all(`q=${word}+nobody${word}`, 50)).toEqual([]);
    };
    await isWhole();
    // More than are read whole: found among the newest orders.
    const rows = Array.from({ length: 5_000 }, (_, index) => ({
      ...{ word: `${word}c${index}`, order_id: ids[0] ?? "", created_at: copies[0]?.created_at ?? 0 },
    }));
    await db().insertInto("order_words").values(rows).execute();
    await isWhole();
    await db().deleteFrom("orders").where("id", "like", `${word}%`).execute();
  });

  it("goes on by the next page where what begins so is common, and not among the newest thousand", async () => {
    const word = id("c").replace(/\W/g, "");
    const copies = await copiesOf(word, 1_010);
    const last = copies.at(-1)?.id ?? "";
    const words = Array.from({ length: 5_001 }, (_, index) => ({
      word: `${word}${index}`,
      order_id: last,
      created_at: 1,
    }));
    await db().insertInto("order_words").values(words).execute();
    const first = await list(`q=${word}`);
    expect(first).toEqual({ orders: [], next: expect.anything() });
    expect(await all(`q=${word}`, 50)).toEqual([last]);
    await db().deleteFrom("orders").where("id", "like", `${word}%`).execute();
  });

  it("filters by status, call, parcel, wilaya, days, person and pairs that were not taken", async () => {
    await hire(testShop(), nadia);
    const word = id("f").replace(/\W/g, "");
    const of = (name: string, more: Partial<typeof someone> = {}, at?: Date) =>
      place({ lastName: word, firstName: name, ...more }, at);
    const confirmed = await of("un");
    const called = await of("deux");
    const elsewhere = await of("trois", { wilayaId: 16, communeId: 1601 });
    const old = await of("quatre", {}, new Date("2026-01-31T22:59:59Z"));
    const older = await of("cinq", {}, new Date("2026-01-30T23:00:00Z"));
    const large = await of("six");
    await db().updateTable("orders").set({ reserved: 0 }).where("id", "=", large.id).execute();
    expect(await office().moveOrder(confirmed.number, "confirmed", { version: 0 }, nadia)).toBe("moved");
    const call = { key: id("call"), version: 0, outcome: "no-answer" as const, note: "" };
    await office().recordCall(called.number, call, nadia);
    const nothing = { due_at: null, asked_at: null, tracking: null, label: null, failure: null, status: null };
    await db()
      .insertInto("parcels")
      .values({
        order_id: confirmed.id,
        state: "refused",
        attempts: 1,
        poll_at: null,
        created_at: 1,
        holds_pairs: 0,
        ...nothing,
      })
      .execute();

    const own = (query: string) => numbers(`q=${word}&${query}`);
    expect(await own("statut=confirmee")).toEqual([confirmed.number]);
    expect(await own("appel=ne-repond-pas")).toEqual([called.number]);
    expect(await own("appel=jamais")).not.toContain(called.number);
    expect(await own("colis=refuse")).toEqual([confirmed.number]);
    expect(await numbers("colis=refuse")).toContain(confirmed.number);
    expect(await own("colis=probleme")).toEqual([]);
    expect(await own("wilaya=16")).toEqual([elsewhere.number]);
    expect(await own("qui=nadia")).toEqual([called.number, confirmed.number]);
    expect(await own("reserve=oui")).toEqual([large.number]);
    // Days are Algeria's: its 31 January ends at 23:00 UTC.
    expect(await own("depuis=2026-01-31&jusque=2026-01-31")).toEqual([old.number, older.number]);
    expect(await own("jusque=2026-01-30")).toEqual([]);
    expect(await numbers("depuis=2026-01-31&jusque=2026-01-31&wilaya=31")).toEqual([old.number, older.number]);
    // What is no filter counts as left out.
    expect(await own("statut=rien&wilaya=x&depuis=2026-02-30&colis=%00")).toHaveLength(6);
    for (const query of [
      "statut=confirmee",
      "appel=ne-repond-pas",
      "appel=jamais",
      "wilaya=16",
      "reserve=oui",
      "qui=nadia",
    ])
      expect((await numbers(query)).length, query).toBeGreaterThan(0);
    const row = (await list(`q=${word}&colis=refuse`)).orders[0];
    expect(row).toMatchObject({ version: 1, parcel: { state: "refused" }, channel: undefined, unanswered: 0 });
  });

  it("finds orders that are older than its words, and nobody who was forgotten", async () => {
    const word = id("o").replace(/\W/g, "");
    const { number, id: orderId } = await place({ lastName: word });
    await db().deleteFrom("order_words").where("order_id", "=", orderId).execute();
    expect(await numbers(`q=${word}`)).toEqual([]);
    await db().deleteFrom("one_time_tasks").where("name", "like", "order words%").execute();
    await fillOrderWords(testShop().database);
    expect(await numbers(`q=${word}`)).toEqual([number]);
    const { account } = await newAccount(testShop().shop);
    await db()
      .updateTable("orders")
      .set({ status: "delivered", account_id: account.id })
      .where("id", "=", orderId)
      .execute();
    await testShop().shop.accounts.close(account.id);
    await testShop().shop.accounts.forgetRecipients();
    expect(await numbers(`q=${word}`)).toEqual([]);
    // What nobody is found by stays.
    expect(await numbers(`q=${number}`)).toEqual([number]);
  });

  describe("one order", () => {
    it("tells what happened to it as one line of time", async () => {
      const { number } = await place();
      await office().noteOrder(number, { key: id("key"), text: "Rappeler le soir" }, nadia);
      const call = { key: id("call"), version: 1, outcome: "busy" as const, note: "occupé" };
      await office().recordCall(number, call, nadia);
      const page = await office().orderPage(number.toLowerCase());
      if (!page) throw new Error("There is no page.");
      expect(page).toMatchObject({ version: 2, lastCall: "busy", isForgotten: false });
      expect(page.events.map((event) => (event.kind === "change" ? event.entry.action : event.kind))).toEqual([
        "order-placed",
        "note",
        "call",
      ]);
      expect(await office().moveOrder(number, "cancelled", { version: 2, reason: "Doublon" }, nadia)).toBe("moved");
      const events = (await office().orderPage(number))?.events ?? [];
      expect(events.at(-1)).toMatchObject({
        kind: "change",
        entry: { action: "order-status", name: "Nadia", after: { statut: "Annulée", motif: "Doublon" } },
      });
      expect(await office().orderPage("0000-0000")).toBeUndefined();
      expect(await office().noteOrder("0000-0000", { key: id("key"), text: "Perdue" }, nadia)).toBe("unknown");
    });

    it("takes a note once that is pressed ten times, and another one of the same form", async () => {
      const { number } = await place();
      const key = id("key");
      const write = (text: string) => office().noteOrder(number, { key, text }, nadia);
      const answers = await Promise.all(Array.from({ length: 10 }, () => write("Rappeler le soir")));
      expect(new Set(answers)).toEqual(new Set(["noted"]));
      await write("Rappeler demain");
      const page = await office().orderPage(number);
      expect(page?.events.flatMap((event) => (event.kind === "note" ? [event.text] : []))).toEqual([
        "Rappeler le soir",
        "Rappeler demain",
      ]);
      // One row of the journal each, which is what raises it.
      expect(page?.version).toBe(2);
    });

    it("moves as it was shown only, along its statuses, and returns pairs once", async () => {
      const { number, variantId } = await place();
      const move = office().moveOrder;
      expect(await testShop().stockOf(variantId)).toBe(49);
      expect(await move(number, "cancelled", { version: 1 }, nadia)).toBe("stale");
      expect(await move(number, "shipped", { version: 0 }, nadia)).toBe("refused");
      const both = await Promise.all([
        move(number, "cancelled", { version: 0, reason: "Doublon" }, nadia),
        move(number, "confirmed", { version: 0 }, karim),
      ]);
      expect(both.toSorted()).toEqual(["moved", "stale"]);
      expect(await testShop().stockOf(variantId)).toBe(both[0] === "moved" ? 50 : 49);
      expect(await move("0000-0000", "cancelled", { version: 0 }, nadia)).toBe("unknown");
    });

    it("answers the same to who presses again, and nobody else", async () => {
      const { number, variantId } = await place();
      const move = office().moveOrder;
      expect(await move(number, "confirmed", { version: 0 }, nadia)).toBe("moved");
      expect(await move(number, "confirmed", { version: 0 }, nadia)).toBe("repeated");
      expect(await move(number, "confirmed", { version: 0 }, karim)).toBe("stale");
      expect(await move(number, "cancelled", { version: 0, reason: "Doublon" }, nadia)).toBe("stale");
      // Who read it as confirmed presses something else than before.
      expect(await move(number, "confirmed", { version: 1 }, nadia)).toBe("refused");
      const cancel = (reason: string) => move(number, "cancelled", { version: 1, reason }, nadia);
      expect(await cancel("Doublon")).toBe("moved");
      await office().noteOrder(number, { key: id("key"), text: "Vue" }, karim);
      expect([await cancel("Doublon"), await cancel("Fausse commande")]).toEqual(["repeated", "stale"]);
      expect(await move(number, "confirmed", { version: 0 }, nadia)).toBe("stale");
      expect((await office().orderPage(number))?.version).toBe(3);
      expect(await testShop().stockOf(variantId)).toBe(50);
    });

    it("says who else has it open, for ten minutes", async () => {
      await hire(testShop(), nadia);
      await hire(testShop(), karim);
      const { number } = await place();
      let time = Date.now();
      const { office } = testShop().reopened({ now: () => new Date(time) });
      await office.seeOrder(number, nadia);
      expect(await office.viewersOf(number, karim)).toEqual(["Nadia"]);
      expect(await office.viewersOf(number, nadia)).toEqual([]);
      time += MINUTE;
      await office.seeOrder(number, nadia);
      time += 9 * MINUTE;
      expect(await office.viewersOf(number, karim)).toEqual(["Nadia"]);
      time += MINUTE;
      expect(await office.viewersOf(number, karim)).toEqual([]);
      await office.seeOrder("0000-0000", nadia);
      expect(await office.viewersOf("0000-0000", nadia)).toEqual([]);
    });
  });
});
