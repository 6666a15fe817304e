import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fees } from "~/api/tolerant-schemas.server";
import { openDatabase } from "~/database/connection.server";
import { migrate } from "~/database/migrations.server";
import { departmentIn } from "~/domain/catalogue/department";
import { AWAY, CatalogueSync, FRESH, PRELOAD } from "~/shop/remote/catalogue-sync.server";
import { ApiFailure, openApi, patienceFor } from "~/shop/remote/http.server";
import type { RemoteShop } from "~/shop/remote/index.server";
import { openPictures } from "~/shop/remote/pictures.server";
import { productFrom } from "~/shop/remote/read";
import { ShopUnavailable } from "~/shop/shop";
import { faults, sampleCatalogue } from "../support/fakes/fake-api";
import { LONG, remoteShops, request, SHORT } from "../support/fakes/remote-shop";
import { apiKinds } from "../support/http/api-kinds";
import { engines } from "../support/shop/databases";
import { id } from "../support/shop/test-shop";

/** Another API's catalogue, read and kept, and all its failures (sections 7 and 9). */

describe.each(apiKinds)("on %s", async (_, fakeOf) => {
  const remote = await remoteShops(fakeOf);
  const { fake, opened } = remote;
  let shop: RemoteShop;

  describe("the catalogue", () => {
    beforeEach(async () => {
      shop = await opened();
      expect(await shop.sync.refresh()).toBe(true);
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
      const before = structuredClone(fake.catalogue);
      const [first, second] = fake.catalogue.products as object[];
      fake.catalogue.products = [
        { ...first, material: "Cuir pleine fleur" },
        { ...second, material: 7 },
      ];
      await shop.sync.refresh();
      expect((await shop.catalogue.facets({})).materials).toEqual([{ material: "cuir", count: 1 }]);
      expect((await shop.catalogue.product("p1"))?.material).toBe("cuir");
      Object.assign(fake.catalogue, before);
    });

    it("lists by gender what has no category that it knows, and by neither in /shop alone; says of each what it lacks, once", async () => {
      const [first] = fake.catalogue.products as object[];
      const before = structuredClone(fake.catalogue);
      const made = (id: string, changes: object) => ({
        ...first,
        id,
        slug: id,
        name: id,
        categoryId: undefined,
        collectionId: undefined,
        variants: [{ id: `${id}-40`, stock: 1, options: { size: 40 } }],
        ...changes,
      });
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
      Object.assign(fake.catalogue, before);
    });

    it.each([
      ["Femme", "femme"],
      ["Women", "c-1"],
    ])("has what is for women on its page where the API calls that category %s", async (name, slug) => {
      const before = structuredClone(fake.catalogue);
      const [first] = fake.catalogue.products as object[];
      const made = (id: string, changes: object) => ({
        ...first,
        id,
        slug: id,
        categoryId: undefined,
        collectionId: undefined,
        variants: [{ id: `${id}-40`, stock: 1, options: { size: 40 } }],
        ...changes,
      });
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
      Object.assign(fake.catalogue, before);
    });

    it("follows the API: price, stock, what is new, what is gone", async () => {
      const visitor = id("visitor");
      await shop.carts.add(visitor, "p1-38", 1);
      const before = structuredClone(fake.catalogue);
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
      Object.assign(fake.catalogue, before);
      fake.catalogue.products = (before.products as { price: number }[]).map((item) => ({ ...item, price: 5_500 }));
      await shop.sync.refresh();
      expect(await shop.carts.read(visitor)).toMatchObject({ lines: [{ price: 5_500, priceBefore: 5_000, stock: 7 }] });
      Object.assign(fake.catalogue, before);
    });

    it("asks again for what an order found changed: one that is gone keeps nobody from the others", async () => {
      const [before, [, second]] = [fake.catalogue.products, fake.catalogue.products as { price: number }[]];
      fake.catalogue.products = [{ ...second, price: 6_500 }];
      await shop.sync.refreshProducts(["p1", "p2"]);
      expect(await shop.catalogue.product("p1")).toBeUndefined();
      expect(await shop.catalogue.product("p2")).toMatchObject({ price: 6_500 });
      fake.catalogue.products = before;
      await shop.sync.refreshProducts(["p1"]);
      expect(await shop.catalogue.product("p1")).toMatchObject({ price: 5_000 });
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
      const before = structuredClone(fake.catalogue);
      told(5_000);
      expect(await shop.sync.refresh()).toBe(true);
      const first = await sold();
      expect(first[1]?.slice(0, 2)).toEqual(["sabot-p2", "SABOT-p2"]);
      expect(remote.logged).toEqual([
        "Produit p3 de l'API\u00a0: toutes ses variantes ont l'identifiant de celles d'un autre produit",
      ]);
      told(6_500);
      await shop.sync.refreshProducts(["p2"]);
      await shop.sync.refreshProducts(["p1", "p2", "p3"]);
      expect(await sold()).toEqual(first);
      for (const id of ["p1", "p2"]) expect(await shop.catalogue.product(id)).toMatchObject({ price: 6_500 });
      expect(remote.logged).toHaveLength(1);
      Object.assign(fake.catalogue, before);
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
      const before = { ...fake.catalogue };
      const { products, categories, collections, sections } = before;
      for (const shapes of [
        { categories: { categories }, collections: { collections }, sections: { success: true, data: sections } },
        { categories, collections, sections: { sections } },
      ]) {
        Object.assign(fake.catalogue, shapes);
        expect(await shop.sync.refresh()).toBe(true);
        expect(await shop.content.homeSections()).toMatchObject([{ title: "De l'API" }]);
      }
      Object.assign(fake.catalogue, before, { products });
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

describe("on an API of either kind", async () => {
  const remote = await remoteShops();
  const { fake, opened } = remote;
  let shop: RemoteShop;
  const now = () => new Date(remote.clock);
  const pictures = () => openPictures({ host: fake.url, dataDir: remote.folder, now });

  let waits: number[] = [];
  const sleep = async (milliseconds: number) => {
    waits.push(milliseconds);
  };
  beforeEach(() => {
    waits = [];
  });

  describe("asking", () => {
    it("waits 25 s, and 45 s for the phones of section 9", () => {
      expect(patienceFor("Mozilla/5.0 (X11; Linux x86_64) Chrome/130")).toBe(25_000);
      expect(patienceFor(undefined)).toBe(25_000);
      for (const phone of ["Linux; Android 14", "iPhone; CPU iPhone OS 17_0", "iPad; CPU OS 17_0"])
        expect(patienceFor(`Mozilla/5.0 (${phone})`)).toBe(45_000);
    });

    it("twice in all, a second after the first; an answer that would be the same again, once", async () => {
      const api = openApi({ base: fake.url, sleep });
      fake.fail("500");
      await expect(api.request("/api/categories")).rejects.toThrow("HTTP 500");
      expect([fake.calls.length, waits]).toEqual([2, [1_000]]);
      fake.fail("500", "/", 1);
      expect(await api.request("/api/categories")).toBeTruthy();
      fake.calls.length = 0;
      await expect(api.request("/api/products/rien")).rejects.toThrow("HTTP 404");
      expect(fake.calls.length).toBe(1);
      fake.calls.length = 0;
      fake.fail("500");
      await expect(api.request("/api/orders", { method: "POST", body: {} })).rejects.toThrow("HTTP 500");
      expect(fake.calls.length).toBe(1);
    });

    it("when it was told to: Retry-After", async () => {
      fake.fail("429", "/", 1);
      expect(await openApi({ base: fake.url, sleep }).request("/api/categories")).toBeTruthy();
      expect(waits).toEqual([2_000]);
    });

    it.each([
      ["silent", "pas de réponse"],
      ["drip", "pas de réponse"],
      ["429", "HTTP 429"],
      ["500", "HTTP 500"],
      ["html", "la réponse n'est pas du JSON"],
      ["truncated", "la réponse n'est pas du JSON"],
      ["50 MB", "la réponse est trop longue"],
    ] as const)("an API that is %s is reported as such, in time", async (fault, message) => {
      fake.fail(fault);
      const patience = fault === "50 MB" ? 20_000 : SHORT;
      const api = openApi({ base: fake.url, patience: () => patience, sleep });
      const begun = performance.now();
      await expect(api.request("/api/products")).rejects.toThrow(message);
      expect(performance.now() - begun).toBeLessThan(patience + 2_000);
    });

    it("an API that refuses connections is reported by its code", async () => {
      await fake.close();
      try {
        await expect(openApi({ base: fake.url, sleep }).request("/")).rejects.toThrow("ECONNREFUSED");
        expect(waits).toEqual([1_000]);
      } finally {
        await fake.open();
      }
    });
  });

  describe("the catalogue", () => {
    beforeEach(async () => {
      shop = await opened();
      expect(await shop.sync.refresh()).toBe(true);
    });

    it.each(faults)("is served as it was when the API is: %s", async (fault) => {
      const before = await shop.catalogue.list({ sort: "nouveautes", page: 1 });
      fake.fail(fault);
      remote.patience = fault === "50 MB" ? LONG : SHORT;
      expect(await shop.sync.refresh()).toBe(false);
      expect(remote.logged.join("\n")).toMatch(
        /Le catalogue de l'API n'est pas renouvelé\u00a0: .*(récupération|charger)/,
      );
      expect(await shop.catalogue.list({ sort: "nouveautes", page: 1 })).toEqual(before);
      expect(await shop.content.homeSections()).toMatchObject([{ title: "De l'API" }]);
      const isBusy = fault === "429";
      expect(shop.ordering()).toEqual(
        isBusy ? { isOpen: true } : { isOpen: false, since: new Date(remote.clock), hasSamples: false },
      );
      fake.heal();
      remote.patience = LONG;
      expect(await shop.sync.refresh()).toBe(true);
      expect(shop.ordering()).toEqual({ isOpen: true });
    });

    it.each(["html", "500", "wrong JSON"] as const)(
      "sections that fail (%s) leave the home page as it was",
      async (fault) => {
        fake.fail(fault, "/api/content");
        expect(await shop.sync.refresh()).toBe(true);
        expect(await shop.content.homeSections()).toMatchObject([{ title: "De l'API" }]);
      },
    );

    it.each([
      ["404", undefined],
      ["an empty list", []],
      ["all hidden", { data: [{ id: "s1", type: "hero", isVisible: false }] }],
    ])(
      "sections of which the API has none (%s) are none, and asked for again by who tries again",
      async (_, sections) => {
        const { content } = shop;
        fake.catalogue.sections = sections;
        expect(await shop.sync.refresh()).toBe(true);
        expect(await content.homeSections()).toBeUndefined();
        const asked = () => fake.calls.filter(({ path }) => path.includes("home-sections")).length;
        const before = asked();
        // However many try again: every 5 s.
        await Promise.all(Array.from({ length: 5 }, () => content.homeSections(true)));
        expect(await content.homeSections(true)).toBeUndefined();
        expect(asked() - before).toBe(1);
        Object.assign(fake.catalogue, { sections: sampleCatalogue.sections });
        remote.clock += AWAY;
        expect(await content.homeSections()).toBeUndefined();
        expect(await content.homeSections(true)).toMatchObject([{ title: "De l'API" }]);
        expect(await content.homeSections()).toMatchObject([{ title: "De l'API" }]);
        // The next sync decides, whatever came before.
        fake.catalogue.sections = sections;
        expect(await shop.sync.refresh()).toBe(true);
        expect(await content.homeSections()).toBeUndefined();
      },
    );
  });

  it("asks for the catalogue 1 s after the start and every 300 s; as soon as the API is away, every 5 s", async () => {
    const database = await openDatabase({ url: undefined, file: join(remote.folder, "shop.sqlite") });
    await migrate(database);
    let isAway = true;
    let busy = 0;
    let rounds = 0;
    const ask = async (path: string) => {
      if (path === "/api/categories") rounds += 1;
      if (isAway) throw new ApiFailure("HTTP 503", { status: 503 });
      if (busy > 0) throw new ApiFailure("HTTP 429", { status: 429, retryAfter: busy });
      return path.includes("sections")
        ? []
        : path.includes("products")
          ? fake.catalogue.products
          : [{ id: "c1", name: "C" }];
    };
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const sync = await CatalogueSync.open({ base: fake.url, request: ask }, database, pictures(), now);
    const passed = async (milliseconds: number, expected: number) => {
      vi.advanceTimersByTime(milliseconds);
      for (let turn = 0; turn < 2_000; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      expect(rounds, `${milliseconds} ms later`).toBe(expected);
    };
    try {
      sync.start();
      await passed(PRELOAD - 1, 0);
      await passed(1, 1);
      await passed(AWAY - 1, 1);
      isAway = false;
      await passed(1, 2);
      expect(sync.state).toEqual({ hasCatalogue: true, awaySince: undefined });
      await passed(FRESH - 1, 2);
      await passed(1, 3);
      // A busy API is not away, and says when to ask again.
      busy = 60_000;
      await passed(FRESH, 4);
      expect(sync.state.awaySince).toBeUndefined();
      await passed(busy - 1, 4);
      busy = FRESH * 9;
      await passed(1, 5);
      await passed(FRESH - 1, 5);
      busy = 0;
      await passed(1, 6);
      // A shopper's order has found out.
      sync.note(new ApiFailure("HTTP 500", { status: 500 }));
      await passed(AWAY, 7);
      await passed(AWAY, 7);
      expect([PRELOAD, FRESH]).toEqual([1_000, 300_000]);
    } finally {
      await sync.stop();
      vi.useRealTimers();
      await database.close();
    }
  });

  describe("a catalogue whose answers are as the test has them", () => {
    let ask: (path: string) => unknown;
    let sync: CatalogueSync;
    let priceOf: (id: string) => Promise<number | undefined>;
    let countOf: () => Promise<number>;
    let soldOf: () => Promise<number>;
    let close: () => Promise<void>;
    beforeEach(async () => {
      const database = await openDatabase({ url: undefined, file: join(remote.folder, "shop.sqlite") });
      await migrate(database);
      const api = { base: fake.url, request: async (path: string) => ask(path) };
      sync = await CatalogueSync.open(api, database, pictures(), now);
      priceOf = async (id) =>
        (await database.db.selectFrom("products").select("price").where("id", "=", id).executeTakeFirst())?.price;
      countOf = async () => (await database.db.selectFrom("products").select("id").execute()).length;
      soldOf = async () =>
        (await database.db.selectFrom("products").select("id").where("active", "=", 1).execute()).length;
      close = database.close;
    });
    afterEach(() => close());

    const [sample] = structuredClone(sampleCatalogue.products) as { id: string; variants: object[] }[];
    const made = (id: string, price: number) => ({
      ...sample,
      id,
      slug: id,
      price,
      variants: [{ id: `${id}-38`, stock: 1, options: { size: 38 } }],
    });
    const rest = (path: string) => (path.includes("sections") ? [] : [{ id: "c1", name: "C" }]);

    it("what was told first never takes the place of what was told since", async () => {
      const asked: { path: string; answer: (value: unknown) => void }[] = [];
      ask = (path) =>
        path.includes("products") ? new Promise((resolve) => asked.push({ path, answer: resolve })) : rest(path);
      const next = async (value: unknown) => {
        await vi.waitFor(() => expect(asked.length).toBeGreaterThan(0));
        asked.shift()?.answer(value);
      };
      const first = sync.refresh();
      await next({ products: [made("p1", 1), made("p2", 1)], total: 2 });
      expect(await first).toBe(true);

      // One refresh at a time; those that come meanwhile are refreshed together.
      const round = sync.refreshProducts(["p1"]);
      await vi.waitFor(() => expect(asked).toHaveLength(1));
      const rounds = [1, 2, 3].map(() => sync.refreshProducts(["p1"]));
      await next(made("p1", 2));
      await round;
      expect(await priceOf("p1")).toBe(2);
      await next(made("p1", 3));
      await Promise.all(rounds);
      expect(asked).toHaveLength(0);
      expect(await priceOf("p1")).toBe(3);

      // The whole catalogue was requested before, and arrives afterwards.
      const whole = sync.refresh();
      await vi.waitFor(() => expect(asked).toHaveLength(1));
      const one = sync.refreshProducts(["p1"]);
      await vi.waitFor(() => expect(asked).toHaveLength(2));
      asked.pop()?.answer(made("p1", 5));
      await one;
      await next({ products: [made("p1", 4), made("p2", 4)], total: 2 });
      expect(await whole).toBe(true);
      expect([await priceOf("p1"), await priceOf("p2")]).toEqual([5, 4]);
      const again = sync.refresh();
      await next({ products: [made("p1", 4), made("p2", 4)], total: 2 });
      await again;
      expect(await priceOf("p1")).toBe(4);

      // Both come in the same breath.
      const both = [sync.refresh()] as Promise<unknown>[];
      await vi.waitFor(() => expect(asked).toHaveLength(1));
      both.push(sync.refreshProducts(["p1"]));
      await vi.waitFor(() => expect(asked).toHaveLength(2));
      asked.pop()?.answer(made("p1", 7));
      asked.pop()?.answer({ products: [made("p1", 6), made("p2", 6)], total: 2 });
      await Promise.all(both);
      expect([await priceOf("p1"), await priceOf("p2")]).toEqual([7, 6]);
    });

    it.each([
      ["a total from before the last product", 100, 100],
      ["pages that are smaller than what was asked for", 40, 101],
      ["such pages without a total", 40, undefined],
      ["no pages, and no total", Number.POSITIVE_INFINITY, undefined],
    ])("is whole by %s", async (_, size, total) => {
      const products = Array.from({ length: 101 }, (_, index) => made(`p${index}`, 1));
      let asked = 0;
      ask = (path) => {
        if (!path.includes("products")) return rest(path);
        asked += 1;
        const offset = Number(new URL(path, fake.url).searchParams.get("offset"));
        const start = size > products.length ? 0 : offset;
        return { products: products.slice(start, start + size), total };
      };
      expect(await sync.refresh()).toBe(true);
      expect(await countOf()).toBe(101);
      expect(asked).toBeLessThanOrEqual(4);
    });

    it.each([0, 100])("keeps what a page that is empty before its end leaves out, after %i products", async (full) => {
      const products = Array.from({ length: 130 }, (_, index) => made(`p${index}`, 1));
      let first = products.length;
      ask = (path) => {
        if (!path.includes("products")) return rest(path);
        const offset = Number(new URL(path, fake.url).searchParams.get("offset"));
        return { products: products.slice(offset, Math.min(first, offset + 100)), total: 130 };
      };
      expect(await sync.refresh()).toBe(true);
      first = full;
      expect(await sync.refresh()).toBe(true);
      expect(remote.logged.join("\n")).toContain(`L'API annonce 130 produits, et n'en envoie que ${full}.`);
      expect(await soldOf()).toBe(130);
    });
  });
});

describe.each(engines().map((engine) => [engine.name, engine] as const))("addresses, with %s", async (_, engine) => {
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

  it("of products that are gone wait for them", async () => {
    await told(mule("1"), mule("2"));
    await told(mule("3"), mule("2"));
    expect(await found("mule", "mule-2", "mule-3")).toEqual([null, "2", "3"]);
    await told(mule("3"), mule("2"), mule("1"));
    expect(await found("mule", "mule-2", "mule-3")).toEqual(["1", "2", "3"]);
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

describe("what an API says of a product", () => {
  const read = (changes: object) =>
    productFrom({ id: 7, name: "Boston", price: "5000", sizes: [{ value: "38", stock: 2 }], ...changes });

  it("is understood under every name that section 3 has for it", () => {
    expect(read({})).toMatchObject({ id: "7", slug: "boston", price: 5_000, variants: [{ size: 38, stock: 2 }] });
    expect(read({ salePrice: 4_000 })).toMatchObject({ price: 4_000, oldPrice: 5_000 });
    expect(read({ comparePrice: 6_000 })).toMatchObject({ price: 5_000, oldPrice: 6_000 });
    expect(read({ oldPrice: "cher", comparePrice: 6_000 })).toMatchObject({ oldPrice: 6_000 });
    expect(read({ sizes: [], stockBySize: { 38: 1, 39: 0 } })?.variants.map(({ stock }) => stock)).toEqual([1, 0]);
    expect(read({ sizes: [{ value: 38, available: false, stock: 9 }] })?.soldOut).toBe(true);
    expect(read({ isActive: false })?.active).toBe(false);
    expect(read({ variants: [{ id: "v", stock: 1, options: { pointure: "40" } }] })?.variants).toMatchObject([
      { id: "v", size: 40 },
    ]);
  });

  it("is written as the API writes it, without what no form takes", () => {
    const specifications = [{ name: "Semelle", value: "3,2\u00a0cm" }];
    const hostile = "\u0000\u001b\u202e\u009b";
    expect(read({ name: `Bos${hostile}ton \ud800`, specifications, description: `a${hostile}\nb` })).toMatchObject({
      name: "Boston",
      specifications,
      description: "a\nb",
    });
    expect(read({ salePrice: 0 })?.price).toBe(5_000);
  });

  it.each([
    ["3,200.00", 3_200],
    ["149.99", 150],
    ["12 500,5", 12_501],
    [4_999.6, 5_000],
  ])("has the price that it writes as %j: %d DA", (price, dinars) => expect(read({ price })?.price).toBe(dinars));

  it("has the amounts and counts of a list in decimals of three digits", () => {
    const decimals = { price: "4500.000", salePrice: "950.000", sizes: [{ value: "38.000", stock: "12.000" }] };
    expect(read(decimals)).toMatchObject({ price: 950, oldPrice: 4_500, variants: [{ size: 38, stock: 12 }] });
    expect(
      fees.parse({ deliveryFee: "500.000", totalFee: "1500.000", codFee: "0.000", deliveryTime: "3.000" }),
    ).toEqual({ deliveryFee: 500, totalFee: 1_500, codFee: 0, insuranceFee: 0, deliveryTime: 3 });
  });

  it("may be said by texts: flags, stock, gender in the words of section 2", () => {
    expect(read({ isNew: "true", isBestseller: "1", gender: "women", isActive: "false" })).toMatchObject({
      isNew: true,
      isBestseller: true,
      gender: "femme",
      active: false,
    });
    expect(read({ isNew: "false", isBestseller: "0", gender: "Hommes" })).toMatchObject({
      isNew: false,
      isBestseller: false,
      gender: "homme",
    });
    expect(read({ sizes: [{ value: "38", available: "false", stock: "4" }] })?.soldOut).toBe(true);
    expect(read({ sizes: [{ value: "38", available: true }] })?.soldOut).toBe(false);
  });

  it("comes in one size when it names none: with its own stock, else in stock unless its list is empty", () => {
    const one = { size: 101, sizeLabel: "Taille unique" };
    expect(read({ sizes: undefined })?.variants).toMatchObject([{ ...one, id: "~7", stock: 99 }]);
    expect(read({ sizes: undefined, stock: "3" })?.variants).toMatchObject([{ ...one, stock: 3 }]);
    expect(read({ sizes: [] })?.variants).toMatchObject([{ ...one, stock: 0 }]);
    const variants = [{ id: "v7", stock: 2, options: { color: "Noir" } }];
    expect(read({ sizes: undefined, variants })?.variants).toMatchObject([{ ...one, id: "v7", stock: 2 }]);
  });

  it.each([{ id: "" }, { name: null }, { price: "gratuit" }, { price: -1 }, { sizes: "38" }])(
    "%j cannot be sold, and is left out",
    (changes) => expect(read(changes)).toBeUndefined(),
  );
});
