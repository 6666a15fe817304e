import { expect, it } from "vitest";
import { someTests } from "../support/setup/sweeps";
import { newAccount } from "../support/shop/accounts";
import { id } from "../support/shop/test-shop";
import { describeShopInPart } from "./describe-shop-in-part";

describeShopInPart("wishlist", someTests(), (fixture) => {
  const service = () => fixture().testShop.shop.wishlist;
  const slugs = async (visitor: string | undefined) => (await service().read(visitor)).map(({ slug }) => slug);

  it("keeps products, the last added first, until they are removed", async () => {
    const { testShop, visitor } = { testShop: fixture().testShop, visitor: id("visitor") };
    let moment = 1_000;
    const { wishlist } = await testShop.reopened({ now: () => new Date(moment++) });
    const [first, second, third] = [
      await testShop.product([1]),
      await testShop.product([2]),
      await testShop.product([3]),
    ];
    for (const { id } of [second, first, third]) expect(await wishlist.add(visitor, id)).toMatchObject({ ok: true });
    expect(await slugs(visitor)).toEqual([third.slug, first.slug, second.slug]);
    expect((await service().read(visitor))[0]?.addedAt).toEqual(new Date(1_002));
    expect(await service().ids(visitor)).toEqual([first, second, third].map(({ id }) => id).sort());

    expect(await service().remove(visitor, first.id)).toBe(true);
    expect(await service().remove(visitor, first.id)).toBe(false);
    expect(await service().ids(visitor)).not.toContain(first.id);
    expect(await slugs(visitor)).toEqual([third.slug, second.slug]);
    await service().clear(visitor);
    expect(await slugs(visitor)).toEqual([]);
  });

  it("says what can be had of each product now, by colour as the product names them, then by size", async () => {
    const { testShop } = fixture();
    const visitor = id("visitor");
    const made = await testShop.product([2, 0, 1]);
    const of = async (productId: string) => (await service().read(visitor)).find((item) => item.id === productId);
    await service().add(visitor, made.id);
    await service().add(visitor, "p-bos-cruz");
    const black = { slug: "noir", name: "Noir", hex: "#000000" };
    expect((await of(made.id))?.variants).toEqual([
      { id: made.variants[0], color: black, size: 36, stock: 2 },
      { id: made.variants[2], color: black, size: 38, stock: 1 },
    ]);
    const cruz = await testShop.shop.catalogue.product("p-bos-cruz");
    const wanted = cruz?.colors.flatMap(({ slug }) =>
      cruz.variants
        .filter(({ color, stock }) => color.slug === slug && stock > 0)
        .sort((a, b) => a.size - b.size)
        .map((variant) => variant.id),
    );
    expect(wanted?.length).toBeGreaterThan(5);
    expect((await of("p-bos-cruz"))?.variants.map((variant) => variant.id)).toEqual(wanted);

    for (const variant of made.variants) await testShop.setStock(variant, 0);
    expect(await of(made.id)).toMatchObject({ soldOut: true, variants: [] });
  });

  it("names the products of a list without reading them", async () => {
    const { testShop } = fixture();
    const visitor = id("visitor");
    const made = [(await testShop.product([1])).id, (await testShop.product([0])).id];
    for (const productId of made) await service().add(visitor, productId);
    expect(await service().ids(visitor)).toEqual([...made].sort());
    expect(await service().ids(id("visitor"))).toEqual([]);
    expect(await service().ids(undefined)).toEqual([]);
  });

  it("refuses what is on the list already, also twice at once", async () => {
    const visitor = id("visitor");
    const product = await fixture().testShop.product([1]);
    const { name } = (await fixture().testShop.shop.catalogue.product(product.id)) ?? { name: "" };
    const results = await Promise.all(Array.from({ length: 8 }, () => service().add(visitor, product.id)));
    expect(results.filter(({ ok }) => ok)).toEqual([{ ok: true, name }]);
    for (const result of results) if (!result.ok) expect(result).toEqual({ ok: false, reason: "already", name });
    expect(await slugs(visitor)).toEqual([product.slug]);
  });

  it("forgets what was added long ago, but not of accounts", async () => {
    const { testShop } = fixture();
    const [guest, { account }] = [id("visitor"), await newAccount(testShop.shop)];
    const [old, recent] = [await testShop.product([1]), await testShop.product([2])];
    for (const [product, moment] of [
      [old, 1_000],
      [recent, 2_000],
    ] as const) {
      const { wishlist } = await testShop.reopened({ now: () => new Date(moment) });
      for (const visitor of [guest, account.id]) await wishlist.add(visitor, product.id);
    }
    expect(await fixture().testShop.shop.oldData.wishes(new Date(2_000))).toBe(1);
    expect(await slugs(guest)).toEqual([recent.slug]);
    expect(await slugs(account.id)).toEqual([recent.slug, old.slug]);
  });

  it("belongs to its visitor only", async () => {
    const [first, other] = [id("visitor"), id("visitor")];
    const product = await fixture().testShop.product([1]);
    await service().add(first, product.id);
    expect(await slugs(other)).toEqual([]);
    expect(await service().ids(other)).toEqual([]);
    await service().clear(other);
    await service().remove(other, product.id);
    expect(await slugs(first)).toEqual([product.slug]);
    expect(await slugs(undefined)).toEqual([]);
    expect(await service().ids(undefined)).toEqual([]);
  });

  it("shows products as they are now: price, stock, and not at all when no longer sold", async () => {
    const { testShop } = fixture();
    const visitor = id("visitor");
    const product = await testShop.product([1], 5_000);
    await service().add(visitor, product.id);
    await testShop.setPrice(product.id, 4_000);
    await testShop.setStock(product.variants[0] ?? "", 0);
    expect(await service().read(visitor)).toMatchObject([{ id: product.id, price: 4_000, soldOut: true }]);
    await testShop.retire(product.id);
    expect(await service().read(visitor)).toEqual([]);
    expect(await service().add(id("visitor"), product.id)).toEqual({ ok: false, reason: "unknown" });
    await testShop.remove(product.id);
    expect(await slugs(visitor)).toEqual([]);
  });

  it("refuses what is no product, and more than a list holds", async () => {
    const { testShop } = fixture();
    const visitor = id("visitor");
    for (const productId of ["", "none", "\u0000", "\ud800", "x".repeat(100_000)]) {
      expect(await service().add(visitor, productId)).toEqual({ ok: false, reason: "unknown" });
      expect(await service().remove(visitor, productId)).toBe(false);
    }
    const made = [];
    for (let count = 0; count < 101; count += 1) made.push((await testShop.product([1])).id);
    for (const productId of made.slice(0, 100)) await service().add(visitor, productId);
    expect(await service().add(visitor, made[100] ?? "")).toEqual({ ok: false, reason: "full" });
    expect(await service().add(visitor, made[0] ?? "")).toMatchObject({ ok: false, reason: "already" });
    expect(await slugs(visitor)).toHaveLength(100);
    for (const productId of made) await testShop.remove(productId);
  });
});
