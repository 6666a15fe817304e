import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { openDatabase } from "~/database/connection.server";
import type { ReviewTable } from "~/database/schema/orders";
import { noRefinement } from "~/domain/catalogue/listing";
import type { LocalShopOptions } from "~/shop/local/index.server";
import type { OperatedShop, ShopWithWorkers } from "~/shop/shop";
import { mailsTo, newAccount, PASSWORD, tokenIn } from "../support/shop/accounts";
import { describeOnEach } from "../support/shop/databases";
import { deliver, linesOf, ordered, orderOf } from "../support/shop/orders";
import { id, openTestShop, setStatus, withRival } from "../support/shop/test-shop";
import { describeShop, describeShopHere } from "./describe-shop";

const DAY = 24 * 60 * 60_000;

describeShop("reviews", (fixture, hereOnly) => {
  const shop = () => fixture().testShop.shop;
  const reviews = () => shop().reviews;

  /** An order of a new product, a line for each variant. */
  const ordered = async (variantCount = 1, visitor = id("visitor")) => {
    const { testShop } = fixture();
    const product = await testShop.product(Array.from({ length: variantCount }, () => 20));
    const order = async (by = visitor) => (await orderOf(shop(), linesOf(product), { visitor: by })).number;
    return { visitor, product, variants: product.variants, number: await order(), order };
  };
  const receive = (number: string) => deliver(fixture().testShop, number);
  const delivered = async (variantCount = 1, visitor?: string) => {
    const made = await ordered(variantCount, visitor);
    await receive(made.number);
    return made;
  };
  const whole = { offset: 0, size: 20 };

  it("are given once for each line of a delivered order, by who may open it", async () => {
    const { number, visitor, variants } = await delivered(2);
    const [first = "", second = ""] = variants;
    const praise = { variantId: first, rating: 5, text: "Très confortables.\nBonne pointure." };
    expect(await reviews().ofOrder(number, { visitor })).toMatchObject({
      ...{ number, isDelivered: true, author: "Samira", wilaya: "Oran" },
      lines: [
        { variantId: first, state: "open" },
        { variantId: second, state: "open" },
      ],
    });
    for (const stranger of [{ visitor: id("visitor") }, { token: "A".repeat(43) }, { token: "\u0000" }, {}]) {
      expect(await reviews().ofOrder(number, stranger)).toBeUndefined();
      expect(await reviews().send(number, stranger, praise)).toBe("unknown");
    }
    for (const variantId of ["none", "", id("p")])
      expect(await reviews().send(number, { visitor }, { ...praise, variantId })).toBe("unknown");
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => reviews().send(number, { visitor }, praise)));
    expect(outcomes.sort()).toEqual(["given", "given", "given", "sent"]);
    expect(await reviews().send(number, { visitor }, { ...praise, rating: 1 })).toBe("given");
    expect((await reviews().ofOrder(number, { visitor }))?.lines).toMatchObject([
      { variantId: first, state: "waiting", review: { rating: 5, text: praise.text } },
      { variantId: second, state: "open" },
    ]);
    expect(await reviews().send(number, { visitor }, { variantId: second, rating: 3, text: "" })).toBe("sent");
  });

  it("are not of what was not received: neither before the delivery, nor after a return", async () => {
    const { number, visitor, variants } = await ordered();
    const review = { variantId: variants[0] ?? "", rating: 4, text: "Bien." };
    const isClosed = async () => {
      expect(await reviews().send(number, { visitor }, review)).toBe("closed");
      expect(await reviews().ofOrder(number, { visitor })).toMatchObject({ isDelivered: false, lines: [] });
    };
    await isClosed();
    for (const status of ["confirmed", "shipped", "delivered", "returned"] as const) {
      await fixture().testShop.setStatus(number, status);
      if (status !== "delivered") await isClosed();
    }
    const cancelled = await ordered();
    await fixture().testShop.setStatus(cancelled.number, "cancelled");
    expect(
      await reviews().send(cancelled.number, cancelled, { ...review, variantId: cancelled.variants[0] ?? "" }),
    ).toBe("closed");
  });

  it("are shown once the merchant has published them: how many of each rating, those with words first", async () => {
    const { product, variants, order, ...first } = await delivered();
    const [variantId = ""] = variants;
    const given: [number, string][] = [
      [5, "Très bien."],
      [4, ""],
      [5, "Je recommande."],
      [2, "Taille petit."],
    ];
    for (const [index, [rating, text]] of given.entries()) {
      const number = index === 0 ? first.number : await order();
      if (index > 0) await receive(number);
      expect(await reviews().send(number, first, { variantId, rating, text })).toBe("sent");
    }
    expect(await reviews().ofProduct(product.id, whole)).toMatchObject({ count: 0, average: 0, reviews: [] });
    await fixture().testShop.publishReviews();
    const found = await reviews().ofProduct(product.id, whole);
    expect(found).toMatchObject({ count: 4, average: 4, counts: { 5: 2, 4: 1, 3: 0, 2: 1, 1: 0 } });
    expect(found.reviews.map(({ text }) => text)).toEqual(["Taille petit.", "Je recommande.", "Très bien.", ""]);
    expect(found.reviews[0]).toMatchObject({ rating: 2, author: "Samira", wilaya: "Oran", at: expect.any(Date) });
    const part = await reviews().ofProduct(product.id, { offset: 2, size: 1 });
    expect(part).toMatchObject({ count: 4, reviews: [{ text: "Très bien." }] });
    expect((await reviews().ofProduct(product.id, { offset: 4, size: 2 })).reviews).toEqual([]);
    for (const other of [id("p"), "\u0000"])
      expect(await reviews().ofProduct(other, whole)).toMatchObject({ count: 0, reviews: [] });
  });

  it("may have a thousand characters", async () => {
    const { number, visitor, variants } = await delivered();
    const text = "é".repeat(1_000);
    expect(await reviews().send(number, { visitor }, { variantId: variants[0] ?? "", rating: 5, text })).toBe("sent");
  });

  hereOnly("backOffice", "are mailed to the merchant when they arrive", async ({ testShop }) => {
    const { number, visitor, variants } = await delivered();
    await mailsTo(testShop.shop, "");
    await reviews().send(number, { visitor }, { variantId: variants[0] ?? "", rating: 3, text: "Semelle dure." });
    const [mail, ...more] = await mailsTo(testShop.shop, "boutique@boutique.example");
    expect(more).toEqual([]);
    expect(mail?.subject).toMatch(/^Un avis à lire\u00a0: Modèle \S+, 3 sur 5$/);
    expect(mail?.text).toContain("> Semelle dure.");
    expect(mail?.text).toContain("npm run shop -- avis");
  });

  hereOnly("database", "sort lists and the search by what can be read of them, at once", async ({ testShop }) => {
    const { office, catalogue } = testShop.shop;
    // Nobody else has this price, nor this name.
    const price = 90_000;
    const made: { productId: string; variantId: string }[] = [];
    for (const rating of [5, 3, 1]) {
      const columns = { name: "Zlabia", rating, review_count: rating };
      const { id: productId, variants } = await testShop.product([50], price, columns);
      made.push({ productId, variantId: variants[0] ?? "" });
    }
    // Equal ones go by id, so that each that is better has to pass those before it.
    const byId = made.map(({ productId }) => productId).sort();
    const [a, b, c] = byId;
    await testShop.indexProducts();
    const sort = "mieux-notes";
    const refinement = { ...noRefinement, minPrice: price };
    const sorted = async () => {
      const listed = await catalogue.list({ sort, refinement, page: 1 });
      const pages = await Promise.all([1, 2, 3].map((page) => catalogue.list({ sort, refinement, page, size: 1 })));
      const found = await catalogue.search("zlabia", { sort, page: 1 });
      const ids = listed.products.map((card) => card.id);
      expect(pages.flatMap(({ products }) => products.map((card) => card.id))).toEqual(ids);
      expect(found.products.map((card) => card.id)).toEqual(ids);
      for (const { id: productId, stars } of [...listed.products, ...found.products]) {
        const { count, average } = await reviews().ofProduct(productId, whole);
        expect(stars).toEqual(count === 0 ? undefined : { count, average });
      }
      expect(await testShop.wrongSums()).toEqual([]);
      return ids;
    };
    const rate = async (product: string | undefined, rating: number) => {
      const variantId = made.find(({ productId }) => productId === product)?.variantId ?? "";
      const visitor = id("visitor");
      const { number } = await orderOf(shop(), [{ variantId, quantity: 1, price }], { visitor });
      await receive(number);
      await reviews().send(number, { visitor }, { variantId, rating, text: "" });
      return (await office.waitingReviews()).at(-1)?.id ?? "";
    };
    expect(await sorted()).toEqual(byId);
    const best = await rate(c, 5);
    expect(await sorted()).toEqual(byId);
    await office.decideReview(best, "published");
    expect(await sorted()).toEqual([c, a, b]);
    // Equal averages: the one that more people gave.
    for (const rating of [4, 4]) await office.decideReview(await rate(b, rating), "published");
    await office.decideReview(await rate(a, 4), "published");
    expect(await sorted()).toEqual([c, b, a]);
    await office.decideReview(best, "refused");
    expect(await sorted()).toEqual([b, a, c]);
    // Published at the same moment, none is forgotten.
    const many = [];
    for (const rating of [5, 5, 5, 4, 4, 5]) many.push(await rate(a, rating));
    await Promise.all(many.map((review) => office.decideReview(review, "published")));
    expect(await sorted()).toEqual([a, b, c]);
    for (const productId of byId) await testShop.remove(productId);
  });

  hereOnly("database", "keep no words and nobody's name once the merchant refuses them", async ({ testShop }) => {
    const { office } = testShop.shop;
    const { number, visitor, variants, product } = await delivered();
    await reviews().send(number, { visitor }, { variantId: variants[0] ?? "", rating: 1, text: "Une injure." });
    const [waiting] = (await office.waitingReviews()).slice(-1);
    expect(waiting).toMatchObject({ text: "Une injure.", author: "Samira" });
    expect(await office.decideReview(waiting?.id ?? "", "published")).toBe(true);
    expect((await reviews().ofProduct(product.id, whole)).count).toBe(1);
    expect((await office.publishedReviews())[0]).toMatchObject({ id: waiting?.id, number, text: "Une injure." });
    expect(await office.decideReview(waiting?.id ?? "", "refused")).toBe(true);
    expect((await office.publishedReviews()).map(({ id }) => id)).not.toContain(waiting?.id);
    expect(await office.decideReview(waiting?.id ?? "", "published")).toBe(false);
    expect((await reviews().ofProduct(product.id, whole)).count).toBe(0);
    expect((await reviews().ofOrder(number, { visitor }))?.lines).toMatchObject([{ review: { rating: 1, text: "" } }]);
    expect(await testShop.everything(["reviews"])).not.toContain("Une injure.");
  });

  hereOnly("database", "of a deleted account stay without the person, if they were published", async ({ testShop }) => {
    const { account } = await newAccount(testShop.shop);
    const { number, visitor, variants, product } = await delivered(2, account.id);
    const [first = "", second = ""] = variants;
    await reviews().send(number, { visitor }, { variantId: first, rating: 5, text: "Parfaites." });
    await testShop.publishReviews();
    await reviews().send(number, { visitor }, { variantId: second, rating: 1, text: "Jamais publié." });
    await testShop.shop.accounts.close(account.id);
    await testShop.publishReviews();
    expect(await reviews().ofProduct(product.id, whole)).toMatchObject({
      count: 1,
      reviews: [{ text: "Parfaites.", author: "", wilaya: "" }],
    });
    expect(await testShop.everything(["reviews"])).not.toContain("Jamais publié.");
    expect(await testShop.wrongSums()).toEqual([]);
  });

  hereOnly("inside", "of an account that is closed while one is sent are not left with the person", async (here) => {
    const { shop, database, reopened, everything } = here.testShop;
    const { account } = await newAccount(shop);
    const { number, visitor, variants } = await delivered(1, account.id);
    let closing = Promise.resolve();
    const transact: typeof database.transact = (work) =>
      database.transact(async (queries) => {
        const result = await work(queries);
        closing = shop.accounts.close(account.id);
        await Promise.race([closing, wait(150)]);
        return result;
      });
    const amid = reopened({ database: { ...database, transact } }).reviews;
    const review = { variantId: variants[0] ?? "", rating: 5, text: "Envoyé en partant." };
    expect(await amid.send(number, { visitor }, review)).toBe("sent");
    await closing;
    expect(await everything(["reviews"])).not.toContain(review.text);
  });
});

describeOnEach("the tables of reviews on %s", (engine) => {
  it("take one review for a line of an order, of one to five, and one letter for an order", async () => {
    const address = await engine.seeded();
    const testShop = await openTestShop(address);
    const database = await openDatabase(address);
    const { db } = database;
    const product = await testShop.product([2, 2]);
    const { id: order_id } = await orderOf(testShop.shop, linesOf(product));
    const [first = "", second = ""] = product.variants;
    const review: ReviewTable = {
      ...{ id: id("r"), order_id, variant_id: first, product_id: "p" },
      ...{ rating: 5, fit: "", text: "", author: "", wilaya: "", state: "waiting", created_at: 0 },
    };
    const stored = (changes: object) =>
      db
        .insertInto("reviews")
        .values({ ...review, id: id("r"), ...changes })
        .execute();
    await stored({});
    const wrong = [
      {},
      { rating: 0 },
      { rating: 6 },
      { state: "open" },
      { text: "x".repeat(1_001) },
      { variant_id: "x" },
    ];
    for (const [index, changes] of wrong.entries())
      await expect(stored(index === 0 ? {} : { variant_id: second, ...changes })).rejects.toThrow();
    await stored({ variant_id: second });
    const letter = { order_id, email_hash: "e", sent_at: 0, refused_at: null };
    const sent = (token_hash: string) =>
      db
        .insertInto("review_letters")
        .values({ ...letter, token_hash })
        .execute();
    await sent("a");
    await expect(sent("b")).rejects.toThrow();
    await database.close();
    await testShop.close();
  });
});

describeShopHere("inside", "letters that ask for reviews", (fixture) => {
  const clock = { now: Date.now() };
  const opened = (options: Partial<LocalShopOptions> = {}) =>
    fixture().testShop.reopened({ now: () => new Date(clock.now), ...options });

  const bought = async (shop: OperatedShop, visitor: string) => {
    const { number, variant } = await ordered(fixture().testShop, { shop, visitor });
    await deliver({ setStatus: (...move) => setStatus(shop, ...move) }, number);
    return { number, variantId: variant };
  };
  const after = (days: number) => {
    clock.now += days * DAY;
  };
  const letters = async (shop: ShopWithWorkers, email: string) => {
    await shop.reviews.invite();
    return (await mailsTo(shop, email)).filter(({ kind }) => kind === "review-invitation");
  };

  it("go out once, ten to twenty days after the delivery, to a confirmed address", async () => {
    const shop = opened();
    const { account } = await newAccount(shop);
    const unconfirmed = await newAccount(shop, undefined, { isConfirmed: false });
    const { number } = await bought(shop, account.id);
    await bought(shop, unconfirmed.account.id);
    await bought(shop, id("visitor"));
    after(9);
    expect(await letters(shop, account.email)).toEqual([]);
    after(1);
    const counts = await Promise.all([shop.reviews.invite(), opened().reviews.invite()]);
    expect(counts.sort()).toEqual([0, 1]);
    const [mail, ...more] = await letters(shop, account.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toMatch(/^Votre avis sur Modèle \S+$/);
    expect(mail?.text).toContain(`/commande/${number}/avis?jeton=`);
    expect(mail?.headers).toMatchObject({
      "List-Unsubscribe": `<http://localhost:3000/avis/ne-plus-ecrire?jeton=${tokenIn(mail)}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
    expect(await letters(shop, account.email)).toEqual([]);
    expect(await letters(shop, unconfirmed.account.email)).toEqual([]);
    // Staff see it in the order's history.
    const invitations = (await shop.office.orderPage(number))?.events.filter(
      (event) => event.kind === "mail" && event.mail === "review-invitation",
    );
    expect(invitations).toHaveLength(1);
  });

  it("do not go out after twenty days, nor for what was returned or is reviewed already", async () => {
    const shop = opened();
    const [late, returned, reviewed] = [await newAccount(shop), await newAccount(shop), await newAccount(shop)];
    await bought(shop, late.account.id);
    after(10);
    const back = await bought(shop, returned.account.id);
    await setStatus(shop, back.number, "returned");
    const own = await bought(shop, reviewed.account.id);
    const review = { variantId: own.variantId, rating: 4, text: "" };
    expect(await shop.reviews.send(own.number, { visitor: reviewed.account.id }, review)).toBe("sent");
    after(10);
    expect(await shop.reviews.invite()).toBe(0);
  });

  it("go by what is there as each is sent: an account that was closed, or an order that came back, gets none", async () => {
    const shop = opened();
    const { database } = fixture().testShop;
    const invitedAmid = async (
      change: (buyer: Awaited<ReturnType<typeof newAccount>>, number: string) => Promise<unknown>,
    ) => {
      const buyer = await newAccount(shop);
      const { number } = await bought(shop, buyer.account.id);
      after(12);
      const rival = withRival(database, () => change(buyer, number));
      return { email: buyer.account.email, count: await opened({ database: rival }).reviews.invite() };
    };
    const closed = await invitedAmid(({ account }) => shop.accounts.close(account.id));
    expect(closed.count).toBe(0);
    expect(await mailsTo(shop, closed.email)).toEqual([]);
    expect((await invitedAmid((_, number) => setStatus(shop, number, "returned"))).count).toBe(0);
    const email = `${id("nouvelle")}@example.com`;
    const moved = await invitedAmid(async ({ account, session }) => {
      await shop.access.changeEmail(account.id, PASSWORD, email, session);
      await shop.access.confirmEmail(tokenIn((await mailsTo(shop, email))[0]), "email");
    });
    expect(moved.count).toBe(1);
    const [letter] = await mailsTo(shop, email);
    expect(letter?.kind).toBe("review-invitation");
  });

  it("open this order's reviews and no other, until they are forgotten", async () => {
    const shop = opened();
    const { account } = await newAccount(shop);
    const first = await bought(shop, account.id);
    const second = await bought(shop, id("visitor"));
    after(12);
    const [mail] = await letters(shop, account.email);
    const token = tokenIn(mail);
    expect(await shop.reviews.ofOrder(second.number, { token })).toBeUndefined();
    expect(await shop.orders.read(first.number, token)).toBeUndefined();
    const review = { variantId: first.variantId, rating: 5, text: "Merci." };
    expect(await shop.reviews.send(first.number, { token }, review)).toBe("sent");
    expect(await shop.reviews.ofOrder(first.number, { token })).toMatchObject({ lines: [{ state: "waiting" }] });
    await shop.oldData.reviewLetters(new Date(clock.now));
    expect(await shop.reviews.ofOrder(first.number, { token })).toMatchObject({ number: first.number });
    expect(await shop.oldData.reviewLetters(new Date(clock.now + 1))).toBeGreaterThanOrEqual(1);
    expect(await shop.reviews.ofOrder(first.number, { token })).toBeUndefined();
  });

  it("stop for good by the link of one of them", async () => {
    const shop = opened();
    const { account } = await newAccount(shop);
    await bought(shop, account.id);
    after(10);
    const token = tokenIn((await letters(shop, account.email))[0]);
    expect(await shop.reviews.refuseLetters("\u0000")).toBe(false);
    expect(await shop.reviews.refuseLetters("A".repeat(43))).toBe(false);
    await bought(shop, account.id);
    after(10);
    expect(await shop.reviews.invite()).toBe(1);
    for (let time = 0; time < 2; time += 1) expect(await shop.reviews.refuseLetters(token)).toBe(true);
    expect(await letters(shop, account.email)).toEqual([]);
    await bought(shop, account.id);
    after(10);
    expect(await letters(shop, account.email)).toEqual([]);
    await shop.oldData.reviewLetters(new Date(clock.now + DAY));
    await bought(shop, account.id);
    after(10);
    expect(await letters(shop, account.email)).toEqual([]);
    // Also when its account is deleted, and another one has the address.
    await shop.accounts.close(account.id);
    const again = await newAccount(shop, undefined, { email: account.email });
    await bought(shop, again.account.id);
    after(10);
    expect(await letters(shop, account.email)).toEqual([]);
  });
});
