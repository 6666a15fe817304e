import { expect, it } from "vitest";
import { MAX_ADDED, MAX_LINES } from "~/domain/order/cart";
import { someTests } from "../support/setup/sweeps";
import { id, someone } from "../support/shop/test-shop";
import { describeShopInPart } from "./describe-shop-in-part";

const overAnApi = someTests("says that a price changed until the shopper has accepted it");

describeShopInPart("carts", overAnApi, (fixture) => {
  const carts = () => fixture().testShop.shop.carts;
  const make = async (stocks: number[] = [10]) => {
    const product = await fixture().testShop.product(stocks);
    return { ...product, variant: product.variants[0] ?? "" };
  };

  it("forgets carts that nobody has touched, and what was typed there", async () => {
    const visitor = id("visitor");
    await carts().add(visitor, (await make()).variant, 2);
    await carts().saveDraft(visitor, someone);
    expect(await fixture().testShop.shop.oldData.carts(new Date(0))).toBe(0);
    expect(await carts().count(visitor)).toBe(2);
    expect(await fixture().testShop.shop.oldData.carts(new Date(Date.now() + 60_000))).toBeGreaterThan(0);
    expect(await carts().count(visitor)).toBe(0);
    expect(await carts().draft(visitor)).toBeUndefined();
  });

  it("is empty for whom nobody knows", async () => {
    expect(await carts().read(undefined)).toEqual({ lines: [] });
    expect(await carts().read("nobody")).toEqual({ lines: [] });
    expect(await carts().count(undefined)).toBe(0);
    expect(await carts().count("nobody")).toBe(0);
    expect(await carts().draft("nobody")).toBeUndefined();
    await carts().clear("nobody");
    await carts().acceptPrices("nobody");
  });

  it("adds to the line of a variant, and keeps lines in the order of their addition", async () => {
    const visitor = id("visitor");
    const [first, second] = [await make(), await make()];
    const name = `Modèle ${first.id}`;
    expect(await carts().add(visitor, first.variant, 2)).toEqual({ ok: true, name, quantity: 2 });
    await carts().add(visitor, second.variant, 1);
    expect(await carts().add(visitor, first.variant, 3)).toEqual({ ok: true, name, quantity: 5 });

    const { lines } = await carts().read(visitor);
    expect(lines.map((line) => line.quantity).sort()).toEqual([1, 5]);
    const [picture] = (await fixture().testShop.shop.catalogue.product(first.slug))?.pictures ?? [];
    expect(picture).toBeDefined();
    expect(lines.find((line) => line.variantId === first.variant)).toMatchObject({
      picture: { src: picture?.src },
      productId: first.id,
      productSlug: first.slug,
      name,
      color: { slug: "noir", name: "Noir", hex: "#000000" },
      size: 36,
      quantity: 5,
      price: 5_000,
      stock: 10,
    });
    expect(await carts().count(visitor)).toBe(6);
    expect(await carts().count(id("visitor"))).toBe(0);
  });

  it("adds once for one press, however often it is asked, and counts no press that was refused", async () => {
    const visitor = id("visitor");
    const { variant } = await make([3]);
    const add = (quantity: number, press?: string) => carts().add(visitor, variant, quantity, press);
    expect(await add(4, "first")).toMatchObject({ ok: false, reason: "stock" });
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(2, "first")));
    expect(answers.map(({ ok }) => ok)).toEqual(Array(8).fill(true));
    expect(await carts().count(visitor)).toBe(2);
    // Another key, or the same key of another visitor, is another addition.
    expect(await add(1, "second")).toMatchObject({ ok: true, quantity: 3 });
    expect(await add(2, "first")).toMatchObject({ ok: true, quantity: 3 });
    expect(await add(1)).toMatchObject({ ok: false, reason: "stock" });
    const other = id("visitor");
    expect(await carts().add(other, variant, 2, "first")).toMatchObject({ ok: true, quantity: 2 });
  });

  it("remembers twenty presses of one visitor a day, and adds by others as by a form without one", async () => {
    const visitor = id("visitor");
    const { variant } = await make([3]);
    const presses = async () =>
      (JSON.parse(await fixture().testShop.everything(["attempts"])) as unknown[][])[0]?.length;
    const before = Number(await presses());
    for (let press = 0; press < 40; press += 1) {
      expect(await carts().add(visitor, variant, 1, `press ${press}`)).toMatchObject({ ok: true });
      await carts().clear(visitor);
    }
    expect(Number(await presses()) - before).toBe(21);
  });

  it("refuses what is not in stock, and changes nothing", async () => {
    const visitor = id("visitor");
    const product = await make([3, 0]);
    const name = `Modèle ${product.id}`;
    expect(await carts().add(visitor, "unknown", 1)).toEqual({ ok: false, reason: "unknown" });
    expect(await carts().add(visitor, "\u0000", 1)).toEqual({ ok: false, reason: "unknown" });
    expect(await carts().add(visitor, product.variants[1] ?? "", 1)).toEqual({ ok: false, reason: "sold-out" });
    expect(await carts().add(visitor, product.variant, 4)).toEqual({ ok: false, reason: "stock", stock: 3, name });
    await carts().add(visitor, product.variant, 2);
    expect(await carts().add(visitor, product.variant, 2)).toEqual({ ok: false, reason: "stock", stock: 3, name });
    expect(await carts().setQuantity(visitor, product.variant, 4)).toMatchObject({ reason: "stock", stock: 3 });
    expect(await carts().setQuantity(visitor, product.variants[1] ?? "", 1)).toEqual({ ok: false, reason: "sold-out" });
    for (const [variant, quantity] of [
      ["unknown", 1],
      ["\u0000", 1],
      [product.variant, 1.5],
      [product.variant, Number.NaN],
    ] as const)
      expect(await carts().setQuantity(visitor, variant, quantity)).toEqual({ ok: false, reason: "unknown" });
    expect(await carts().count(visitor)).toBe(2);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])("refuses to add %s pairs", async (quantity) => {
    const product = await make();
    expect(await carts().add("odd", product.variant, quantity)).toMatchObject({ ok: false });
    expect(await carts().count("odd")).toBe(0);
  });

  it("takes no more at once than the product page offers, and no more lines than a shopper has", async () => {
    const visitor = id("visitor");
    const plenty = await make([1_000]);
    expect(await carts().add(visitor, plenty.variant, MAX_ADDED + 1)).toEqual({ ok: false, reason: "too-many" });
    expect(await carts().add(visitor, plenty.variant, 1e9)).toMatchObject({ reason: "stock", stock: 1_000 });
    expect(await carts().add(visitor, plenty.variant, MAX_ADDED)).toMatchObject({ ok: true });
    // In the cart the ceiling is the stock, or 99 (section 9).
    expect(await carts().setQuantity(visitor, plenty.variant, 99)).toMatchObject({ ok: true, quantity: 99 });
    expect(await carts().setQuantity(visitor, plenty.variant, 100)).toEqual({ ok: false, reason: "too-many" });
    expect(await carts().add(visitor, plenty.variant, 1)).toEqual({ ok: false, reason: "too-many" });
    // There would be as many.
    const exact = await make([100]);
    expect(await carts().setQuantity(visitor, exact.variant, 100)).toEqual({ ok: false, reason: "too-many" });

    const wide = await make(Array.from({ length: MAX_LINES }, () => 5));
    for (const variant of wide.variants.slice(0, MAX_LINES - 1))
      expect(await carts().add(visitor, variant, 1)).toMatchObject({ ok: true });
    expect(await carts().add(visitor, wide.variants.at(-1) ?? "", 1)).toEqual({ ok: false, reason: "full" });
    expect(await carts().add(visitor, wide.variant, 1)).toMatchObject({ ok: true, quantity: 2 });
  });

  it("counts additions that come at the same time", async () => {
    const visitor = id("visitor");
    const product = await make([5]);
    const results = await Promise.all(Array.from({ length: 8 }, () => carts().add(visitor, product.variant, 1)));
    expect(results.filter((result) => result.ok)).toHaveLength(5);
    expect(await carts().count(visitor)).toBe(5);
  });

  it("sets an absolute quantity, and removes with 0", async () => {
    const visitor = id("visitor");
    const product = await make();
    expect(await carts().setQuantity(visitor, product.variant, 2)).toEqual({ ok: false, reason: "unknown" });
    await carts().add(visitor, product.variant, 1);
    expect(await carts().setQuantity(visitor, product.variant, 4)).toMatchObject({ ok: true, quantity: 4 });
    expect(await carts().setQuantity(visitor, product.variant, 4)).toMatchObject({ ok: true, quantity: 4 });
    expect(await carts().setQuantity(visitor, product.variant, -1)).toMatchObject({ ok: false });
    expect(await carts().count(visitor)).toBe(4);
    expect(await carts().setQuantity(visitor, product.variant, 0)).toMatchObject({ ok: true, quantity: 0 });
    expect(await carts().setQuantity(visitor, product.variant, 0)).toMatchObject({ ok: true, quantity: 0 });
    expect(await carts().read(visitor)).toEqual({ lines: [] });
  });

  it("clears one visitor's cart", async () => {
    const [mine, theirs] = [id("visitor"), id("visitor")];
    const product = await make();
    await carts().add(mine, product.variant, 1);
    await carts().add(theirs, product.variant, 1);
    await carts().clear(mine);
    expect(await carts().count(mine)).toBe(0);
    expect(await carts().count(theirs)).toBe(1);
  });

  it("says that a price changed until the shopper has accepted it", async () => {
    const visitor = id("visitor");
    const product = await make();
    await carts().add(visitor, product.variant, 1);
    expect((await carts().read(visitor)).lines[0]).not.toHaveProperty("priceBefore");
    // It may have changed before, while the page was open.
    const late = id("visitor");
    await carts().add(late, product.variant, 1, undefined, 999_999_999);
    expect((await carts().read(late)).lines[0]).toMatchObject({ price: 5_000, priceBefore: 999_999_999 });
    await fixture().testShop.setPrice(product.id, 4_000);
    expect((await carts().read(visitor)).lines[0]).toMatchObject({ price: 4_000, priceBefore: 5_000 });
    await carts().add(visitor, product.variant, 1);
    expect((await carts().read(visitor)).lines[0]).toMatchObject({ price: 4_000, priceBefore: 5_000 });
    await carts().acceptPrices(visitor);
    expect((await carts().read(visitor)).lines[0]).not.toHaveProperty("priceBefore");
  });

  it("shows what is no longer sold as out of stock, and drops what is gone", async () => {
    const visitor = id("visitor");
    const [retired, removed] = [await make(), await make()];
    await carts().add(visitor, retired.variant, 1);
    await carts().add(visitor, removed.variant, 1);
    await fixture().testShop.retire(retired.id);
    await fixture().testShop.remove(removed.id);
    // A product that an API no longer has may come back.
    const kept = fixture().where === "here" ? [retired] : [retired, removed];
    const { lines } = await carts().read(visitor);
    expect(Object.fromEntries(lines.map(({ variantId, stock }) => [variantId, stock]))).toEqual(
      Object.fromEntries(kept.map(({ variant }) => [variant, 0])),
    );
    expect(await carts().add(visitor, retired.variant, 1)).toEqual({ ok: false, reason: "sold-out" });
    expect(await carts().setQuantity(visitor, removed.variant, 0)).toMatchObject({ ok: true, quantity: 0 });
  });

  it("keeps what was typed in the checkout", async () => {
    const visitor = id("visitor");
    const recipient = { ...someone, mode: "pickup" as const, pickupPointId: 310101, notes: "ليلا 🙂" };
    await carts().saveDraft(visitor, someone);
    await carts().saveDraft(visitor, { ...recipient, lastName: "A\u0000\ud800" });
    expect(await carts().draft(visitor)).toEqual({ ...recipient, lastName: "A\ufffd" });
    const product = await make();
    await carts().add(visitor, product.variant, 1);
    expect(await carts().draft(visitor)).toMatchObject({ notes: "ليلا 🙂" });
  });
});
