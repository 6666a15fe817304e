import { expect, it } from "vitest";
import type { DemoProduct } from "~/database/demo/types";
import { demo } from "~/database/seed.server";
import type { ProductCard } from "~/domain/catalogue/catalogue";
import { type ListingSort, sorts } from "~/domain/catalogue/listing";
import type { ProductQuery } from "~/shop/services/catalogue";
import { someTests } from "../support/setup/sweeps";
import { describeShopInPart } from "./describe-shop-in-part";

/** The answers of the first shop, to which the others are compared. */
let told: object | undefined;

/** Higher is better: the average of the demonstration's reviews, then how many there are. */
function starsOf(slug: string): number {
  const ratings = demo.reviews.filter(({ product }) => product === slug).map(({ rating }) => rating);
  const sum = ratings.reduce((sum, rating) => sum + rating, 0);
  return ratings.length === 0 ? 0 : Math.round((10 * sum) / ratings.length) + ratings.length / 1_000;
}

const overAnApi = someTests("knows at once", "gives the same for every product", "knows no product");

describeShopInPart("catalogue", overAnApi, (fixture, hereOnly) => {
  const catalogue = () => fixture().testShop.shop.catalogue;
  const reviews = () => fixture().testShop.shop.reviews;
  const all = async (query: Omit<ProductQuery, "page">) => {
    const cards: ProductCard[] = [];
    for (let page = 1; ; page += 1) {
      const answer = await catalogue().list({ ...query, page });
      cards.push(...answer.products);
      if (page >= answer.pages) return { ...answer, cards };
    }
  };
  const demoCard = (card: ProductCard) => demo.products.find((product) => product.slug === card.slug);

  it.each(sorts)("pages through all products once, sorted by %s", async (sort) => {
    const { cards, total, pages } = await all({ sort, size: 7 });
    expect(cards).toHaveLength(demo.products.length);
    expect(total).toBe(demo.products.length);
    expect(pages).toBe(Math.ceil(total / 7));
    expect(new Set(cards.map((card) => card.id)).size).toBe(total);
    // The smaller the sooner. Best-sellers are marked as such; nobody counts their sales.
    const keyOf = {
      nouveautes: ({ daysOld }) => daysOld,
      "meilleures-ventes": ({ daysOld, isBestseller }) => (isBestseller ? daysOld - 1_000 : daysOld),
      // By what can be read; an API does not tell it of a list's products.
      "mieux-notes": ({ slug }) => (fixture().where === "here" ? -starsOf(slug) : 0),
      "prix-croissant": ({ price }) => price,
      "prix-decroissant": ({ price }) => -price,
    } satisfies Record<ListingSort, (product: DemoProduct) => number>;
    const keys = cards.map((card) => {
      const product = demoCard(card);
      if (!product) throw new Error(`${card.slug} is no demo product.`);
      return keyOf[sort](product);
    });
    expect(keys).toEqual([...keys].sort((a, b) => a - b));
    // Ties are in the order of ids; else a product may be on two pages, or on none.
    const direction = sort === "prix-decroissant" ? -1 : 1;
    const ties = cards.filter((_card, index) => index > 0 && keys[index] === keys[index - 1]);
    if (sort.startsWith("prix")) expect(ties.length).toBeGreaterThan(0);
    for (const card of ties) {
      const before = cards[cards.indexOf(card) - 1]?.id ?? "";
      expect(before < card.id).toBe(direction === 1);
    }
  });

  hereOnly("database", "sorts by rating what is rated before what nobody rated", async ({ testShop }) => {
    const told = { rating: 5, review_count: 900 };
    const unrated = [await testShop.product([1], 5_000, told), await testShop.product([1], 6_000, told)];
    const rated = { readable_average: 1, readable_count: 1 };
    const worst = await testShop.product([1], 5_000, { ...rated, rating: 0, review_count: 0 });
    const shown = demo.products.filter(({ slug }) => starsOf(slug) > 0).length;
    for (const size of [7, 100]) {
      const ids = (await all({ sort: "mieux-notes", size })).cards.map(({ id }) => id);
      expect(ids[shown]).toBe(worst.id);
      expect(ids.slice(shown + 1)).toEqual(ids.slice(shown + 1).sort());
      expect(ids.slice(shown + 1)).toEqual(expect.arrayContaining(unrated.map(({ id }) => id)));
    }
    for (const { id } of [worst, ...unrated]) await testShop.remove(id);
  });

  it("tells the address of every product once, the oldest first, and of none that is retired", async () => {
    const retired = await fixture().testShop.product([1]);
    await fixture().testShop.retire(retired.id);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => catalogue().addresses({ page, size: 20 })));
    const behind = await catalogue().addresses({ page: 99, size: 20 });
    const told = pages.flat();
    const { total } = await catalogue().list({ sort: "nouveautes", page: 1 });
    expect(new Set(told.map(({ slug }) => slug)).size).toBe(Math.min(80, total));
    expect(told).toHaveLength(Math.min(80, total));
    expect(told.map(({ slug }) => slug)).not.toContain(retired.slug);
    const newest = await catalogue().list({ sort: "nouveautes", page: 1, size: 80 });
    const isLast = told.at(-1)?.slug === newest.products[0]?.slug;
    expect(isLast, "the newest product comes last").toBe(told.length === total);
    expect(behind).toEqual([]);
  });

  it("gives several products whole, in the order of their identifiers, without those that are not sold", async () => {
    const { products } = await catalogue().list({ sort: "nouveautes", page: 1, size: 5 });
    const retired = await fixture().testShop.product([1]);
    await fixture().testShop.retire(retired.id);
    const ids = products.map(({ id }) => id).reverse();
    const whole = await catalogue().products([retired.id, ...ids, "rien", "\u0000"]);
    expect(whole).toEqual(await Promise.all(ids.map((id) => catalogue().product(id))));
    expect(await catalogue().products([])).toEqual([]);
  });

  it("holds nothing of a collection that does not exist", async () => {
    for (const collectionId of ["none", "\u0000"])
      expect(await all({ sort: "nouveautes", collectionId })).toMatchObject({ cards: [], total: 0 });
  });

  it("answers a page that is none with the first, and one behind the last with nothing", async () => {
    const first = await catalogue().list({ sort: "nouveautes", page: 1 });
    expect(first.products).toHaveLength(20);
    for (const page of [0, -5, Number.NaN])
      expect((await catalogue().list({ sort: "nouveautes", page })).products).toEqual(first.products);
    for (const page of [first.pages + 1, 1e9, Number.MAX_SAFE_INTEGER, 1e300]) {
      const behind = await catalogue().list({ sort: "nouveautes", page });
      expect(behind).toMatchObject({ products: [], total: first.total });
    }
    for (const size of [0, 1_000, Number.NaN]) {
      const { products } = await catalogue().list({ sort: "nouveautes", page: 1, size });
      expect(products.length).toBeGreaterThan(0);
      expect(products.length).toBeLessThanOrEqual(100);
    }
  });

  it("knows at once of what was added", async () => {
    const { total: size } = await catalogue().list({ sort: "prix-croissant", page: 1 });
    const dearest = await fixture().testShop.product([1], 1_000_000);
    const { products } = await catalogue().list({ sort: "prix-croissant", page: 2, size });
    expect(products.map(({ id }) => id)).toEqual([dearest.id]);
    await fixture().testShop.remove(dearest.id);
  });

  it("shows on a card what the product's page says", async () => {
    const { cards } = await all({ sort: "nouveautes" });
    for (const card of cards) {
      const { stars, ...shown } = card;
      const product = await catalogue().product(card.id);
      expect(product).toMatchObject(shown);
      const { count, average } = await reviews().ofProduct(card.id, { offset: 0, size: 1 });
      // An API does not tell it of a list's products.
      const isTold = count > 0 && fixture().where === "here";
      expect(stars, card.slug).toEqual(isTold ? { count, average } : undefined);
      expect(card.soldOut).toBe(product?.variants.every((variant) => variant.stock === 0));
      expect(card.picture).toEqual(product?.pictures[0]);
    }
  });

  it("gives the same for every product, category and collection on every shop", async () => {
    const { cards } = await all({ sort: "prix-croissant", size: 100 });
    const products = await catalogue().products(cards.map(({ id }) => id));
    expect(products).toHaveLength(demo.products.length);
    const whole = {
      // Each shop was filled at a moment of its own.
      products: products.map(({ createdAt: _, ...product }) => product),
      categories: await catalogue().categories(),
      collections: await catalogue().collections(),
    };
    told ??= whole;
    expect(whole).toEqual(told);
  });

  it("tells what links and orders lead to: reductions, Boston, what is new, sold most and rated", async () => {
    expect(await catalogue().navigation()).toEqual({
      departments: ["femme", "homme", "enfant"],
      hasCollections: true,
      hasReduced: true,
      hasBoston: true,
      hasNew: true,
      hasBestsellers: true,
      // An API does not tell it of a list's products.
      hasRated: fixture().where === "here",
    });
  });

  it("finds a product by id and by slug, with one variant for every colour in every size", async () => {
    const [original] = demo.products;
    if (!original) throw new Error("There is no demo product.");
    const product = await catalogue().product(original.slug);
    expect(await catalogue().product(product?.id ?? "")).toEqual(product);
    expect(product?.variants).toHaveLength(original.colors.length * original.sizes.length);
    for (const variant of product?.variants ?? []) {
      const color = original.colors.find((item) => item.slug === variant.color.slug);
      expect(variant.sku).toBe(`${original.sku}-${variant.color.slug.toUpperCase()}-${variant.size}`);
      expect(variant.stock).toBe(color?.stockBySize?.[variant.size] ?? color?.stock);
    }
    expect(product).toMatchObject({ sku: original.sku, features: original.features, tags: original.tags });
    expect(product?.fit).toBe("true");
    expect((await catalogue().product("boston-murdjajo"))?.fit).toBe("");
    expect(product?.pictures[0]).toEqual({
      src: "boston-santa-cruz/taupe-three_quarter",
      alt: "Sabot Boston Santa Cruz, taupe, vue de trois quarts",
      color: "taupe",
    });
  });

  it("knows no product that is not sold or not there", async () => {
    const product = await fixture().testShop.product([1]);
    expect(await catalogue().product(product.slug)).toMatchObject({ id: product.id });
    await fixture().testShop.retire(product.id);
    for (const name of [product.id, product.slug, "", "none", "\u0000", "\ud800", "x".repeat(100_000), "' or 1=1 --"])
      expect(await catalogue().product(name)).toBeUndefined();
    const { products } = await catalogue().list({ sort: "nouveautes", page: 1 });
    expect(products.map((card) => card.id)).not.toContain(product.id);
    await fixture().testShop.remove(product.id);
  });

  it("names similar products in stock: the same kind first, then the same gender, never itself", async () => {
    const { cards } = await all({ sort: "nouveautes" });
    for (const card of cards) {
      const similar = await catalogue().similar(card.id, 12);
      expect(similar).toHaveLength(12);
      expect(similar.filter(({ soldOut }) => soldOut)).toEqual([]);
      expect(new Set([card.id, ...similar.map((item) => item.id)]).size).toBe(13);
      const kinds = similar.map((item) => item.kind === card.kind);
      expect(kinds).toEqual([...kinds].sort((a, b) => Number(b) - Number(a)));
      for (const entry of similar) expect(entry.kind === card.kind || entry.gender === card.gender).toBe(true);
    }
    expect(await catalogue().similar("none", 4)).toEqual([]);
    expect(await catalogue().similar("\u0000", 4)).toEqual([]);
    expect(await catalogue().similar(cards[0]?.id ?? "", 0)).toEqual([]);
  });

  it("names the collections that hold products of a part, with how many, and no others", async () => {
    const part = (await catalogue().categories()).find(({ slug }) => slug === "boston-cuir-huile");
    const held = await catalogue().collections({ categoryIds: [part?.id ?? ""] });
    const wanted = demo.products.filter(({ category, collection }) => category === part?.slug && collection);
    expect(held.map(({ slug, productCount }) => [slug, productCount])).toEqual([["cuirs-patines", wanted.length]]);
    expect(await catalogue().collections({ categoryIds: [] })).toEqual([]);
    expect(await catalogue().collections({ kinds: ["ballerines"], gender: "homme" })).toEqual([]);
  });
  it("stands for a category by a pair, and for a part of it by its newest product", async () => {
    const categories = await catalogue().categories();
    for (const { slug, parentId, image } of categories) {
      const newest = demo.products
        .filter(({ category }) => category === slug)
        .sort((a, b) => a.daysOld - b.daysOld)
        .at(0)?.slug;
      expect(image, slug).toMatch(parentId ? new RegExp(`^${newest}/`) : /-pair$/);
    }
  });

  it("tells of each category the one above it", async () => {
    const categories = await catalogue().categories();
    for (const { id, slug, name, parentId } of categories) {
      const above = categories.find((category) => category.id === parentId);
      const expected = [...(above ? [{ slug: above.slug, name: above.name }] : []), { slug, name }];
      expect(await catalogue().categoryTrail(id)).toEqual(expected);
    }
    for (const unknown of ["", "nulle-part", "\u0000"]) expect(await catalogue().categoryTrail(unknown)).toEqual([]);
  });

  it("counts the products of collections and of categories with their children", async () => {
    const collections = await catalogue().collections();
    for (const collection of collections)
      expect(collection.productCount).toBe(
        demo.products.filter((product) => product.collection === collection.slug).length,
      );
    const categories = await catalogue().categories();
    expect(categories.map((category) => category.slug)).toEqual(demo.categories.map((category) => category.slug));
    const bySlug = (slug: string) => categories.find((category) => category.slug === slug);
    for (const { slug } of demo.categories.filter((category) => category.parent))
      expect(bySlug(slug)?.productCount).toBe(demo.products.filter((product) => product.category === slug).length);
    const tops = categories.filter((category) => category.parentId === undefined);
    expect(tops.reduce((sum, category) => sum + category.productCount, 0)).toBe(demo.products.length);
  });
});
