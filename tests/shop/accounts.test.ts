import { expect, it } from "vitest";
import { MAX_LINES } from "~/domain/order/cart";
import type { WantedLine } from "~/domain/order/order";
import { MAX_WISHES } from "~/shop/local/wishlist.server";
import type { PlaceOrder } from "~/shop/services/orders";
import type { Shop } from "~/shop/shop";
import { from, mailsTo, newAccount, PASSWORD, signedIn, tokenIn } from "../support/shop/accounts";
import { deliver, lineOf, orderOf, placed } from "../support/shop/orders";
import { nadia } from "../support/shop/staff";
import { id, requestFor, someone } from "../support/shop/test-shop";
import { describeShop } from "./describe-shop";

describeShop("accounts", (fixture, hereOnly) => {
  const pair = async (price = 5_000, stock = 50) => {
    const product = await fixture().testShop.product([stock], price);
    const { variantId } = lineOf(product);
    return { ...product, variantId, line: (quantity: number) => lineOf(product, quantity) };
  };
  /** A new account, a guest and a product. */
  const begun = async (options: Parameters<typeof newAccount>[2] = {}) => {
    const { shop } = fixture().testShop;
    return { shop, guest: id("visitor"), one: await pair(), ...(await newAccount(shop, from(), options)) };
  };
  /** Orders what is given through the cart, as the review page does. */
  const order = async (shop: Shop, visitor: string, lines: WantedLine[], changes: Partial<PlaceOrder> = {}) => {
    for (const { variantId, quantity } of lines) {
      await shop.carts.add(visitor, variantId, Math.min(quantity, 10));
      await shop.carts.setQuantity(visitor, variantId, quantity);
    }
    return shop.orders.place(await requestFor(shop, lines, { visitor, fromCart: true, ...changes }));
  };
  const ordered = async (...request: Parameters<typeof order>) => placed(await order(...request));
  const received = (number: string) => deliver(fixture().testShop, number);

  it("takes over what its owner had as a guest: cart, wishlist, draft, access to orders", async () => {
    const shop = fixture().testShop.shop;
    const guest = id("visitor");
    const [first, second, three] = [await pair(), await pair(), await pair(4_000, 3)];
    const { account } = await newAccount(shop);
    await shop.carts.add(account.id, first.variantId, 1);
    await shop.carts.add(account.id, three.variantId, 2);
    await shop.carts.add(guest, first.variantId, 2);
    await shop.carts.add(guest, second.variantId, 1);
    await shop.carts.add(guest, three.variantId, 2);
    await shop.carts.saveDraft(guest, someone);
    await shop.wishlist.add(account.id, first.id);
    await shop.wishlist.add(guest, first.id);
    await shop.wishlist.add(guest, second.id);
    const { number } = await orderOf(shop, [first.line(1)], { visitor: guest });

    signedIn(await shop.access.logIn(account.email, PASSWORD, from({ guest })));
    const { lines } = await shop.carts.read(account.id);
    expect(Object.fromEntries(lines.map((line) => [line.variantId, line.quantity]))).toEqual({
      [first.variantId]: 3,
      [second.variantId]: 1,
      // Three are in stock.
      [three.variantId]: 3,
    });
    expect(await shop.carts.draft(account.id)).toEqual(someone);
    expect((await shop.wishlist.read(account.id)).map((item) => item.id).sort()).toEqual([first.id, second.id].sort());
    expect((await shop.orders.read(number, account.id))?.number).toBe(number);
    // Nothing is left for the browser's next user.
    expect(await shop.carts.read(guest)).toEqual({ lines: [] });
    expect(await shop.carts.draft(guest)).toBeUndefined();
    expect(await shop.wishlist.read(guest)).toEqual([]);
    expect(await shop.orders.read(number, guest)).toBeUndefined();
  });

  it("takes the guest's draft, and keeps its own lines, and of a guest's as many as a cart holds, the oldest first", async () => {
    const shop = fixture().testShop.shop;
    // Before the account's in the order in which rows are locked.
    const guest = id("!visitor");
    const { account } = await newAccount(shop);
    const [own, both] = [await pair(), await pair()];
    const { variants } = await fixture().testShop.product(Array.from({ length: MAX_LINES }, () => 5));
    const [oldest = "", newest = "", ...others] = variants;
    await shop.carts.add(account.id, own.variantId, 2);
    await shop.carts.add(account.id, both.variantId, 1);
    for (const variant of others.slice(0, MAX_LINES - 3)) await shop.carts.add(account.id, variant, 1);
    await shop.carts.saveDraft(account.id, { ...someone, lastName: "Haddad" });
    for (const variant of [oldest, newest, both.variantId]) await shop.carts.add(guest, variant, 1);
    await shop.carts.saveDraft(guest, someone);

    signedIn(await shop.access.logIn(account.email, PASSWORD, from({ guest })));
    expect(await shop.carts.draft(account.id)).toEqual(someone);
    const quantities = new Map(
      (await shop.carts.read(account.id)).lines.map((line) => [line.variantId, line.quantity]),
    );
    expect(quantities.size).toBe(MAX_LINES);
    const of = (...variants: string[]) => variants.map((variant) => quantities.get(variant));
    expect(of(own.variantId, both.variantId, oldest, newest)).toEqual([2, 2, 1, undefined]);
  });

  hereOnly("inside", "never takes pairs out of either cart when less is in stock", async () => {
    const { shop, guest, account, one } = await begun();
    await shop.carts.add(account.id, one.variantId, 4);
    await shop.carts.add(guest, one.variantId, 2);
    await fixture().testShop.setStock(one.variantId, 1);
    signedIn(await shop.access.logIn(account.email, PASSWORD, from({ guest })));
    expect((await shop.carts.read(account.id)).lines.map(({ quantity }) => quantity)).toEqual([4]);
  });

  it("takes the newest of a guest's wishes, as many as a list holds", async () => {
    const { shop, guest, account } = await begun();
    const products: string[] = [];
    for (let count = 0; count < MAX_WISHES + 1; count += 1) products.push((await pair()).id);
    const [older = "", newer = "", ...own] = products;
    for (const product of own) await shop.wishlist.add(account.id, product);
    for (const product of [older, newer]) {
      await shop.wishlist.add(guest, product);
      // Rows of one millisecond have no order.
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await shop.wishlist.add(guest, own[0] ?? "");
    signedIn(await shop.access.logIn(account.email, PASSWORD, from({ guest })));
    expect([...(await shop.wishlist.ids(account.id))].sort()).toEqual([newer, ...own].sort());
    // One that is retired is not shown, and takes no place.
    await fixture().testShop.retire(own[0] ?? "");
    await shop.wishlist.add(guest, older);
    signedIn(await shop.access.logIn(account.email, PASSWORD, from({ guest })));
    expect((await shop.wishlist.read(account.id)).map((item) => item.id)).toContain(older);
  });

  it("takes the guest's things over when it is registered", async () => {
    const shop = fixture().testShop.shop;
    const guest = id("visitor");
    const one = await pair();
    await shop.carts.add(guest, one.variantId, 2);
    await shop.carts.saveDraft(guest, someone);
    await shop.wishlist.add(guest, one.id);
    const { number } = await orderOf(shop, [one.line(1)], { visitor: guest });
    const { account } = await newAccount(shop, from({ guest }), { isConfirmed: false });
    expect((await shop.carts.read(account.id)).lines.map(({ quantity }) => quantity)).toEqual([2]);
    expect(await shop.carts.draft(account.id)).toEqual(someone);
    expect(await shop.wishlist.read(account.id)).toHaveLength(1);
    expect((await shop.orders.read(number, account.id))?.number).toBe(number);
    expect(await shop.carts.read(guest)).toEqual({ lines: [] });
    expect(await shop.orders.read(number, guest)).toBeUndefined();
  });

  it("loses cart, wishlist and orders when the reader of an unconfirmed address resets it; these open by number and phone", async () => {
    const { shop, one, account } = await begun({ isConfirmed: false });
    const order = await ordered(shop, account.id, [one.line(1)]);
    await shop.carts.add(account.id, one.variantId, 1);
    await shop.carts.saveDraft(account.id, someone);
    await shop.wishlist.add(account.id, one.id);
    await shop.access.requestReset(account.email);
    const mails = await mailsTo(shop, account.email);
    expect(mails.map(({ kind }) => kind).sort()).toEqual(["order-received", "registration", "reset"]);
    const token = tokenIn(mails.find(({ kind }) => kind === "reset"));
    const guest = id("visitor");
    await shop.wishlist.add(guest, one.id);
    const reset = await shop.access.reset(token, "nouveau mot", from({ guest }));
    expect(reset).toMatchObject({ ok: true, isEmptied: true });
    expect(await shop.carts.read(account.id)).toEqual({ lines: [] });
    expect(await shop.carts.draft(account.id)).toBeUndefined();
    // Its reader's own, from this browser.
    expect(await shop.wishlist.read(account.id)).toHaveLength(1);
    expect(await shop.orders.ofAccount(account.id, { page: 1, size: 20 })).toEqual({ orders: [], total: 0 });
    expect(await shop.orders.read(order.number, account.id)).toBeUndefined();
    expect(await shop.accounts.recipient(account.id)).toMatchObject({ firstName: "", phone: "", address: "" });
    expect(await shop.orders.track(order.number, someone.phone, guest)).toMatchObject({ number: order.number });
  });

  it("is ended by the reader of its letter as by its owner: the orders keep their goods, and lose their person", async () => {
    const { shop, one, account } = await begun({ isConfirmed: false });
    const token = tokenIn((await mailsTo(shop, account.email))[0]);
    const name = id("Nom");
    const { number } = await ordered(shop, account.id, [one.line(2)], { recipient: { ...someone, lastName: name } });
    await shop.carts.add(account.id, one.variantId, 1);
    expect(await shop.accounts.disown(token)).toBe(true);
    expect(await fixture().testShop.everything(["accounts", "carts", "order_access", "mails"])).not.toContain(
      account.id,
    );
    expect(await fixture().testShop.everything(["orders"])).toContain(name);
    await received(number);
    await shop.accounts.forgetRecipients();
    expect(await fixture().testShop.everything(["orders"])).not.toContain(name);
    expect(await fixture().testShop.damagedOrders()).toEqual([]);
  });

  it("erases the person of each order that is ten years old, also where nobody told its end", async () => {
    const shop = fixture().testShop.shop;
    const one = await pair();
    const lastName = id("Nom");
    const recipient = { ...someone, lastName };
    const first = await ordered(shop, id("visitor"), [one.line(1)], { recipient });
    const open = await ordered(shop, id("visitor"), [one.line(1)], { recipient });
    await received(first.number);
    await shop.accounts.forgetRecipients(first.createdAt);
    expect((await fixture().testShop.everything(["orders"])).split(lastName)).toHaveLength(3);
    await shop.accounts.forgetRecipients(new Date(open.createdAt.getTime() + 1));
    const stored = await fixture().testShop.everything(["orders"]);
    expect(stored).not.toContain(lastName);
    expect(stored).toContain(open.number);
    expect(await fixture().testShop.damagedOrders()).toEqual([]);
  });

  it("merges once, however often its owner signs in at the same moment", async () => {
    const { shop, guest, one, account } = await begun();
    await shop.carts.add(guest, one.variantId, 2);
    await shop.carts.saveDraft(account.id, someone);
    await shop.wishlist.add(guest, one.id);
    await Promise.all([1, 2, 3, 4].map(() => shop.access.logIn(account.email, PASSWORD, from({ guest }))));
    expect((await shop.carts.read(account.id)).lines.map((line) => line.quantity)).toEqual([2]);
    expect(await shop.carts.draft(account.id)).toEqual(someone);
    expect(await shop.wishlist.read(account.id)).toHaveLength(1);
  });

  it("lists its own orders, the newest first, page by page, and mails that each has arrived", async () => {
    const { shop, one, account } = await begun();
    const numbers: string[] = [];
    for (let time = 0; time < 3; time += 1) numbers.unshift((await ordered(shop, account.id, [one.line(1)])).number);
    await shop.orders.place(await requestFor(shop, [one.line(1)]));
    const first = await shop.orders.ofAccount(account.id, { page: 1, size: 2 });
    const second = await shop.orders.ofAccount(account.id, { page: 2, size: 2 });
    expect(first.total).toBe(3);
    expect(new Set([...first.orders, ...second.orders].map(({ number }) => number))).toEqual(new Set(numbers));
    expect(first.orders).toHaveLength(2);
    expect(await shop.orders.ofAccount(id("visitor"), { page: 1, size: 2 })).toEqual({ orders: [], total: 0 });
    const mails = await mailsTo(shop, account.email);
    expect(mails.map(({ subject }) => subject).sort()).toEqual(
      numbers.map((number) => `Nous avons bien reçu votre commande n°\u00a0${number}`).sort(),
    );
  });

  it("mails about five orders an hour to a letter box that nobody has confirmed, which may be a stranger's", async () => {
    const shop = fixture().testShop.shop;
    const one = await pair();
    const box = id("victim");
    const mailed: string[] = [];
    for (const email of [`${box}@example.com`, `${box}+2@example.com`]) {
      const names = { firstName: "Samira", lastName: "Benali" };
      const { account } = signedIn(await shop.access.register({ email, password: PASSWORD, ...names }, from()));
      for (let time = 0; time < 4; time += 1) {
        const { number } = await ordered(shop, account.id, [one.line(1)]);
        // Before the cancellation, which withdraws a mail that waits.
        mailed.push(...(await mailsTo(shop, email)).map(({ kind }) => kind));
        expect(await shop.orders.cancel(number, account.id)).toBe("cancelled");
      }
    }
    expect(mailed.filter((kind) => kind === "order-received")).toHaveLength(5);
  });

  it("attaches a guest's order by number and phone, once, to one account", async () => {
    const shop = fixture().testShop.shop;
    const one = await pair();
    const phone = "0661234567";
    const guests = await ordered(shop, id("visitor"), [one.line(1)], { recipient: { ...someone, phone } });
    const [{ account }, other] = [await newAccount(shop), await newAccount(shop)];
    const { attach } = shop.orders;
    expect(await attach(guests.number, "0661234568", account.id)).toBe("unknown");
    expect(await attach("2222-2222", phone, account.id)).toBe("unknown");
    expect(await attach("?", "", account.id)).toBe("unknown");
    expect(await attach(guests.number, phone, id("visitor"))).toBe("unknown");
    expect(await attach(guests.number.toLowerCase(), phone, account.id)).toMatchObject({ number: guests.number });
    expect(await attach(guests.number, phone, account.id)).toMatchObject({ number: guests.number });
    expect(await attach(guests.number, phone, other.account.id)).toBe("unknown");
    expect((await shop.orders.ofAccount(account.id, { page: 1, size: 20 })).orders).toHaveLength(1);
    expect(await shop.orders.read(guests.number, account.id)).toBeDefined();
    expect(await shop.orders.read(guests.number, other.account.id)).toBeUndefined();
    expect(await shop.orders.ownerOf(guests.number)).toBe(account.id);
    expect(await shop.orders.ownerOf("2222-2222")).toBeUndefined();
  });

  it("fills in who the next parcel is for", async () => {
    const { shop, one, account } = await begun();
    expect(await shop.accounts.recipient(id("visitor"))).toBeUndefined();
    expect(await shop.accounts.recipient(account.id)).toEqual({
      firstName: "Samira",
      lastName: "Benali",
      phone: "",
      address: "",
      notes: "",
    });
    await ordered(shop, account.id, [one.line(1)]);
    const { wilayaId, communeId, mode, phone, address } = someone;
    expect(await shop.accounts.recipient(account.id)).toMatchObject({ wilayaId, communeId, mode, phone, address });
    await shop.accounts.save(account.id, {
      firstName: "Sami",
      lastName: "Benali",
      phone: "",
      address: "5, rue du Port",
    });
    const moved = await shop.accounts.recipient(account.id);
    expect(moved).toEqual({ firstName: "Sami", lastName: "Benali", phone, address: "5, rue du Port", notes: "" });
  });

  it("is closed: nothing of the person stays but what a parcel on its way needs", async () => {
    const { shop, one, account, session } = await begun();
    const name = id("Nom");
    const recipient = { ...someone, lastName: name };
    const ended = await ordered(shop, account.id, [one.line(1)], { recipient });
    await received(ended.number);
    const campaign = id("Campagne");
    const open = await ordered(shop, account.id, [one.line(1)], { recipient, provenance: { campaign } });
    await shop.carts.add(account.id, one.variantId, 1);
    await shop.wishlist.add(account.id, one.id);
    // An API has no field for it.
    const kept = async () => (await fixture().testShop.everything(["orders"])).includes(campaign);
    expect(await kept()).toBe(fixture().where === "here");
    await shop.accounts.close(account.id);

    expect(await shop.access.accountOf(session)).toBeUndefined();
    expect(await shop.access.logIn(account.email, PASSWORD, from())).toEqual({ ok: false, reason: "wrong" });
    expect(await shop.orders.read(open.number, account.id)).toBeUndefined();
    const everything = () =>
      fixture().testShop.everything([
        "accounts",
        "sessions",
        "known_browsers",
        "account_links",
        "carts",
        "wishlist_items",
        "order_access",
        "mails",
      ]);
    expect(await everything()).not.toContain(account.id);
    expect(await everything()).not.toContain(account.email);
    const named = async () => (await fixture().testShop.everything(["orders"])).split(name).length - 1;
    expect(await named()).toBe(1);
    await received(open.number);
    await shop.accounts.forgetRecipients();
    expect(await named()).toBe(0);
    expect(await kept()).toBe(false);
    expect(await shop.orders.ownerOf(ended.number)).toBeNull();
    expect(await fixture().testShop.damagedOrders()).toEqual([]);
    // A deleted phone opens nothing.
    expect(await shop.orders.attach(ended.number, "", id("visitor"))).toBe("unknown");
    expect(await shop.orders.track(ended.number, "", id("visitor"))).toBe("unknown");
  });

  hereOnly(
    "inside",
    "is closed at the shop's own address: what waits to be mailed there stays",
    async ({ testShop }) => {
      const { account } = await newAccount(testShop.shop);
      const letterhead = { siteUrl: "https://boutique.example", phone: undefined, inbox: account.email };
      const shop = testShop.reopened({ letterhead });
      const message = { name: "Nadia", email: `${id("nadia")}@example.com`, subject: "Pointure", message: "Un 38 ?" };
      await shop.messages.send({ ...message, key: id("key") });
      await shop.accounts.close(account.id);
      expect((await mailsTo(shop, account.email)).map(({ kind }) => kind)).toEqual(["message"]);
    },
  );

  it("is closed unconfirmed: its own mails go, and those of others who use its address stay, with their links", async () => {
    const shop = fixture().testShop.shop;
    const one = await pair();
    const other = await newAccount(shop);
    const email = `${id("samira")}@example.com`;
    expect(await shop.access.changeEmail(other.account.id, PASSWORD, email, other.session)).toBe("mailed");
    const names = { firstName: "Samira", lastName: "Benali" };
    const { account } = signedIn(await shop.access.register({ email, password: PASSWORD, ...names }, from()));
    await ordered(shop, account.id, [one.line(1)]);
    await shop.access.requestReset(email);
    await shop.accounts.close(account.id);
    const mails = await mailsTo(shop, email);
    expect(mails.map(({ kind }) => kind)).toEqual(["email"]);
    expect(await shop.access.confirmEmail(tokenIn(mails[0]), "email")).toBe(true);
    expect(await shop.access.accountOf(other.session)).toMatchObject({ email });
  });

  it("is closed whatever else happens at that moment: nothing of the person stays, and no order is lost", async () => {
    const shop = fixture().testShop.shop;
    const one = await pair();
    for (let time = 0; time < 6; time += 1) {
      const { account } = await newAccount(shop);
      const name = id("Nom");
      const recipient = { ...someone, lastName: name, phone: `06612345${10 + time}` };
      const guests = await ordered(shop, id("visitor"), [one.line(1)], { recipient });
      await shop.carts.add(account.id, one.variantId, 1);
      const request = await requestFor(shop, [one.line(1)], { visitor: account.id, fromCart: true, recipient });
      const [order] = await Promise.all([
        shop.orders.place(request),
        shop.orders.attach(guests.number, recipient.phone, account.id),
        shop.accounts.close(account.id),
        shop.access.logIn(account.email, PASSWORD, from({ guest: id("visitor") })),
      ]);
      const numbers = [guests.number, ...(order.outcome === "placed" ? [order.order.number] : [])];
      for (const number of numbers) {
        expect(await shop.orders.ownerOf(number)).toBeNull();
        await received(number);
      }
      await shop.accounts.forgetRecipients();
      const rows = JSON.parse(await fixture().testShop.everything(["orders"]))[0] as {
        account_id: string | null;
        last_name: string;
      }[];
      // An order that came after the account had gone is a guest's; none is a closed account's.
      expect(rows.filter((row) => row.account_id === account.id)).toEqual([]);
      expect(await fixture().testShop.everything(["accounts", "sessions", "mails"])).not.toContain(account.email);
    }
    expect(await fixture().testShop.wrongSums()).toEqual([]);
  });

  it("takes along every order that its guest places while she signs in, or leaves it with the guest", async () => {
    const { shop, one, account } = await begun();
    for (let time = 0; time < 6; time += 1) {
      const guest = id("visitor");
      const request = await requestFor(shop, [one.line(1)], { visitor: guest });
      const [order] = await Promise.all([
        shop.orders.place(request),
        shop.access.logIn(account.email, PASSWORD, from({ guest })),
      ]);
      const { number } = placed(order);
      const readers = await Promise.all([guest, account.id].map((who) => shop.orders.read(number, who)));
      expect(readers.filter(Boolean)).toHaveLength(1);
    }
  });

  hereOnly(
    "loyalty",
    "gives the seventh pair once six are delivered: the cheapest of seven, shown and taken off, once",
    async () => {
      const { shop, account } = await begun();
      const [cheap, dear] = [await pair(3_000), await pair(9_000)];
      const first = await ordered(shop, account.id, [cheap.line(1), dear.line(4)]);
      expect(await shop.orders.loyaltyCard(account.id)).toEqual({ stamps: 0 });
      await received(first.number);
      expect(await shop.orders.loyaltyCard(account.id)).toEqual({ stamps: 5 });
      expect(await order(shop, account.id, [dear.line(1)], { shownReward: 3_000 })).toMatchObject({
        outcome: "changed",
        changes: [{ kind: "reward", before: 3_000, now: 0 }],
      });
      const second = await ordered(shop, account.id, [dear.line(1)]);
      await received(second.number);
      expect(await shop.orders.loyaltyCard(account.id)).toEqual({ stamps: 6, worth: 3_000 });

      // The reward is neither left out nor refused without a word.
      expect(await order(shop, account.id, [dear.line(2)])).toMatchObject({
        outcome: "changed",
        changes: [{ kind: "reward", before: 0, now: 3_000 }],
      });
      const request = { shownReward: 3_000 };
      const both = await Promise.all([
        order(shop, account.id, [dear.line(2)], request),
        order(shop, account.id, [dear.line(2)], request),
      ]);
      const free = both.flatMap((result) => (result.outcome === "placed" ? [result.order] : []));
      expect(free).toHaveLength(1);
      const given = free[0];
      if (!given) throw new Error("None was placed.");
      expect(given.reward).toBe(3_000);
      expect(given.total).toBe(18_000 - 3_000 + given.fees.totalFee);
      expect(await shop.orders.read(given.number, account.id)).toEqual(given);
      expect(await shop.orders.loyaltyCard(account.id)).toEqual({ stamps: 0 });
      // The pair that was given bears no stamp, the one that was paid does.
      await received(given.number);
      expect(await shop.orders.loyaltyCard(account.id)).toEqual({ stamps: 1 });
      // A given pair that comes back gives the card back, without the pairs that came back.
      await fixture().testShop.setStatus(given.number, "returned");
      expect(await shop.orders.loyaltyCard(account.id)).toEqual({ stamps: 6, worth: 3_000 });
      await fixture().testShop.setStatus(first.number, "returned");
      expect(await shop.orders.loyaltyCard(account.id)).toEqual({ stamps: 1 });
    },
  );

  hereOnly(
    "loyalty",
    "stamps each pair that was paid of an order with a given one; cancelled it is given again",
    async () => {
      const { shop, account } = await begun();
      const [cheap, dear] = [await pair(3_000), await pair(9_000)];
      const lines = [cheap.line(1), dear.line(2)];
      await received((await ordered(shop, account.id, [cheap.line(6)])).number);
      const given = await ordered(shop, account.id, lines, { shownReward: 3_000 });
      expect(await shop.orders.loyaltyCard(account.id)).toEqual({ stamps: 0 });
      expect(await shop.orders.cancel(given.number, account.id)).toBe("cancelled");
      expect(await shop.orders.loyaltyCard(account.id)).toEqual({ stamps: 6, worth: 3_000 });
      await received((await ordered(shop, account.id, lines, { shownReward: 3_000 })).number);
      // Two were paid, of the other line than the one that was given.
      expect(await shop.orders.loyaltyCard(account.id)).toEqual({ stamps: 2 });
    },
  );

  hereOnly("loyalty", "gives one pair a card, also when a cancellation is taken back", async ({ testShop }) => {
    const { shop } = testShop;
    const { office } = shop;
    const { account } = await newAccount(shop);
    const one = await pair(3_000);
    await received((await ordered(shop, account.id, [one.line(6)])).number);
    const first = await ordered(shop, account.id, [one.line(2)], { shownReward: 3_000 });
    const cancel = async (number: string, version: number) => {
      const call = { key: id("key"), version, outcome: "duplicate", note: "" } as const;
      const recorded = await office.recordCall(number, call, nadia);
      if (recorded.result !== "recorded") throw new Error(recorded.result);
      return recorded.call;
    };
    const mistaken = await cancel(first.number, 0);
    const second = await ordered(shop, account.id, [one.line(2)], { shownReward: 3_000 });
    expect(await office.takeBackCall(first.number, mistaken, nadia)).toBe("reward-used");
    expect((await shop.orders.read(first.number, account.id))?.status).toBe("cancelled");
    // The card is whole again once the other order is gone.
    await cancel(second.number, 0);
    expect(await office.takeBackCall(first.number, mistaken, nadia)).toBe("taken-back");
    expect(await shop.orders.loyaltyCard(account.id)).toEqual({ stamps: 0 });
    // A second card is one for it, though worth less.
    const cheap = await pair(1_000);
    await received((await ordered(shop, account.id, [cheap.line(6)])).number);
    const again = await cancel(first.number, 2);
    await ordered(shop, account.id, [one.line(2)], { shownReward: 3_000 });
    expect(await shop.orders.loyaltyCard(account.id)).toEqual({ stamps: 6, worth: 1_000 });
    expect(await office.takeBackCall(first.number, again, nadia)).toBe("taken-back");
    expect(await shop.orders.loyaltyCard(account.id)).toEqual({ stamps: 0 });
    expect((await shop.orders.read(first.number, account.id))?.reward).toBe(3_000);
  });

  hereOnly(
    "loyalty",
    "stamps no pair that was given for nothing, whose price would be the card's",
    async ({ testShop }) => {
      const { shop } = testShop;
      const { account } = await newAccount(shop);
      const [gift, dear] = [await pair(0), await pair(9_000)];
      await received((await ordered(shop, account.id, [gift.line(1), dear.line(5)])).number);
      expect(await shop.orders.loyaltyCard(account.id)).toEqual({ stamps: 5 });
      await received((await ordered(shop, account.id, [dear.line(1)])).number);
      expect(await shop.orders.loyaltyCard(account.id)).toEqual({ stamps: 6, worth: 9_000 });
      // Beside a gift the pair that the card gives is still one that costs something.
      await received((await ordered(shop, account.id, [gift.line(1), dear.line(2)], { shownReward: 9_000 })).number);
      expect(await shop.orders.loyaltyCard(account.id)).toEqual({ stamps: 1 });
    },
  );

  hereOnly("loyalty", "gives the seventh pair once its address is confirmed, and one a card", async ({ testShop }) => {
    const { shop } = testShop;
    const [one, recipient] = [await pair(3_000), { ...someone, phone: "0661234599" }];
    const first = await newAccount(shop, from(), { isConfirmed: false });
    const stamped = await ordered(shop, first.account.id, [one.line(6)], { recipient });
    await received(stamped.number);
    const reward = { kind: "reward", before: 3_000, now: 0 };
    const wanted = { recipient, shownReward: 3_000 };
    const free = (account: { id: string }) => order(shop, account.id, [one.line(1)], wanted);
    expect(await shop.orders.loyaltyCard(first.account.id)).toEqual({ stamps: 6 });
    expect(await free(first.account)).toEqual({ outcome: "changed", changes: [reward] });
    const confirmation = (await mailsTo(shop, first.account.email)).find(({ kind }) => kind === "registration");
    await shop.access.confirmEmail(tokenIn(confirmation), "registration");
    expect(await free(first.account)).toMatchObject({ outcome: "placed", order: { reward: 3_000 } });
    // A reset lets no order of a confirmed account go, whose stamps another would have again.
    await shop.access.requestReset(first.account.email);
    const reset = (await mailsTo(shop, first.account.email)).find(({ kind }) => kind === "reset");
    signedIn(await shop.access.reset(tokenIn(reset), "nouveau mot", from()));
    const next = await newAccount(shop);
    expect(await shop.orders.attach(stamped.number, recipient.phone, next.account.id)).toBe("unknown");
    expect(await free(next.account)).toMatchObject({ outcome: "changed", changes: [reward] });
  });

  it("gives nothing to guests, nor from the product page", async () => {
    const { shop, account } = await begun();
    const one = await pair(4_000);
    const first = await ordered(shop, account.id, [one.line(6)]);
    await received(first.number);
    const direct = await shop.orders.place(await requestFor(shop, [one.line(1)], { visitor: account.id }));
    expect(direct).toMatchObject({ outcome: "placed", order: { reward: 0 } });
    expect(await order(shop, id("visitor"), [one.line(1)], { shownReward: 4_000 })).toMatchObject({
      outcome: "changed",
    });
    expect(await shop.orders.loyaltyCard(undefined)).toEqual(fixture().where === "here" ? { stamps: 0 } : undefined);
  });
});
