import { expect, it } from "vitest";
import type { DemoColor, DemoProduct } from "~/database/demo/types";
import { demo } from "~/database/seed.server";
import { genders, kinds } from "~/domain/catalogue/catalogue";
import { colorFamilies, familiesOf } from "~/domain/catalogue/color-family";
import { noRefinement, type Refinement, sorts } from "~/domain/catalogue/listing";
import { materials } from "~/domain/catalogue/material";
import type { Facets, ProductFilter } from "~/shop/services/catalogue";
import { someTests } from "../support/setup/sweeps";
import { lineOf, linesOf, orderOf } from "../support/shop/orders";
import { describeShopInPart } from "./describe-shop-in-part";

/** The rule in its plainest form, for the demo catalogue in memory. */

const stockOf = (color: DemoColor, size: number) => color.stockBySize?.[size] ?? color.stock;

function isMeant(product: DemoProduct, filter: ProductFilter): boolean {
  const { collectionId, categoryIds, kinds: some, gender, only } = filter;
  const isReduced = product.oldPrice !== undefined && product.oldPrice > product.price;
  return (
    (collectionId === undefined || collectionId === `g-${product.collection}`) &&
    (categoryIds === undefined || categoryIds.includes(`c-${product.category}`)) &&
    (some === undefined || some.includes(product.kind)) &&
    (gender === undefined || gender === product.gender) &&
    (only !== "new" || product.isNew === true) &&
    (only !== "bestsellers" || product.isBestseller === true) &&
    (only !== "new-bestsellers" || (product.isNew === true && product.isBestseller === true)) &&
    (only !== "reduced" || isReduced)
  );
}

function fits(product: DemoProduct, refinement: Refinement): boolean {
  const { minPrice, maxPrice, colors, sizes, genders: wanted, kinds: some, materials: made, isReduced } = refinement;
  return (
    (some.length === 0 || some.includes(product.kind)) &&
    (made.length === 0 || made.some((material) => material === product.material)) &&
    (!isReduced || isMeant(product, { only: "reduced" })) &&
    (minPrice === undefined || product.price >= minPrice) &&
    (maxPrice === undefined || product.price <= maxPrice) &&
    (wanted.length === 0 || wanted.includes(product.gender)) &&
    product.colors.some(
      (color) =>
        (colors.length === 0 || familiesOf(color.hex, color.name).some((family) => colors.includes(family))) &&
        (sizes.length === 0 || product.sizes.some((size) => sizes.includes(size) && stockOf(color, size) > 0)),
    )
  );
}

function facetsOf(filter: ProductFilter): Facets {
  const list = demo.products.filter((product) => isMeant(product, filter));
  const refinement = filter.refinement ?? noRefinement;
  const counted = (change: Partial<Refinement>) =>
    list.filter((product) => fits(product, { ...refinement, ...change })).length;
  const { minPrice, maxPrice, ...beside } = refinement;
  const prices = list.filter((product) => fits(product, beside)).map((product) => product.price);
  const offers = (part: Partial<Refinement>, isChosen: boolean) =>
    isChosen || list.some((product) => fits(product, { ...noRefinement, ...part }));
  return {
    price: prices.length > 0 ? { min: Math.min(...prices), max: Math.max(...prices) } : undefined,
    colors: colorFamilies
      .filter((family) => offers({ colors: [family] }, refinement.colors.includes(family)))
      .map((family) => ({ family, count: counted({ colors: [family] }) })),
    sizes: Array.from({ length: 19 }, (_, index) => 28 + index)
      .filter((size) => offers({ sizes: [size] }, refinement.sizes.includes(size)))
      .map((size) => ({ size, count: counted({ sizes: [size] }) })),
    genders: genders
      .filter((gender) => offers({ genders: [gender] }, refinement.genders.includes(gender)))
      .map((gender) => ({ gender, count: counted({ genders: [gender] }) })),
    kinds: kinds
      .filter((kind) => offers({ kinds: [kind] }, refinement.kinds.includes(kind)))
      .map((kind) => ({ kind, count: counted({ kinds: [kind] }) })),
    brands: [],
    materials: materials
      .filter((material) => offers({ materials: [material] }, refinement.materials.includes(material)))
      .map((material) => ({ material, count: counted({ materials: [material] }) })),
    reduced:
      refinement.isReduced || new Set(list.map((product) => isMeant(product, { only: "reduced" }))).size > 1
        ? counted({ isReduced: true })
        : undefined,
  };
}

/** The same filters at every run. */
function dice(seed: number) {
  let state = seed;
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const one = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const some = <Item>(items: readonly Item[], most: number) => [
    ...new Set(Array.from({ length: below(most + 1) }, () => one(items))),
  ];
  return { below, one, some };
}

function anyFilter({ below, one, some }: ReturnType<typeof dice>): ProductFilter {
  const refinement: Refinement = {
    ...(below(3) === 0 ? { minPrice: 2_000 + below(80) * 100 } : {}),
    ...(below(3) === 0 ? { maxPrice: 4_000 + below(120) * 100 } : {}),
    colors: below(2) ? some(colorFamilies, 3) : [],
    sizes: below(2) ? some([28, 30, 34, 35, 36, 38, 40, 42, 45, 46], 3) : [],
    genders: below(3) === 0 ? some(genders, 2) : [],
    kinds: below(4) === 0 ? some(kinds, 3) : [],
    materials: below(4) === 0 ? some(materials, 3) : [],
    brands: [],
    ...(below(5) === 0 ? { isReduced: true } : {}),
  };
  return {
    refinement,
    ...(below(4) === 0 ? { gender: one(genders) } : {}),
    ...(below(4) === 0 ? { kinds: [one(kinds)] } : {}),
    ...(below(6) === 0 ? { kinds: some(kinds, 3) } : {}),
    ...(below(5) === 0 ? { collectionId: `g-${one(demo.collections).slug}` } : {}),
    ...(below(4) === 0 ? { categoryIds: some(demo.categories, 6).map(({ slug }) => `c-${slug}`) } : {}),
    ...(below(4) === 0 ? { only: one(["new", "bestsellers", "new-bestsellers", "reduced"] as const) } : {}),
  };
}

const overAnApi = someTests("offer what can be chosen", "lose a size with its last pair");

describeShopInPart("refined lists", overAnApi, (fixture) => {
  const catalogue = () => fixture().testShop.shop.catalogue;
  const slugsOf = async (filter: ProductFilter, service = catalogue()) => {
    const { products, total } = await service.list({ sort: "nouveautes", page: 1, size: 100, ...filter });
    expect(products).toHaveLength(total);
    return products.map((card) => card.slug).sort();
  };

  it("show of each product the first colour in the shopper's order, in stock before sold out, and a size that was asked for", async () => {
    const random = dice(11);
    const service = catalogue();
    let shown = 0;
    for (let turn = 0; turn < 80; turn += 1) {
      const filter = anyFilter(random);
      const { colors, sizes } = filter.refinement ?? noRefinement;
      const { products } = await service.list({ sort: "nouveautes", page: 1, size: 100, ...filter });
      for (const card of products) {
        if (colors.length + sizes.length === 0) expect(card.shown).toBeUndefined();
        else {
          const product = demo.products.find(({ slug }) => slug === card.slug);
          const sizesIn = (color: DemoColor) =>
            product?.sizes.filter((size) => (sizes.length === 0 || sizes.includes(size)) && stockOf(color, size) > 0) ??
            [];
          const placeOf = ({ hex, name }: DemoColor) =>
            Math.min(...familiesOf(hex, name).map((family) => (colors.includes(family) ? colors.indexOf(family) : 99)));
          // Sold out in all chosen colours: the choice stays.
          const offered = product?.colors.filter((color) => placeOf(color) < 99 || colors.length === 0) ?? [];
          const inStock = offered.filter((color) => sizesIn(color).length > 0);
          const best = Math.min(...(inStock.length > 0 ? inStock : offered).map(placeOf));
          const color = product?.colors.find(({ name }) => name === card.shown?.color?.name);
          const what = `${card.slug}: ${JSON.stringify(filter)}`;
          if (inStock.length > 0) expect(inStock, what).toContain(color);
          expect(card.soldOut, what).toBe(color && product?.sizes.every((size) => stockOf(color, size) === 0));
          if (colors.length > 0) expect(color && placeOf(color), what).toBe(best);
          expect(card.picture?.color, what).toBe(card.shown?.color?.slug);
          if (sizes.length > 0) expect(color && sizesIn(color), what).toContain(card.shown?.size);
          else expect(card.shown?.size, what).toBeUndefined();
          shown += 1;
        }
      }
    }
    expect(shown).toBeGreaterThan(100);
  });

  it("hold what a plain walk through the catalogue finds, whatever is asked", async () => {
    const random = dice(7);
    const service = catalogue();
    let found = 0;
    for (let turn = 0; turn < 250; turn += 1) {
      const filter = anyFilter(random);
      const wanted = demo.products.filter(
        (product) => isMeant(product, filter) && fits(product, filter.refinement ?? noRefinement),
      );
      expect(await slugsOf(filter, service), JSON.stringify(filter)).toEqual(wanted.map(({ slug }) => slug).sort());
      if (wanted.length > 0) found += 1;
    }
    expect(found).toBeGreaterThan(100);
  });

  it("offer what can be chosen, each with the number of products it would give", async () => {
    const random = dice(11);
    const service = catalogue();
    for (let turn = 0; turn < 250; turn += 1) {
      const filter = anyFilter(random);
      expect(await service.facets(filter), JSON.stringify(filter)).toEqual(facetsOf(filter));
    }
    expect(await service.facets({})).toEqual(facetsOf({}));
  });

  it("know no material where nobody said one", async () => {
    const { testShop } = fixture();
    const product = await testShop.product([1], 9_997, { material: "" });
    const filter = { refinement: { ...noRefinement, minPrice: 9_997, maxPrice: 9_997 } };
    expect(await slugsOf(filter)).toEqual([product.slug]);
    const { materials: offered } = await catalogue().facets(filter);
    expect(offered.every(({ count }) => count === 0)).toBe(true);
    expect(await slugsOf({ refinement: { ...filter.refinement, materials } })).toEqual([]);
    await testShop.remove(product.id);
  });

  it.each(sorts)("page through all of theirs once, sorted by %s", async (sort) => {
    const filter: ProductFilter = { refinement: { ...noRefinement, colors: ["noir", "marron"], sizes: [40] } };
    const whole = await slugsOf(filter);
    const slugs: string[] = [];
    for (let page = 1; page <= Math.ceil(whole.length / 3); page += 1) {
      const { products, pages, total } = await catalogue().list({ ...filter, sort, page, size: 3 });
      expect({ pages, total }).toEqual({ pages: Math.ceil(whole.length / 3), total: whole.length });
      slugs.push(...products.map((card) => card.slug));
    }
    expect(whole.length).toBeGreaterThan(6);
    expect(slugs.sort()).toEqual(whole);
  });

  it("lose a size with its last pair, and have it again when the order is cancelled", async () => {
    const { testShop } = fixture();
    const { shop } = testShop;
    const product = await testShop.product([1, 3], 9_999);
    const at = (sizes: number[], colors: Refinement["colors"] = []) =>
      slugsOf({ refinement: { ...noRefinement, minPrice: 9_999, maxPrice: 9_999, sizes, colors } });
    const counted = async () => {
      const filter = { refinement: { ...noRefinement, minPrice: 9_999, maxPrice: 9_999 } };
      return (await catalogue().facets(filter)).sizes.filter(({ count }) => count > 0).map(({ size }) => size);
    };
    expect(await at([36], ["noir"])).toEqual([product.slug]);
    const { number } = await orderOf(shop, [lineOf(product)]);
    expect(await at([36])).toEqual([]);
    expect(await at([36], ["noir"])).toEqual([]);
    expect(await at([36, 37], ["noir"])).toEqual([product.slug]);
    expect(await counted()).toEqual([37]);
    // A colour that is sold out in part, or wholly, is still one that the product has.
    expect(await at([], ["noir"])).toEqual([product.slug]);
    expect(await testShop.setStatus(number, "cancelled")).toBe("moved");
    expect(await at([36])).toEqual([product.slug]);
    expect(await counted()).toEqual([36, 37]);
    await testShop.remove(product.id);
  });

  it("are right after buyers took the last pairs of many sizes at the same moment", async () => {
    const { testShop } = fixture();
    const { shop } = testShop;
    const stocks = Array.from({ length: 11 }, () => 1);
    const product = await testShop.product([...stocks.slice(1), 5], 9_998);
    const lines = linesOf(product).slice(0, 10);
    await Promise.all(lines.map((line) => orderOf(shop, [line])));
    const filter = { refinement: { ...noRefinement, minPrice: 9_998, maxPrice: 9_998 } };
    const { sizes } = await catalogue().facets(filter);
    expect(sizes.filter(({ count }) => count > 0)).toEqual([{ size: 46, count: 1 }]);
    await testShop.remove(product.id);
  });
});
