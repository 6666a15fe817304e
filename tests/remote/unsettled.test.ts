import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "~/database/connection.server";
import type { PlaceOrder } from "~/shop/services/orders";
import { ShopUnavailable } from "~/shop/shop";
import type { Call, Fault, Reply } from "../support/fakes/fake-api";
import { LONG, patienceWith, type RemoteTestShop, remoteShops, request } from "../support/fakes/remote-shop";
import { sectionSevenApi, type Taken } from "../support/fakes/section-seven-api";
import { from, mailsTo, newAccount, PASSWORD, tokenIn } from "../support/shop/accounts";
import { runHere } from "../support/shop/command";
import { describeOnEach } from "../support/shop/databases";
import { id, someone } from "../support/shop/test-shop";

/** Orders on an API that keeps to section 7: it honours no keys, so one press is one post. */

describeOnEach("an order, with %s", async (engine) => {
  let wrap: (order: Taken) => unknown;
  const remote = await remoteShops(() => sectionSevenApi({ wrap: (order) => wrap(order) }), engine);
  const { fake, opened, synced } = remote;
  let shop: RemoteTestShop;
  beforeEach(async () => {
    wrap = (order) => order;
    shop = await synced();
  });
  const posts = () => fake.calls.filter(({ method, path }) => method === "POST" && path === "/api/orders");
  /** Sends the form, and expects that nobody knows what became of it. */
  const unsettled = async (asked: PlaceOrder) => {
    const result = await shop.orders.place(asked);
    if (result.outcome !== "unsettled") throw new Error(result.outcome);
    return result.reference;
  };
  const lost: Fault[] = [
    "silent",
    "drip",
    "500",
    "html",
    "truncated",
    "missing fields",
    "lost answer",
    "500 afterwards",
  ];

  // The faults are the network's, whatever the database is.
  it.each(engine.dialect === "sqlite" ? [...lost, "late answer" as const] : lost.slice(0, 1))(
    "is posted once when the API is: %s; its shopper and merchant find it",
    async (fault) => {
      const asked = request();
      fake.fail(fault, "/api/orders", 1);
      remote.patience = patienceWith(fault);
      const reference = await unsettled(asked);
      remote.patience = LONG;
      // The same form, the same content in a form of its own, and another content in the same form.
      expect(await unsettled(asked)).toBe(reference);
      expect(await unsettled({ ...asked, key: id("key") })).toBe(reference);
      expect(await unsettled({ ...asked, recipient: { ...someone, phone: "0661234567" } })).toBe(reference);
      expect(posts()).toHaveLength(1);
      expect(remote.logged.filter((line) => line.includes(`${reference} à vérifier`))).toHaveLength(1);
      expect(await shop.orders.unsettled(reference.toLowerCase(), asked.visitor)).toMatchObject({
        reference,
        state: "unsettled",
        order: {
          number: reference,
          total: 5_500,
          lines: [{ variantId: "p1-38" }],
          recipient: { phone: someone.phone },
        },
      });
      expect(await shop.orders.unsettled(reference, id("visitor"))).toBeUndefined();
      expect(await shop.orders.unsettledOf(asked.visitor)).toMatchObject([{ reference }]);
      expect(await shop.orders.unsettledOf(undefined)).toEqual([]);
      // Without cookies it is another visitor's; a form asks before it sends the same again.
      expect(await shop.orders.justOrdered({ ...asked, key: id("key") })).toEqual({ minutes: 1 });
      expect(await shop.orders.justOrdered(asked)).toBeUndefined();
      expect(await shop.unsettledOffice.waiting()).toMatchObject([{ reference }]);
    },
  );

  it("of which fifty are pressed at once from one form is one, and so are those of a lost answer", async () => {
    const pressed = async (asked: PlaceOrder) =>
      new Set(
        (await Promise.all(Array.from({ length: 50 }, () => shop.orders.place(asked)))).map((result) =>
          JSON.stringify([
            result.outcome,
            "reference" in result ? result.reference : "order" in result && result.order.number,
          ]),
        ),
      );
    expect((await pressed(request())).size).toBe(1);
    fake.fail("lost answer", "/api/orders");
    expect((await pressed(request())).size).toBe(1);
    fake.heal();
    expect([posts().length, fake.orders.size]).toEqual([2, 2]);
  });

  it("whose process ended while the API was asked is unsettled, and not posted by the next one", async () => {
    const asked = request();
    const dead = await synced();
    fake.fail("silent", "/api/orders");
    // The end of this one is never reported.
    const ended = dead.orders.place(asked).catch(() => undefined);
    await expect.poll(() => posts().length).toBe(1);
    fake.heal();
    remote.clock += 91_000;
    const reference = await unsettled(asked);
    expect(await shop.unsettledOffice.waiting()).toMatchObject([{ reference }]);
    expect(posts()).toHaveLength(1);
    await fake.close();
    await fake.open();
    await ended;
  });

  it("is settled as taken by the merchant: its shopper has it under the API's number, once", async () => {
    const { account } = await newAccount(shop);
    const visitor = account.id;
    await shop.carts.add(visitor, "p1-38", 1);
    fake.fail("lost answer", "/api/orders", 1);
    const asked = request({ visitor, fromCart: true });
    const reference = await unsettled(asked);
    const { unsettledOffice } = shop;
    expect(await shop.carts.count(visitor)).toBe(1);
    expect(await shop.orders.underKey(asked.key)).toMatchObject({ number: reference });
    const outcomes = await Promise.all(
      [1, 2].map(() => unsettledOffice.take(reference, { number: "CMD/7000", id: "7000" })),
    );
    expect(outcomes.sort()).toEqual(["taken", "unknown"]);
    expect(await unsettledOffice.free(reference)).toBe("unknown");
    expect(await shop.carts.count(visitor)).toBe(0);
    expect(await shop.orders.unsettled(reference, visitor)).toMatchObject({
      state: "taken",
      order: { number: "CMD/7000" },
    });
    expect(await shop.orders.place(asked)).toMatchObject({
      outcome: "placed",
      repeated: true,
      order: { number: "CMD/7000" },
    });
    expect(await shop.orders.underKey(asked.key)).toMatchObject({ number: "CMD/7000" });
    expect(await shop.orders.ofAccount(visitor, { page: 1, size: 20 })).toMatchObject({ total: 1 });
    expect(await shop.orders.unsettledOf(visitor)).toEqual([]);
    // A number that another order has cannot be this one's.
    fake.fail("lost answer", "/api/orders", 1);
    const next = await unsettled(request());
    expect(await unsettledOffice.take(next, { number: "CMD/7000", id: "7000" })).toBe("number-used");
    expect(posts()).toHaveLength(2);
  });

  it("is what the commands a-verifier and verifier tell, and settle", async () => {
    const command = async (...argv: string[]) => {
      const { ending, text } = await runHere(argv, { unsettled: async () => shop.unsettledOffice });
      return [ending, text];
    };
    expect(await command("a-verifier")).toEqual([0, "Aucune commande à vérifier."]);
    expect(await command("verifier")).toEqual([0, "\nRien ne manque pour vendre."]);
    fake.failBy(({ method, path }) => (method === "POST" && path === "/api/orders" ? "lost answer" : undefined));
    const [first, second] = [await unsettled(request()), await unsettled(request())];
    const [code, list] = await command("a-verifier");
    expect(code).toBe(0);
    expect(list).toContain(first);
    expect(list).toMatch(/5\s500\sDA {2}\S+ Samira, 0550\s12\s34\s56\n {4}1 × Modèle p1, Noir, pointure 38/);
    expect(await command("verifier")).toEqual([1, expect.stringContaining("2 commandes sont à vérifier")]);
    expect(await command("a-verifier", "--prise", first)).toEqual([2, expect.stringContaining("--numero N-77")]);
    expect(await command("a-verifier", "--prise", first, "--numero", "CMD/7000", "--id", "7000")).toEqual([
      0,
      `${first}\u00a0: prise, sous le n°\u00a0CMD/7000. Sa page le dit au client.`,
    ]);
    expect(await command("a-verifier", "--prise", second, "--numero", "CMD/7000")).toEqual([
      1,
      "Une autre commande porte déjà le numéro CMD/7000.",
    ]);
    expect((await command("a-verifier", "--libre", second.toLowerCase()))[0]).toBe(0);
    expect((await command("a-verifier", "--libre", second))[0]).toBe(1);
    expect(await command("a-verifier")).toEqual([0, "Aucune commande à vérifier."]);
  });

  it("is settled as free by the merchant: the same form says so, and another one orders", async () => {
    fake.fail("500", "/api/orders", 1);
    const asked = request();
    const reference = await unsettled(asked);
    expect(await shop.unsettledOffice.free(reference)).toBe("freed");
    expect(await shop.orders.place(asked)).toEqual({ outcome: "not-taken" });
    expect(await shop.orders.unsettled(reference, asked.visitor)).toMatchObject({
      state: "free",
      order: { total: 5_500 },
    });
    expect(await shop.orders.place({ ...asked, key: id("key") })).toMatchObject({ outcome: "placed" });
    expect(posts()).toHaveLength(2);
    // What was settled is forgotten after thirty days.
    remote.clock += 31 * 86_400_000;
    await shop.accounts.forgetRecipients();
    expect(await shop.orders.unsettled(reference, asked.visitor)).toBeUndefined();
  });

  it("is mailed about to its account while it waits for the call, and not when it is over already", async () => {
    const { account } = await newAccount(shop);
    for (const status of ["pending", "cancelled"]) {
      wrap = (order) => ({ ...order, status });
      expect((await shop.orders.place({ ...request(), visitor: account.id })).outcome).toBe("placed");
      const kinds = (await mailsTo(shop, account.email)).map(({ kind }) => kind);
      expect(kinds).toEqual(status === "pending" ? ["order-received"] : []);
    }
  });

  it.each(["closed by its owner", "ended by the reader of its address"])(
    "loses its person after the account is %s, once it has arrived",
    async (how) => {
      const isDisowned = how.includes("reader");
      const { account } = await newAccount(shop, from(), { isConfirmed: !isDisowned });
      fake.fail("lost answer", "/api/orders", 1);
      const reference = await unsettled(request({ visitor: account.id }));
      if (isDisowned) await shop.accounts.disown(tokenIn((await mailsTo(shop, account.email))[0]));
      else await shop.accounts.close(account.id);
      expect(await shop.orders.unsettled(reference, account.id)).toBeUndefined();
      expect(await shop.unsettledOffice.take(reference, { number: "CMD/7000", id: "7000" })).toBe("taken");
      const isNamed = async () =>
        typeof (await shop.orders.track("CMD/7000", someone.phone, id("visitor"))) === "object";
      expect(await isNamed()).toBe(true);
      const [order] = fake.orders.values();
      if (order) order.status = "delivered";
      await shop.accounts.forgetRecipients();
      expect(await isNamed()).toBe(false);
    },
  );

  it("leaves an account that the reader of its address resets, since a stranger may have sent it", async () => {
    const { account } = await newAccount(shop, from(), { isConfirmed: false });
    const visitor = account.id;
    fake.failBy(({ method, path }) => (method === "POST" && path === "/api/orders" ? "500" : undefined));
    const lines = [{ variantId: "p1-39", quantity: 1, price: 5_000 }];
    const [open, free] = [await unsettled(request({ visitor })), await unsettled(request({ visitor, lines }))];
    expect(await shop.unsettledOffice.free(free)).toBe("freed");
    await shop.access.requestReset(account.email);
    const mail = (await mailsTo(shop, account.email)).find(({ kind }) => kind === "reset");
    expect(await shop.access.reset(tokenIn(mail), PASSWORD, from())).toMatchObject({ ok: true, isEmptied: true });
    expect(await shop.orders.unsettledOf(visitor)).toEqual([]);
    for (const reference of [open, free]) expect(await shop.orders.unsettled(reference, visitor)).toBeUndefined();
    // It stays the merchant's, and opens by number and phone.
    expect(await shop.unsettledOffice.take(open, { number: "CMD/7000", id: "7000" })).toBe("taken");
    expect(await shop.orders.ofAccount(visitor, { page: 1, size: 20 })).toMatchObject({ total: 0 });
    expect(await shop.orders.read("CMD/7000", visitor)).toBeUndefined();
    expect(await shop.orders.track("CMD/7000", someone.phone, id("visitor"))).toMatchObject({ number: "CMD/7000" });
  });

  it("is the account's of a guest who signs in, and nobody's of an account that is closed, while the API is asked", async () => {
    const meanwhile = async (asked: PlaceOrder, act: () => Promise<unknown>) => {
      const before = posts().length;
      fake.fail("late answer", "/api/orders", 1);
      const placed = shop.orders.place(asked);
      await expect.poll(() => posts().length).toBe(before + 1);
      await act();
      const result = await placed;
      if (result.outcome !== "placed") throw new Error(result.outcome);
      return result.order.number;
    };
    const guest = id("visitor");
    await shop.carts.add(guest, "p1-38", 1);
    let visitor = "";
    const number = await meanwhile(request({ visitor: guest, fromCart: true }), async () => {
      visitor = (await newAccount(shop, from({ guest }))).account.id;
    });
    expect(await shop.orders.ofAccount(visitor, { page: 1, size: 20 })).toMatchObject({ orders: [{ number }] });
    expect(await shop.orders.read(number, visitor)).toMatchObject({ number });
    expect(await shop.orders.read(number, guest), "opens for the guest, too").toBeUndefined();
    expect(await shop.carts.count(visitor)).toBe(0);
    const closed = await meanwhile(request({ visitor }), () => shop.accounts.close(visitor));
    for (const order of fake.orders.values()) order.status = "delivered";
    await shop.accounts.forgetRecipients();
    for (const one of [number, closed])
      expect(typeof (await shop.orders.track(one, someone.phone, id("visitor"))), one).toBe("string");
  });

  // SQLite has one writer at a time.
  it.runIf(engine.dialect === "postgres")("is the account's of a guest who signs in while it is stored", async () => {
    const database = await openDatabase(await engine.seeded());
    shop = await synced(fake, { database });
    const [guest, { account }] = [id("visitor"), await newAccount(shop)];
    fake.fail("late answer", "/api/orders", 1);
    const placed = shop.orders.place(request({ visitor: guest }));
    await expect.poll(() => posts().length).toBe(1);
    const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await database.transact(async (queries) => {
      const row = queries.updateTable("unsettled_orders").where("visitor", "=", guest);
      await row.set({ visitor: account.id }).execute();
      await expect.poll(async () => (await waiting.execute(database.db)).rows.length, { timeout: 10_000 }).toBe(1);
    });
    expect(await placed).toMatchObject({ outcome: "placed" });
    expect(await shop.orders.ofAccount(account.id, { page: 1, size: 20 })).toMatchObject({ total: 1 });
  });

  it("goes with its guest who signs in", async () => {
    fake.fail("lost answer", "/api/orders", 1);
    const guest = id("visitor");
    const reference = await unsettled(request({ visitor: guest }));
    const { account } = await newAccount(shop, from({ guest }));
    expect(await shop.orders.unsettledOf(guest)).toEqual([]);
    expect(await shop.orders.unsettledOf(account.id)).toMatchObject([{ reference }]);
  });

  it("can be neither cancelled nor corrected once that is known, in this process or the next", async () => {
    const asked = request();
    expect(await shop.orders.place(asked)).toMatchObject({ outcome: "placed" });
    expect(await shop.orders.changes()).toEqual({ cancel: true, correct: true });
    expect(await shop.orders.cancel("CMD/7000", asked.visitor)).toBe("not-here");
    expect(await shop.orders.changes()).toEqual({ cancel: false, correct: true });
    const correction = { phone: "0661234567", address: "Cité 5", notes: "" };
    expect(await shop.orders.correct("CMD/7000", asked.visitor, correction)).toBe("not-here");
    fake.calls.length = 0;
    expect(await shop.orders.cancel("CMD/7000", asked.visitor)).toBe("not-here");
    expect(fake.calls.filter(({ method }) => method === "POST")).toEqual([]);
    expect(await (await opened()).orders.changes()).toEqual({ cancel: false, correct: false });
  });

  // The same with every database.
  if (engine.dialect === "sqlite")
    describe("by what the API answers", () => {
      it.each([
        ["{success, order}", (order: Taken) => ({ success: true, order })],
        ["{success, data}", (order: Taken) => ({ success: true, data: order })],
        ["{data: {order}}", (order: Taken) => ({ data: { order } })],
        ["{success, orderId}", ({ id: orderId, orderNumber }: Taken) => ({ success: true, orderId, orderNumber })],
      ])("that is answered as %s is read there", async (_, wrapped) => {
        wrap = wrapped;
        const asked = request();
        expect(await shop.orders.place(asked)).toMatchObject({
          outcome: "placed",
          order: { number: "CMD/7000", total: 5_500 },
        });
        expect(await shop.orders.place(asked)).toMatchObject({ outcome: "placed", repeated: true });
        expect(posts()).toHaveLength(1);
        expect(await shop.orders.read("CMD/7000", asked.visitor)).toMatchObject({ status: "pending" });
        expect(await shop.orders.unsettledOf(asked.visitor)).toEqual([]);
      });

      it("that is answered 201 without any id is unsettled", async () => {
        wrap = () => ({ success: true });
        const asked = request();
        const reference = await unsettled(asked);
        expect(await unsettled(asked)).toBe(reference);
        expect(posts()).toHaveLength(1);
      });

      it("was not sent where there is no connection: the same form may be sent again", async () => {
        const asked = request();
        await fake.close();
        try {
          await expect(shop.orders.place(asked)).rejects.toBeInstanceOf(ShopUnavailable);
        } finally {
          await fake.open();
        }
        expect(await shop.orders.place(asked)).toMatchObject({ outcome: "placed" });
        expect(posts()).toHaveLength(1);
      });

      it("is not what tries whether an API that was away is back", async () => {
        fake.fail("500");
        expect(await shop.sync.refresh()).toBe(false);
        await expect(shop.orders.place(request())).rejects.toBeInstanceOf(ShopUnavailable);
        expect(posts()).toHaveLength(0);
        fake.heal();
        expect(await shop.orders.place(request())).toMatchObject({ outcome: "placed" });
      });

      it("is refused in the API's words, cleaned and short, and never to be tried again as it is", async () => {
        const refused = async (status: number, body: unknown) => {
          fake.refuse(status, body);
          return shop.orders.place(request());
        };
        expect(await refused(400, { message: "La commune\u0000 n'est\n pas \u202eservie" })).toEqual({
          outcome: "refused",
          message: "La commune n'est pas servie",
        });
        expect(remote.logged.at(-1)).toBe(`Erreur 400: {"message":"La commune\\u0000 n'est\\n pas servie"}`);
        expect(await refused(422, "Stock insuffisant")).toEqual({ outcome: "refused", message: "Stock insuffisant" });
        expect(remote.logged.at(-1)).toBe("Erreur 422: Stock insuffisant");
        expect(await refused(404, "<h1>Not found</h1>")).toEqual({ outcome: "refused", message: "" });
        const long = await refused(400, { error: "a".repeat(500) });
        expect(long).toMatchObject({ outcome: "refused", message: `${"a".repeat(199)}…` });
        expect(await refused(200, { success: false, message: "Fermé" })).toEqual({
          outcome: "refused",
          message: "Fermé",
        });
        // The log names nobody.
        await refused(400, { message: `${someone.phone} ${someone.address}` });
        expect(remote.logged.join("\n")).not.toContain(someone.phone);
        for (const status of [408, 425, 429]) expect(await refused(status, {})).toMatchObject({ outcome: "busy" });
        expect(await shop.orders.unsettledOf(undefined)).toEqual([]);
        expect(fake.orders.size).toBe(0);
      });

      it("of a size without an identifier names none, but size and colour in the notes", async () => {
        fake.catalogue.products = [
          {
            id: "2",
            name: "Boston",
            price: 5_000,
            categoryId: "c1",
            colors: [{ name: "Taupe" }],
            sizes: [{ value: 43, stock: 2 }],
          },
          { id: "3", name: "Sac", price: 3_000, categoryId: "c1" },
        ];
        await shop.sync.refresh();
        const lines = ["2", "3"]
          .flatMap((slug) => [slug === "2" ? "~2-43" : "~3"])
          .map((variantId, index) => ({
            variantId,
            quantity: 1,
            price: index === 0 ? 5_000 : 3_000,
          }));
        const recipient = { ...someone, notes: "Sonnez".padEnd(500, "!") };
        const choices = "1 × Boston\u00a0: Taupe, pointure 43\n1 × Sac\u00a0: taille unique\n";
        expect(await shop.orders.place(request({ lines, recipient }))).toMatchObject({ outcome: "placed" });
        expect(posts()[0]?.body).toMatchObject({
          items: [
            { productId: "2", productVariantId: null, quantity: 1, price: 5_000 },
            { productId: "3", productVariantId: null, quantity: 1, price: 3_000 },
          ],
          notes: `${choices}${recipient.notes}`.slice(0, 500),
        });
        const again = await shop.orders.read("CMD/7000", "");
        expect(again).toBeUndefined();
      });
    });
});

describe("an order whose answer was lost, on an API that lists orders", async () => {
  const remote = await remoteShops(() => sectionSevenApi({ hasPhones: true }));
  const { fake, synced } = remote;
  let shop: RemoteTestShop;
  beforeEach(async () => {
    remote.clock = Date.now();
    shop = await synced();
  });
  const posts = () => fake.calls.filter(({ method }) => method === "POST").length;

  it("is found by its phone and content at once", async () => {
    const asked = request();
    fake.failBy(({ method, path }) => (method === "POST" && path === "/api/orders" ? "lost answer" : undefined));
    expect(await shop.orders.place(asked)).toMatchObject({
      outcome: "placed",
      order: { number: "CMD/7000", total: 5_500 },
    });
    expect(await shop.orders.read("CMD/7000", asked.visitor)).toMatchObject({ total: 5_500 });
    // The next of the same content is another one.
    expect(await shop.orders.place(request())).toMatchObject({ outcome: "placed", order: { number: "CMD/7001" } });
    expect(posts()).toBe(2);
  });

  it("is found later, by any visitor who opens its page, and never in an order of something else", async () => {
    const asked = request();
    fake.fail("500", "/api/orders");
    const result = await shop.orders.place(asked);
    if (result.outcome !== "unsettled") throw new Error(result.outcome);
    fake.heal();
    const state = async () => {
      remote.clock += 31_000;
      return (await shop.orders.unsettled(result.reference, asked.visitor))?.state;
    };
    // Two pairs, of another total, of another phone, of yesterday: none is hers.
    const other = (changes: object) =>
      fake.orders.set(id("other"), {
        id: id("other"),
        items: [{ quantity: 1, price: 5_000 }],
        total: 5_500,
        createdAt: new Date(remote.clock).toISOString(),
        shippingAddress: { phone: someone.phone },
        ...changes,
      });
    other({ items: [{ quantity: 2, price: 2_500 }] });
    other({ total: 5_900 });
    other({ createdAt: new Date(remote.clock - 86_400_000).toISOString() });
    other({ createdAt: undefined });
    expect(await state()).toBe("unsettled");
    other({ id: "9", orderNumber: "CMD/9" });
    expect(await state()).toBe("taken");
    expect(await shop.orders.read("CMD/9", asked.visitor)).toMatchObject({ number: "CMD/9" });
    expect(posts()).toBe(1);
  });

  it("stays unsettled while it could be another order of this shopper, of another size", async () => {
    fake.failBy(({ path }) => (path === "/api/orders" ? "500" : undefined));
    const asked = request();
    const sent = async (request: PlaceOrder) => {
      const result = await shop.orders.place(request);
      if (result.outcome !== "unsettled") throw new Error(result.outcome);
      return result.reference;
    };
    const first = await sent(asked);
    const lines = [{ variantId: "p1-39", quantity: 1, price: 5_000 }];
    const second = await sent(request({ visitor: asked.visitor, lines }));
    expect(second).not.toBe(first);
    fake.heal();
    fake.orders.set("9", {
      ...{ id: "9", orderNumber: "CMD/9", items: [{ quantity: 1, price: 5_000 }], total: 5_500 },
      ...{ createdAt: new Date(remote.clock).toISOString(), shippingAddress: { phone: someone.phone } },
    });
    remote.clock += 31_000;
    for (const reference of [first, second])
      expect((await shop.orders.unsettled(reference, asked.visitor))?.state).toBe("unsettled");
  });

  it("stays unsettled while two of the list could be it", async () => {
    fake.failBy(({ path }) => (path === "/api/orders" ? "lost answer" : undefined));
    const list = fake.orders;
    const twin = {
      items: [{ quantity: 1, price: 5_000 }],
      total: 5_500,
      createdAt: new Date(remote.clock).toISOString(),
      shippingAddress: { phone: someone.phone },
    };
    list.set("a", { ...twin, id: "a" });
    expect(await shop.orders.place(request())).toMatchObject({ outcome: "unsettled" });
  });
});

describe("an API that was seen to honour keys", async () => {
  const { fake, opened, synced, otherApi } = await remoteShops();
  it("is one whose answer repeats the key, or whose document names it; its lost answers are posted again", async () => {
    const shop = await opened();
    // No document was read yet.
    expect(shop.sync.abilities.honoursKeys).toBe(false);
    shop.sync.abilities.noteEcho(new Headers({ "Idempotency-Key": "another" }), "key");
    expect(shop.sync.abilities.honoursKeys).toBe(false);
    shop.sync.abilities.noteEcho(new Headers({ "Idempotency-Key": "key" }), "key");
    expect(shop.sync.abilities.honoursKeys).toBe(true);
    const other = await synced();
    expect(other.sync.abilities.honoursKeys).toBe(true);
    expect(await other.orders.changes()).toEqual({ cancel: true, correct: true });
  });

  it.each([
    ["names no key", [200, { paths: { "/api/orders": { post: {} } } }]],
    ["is gone", [404, {}]],
    ["is a page", [200, "<!doctype html>"]],
  ] as const)("is one no longer when its document %s: nothing is posted again", async (_, [status, body]) => {
    let isReplaced = false;
    const serve = ({ path }: Call): Reply | undefined =>
      isReplaced && path === "/api/openapi.json" ? [status, body] : undefined;
    const other = await otherApi({ serve });
    const shop = await synced(other);
    // While it fails it is what it was.
    other.fail("500");
    await shop.sync.refresh();
    other.heal();
    expect(shop.sync.abilities.honoursKeys).toBe(true);
    isReplaced = true;
    expect(await shop.sync.refresh()).toBe(true);
    other.calls.length = 0;
    other.fail("lost answer", "/api/orders", 1);
    const asked = request();
    for (const _ of [1, 2]) expect(await shop.orders.place(asked)).toMatchObject({ outcome: "unsettled" });
    expect(other.calls.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  it("is asked again for what was unsettled before that was seen", async () => {
    const shop = await synced();
    const early = await opened();
    fake.fail("lost answer", "/api/orders", 1);
    const asked = request();
    const first = await early.orders.place(asked);
    expect(first.outcome).toBe("unsettled");
    expect(await shop.orders.place(asked)).toMatchObject({ outcome: "placed" });
    expect(fake.orders.size).toBe(1);
    expect(await early.orders.unsettledOf(asked.visitor)).toEqual([]);
  });

  describe("whose answer to an order was lost", () => {
    let shop: RemoteTestShop;
    beforeEach(async () => {
      shop = await synced();
    });
    const closed = async (asked: PlaceOrder, fault: Fault = "lost answer") => {
      fake.fail(fault, "/api/orders");
      await expect(shop.orders.place(asked)).rejects.toBeInstanceOf(ShopUnavailable);
      fake.heal();
      return { ...asked, key: id("key") };
    };

    it.each([
      ["lost answer", true],
      ["lost answer", false],
      ["500", true],
    ] as const)(
      "takes another form of the same content as that order, after: %s; from the cart: %s",
      async (fault, fromCart) => {
        const visitor = id("visitor");
        await shop.carts.add(visitor, "p1-38", 1);
        const again = await closed(request({ visitor, fromCart }), fault);
        expect(await shop.orders.justOrdered(again)).toEqual({ minutes: 1 });
        const result = await shop.orders.place(again);
        if (result.outcome !== "placed") throw new Error(result.outcome);
        expect(await shop.orders.read(result.order.number, visitor)).toMatchObject({ total: 5_500 });
        expect(fake.orders.size).toBe(1);
        expect(await shop.carts.count(visitor)).toBe(fromCart ? 0 : 1);
        expect(await shop.orders.unsettledOf(visitor)).toEqual([]);
      },
    );

    it("stays open while the API does not name the order that the form's key has made", async () => {
      const asked = request();
      await closed(asked);
      const changed = { ...asked, recipient: { ...someone, phone: "0661234567" } };
      fake.refuse(409, { message: "Cette clé a déjà servi" });
      const result = await shop.orders.place(changed);
      const [open] = await shop.orders.unsettledOf(asked.visitor);
      expect(result).toEqual({ outcome: "unsettled", reference: open?.reference });
      expect(await shop.orders.place(asked)).toMatchObject({ outcome: "placed" });
      expect(fake.orders.size).toBe(1);
    });

    it("takes another form after it has refused the first, and neither while it is busy or away", async () => {
      const again = await closed(request(), "500");
      fake.fail("429", "/api/orders");
      expect(await shop.orders.place(again)).toEqual({ outcome: "busy", seconds: 2 });
      fake.heal();
      await fake.close();
      await expect(shop.orders.place(again)).rejects.toBeInstanceOf(ShopUnavailable);
      await fake.open();
      expect(await shop.orders.unsettledOf(again.visitor)).toHaveLength(1);
      fake.refuse(409, { message: "Rien n'a été commandé", changes: [{ kind: "fee", before: 500, now: 500 }] });
      expect(await shop.orders.place(again)).toMatchObject({ outcome: "placed", repeated: false });
      expect([fake.orders.size, await shop.orders.unsettledOf(again.visitor)]).toEqual([1, []]);
    });

    it("is not forgotten when the second attempt is refused as too early", async () => {
      const faults: Fault[] = ["lost answer", "429"];
      fake.failBy(({ path }) => (path === "/api/orders" ? faults.shift() : undefined));
      const asked = request();
      await expect(shop.orders.place(asked)).rejects.toBeInstanceOf(ShopUnavailable);
      expect(await shop.orders.place({ ...asked, key: id("key") })).toMatchObject({ outcome: "placed" });
      expect(fake.orders.size).toBe(1);
    });

    it.each([
      [202, { message: "Nous vérifions cette commande" }],
      [201, { success: true }],
      [200, null],
    ])("is not away while it answers %i without a number: %j", async (status, body) => {
      const asked = request();
      const references = new Set<unknown>();
      for (const form of [asked, asked, { ...asked, key: id("key") }]) {
        fake.refuse(status, body);
        const result = await shop.orders.place(form);
        references.add("reference" in result ? result.reference : result.outcome);
      }
      const open = await shop.orders.unsettledOf(asked.visitor);
      expect([...references]).toEqual(open.map(({ reference }) => reference));
      expect(shop.ordering()).toEqual({ isOpen: true });
      expect(await shop.orders.place(asked)).toMatchObject({ outcome: "placed" });
      expect(fake.orders.size).toBe(1);
    });

    it("leaves nothing of an order that it never got", async () => {
      const asked = request();
      fake.fail("429", "/api/orders");
      expect(await shop.orders.place(asked)).toEqual({ outcome: "busy", seconds: 2 });
      fake.heal();
      await fake.close();
      await expect(shop.orders.place(asked)).rejects.toBeInstanceOf(ShopUnavailable);
      await fake.open();
      expect(await shop.orders.unsettledOf(asked.visitor)).toEqual([]);
    });
  });
});
