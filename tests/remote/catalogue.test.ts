import { type KyselyPlugin, sql, TableNode } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "~/database/connection.server";
import { departmentIn } from "~/domain/catalogue/department";
import { sizeName } from "~/domain/catalogue/size";
import type { RemoteShop } from "~/shop/remote/index.server";
import { slugsOf } from "~/shop/remote/sellable";
import { ShopUnavailable } from "~/shop/shop";
import { remoteShops, request } from "../support/fakes/remote-shop";
import { apiKinds } from "../support/http/api-kinds";
import { describeOnEach } from "../support/shop/databases";
import { id } from "../support/shop/test-shop";

/** Another API's catalogue, read and kept: what is sold, and under which addresses (section 7). */

describe.each(apiKinds)("on %s", async (_, fakeOf) => {
  const remote = await remoteShops(fakeOf);
  const { fake, opened, synced } = remote;
  let shop: RemoteShop;

  describe("the catalogue", () => {
    beforeEach(async () => {
      shop = await synced();
    });

    it("is the API's: lists, one, search, facets, collections, home page", async () => {
      const { products, total } = await shop.catalogue.list({ sort: "nouveautes", page: 1 });
      expect([total, products.map(({ id }) => id)]).toEqual([2, ["p1", "p2"]]);
      expect(products.map(({ soldOut }) => soldOut)).toEqual([false, true]);
      expect(await shop.catalogue.product("modele-p1")).toMatchObject({
        id: "p1",
        price: 5_000,
        kind: "sabots",
        pictures: [{ src: "boston-daim/taupe-face", alt: "De face", color: "noir" }],
        variants: [{ id: "p1-38", size: 38, stock: 7 }, { id: "p1-39" }],
      });
      expect((await shop.catalogue.search("sabots", { page: 1 })).total).toBe(2);
      expect((await shop.catalogue.facets({})).sizes).toEqual([
        { size: 38, count: 1 },
        { size: 39, count: 1 },
      ]);
      expect(await shop.catalogue.collections()).toMatchObject([{ slug: "premium", productCount: 2 }]);
      expect(await shop.content.homeSections()).toMatchObject([{ id: "s1", title: "De l'API" }]);
      expect(shop.ordering()).toEqual({ isOpen: true });
    });

    it("knows a material where the API tells one, in its own words, and offers none else", async () => {
      expect(await shop.catalogue.facets({})).toMatchObject({ materials: [], reduced: undefined });
      expect((await shop.catalogue.product("p1"))?.material).toBe("");
      const [first, second] = fake.catalogue.products as object[];
      fake.catalogue.products = [
        { ...first, material: "Cuir pleine fleur" },
        { ...second, material: 7 },
      ];
      await shop.sync.refresh();
      expect((await shop.catalogue.facets({})).materials).toEqual([{ material: "cuir", count: 1 }]);
      expect((await shop.catalogue.product("p1"))?.material).toBe("cuir");
    });

    /** Without category and collection, and in one size. */
    const made = (id: string, changes: object) => ({
      ...(fake.catalogue.products as object[])[0],
      ...{ id, slug: id, name: id, categoryId: undefined, collectionId: undefined },
      variants: [{ id: `${id}-40`, stock: 1, options: { size: 40 } }],
      ...changes,
    });

    it("lists by gender what has no category that it knows, and by neither in /shop alone; says of each what it lacks, once", async () => {
      fake.catalogue.categories = [
        { id: "c1", slug: "femmes", name: "Femmes", parentId: null },
        { id: "c2", slug: "homme", name: "Homme", parentId: null },
      ];
      fake.catalogue.products = [
        made("h", { gender: "homme" }),
        made("h2", { gender: "homme", categoryId: "gone" }),
        made("f", { gender: "femme", createdAt: undefined }),
        made("n", { gender: undefined }),
        made("lost", { name: "" }),
      ];
      expect(await shop.sync.refresh()).toBe(true);
      expect(await shop.sync.refresh()).toBe(true);
      const categories = await shop.catalogue.categories();
      expect(categories.map(({ id, productCount }) => [id, productCount])).toEqual([
        ["c1", 1],
        ["c2", 2],
      ]);
      const list = (categoryIds?: string[]) =>
        shop.catalogue.list({ sort: "nouveautes", page: 1, ...(categoryIds ? { categoryIds } : {}) });
      expect((await list(["c2"])).products.map(({ id }) => id).sort()).toEqual(["h", "h2"]);
      // Without a date it is the oldest.
      expect((await list()).products.map(({ id }) => id).at(-1)).toBe("f");
      expect((await list()).total).toBe(4);
      const addresses = await shop.catalogue.addresses({ page: 1, size: 10 });
      expect(addresses.find(({ slug }) => slug === "f")).toEqual({ id: "f", slug: "f" });
      expect(await shop.catalogue.categoryTrail((await shop.catalogue.product("n"))?.categoryId ?? "")).toEqual([]);
      const said = remote.logged.filter((line) => line.startsWith("Produit "));
      expect(said).toEqual([
        "Produit lost de l'API\u00a0: sans nom",
        "Produit n de l'API\u00a0: sans catégorie connue ni genre, il n'est que dans /shop",
      ]);
    });

    it.each([
      ["Femme", "femme"],
      ["Women", "c-1"],
    ])("has what is for women on its page where the API calls that category %s", async (name, slug) => {
      fake.catalogue.categories = [
        { id: "c1", slug, name, parentId: null },
        { id: "c2", slug: "mules", name: "Mules", parentId: "c1" },
        { id: "c3", slug: "sabots", name: "Sabots", parentId: null },
      ];
      fake.catalogue.products = [
        made("by-category", { gender: undefined, categoryId: "c2" }),
        made("by-gender", { gender: "femme", categoryId: "c3" }),
        made("by-neither", { gender: "femme" }),
        made("of-men", { gender: "homme", categoryId: "c3" }),
      ];
      expect(await shop.sync.refresh()).toBe(true);
      const { catalogue } = shop;
      const department = departmentIn("femme", await catalogue.categories());
      const { products } = await catalogue.list({ department, sort: "nouveautes", page: 1 });
      expect(products.map(({ id }) => id).sort()).toEqual(["by-category", "by-gender", "by-neither"]);
      expect((await catalogue.navigation()).departments).toEqual(["femme", "homme"]);
      expect((await catalogue.product("by-neither"))?.categoryId).toBe("c1");
      expect(remote.logged.filter((line) => line.includes("sans catégorie"))).toEqual([]);
    });

    it("follows the API: price, stock, what is new, what is gone", async () => {
      const visitor = id("visitor");
      await shop.carts.add(visitor, "p1-38", 1);
      const [first] = fake.catalogue.products as { id: string; price: number }[];
      fake.catalogue.products = [{ ...first, id: "p3", slug: "modele-p1" }].map((item) => ({
        ...item,
        variants: [{ id: "p3-40", stock: 1, options: { size: 40 } }],
      }));
      await shop.sync.refresh();
      expect((await shop.catalogue.list({ sort: "nouveautes", page: 1 })).products).toMatchObject([{ id: "p3" }]);
      expect(await shop.catalogue.product("modele-p1")).toBeUndefined();
      expect(await shop.catalogue.product("modele-p1-p3")).toMatchObject({ id: "p3" });
      expect(await shop.carts.read(visitor)).toMatchObject({ lines: [{ variantId: "p1-38", stock: 0 }] });
      fake.restock();
      fake.catalogue.products = (fake.catalogue.products as { price: number }[]).map((item) => ({
        ...item,
        price: 5_500,
      }));
      await shop.sync.refresh();
      expect(await shop.carts.read(visitor)).toMatchObject({ lines: [{ price: 5_500, priceBefore: 5_000, stock: 7 }] });
    });

    it("keeps a size that is gone in carts, as out of stock, until it is back or nobody has it", async () => {
      const visitor = id("visitor");
      await shop.carts.add(visitor, "p1-38", 1);
      await shop.carts.add(visitor, "p1-39", 1);
      const [first, ...others] = fake.catalogue.products as { variants: object[] }[];
      const withVariants = (...variants: (object | undefined)[]) => {
        fake.catalogue.products = [{ ...first, variants }, ...others];
      };
      const [one, two] = first?.variants ?? [];
      const lines = async () =>
        (await shop.carts.read(visitor)).lines.map(({ variantId, stock, ...size }) => [
          variantId,
          stock,
          sizeName(size),
        ]);
      withVariants(two, { id: "p1-40", sku: "p1-40", stock: 1, options: { size: 40, color: "Noir" } });
      await shop.sync.refresh();
      expect(await lines()).toEqual([
        ["p1-38", 0, "38"],
        ["p1-39", 7, "39"],
      ]);
      expect((await shop.catalogue.facets({})).sizes.map(({ size }) => size)).toEqual([39, 40]);
      withVariants({ id: "p1-41", sku: "p1-38", stock: 1, options: { size: 38, color: "Noir" } });
      for (const refresh of [() => shop.sync.refreshProducts(["p1"]), () => shop.sync.refresh()]) {
        await refresh();
        expect(await lines()).toEqual([
          ["p1-38", 0, "38"],
          ["p1-39", 0, "39"],
        ]);
      }
      withVariants(one);
      await shop.sync.refresh();
      expect(await lines()).toEqual([
        ["p1-38", 7, "38"],
        ["p1-39", 0, "39"],
      ]);
      await shop.carts.clear(visitor);
      withVariants(one, { id: "p1-42", stock: 1, options: { size: 42, color: "Noir" } });
      await shop.sync.refresh();
      expect((await shop.catalogue.product("p1"))?.variants.map((variant) => variant.id)).toEqual(["p1-38", "p1-42"]);
    });

    it("asks again for what an order found changed: one that is gone keeps nobody from the others", async () => {
      const [, second] = fake.catalogue.products as { price: number }[];
      fake.catalogue.products = [{ ...second, price: 6_500 }];
      await shop.sync.refreshProducts(["p1", "p2"]);
      expect(await shop.catalogue.product("p1")).toBeUndefined();
      expect(await shop.catalogue.product("p2")).toMatchObject({ price: 6_500 });
      fake.restock();
      await shop.sync.refreshProducts(["p1"]);
      expect(await shop.catalogue.product("p1")).toMatchObject({ price: 5_000 });
      expect(remote.logged).toEqual([]);
      fake.fail("missing fields", "/api/products/p1");
      await shop.sync.refreshProducts(["p1"]);
      expect(remote.logged).toEqual(["Erreur de récupération du produit: la réponse n'est pas celle attendue"]);
    });

    it("refreshes products that share an address, references or a variant as it first took them over", async () => {
      const shared = (id: string, price: number) => {
        const [first] = fake.catalogue.products as object[];
        const variants = [`${id}-38`, `${id}-39`, "both"].map((variant, index) => ({
          id: variant,
          sku: "SABOT",
          stock: 1,
          options: { size: 38 + index },
        }));
        return { ...first, id, slug: "sabot", sku: "SABOT", price, variants };
      };
      const [, second] = fake.catalogue.products as object[];
      const twin = { ...second, id: "p3", slug: "p3", variants: [{ id: "both", stock: 1, options: { size: 40 } }] };
      const told = (price: number) => {
        fake.catalogue.products = [shared("p1", price), shared("p2", price), twin];
      };
      const sold = async () => {
        const products = await Promise.all(["p1", "p2", "p3"].map((id) => shop.catalogue.product(id)));
        return products.map(
          (product) =>
            product && [product.slug, product.sku, product.variants.map(({ id, sku, size }) => [id, sku, size])],
        );
      };
      told(5_000);
      expect(await shop.sync.refresh()).toBe(true);
      const first = await sold();
      expect(first[1]?.slice(0, 2)).toEqual(["sabot-p2", "SABOT-p2"]);
      expect(remote.logged).toEqual([
        "Produit p2 de l'API\u00a0: sans les variantes dont un autre produit a l'identifiant\u00a0: both",
        "Produit p3 de l'API\u00a0: toutes ses variantes ont l'identifiant de celles d'un autre produit",
      ]);
      told(6_500);
      await shop.sync.refreshProducts(["p2"]);
      await shop.sync.refreshProducts(["p1", "p2", "p3"]);
      expect(await sold()).toEqual(first);
      for (const id of ["p1", "p2"]) expect(await shop.catalogue.product(id)).toMatchObject({ price: 6_500 });
      expect(remote.logged).toHaveLength(2);
    });

    it("may have its categories in any order, and addresses and references that change places", async () => {
      const categoriesNamed = (...slugs: string[]) => [
        { id: "c3", slug: slugs[0], name: "Sabots en cuir", parentId: "c2" },
        { id: "c2", slug: slugs[1], name: "Sabots", parentId: "c1" },
        { id: "c1", slug: "femmes", name: "Femmes", parentId: null },
      ];
      const [one, two] = structuredClone(fake.catalogue.products) as {
        slug: string;
        variants: { sku: string; options: { size: number } }[];
      }[];
      if (!one || !two) throw new Error("Two products are needed.");
      const [[first, second], [other]] = [one.variants, two.variants];
      if (!first || !second || !other) throw new Error("Three variants are needed.");
      fake.catalogue.categories = categoriesNamed("cuir", "sabots");
      fake.catalogue.collections = ["g1", "g2"].map((id) => ({ id, name: id, slug: `les-${id}` }));
      expect(await shop.sync.refresh()).toBe(true);
      fake.catalogue.categories = categoriesNamed("sabots", "cuir");
      fake.catalogue.collections = ["g1", "g2"].map((id) => ({ id, name: id, slug: `les-g${id === "g1" ? 2 : 1}` }));
      [one.slug, two.slug] = [two.slug, one.slug];
      [first.sku, other.sku] = [other.sku, first.sku];
      [first.options.size, second.options.size] = [second.options.size, first.options.size];
      fake.catalogue.products = [one, two];
      expect(await shop.sync.refresh()).toBe(true);
      const categories = await shop.catalogue.categories();
      expect(categories.map(({ id, slug, parentId }) => [id, slug, parentId])).toEqual([
        ["c3", "sabots", "c2"],
        ["c2", "cuir", "c1"],
        ["c1", "femmes", undefined],
      ]);
      expect((await shop.catalogue.collections()).map(({ slug }) => slug)).toEqual(["les-g2", "les-g1"]);
      expect(await shop.catalogue.product("modele-p2")).toMatchObject({
        id: "p1",
        variants: [
          { sku: "p2-38", size: 39 },
          { sku: "p1-39", size: 38 },
        ],
      });
    });

    it("comes in both shapes of every answer", async () => {
      const { categories, collections, sections } = fake.catalogue;
      for (const shapes of [
        { categories: { categories }, collections: { collections }, sections: { success: true, data: sections } },
        { categories, collections, sections: { sections } },
      ]) {
        Object.assign(fake.catalogue, shapes);
        expect(await shop.sync.refresh()).toBe(true);
        expect(await shop.content.homeSections()).toMatchObject([{ title: "De l'API" }]);
      }
    });
  });

  describe("before the API has ever answered", () => {
    it("there are samples that nobody can order, and it opens by itself", async () => {
      shop = await opened();
      await fake.close();
      try {
        expect(await shop.sync.refresh()).toBe(false);
        expect(shop.ordering()).toMatchObject({ isOpen: false, hasSamples: true });
        expect((await shop.catalogue.list({ sort: "nouveautes", page: 1 })).total).toBeGreaterThan(50);
        await expect(shop.content.homeSections()).rejects.toBeInstanceOf(ShopUnavailable);
        // Forms are shown and keep what was typed; only fees are unknown.
        expect(await shop.courier.wilayas()).toHaveLength(58);
        await expect(shop.courier.quote({ wilayaId: 31, communeId: 3101 }, 1, 5_000)).rejects.toThrow(
          "the API is away",
        );
        await expect(shop.orders.place(request())).rejects.toBeInstanceOf(ShopUnavailable);
      } finally {
        await fake.open();
      }
      expect(await shop.sync.refresh()).toBe(true);
      expect((await shop.catalogue.list({ sort: "nouveautes", page: 1 })).total).toBe(2);
      expect((await shop.orders.place(request())).outcome).toBe("placed");
    });
  });

  it("the first catalogue takes the place of the samples once, whichever process has it first", async () => {
    shop = await opened();
    const other = await opened();
    expect(await shop.sync.refresh()).toBe(true);
    const visitor = id("visitor");
    await shop.carts.add(visitor, "p1-38", 2);
    expect(await other.sync.refresh()).toBe(true);
    expect(await shop.carts.count(visitor)).toBe(2);
    await other.close();
  });
});

/** The same database, which notes whose rows are written. */
function noting(database: Database, written: string[]): Database {
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (node.kind === "InsertQueryNode") written.push(node.into?.table.identifier.name ?? "");
      if (node.kind === "UpdateQueryNode" && node.table && TableNode.is(node.table))
        written.push(node.table.table.identifier.name);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const noted: Database = {
    ...database,
    transact: (work) => database.transact((queries) => work(queries.withPlugin(plugin))),
    patiently: (work) => work(noted),
  };
  return noted;
}

describeOnEach("after a start, with %s", async (engine) => {
  const remote = await remoteShops(undefined, engine);
  const { fake, opened } = remote;
  const written: string[] = [];
  remote.inPlaceOf = (database) => noting(database, written);
  const started = async () => {
    const shop = await opened();
    written.length = 0;
    expect(await shop.sync.refresh()).toBe(true);
    return shop;
  };
  const count = (table: string) => written.filter((name) => name === table).length;

  it("only what the API has otherwise is written, and the words of what is called otherwise", async () => {
    const visitor = id("visitor");
    await (await started()).carts.add(visitor, "p1-38", 2);
    expect([count("products"), count("variants")]).toEqual([3, 3]);
    await started();
    expect([count("products"), count("variants"), count("search_words")]).toEqual([0, 0, 0]);
    const products = fake.catalogue.products as { price: number }[];
    fake.catalogue.products = products.map((item, at) => (at === 0 ? { ...item, price: 5_500 } : item));
    const shop = await started();
    expect([count("products"), count("variants"), count("search_words")]).toEqual([2, 2, 1]);
    expect(await shop.carts.read(visitor)).toMatchObject({
      lines: [{ price: 5_500, priceBefore: 5_000, quantity: 2 }],
    });
    const categories = fake.catalogue.categories as object[];
    fake.catalogue.categories = categories.map((item) => ({ ...item, name: "Espadrilles" }));
    expect((await (await started()).catalogue.search("espadrilles", { page: 1 })).total).toBe(2);
    expect([count("products"), count("variants"), count("search_words")]).toEqual([0, 0, 1]);
  });
});

it("an address that 0.1.0 gave to what was gone is none", () => {
  const slugs = slugsOf([{ id: "1", slug: "mule", hasOwnSlug: true }], [{ id: "1", slug: "1~" }]);
  expect(slugs.get("1")).toBe("mule");
});

describeOnEach("addresses, with %s", async (engine) => {
  const { fake, opened } = await remoteShops(undefined, engine);
  let shop: RemoteShop;
  beforeEach(async () => {
    shop = await opened();
  });

  const mule = (id: string, slug?: string) => ({
    id,
    slug,
    name: "Mule",
    price: 4_500,
    sizes: [{ value: 38, stock: 1 }],
  });
  const told = async (...products: object[]) => {
    fake.catalogue.products = products as typeof fake.catalogue.products;
    expect(await shop.sync.refresh()).toBe(true);
  };
  const found = (...slugs: string[]) =>
    Promise.all(slugs.map(async (slug) => (await shop.catalogue.product(slug))?.id ?? null));

  it("of products stay theirs, in whatever order the API lists them", async () => {
    await told(mule("1"));
    await told(mule("2"), mule("1"));
    expect(await found("mule", "mule-2", "mule-1")).toEqual(["1", "2", null]);
    // A process that has just started writes all of them.
    shop = await opened();
    await told(mule("3"), mule("2"), mule("1"));
    expect(await found("mule", "mule-2", "mule-3")).toEqual(["1", "2", "3"]);
    await shop.sync.refreshProducts(["2", "1"]);
    expect(await found("mule", "mule-2", "mule-3")).toEqual(["1", "2", "3"]);
  });

  it.runIf(engine.dialect === "postgres")("are written however long it takes to write a large catalogue", async () => {
    const limited = new URL((await engine.seeded()).url ?? "");
    limited.searchParams.set("statement_timeout", "1000");
    const database = await openDatabase({ url: limited.href, file: "" });
    await sql`create function wait() returns trigger language plpgsql as
      $$ begin perform pg_sleep(1.5); return null; end $$`.execute(database.db);
    await sql`create trigger slow after update on products execute function wait()`.execute(database.db);
    shop = await opened(fake, { database });
    await told(mule("1"));
    expect(await found("mule")).toEqual(["1"]);
  });

  it("of products that are gone wait for them", async () => {
    await told(mule("1"), mule("2"));
    await told(mule("3"), mule("2"));
    expect(await found("mule", "mule-2", "mule-3")).toEqual([null, "2", "3"]);
    await told(mule("3"), mule("2"), mule("1"));
    expect(await found("mule", "mule-2", "mule-3")).toEqual(["1", "2", "3"]);
  });

  it("stay where the API names none and calls a product otherwise", async () => {
    await told(mule("1"), mule("2", "sabot"));
    await told({ ...mule("1"), name: "Claquette" }, { ...mule("2", "galoche"), name: "Galoche" });
    expect(await found("mule", "claquette", "sabot", "galoche")).toEqual(["1", null, null, "2"]);
    fake.catalogue.products = [{ ...mule("1"), name: "Tong" }] as typeof fake.catalogue.products;
    await shop.sync.refreshProducts(["1"]);
    expect((await shop.catalogue.product("mule"))?.name).toBe("Tong");
  });

  it("of products that are made again under another identifier lead to these", async () => {
    const leadTo = (...ids: string[]) => Promise.all(ids.map((one) => shop.catalogue.successor(one)));
    await told(mule("1"), mule("9", "sabot"));
    await told(mule("3"), mule("9", "sabot"));
    expect(await leadTo("mule", "1")).toEqual(["mule-3", "mule-3"]);
    expect(await leadTo("mule-3", "3", "sabot", "none", "\u0000")).toEqual(Array(5).fill(undefined));
    await told(mule("3"), mule("1"));
    expect(await leadTo("mule", "1", "sabot")).toEqual(Array(3).fill(undefined));
    // And once more.
    await told(mule("4"));
    expect(await leadTo("mule", "mule-3", "3")).toEqual(Array(3).fill("mule-4"));
    await told(mule("1"));
    expect(await leadTo("mule-3", "mule-4")).toEqual(Array(2).fill("mule"));
  });

  it("follow the API where it gives a product another, and may be like those made here", async () => {
    await told(mule("1"), mule("3", "mule-2"));
    await told(mule("1", "sabot"), mule("2"), mule("4"), mule("3", "mule-2"));
    expect(await found("sabot", "mule", "mule-2", "mule-4")).toEqual(["1", "2", "3", "4"]);
    await told(mule("1", "mule"), mule("2"), mule("4"), mule("3", "mule-2"));
    expect(await found("mule", "mule-1", "mule-2", "mule-4")).toEqual(["2", "1", "3", "4"]);
    await told(mule("5", "mule-6"), mule("6"), mule("2"));
    expect(await found("mule", "mule-6", "mule-6-6")).toEqual(["2", "5", "6"]);
  });

  it.each(["categories", "collections"] as const)(
    "of %s stay theirs; of those that are gone they are free",
    async (kind) => {
      const named = async (...ids: string[]) => {
        Object.assign(fake.catalogue, { [kind]: ids.map((id) => ({ id, name: "Mules" })) });
        await told(mule("1"));
        const all = await shop.catalogue[kind]();
        return ids.map((id) => all.find((one) => one.id === id)?.slug);
      };
      expect(await named("1")).toEqual(["mules"]);
      expect(await named("2", "1")).toEqual(["mules-2", "mules"]);
      shop = await opened();
      expect(await named("3", "2", "1")).toEqual(["mules-3", "mules-2", "mules"]);
      expect(await named("4")).toEqual(["mules"]);
    },
  );
});
