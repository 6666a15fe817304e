import { createHash } from "node:crypto";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { openDatabase } from "~/database/connection.server";
import { DAY } from "~/domain/values/durations";
import type { RemoteShop } from "~/shop/remote/index.server";
import type { PlaceOrder } from "~/shop/services/orders";
import { ShopUnavailable } from "~/shop/shop";
import type { FakeApi } from "../support/fakes/fake-api";
import { LONG, patienceWith, remoteShops, request } from "../support/fakes/remote-shop";
import { apiKinds } from "../support/http/api-kinds";
import { newAccount } from "../support/shop/accounts";
import { runHere } from "../support/shop/command";
import { placed } from "../support/shop/orders";
import { id, someone } from "../support/shop/test-shop";

/** Orders on another shop's API, and all its failures (sections 7, 8, 9; decision 034). */

const ordersPostedTo = ({ calls }: FakeApi) =>
  calls.filter(({ method, path }) => method === "POST" && path === "/api/orders");
const firstOf = ({ orders }: FakeApi) => [...orders.values()][0] ?? expect.fail("No order.");

describe.each(apiKinds)("on %s", async (_, fakeOf) => {
  const remote = await remoteShops(fakeOf);
  const { fake, synced } = remote;
  let shop: RemoteShop;

  it("goods that are no shoes are called by their own words, up to the order", async () => {
    const [first] = fake.catalogue.products as object[];
    const large = { id: "p1-l", sku: "p1-l", stock: 2, options: { size: 102, sizeLabel: "Large" } };
    fake.catalogue.products = [{ ...first, variants: [large] }];
    shop = await synced();
    expect((await shop.catalogue.product("p1"))?.variants).toMatchObject([{ size: 102, sizeLabel: "Large", stock: 2 }]);
    const lines = [{ variantId: "p1-l", quantity: 1, price: 5_000 }];
    expect(await shop.orders.place(request({ lines }))).toMatchObject({
      outcome: "placed",
      order: { lines: [{ size: 102, sizeLabel: "Large" }] },
    });
  });

  describe("an account", () => {
    it("is closed while the API is away, and its parcels are followed once it is back", async () => {
      shop = await synced();
      const { account } = await newAccount(shop);
      const recipient = { ...someone, lastName: id("Nom") };
      const { number } = placed(await shop.orders.place(request({ visitor: account.id, recipient })));
      const order = firstOf(fake);
      order.status = "delivered";
      const { track } = shop.orders;
      const isNamed = async () => typeof (await track(number, someone.phone, id("visitor"))) === "object";
      fake.fail("500");
      await shop.accounts.close(account.id);
      await shop.accounts.forgetRecipients();
      expect(await isNamed()).toBe(true);
      fake.heal();
      await shop.accounts.forgetRecipients();
      expect(await isNamed()).toBe(false);
    });
  });

  it("the copy of an order loses its person by command, once the API says that it has ended", async () => {
    const own = await synced();
    shop = own;
    const people = async () => ({ office: own.copyOffice, isCopy: true });
    const forget = (number: string) => runHere(["oublier", number], { people });
    const visitor = id("visitor");
    const { number } = placed(await own.orders.place(request({ visitor })));
    const lastNameHere = async () => (await own.copyOffice.orderPage(number))?.order.recipient.lastName;
    const there = "À effacer aussi dans la boutique indiquée dans SHOP_API_URL.";
    expect(await forget(number)).toEqual({
      ending: 0,
      text: `${number}\u00a0: client effacé dès que l'autre boutique la dit terminée.\n${there}`,
    });
    await own.accounts.forgetRecipients();
    expect(await lastNameHere()).toBe(someone.lastName);
    const order = firstOf(fake);
    order.status = "delivered";
    await own.accounts.forgetRecipients();
    expect(await lastNameHere()).toBe("");
    // What the API still has does not come back.
    remote.clock += 60 * 60_000;
    expect((await own.orders.read(number, visitor))?.recipient).toMatchObject({ lastName: "", phone: "" });
    expect(await forget(number)).toEqual({ ending: 0, text: `${number}\u00a0: client effacé.\n${there}` });
  });

  it("the copy of an order that the API no longer has loses its person once it is 30 days old", async () => {
    const own = await synced();
    shop = own;
    const ordered = async () => placed(await own.orders.place(request())).number;
    const forgotten = async (number: string) => {
      await own.accounts.forgetRecipients();
      return (await own.copyOffice.orderPage(number))?.order.recipient.lastName === "";
    };
    // Of one that comes first the API has only errors.
    const [broken, number, kept] = [await ordered(), await ordered(), await ordered()];
    for (const one of [broken, number])
      await runHere(["oublier", one], { people: async () => ({ office: own.copyOffice, isCopy: true }) });
    const [first] = [...fake.orders.values()];
    fake.orders.clear();
    expect(await forgotten(number)).toBe(false);
    remote.clock += 29 * DAY;
    expect(await forgotten(number)).toBe(false);
    remote.clock += 2 * DAY;
    fake.fail("500", "/api/orders/");
    expect(await forgotten(number)).toBe(false);
    fake.fail("500", `/api/orders/${first?.id}`);
    expect([await forgotten(number), await forgotten(broken), await forgotten(kept)]).toEqual([true, false, false]);
    fake.heal();
  });

  describe("an order", () => {
    beforeEach(async () => {
      shop = await synced();
    });
    const posts = () => ordersPostedTo(fake);

    it("goes to the API as section 3 has it, under the form's key, and is this shop's visitor's to read", async () => {
      const asked = request();
      const order = placed(await shop.orders.place(asked));
      const [post] = posts();
      // The key's hash fits into a header, and does not let its readers send the form.
      expect(post?.headers["idempotency-key"]).toBe(createHash("sha256").update(asked.key).digest("base64url"));
      expect(post?.headers.authorization).toMatch(/^Bearer guest-[\w-]{43}$/);
      expect(post?.body).toMatchObject({
        items: [{ productId: "p1", productVariantId: "p1-38", quantity: 1, price: 5_000 }],
        toWilayaId: 31,
        toCommuneId: 3101,
        shippingCost: 500,
        declaredValue: 5_000,
        freeShipping: false,
        paymentMethod: "COD",
        customer: { firstName: "Samira", phone: "0550123456", email: "0550123456@client.invalid" },
      });
      expect(order).toMatchObject({ status: "pending", total: 5_500 });
      expect(await shop.orders.read(order.number, asked.visitor)).toMatchObject({ total: 5_500 });
      expect(await shop.orders.read(order.number, id("visitor"))).toBeUndefined();
      expect(await shop.orders.track(order.number, "0550123456", id("visitor"))).toMatchObject({ total: 5_500 });
      // The same form again, and another under its key.
      expect(await shop.orders.place(asked)).toMatchObject({ outcome: "placed", repeated: true });
      const other = { ...asked, recipient: { ...someone, phone: "0661234567" } };
      expect((await shop.orders.place(other)).outcome).toBe("key-used");
      expect([posts().length, fake.orders.size]).toEqual([1, 1]);
    });

    it("is stored with the total that the shopper agreed to, whatever fee the API's answer names", async () => {
      const recipient = { ...someone, mode: "pickup", pickupPointId: 310101 } as const;
      const asked = request({ recipient, shownFee: 300 });
      const order = placed(await shop.orders.place(asked));
      // An API of our kind answers every order here with the fee of a delivery at home, 500 DA.
      expect(order).toMatchObject({ subtotal: 5_000, fees: { totalFee: 300 }, total: 5_300 });
      expect(await shop.orders.read(order.number, asked.visitor)).toMatchObject({ total: 5_300 });
    });

    it("of whom the API has too many is asked to come again later, and is closed to nobody", async () => {
      const asked = request();
      fake.fail("429", "/api/orders");
      expect(await shop.orders.place(asked)).toEqual({ outcome: "busy", seconds: 2 });
      expect(shop.ordering()).toEqual({ isOpen: true });
      fake.heal();
      expect((await shop.orders.place(asked)).outcome).toBe("placed");
      expect(fake.orders.size).toBe(1);
    });

    it("shows what the API found changed: prices, and fees, which are not asked for again for 300 s otherwise", async () => {
      const destination = { wilayaId: 31, communeId: 3101 };
      const fee = async () => (await shop.courier.quote(destination, 1, 5_000))?.home.totalFee;
      expect(await fee()).toBe(500);
      fake.fees.totalFee = 600;
      fake.catalogue.products = (fake.catalogue.products as object[]).map((item) => ({ ...item, price: 5_500 }));
      expect(await fee()).toBe(500);
      const changes = [
        { kind: "fee", before: 500, now: 600 },
        { kind: "price", variantId: "p1-38", name: "Modèle p1", before: 5_000, now: 5_500 },
      ];
      fake.refuse(409, { message: "Rien n'a été commandé", changes });
      expect(await shop.orders.place(request())).toEqual({ outcome: "changed", changes });
      expect([await fee(), (await shop.catalogue.product("p1"))?.price]).toEqual([600, 5_500]);
    });

    it("leaves the cart as another tab has it, and takes from it what was ordered", async () => {
      const visitor = id("visitor");
      await shop.carts.add(visitor, "p1-38", 2);
      const asked = request({ visitor, fromCart: true });
      expect(await shop.orders.place(asked)).toMatchObject({
        outcome: "changed",
        changes: [{ kind: "quantity", now: 2 }],
      });
      expect(posts()).toHaveLength(0);
      const lines = [{ variantId: "p1-38", quantity: 2, price: 5_000 }];
      expect((await shop.orders.place({ ...asked, lines })).outcome).toBe("placed");
      expect(await shop.carts.count(visitor)).toBe(0);
    });

    it("waits for another order of the same cart, and no longer than that one may take", async () => {
      const visitor = id("visitor");
      await shop.carts.add(visitor, "p1-38", 1);
      const { db, close } = await openDatabase({ url: undefined, file: join(remote.folder, "shop.sqlite") });
      // The visitor is gone.
      await db
        .updateTable("carts")
        .set({ ordering: "another", ordering_until: remote.clock + 60_000 })
        .execute();
      let isPlaced = false;
      const placing = shop.orders.place(request({ visitor, fromCart: true })).then((result) => {
        isPlaced = true;
        return result;
      });
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect([isPlaced, posts().length]).toEqual([false, 0]);
      remote.clock += 60_000;
      expect((await placing).outcome).toBe("placed");
      expect(await db.selectFrom("carts").select(["ordering", "ordering_until"]).execute()).toEqual([
        { ordering: null, ordering_until: null },
      ]);
      await close();
    });
  });
});

describe("on an API that was seen to honour keys", async () => {
  const remote = await remoteShops();
  const { fake, opened, synced, otherApi } = remote;
  let shop: RemoteShop;

  describe("an order", () => {
    beforeEach(async () => {
      shop = await synced();
    });
    const posts = () => ordersPostedTo(fake);

    it("whose answer was lost is sent again under its key, and is one order", async () => {
      fake.fail("lost answer", "/api/orders", 1);
      const result = await shop.orders.place(request());
      expect(result.outcome).toBe("placed");
      expect([posts().length, fake.orders.size]).toEqual([2, 1]);
      expect(new Set(posts().map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
      // All answers are lost, and the same form finds the order.
      const asked = request();
      fake.fail("lost answer", "/api/orders");
      await expect(shop.orders.place(asked)).rejects.toBeInstanceOf(ShopUnavailable);
      fake.heal();
      expect((await shop.orders.place(asked)).outcome).toBe("placed");
      expect(fake.orders.size).toBe(2);
    });

    it("whose answer was lost is shown to the shopper who sends its form with another content", async () => {
      const asked = request({ recipient: { ...someone, address: "Cité 200\nBt 4", notes: "Sonnez" } });
      fake.fail("lost answer", "/api/orders");
      await expect(shop.orders.place(asked)).rejects.toBeInstanceOf(ShopUnavailable);
      fake.heal();
      const changed = { ...asked, recipient: { ...someone, phone: "0661234567" } };
      // The API reports an order, and is away before it names it.
      fake.fail("500", "/api/orders/");
      await expect(shop.orders.place(changed)).rejects.toBeInstanceOf(ShopUnavailable);
      fake.heal();
      const result = await shop.orders.place(changed);
      expect(result).toMatchObject({
        outcome: "key-used",
        order: { total: 5_500, lines: [{ variantId: "p1-38", quantity: 1 }], recipient: asked.recipient },
      });
      if (result.outcome !== "key-used") throw new Error(result.outcome);
      expect(await shop.orders.read(result.order.number, asked.visitor)).toMatchObject({ total: 5_500 });
      expect(await shop.orders.place(asked)).toMatchObject({ outcome: "placed", repeated: true });
      expect(fake.orders.size).toBe(1);
    });

    it.each(["silent", "drip", "500", "html", "truncated", "50 MB"] as const)(
      "is closed while the API is: %s; what comes of it is found by the same form",
      async (fault) => {
        const asked = request();
        fake.fail(fault, "/api/orders");
        remote.patience = patienceWith(fault);
        const begun = performance.now();
        await expect(shop.orders.place(asked)).rejects.toBeInstanceOf(ShopUnavailable);
        expect(performance.now() - begun).toBeLessThan(remote.patience + 2_000);
        expect(shop.ordering()).toMatchObject({ isOpen: false, hasSamples: false });
        expect(remote.logged.join("\n")).toContain("Erreur lors de la création de la commande: ");
        fake.heal();
        remote.patience = LONG;
        expect((await shop.orders.place(asked)).outcome).toBe("placed");
        expect(shop.ordering()).toEqual({ isOpen: true });
        expect(fake.orders.size).toBe(1);
      },
    );

    it("under a key that has made another one, which was never written down here, and tells nothing of its content, says its number", async () => {
      const asked = request();
      fake.orders.set("elsewhere", { id: "ZZZZ-2222", status: "shipped", bearer: "" });
      fake.refuse(409, { message: "Cette clé a déjà servi", orderNumber: "ZZZZ-2222" });
      // The visitor who has the key may read it.
      const mine = fake.orders.get("elsewhere") ?? {};
      Object.defineProperty(mine, "bearer", { get: () => fake.calls.at(-1)?.headers.authorization });
      expect(await shop.orders.place(asked)).toMatchObject({
        outcome: "key-used",
        order: { number: "ZZZZ-2222", status: "shipped" },
      });
      expect(await shop.orders.ownerOf("ZZZZ-2222")).toBeUndefined();
    });

    it("shows the status that the API gives, and the last known one while it is away; is cancelled there", async () => {
      const asked = request();
      const { number } = placed(await shop.orders.place(asked));
      const order = firstOf(fake);
      expect(await shop.orders.cancel(number, id("visitor"))).toBe("unknown");
      order.status = "confirmed";
      remote.clock += 60_000;
      expect(await shop.orders.read(number, asked.visitor)).toMatchObject({ status: "confirmed" });
      expect(await shop.orders.cancel(number, asked.visitor)).toBe("too-late");
      order.status = "shipped";
      remote.clock += 60_000;
      fake.fail("500");
      expect(await shop.orders.read(number, asked.visitor)).toMatchObject({ status: "confirmed" });
      fake.calls.length = 0;
      expect(await shop.orders.read(number, asked.visitor)).toMatchObject({ status: "confirmed" });
      expect(fake.calls).toEqual([]);
      await expect(shop.orders.cancel(number, asked.visitor)).rejects.toBeInstanceOf(ShopUnavailable);
      fake.heal();
      order.status = "pending";
      const correction = { phone: "0661234567", address: "Cité 200", notes: "" };
      expect(await shop.orders.correct(number, asked.visitor, correction)).toBe("corrected");
      // The second attempt finds it cancelled, which this API refuses.
      fake.fail("lost answer", "/api/orders/", 1);
      expect(await shop.orders.cancel(number, asked.visitor)).toBe("cancelled");
      expect(await shop.orders.read(number, asked.visitor)).toMatchObject({
        status: "cancelled",
        recipient: { phone: "0661234567" },
      });
    });

    it("that an API corrects and cancels without a word is corrected and cancelled", async () => {
      const deed = /(correct|cancel)$/;
      const other = await otherApi({ serve: ({ path }) => (deed.test(path) ? [204, ""] : undefined) });
      shop = await opened(other);
      const asked = request();
      const { number } = placed(await shop.orders.place(asked));
      const correction = { phone: "0661234567", address: "Cité 200", notes: "" };
      expect(await shop.orders.correct(number, asked.visitor, correction)).toBe("corrected");
      expect(await shop.orders.cancel(number, asked.visitor)).toBe("cancelled");
      expect(shop.ordering()).toEqual({ isOpen: true });
    });

    it("that is cancelled, here or there, is not mailed any more; another one is", async () => {
      const { account } = await newAccount(shop);
      const ordered = async () => placed(await shop.orders.place(request({ visitor: account.id }))).number;
      const here = await ordered();
      expect(await shop.orders.cancel(here, account.id)).toBe("cancelled");
      const there = await ordered();
      Object.assign([...fake.orders.values()].find(({ id }) => id === there) ?? {}, { status: "cancelled" });
      expect(await shop.orders.read(there, account.id)).toMatchObject({ status: "cancelled" });
      const kept = await ordered();
      const mails = (await shop.mailQueue.claim(10)).filter(({ kind }) => kind === "order-received");
      expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining(kept)]);
    });

    it("that was cancelled or returned there, and taken back, is followed; a late answer reopens none", async () => {
      const asked = request();
      const { number } = placed(await shop.orders.place(asked));
      const [[key, order] = []] = fake.orders;
      if (!key || !order) throw new Error("No order.");
      const shown = async () => {
        remote.clock += 60_000;
        return (await shop.orders.read(number, asked.visitor))?.status;
      };
      for (const status of ["returned", "delivered", "cancelled", "pending"]) {
        order.status = status;
        expect(await shown()).toBe(status);
      }
      order.status = "confirmed";
      fake.fail("late answer", "/api/orders/", 1);
      fake.calls.length = 0;
      const late = shown();
      await vi.waitFor(() => expect(fake.calls).toHaveLength(1));
      fake.orders.set(key, { ...order, status: "pending" });
      expect(await shop.orders.cancel(number, asked.visitor)).toBe("cancelled");
      expect(await late).toBe("cancelled");
      const steps = await shop.orders.steps(number, asked.visitor);
      expect(steps.map(({ status }) => status)).toEqual(["pending", "cancelled"]);
      expect(steps.at(-1)?.at.getTime()).toBe(remote.clock);
    });

    it("is read in the words of other shops; one that nobody knows is logged once", async () => {
      const asked = request();
      const { number } = placed(await shop.orders.place(asked));
      const shown = async (status: unknown) => {
        for (const order of fake.orders.values()) order.status = status;
        remote.clock += 60_000;
        return (await shop.orders.read(number, asked.visitor))?.status;
      };
      expect(await shown(" SHIPPED")).toBe("shipped");
      expect(await shown("Livrée")).toBe("delivered");
      expect(await shown("canceled")).toBe("cancelled");
      expect(remote.logged).toEqual([]);
      for (const status of ["on its way", "on its way", null, ""]) expect(await shown(status)).toBe("cancelled");
      expect(remote.logged).toEqual([expect.stringContaining("on its way")]);
    });

    it("that goes a step back there loses the later steps, and has them with the days on which they come again", async () => {
      const asked = request();
      const { number } = placed(await shop.orders.place(asked));
      const [order] = fake.orders.values();
      const steps = async () =>
        (await shop.orders.steps(number, asked.visitor)).map(({ status, at }) => [status, remote.clock - at.getTime()]);
      const reached: Record<string, unknown> = {};
      for (const status of ["shipped", "delivered", "confirmed", "shipped", "delivered", "returned"]) {
        Object.assign(order ?? {}, { status });
        remote.clock += 60_000;
        await shop.orders.read(number, asked.visitor);
        reached[status] = await steps();
      }
      expect(reached.confirmed).toEqual([
        ["pending", 180_000],
        ["confirmed", 0],
      ]);
      expect(reached.returned).toEqual([
        ["pending", 360_000],
        ["confirmed", 180_000],
        ["shipped", 120_000],
        ["delivered", 60_000],
        ["returned", 0],
      ]);
    });
  });

  it("an order is as the API's staff edited it there, and is not corrected over what they wrote", async () => {
    shop = await synced();
    const asked = request();
    const result = await shop.orders.place(asked);
    const [order] = fake.orders.values();
    if (result.outcome !== "placed" || !order) throw new Error(result.outcome);
    const { number, recipient: seen } = result.order;
    expect(await shop.orders.read(number, asked.visitor)).toEqual(result.order);
    const address = { ...(order.shippingAddress as object), address: "Cité Émir" };
    const items = [{ productId: "p1", productVariantId: "p1-38", quantity: 2, price: 6_000 }];
    Object.assign(order, { items, shippingCost: 400, shippingAddress: address });
    // It was asked for just before, which is enough to read it.
    const correction = { phone: "0661234567", address: "Cité 200", notes: "" };
    expect(await shop.orders.correct(number, asked.visitor, correction, seen)).toBe("stale");
    expect(await shop.orders.read(number, asked.visitor)).toMatchObject({
      total: 12_400,
      fees: { totalFee: 400 },
      lines: [{ name: "Modèle p1", quantity: 2, price: 6_000 }],
      recipient: { ...seen, address: "Cité Émir" },
    });
    expect(await shop.orders.place(asked)).toMatchObject({ outcome: "placed", repeated: true, order: { number } });
    // An answer that says less changes nothing.
    const item = { productId: "p1", productVariantId: "p1-38", quantity: 3 };
    for (const items of [[], [item], [{ ...item, price: null }], [{ ...item, unitPrice: 7_000 }]]) {
      Object.assign(order, { items, shippingCost: 0 });
      remote.clock += 60_000;
      const kept = await shop.orders.read(number, asked.visitor);
      expect(kept).toMatchObject({ total: 12_400, lines: [{ quantity: 2 }] });
    }
    expect(await shop.orders.correct(number, asked.visitor, correction, { ...seen, address: "Cité Émir" })).toBe(
      "corrected",
    );
  });

  it("an order goes to the pickup point that the API's staff chose, and costs what they say", async () => {
    shop = await synced();
    const recipient = { ...someone, mode: "pickup", pickupPointId: 310101 } as const;
    const asked = request({ recipient, shownFee: 300 });
    const { number } = placed(await shop.orders.place(asked));
    const [order] = fake.orders.values();
    const edited = async (changes: object) => {
      Object.assign(order ?? {}, changes);
      remote.clock += 60_000;
      return shop.orders.read(number, asked.visitor);
    };
    const moved = await edited({ stopDeskId: 310102, stopDeskName: "Relais 2", stopDeskAddress: "Rue 2" });
    const there = { mode: "pickup", pickupPointId: 310102, pickupPointName: "Relais 2", pickupPointAddress: "Rue 2" };
    expect(moved).toMatchObject({ total: 5_300, recipient: there });
    // An answer that names no point says nothing of it.
    expect(await edited({ stopDeskId: null, stopDeskName: null })).toEqual(moved);
    const given = { fees: { totalFee: 0 }, reward: 500, total: 4_500 };
    expect(await edited({ shippingCost: 0, reward: 500 })).toMatchObject(given);
    // A fee that is not there stays.
    expect(await edited({ shippingCost: undefined })).toMatchObject(given);
  });

  describe("an order of an API that has identifiers and numbers of its own", () => {
    const uuid = "0b0a3c1e-7d1b-4c58-9d0e-3f1a4c5b6d7e";
    const called: [id: unknown, orderNumber: unknown, number: string, spelt: string][] = [
      [77, "N-77", "N-77", " n 77"],
      [uuid, "2026/0077", "2026/0077", "2026-0077"],
      ["a  b/c?d#é%2F", "N° 12 é", "N° 12 é", "n°12 É"],
      ["x", "23456789", "23456789", "2345-6789"],
      [undefined, "CMD_0001", "CMD_0001", "cmd0001"],
      [uuid, undefined, uuid, uuid.toUpperCase()],
      [0, 12, "12", "12"],
      ["y", "★", "★", " ★ "],
    ];
    let own: FakeApi;
    const openedFor = async (numbers: (index: number) => { id?: unknown; orderNumber?: unknown }) => {
      own = await otherApi({ numbers });
      shop = await synced(own);
    };
    const ordered = async (changes: Partial<PlaceOrder> = {}) => {
      const asked = request(changes);
      return { ...asked, number: placed(await shop.orders.place(asked)).number };
    };

    it.each(called)(
      "id %j, number %j: is shown as it is, found in any spelling, and asked for by its id",
      async (id_, orderNumber, number, spelt) => {
        await openedFor(() => ({ id: id_, orderNumber }));
        const { account } = await newAccount(shop);
        const { orders } = shop;
        const { visitor, ...asked } = await ordered();
        expect(asked.number).toBe(number);
        const order = firstOf(own);
        const address = `/api/orders/${encodeURIComponent(String(id_ ?? orderNumber))}`;

        order.status = "confirmed";
        expect(await orders.read(number, visitor)).toMatchObject({ number, status: "confirmed" });
        expect(own.calls.at(-1)?.path).toBe(address);
        expect(await orders.read(spelt, visitor)).toMatchObject({ number });
        expect(await orders.steps(spelt, visitor)).toHaveLength(2);
        expect(await orders.ownerOf(spelt)).not.toBeUndefined();

        const stranger = id("visitor");
        expect(await orders.read(number, stranger)).toBeUndefined();
        expect(await orders.cancel(number, stranger)).toBe("unknown");
        expect(await orders.track(spelt, "0661234567", stranger)).toBe("unknown");
        expect(await orders.track(spelt, someone.phone, stranger)).toMatchObject({ number });
        expect(await orders.attach(spelt, "0661234567", account.id)).toBe("unknown");
        expect(await orders.attach(spelt, someone.phone, account.id)).toMatchObject({ number });
        expect(await orders.ofAccount(account.id, { page: 1, size: 20 })).toMatchObject({
          total: 1,
          orders: [{ number }],
        });

        order.status = "pending";
        remote.clock += 60_000;
        expect(await orders.read(number, account.id)).toMatchObject({ status: "pending" });
        const correction = { phone: "0770123456", address: "Cité 5", notes: "" };
        expect(await orders.correct(spelt, account.id, correction)).toBe("corrected");
        expect(own.calls.at(-1)?.path).toBe(`${address}/correct`);
        expect(await orders.read(number, account.id)).toMatchObject({ recipient: correction });
        expect(await orders.cancel(spelt, account.id)).toBe("cancelled");
        expect(own.calls.find(({ path }) => path === `${address}/cancel`)?.method).toBe("POST");
        expect(await orders.read(number, visitor)).toMatchObject({ number, status: "cancelled" });
      },
    );

    it("counts wrong phones of one number together, however it is spelt, at /suivi and in accounts", async () => {
      await openedFor(() => ({ id: 77, orderNumber: "N-77" }));
      await ordered();
      const [{ account }, { account: other }] = [await newAccount(shop), await newAccount(shop)];
      const ways: ((phone: string) => Promise<unknown>)[] = [
        (phone) => shop.orders.track("N-77", phone, id("visitor"), id("address")),
        (phone) => shop.orders.attach("n-77", phone, account.id, id("address")),
        (phone) => shop.orders.track(" N 77", phone, id("visitor"), id("address")),
        (phone) => shop.orders.attach("n77", phone, other.id, id("address")),
        (phone) => shop.orders.track("N/77", phone, id("visitor"), id("address")),
      ];
      for (const way of ways) expect(await way("0661234567")).toBe("unknown");
      for (const way of ways) expect(await way(someone.phone)).toBe("limited");
    });

    it("tells orders apart whose numbers differ in spelling alone", async () => {
      await openedFor((index) => ({ id: index, orderNumber: ["A-1", "a1", "A 1"][index] }));
      const visitor = id("visitor");
      const { account } = await newAccount(shop);
      const lines = [{ variantId: "p1-39", quantity: 1, price: 5_000 }];
      const [first, second] = [await ordered({ visitor }), await ordered({ visitor, lines })];
      for (const { number, lines } of [first, second]) {
        expect(await shop.orders.read(number, visitor)).toMatchObject({
          number,
          lines: [{ variantId: lines[0]?.variantId }],
        });
        expect(await shop.orders.track(number, someone.phone, id("visitor"))).toMatchObject({ number });
      }
      expect(await shop.orders.attach("a1", someone.phone, account.id)).toMatchObject({ number: "a1" });
      const { orders } = await shop.orders.ofAccount(account.id, { page: 1, size: 20 });
      expect(orders.map(({ number }) => number)).toEqual(["a1"]);
      expect(await shop.orders.cancel("A-1", visitor)).toBe("cancelled");
      expect(await shop.orders.read("a1", visitor)).toMatchObject({ status: "pending" });
    });

    it("is named by its number to the shopper who sends its form with another content, after its answer was lost", async () => {
      await openedFor(() => ({ id: 77, orderNumber: "N-77" }));
      const asked = request();
      own.fail("lost answer", "/api/orders");
      await expect(shop.orders.place(asked)).rejects.toBeInstanceOf(ShopUnavailable);
      own.heal();
      // Without prices in its answer they are as here.
      const [order] = own.orders.values();
      Object.assign(order ?? {}, { items: [{ productId: "p1", productVariantId: "p1-38", quantity: 1 }] });
      const changed = { ...asked, recipient: { ...someone, phone: "0661234567" } };
      expect(await shop.orders.place(changed)).toMatchObject({ outcome: "key-used", order: { number: "N-77" } });
      expect(own.calls.some(({ path }) => path === "/api/orders/77")).toBe(true);
      expect(await shop.orders.read("N-77", asked.visitor)).toMatchObject({ number: "N-77", total: 5_500 });
    });
  });
});
