import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { format as formatted } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openDatabase } from "~/database/connection.server";
import { migrate } from "~/database/migrations.server";
import { fillSearchIndex } from "~/database/search-index.server";
import { seedWhenEmpty } from "~/database/seed.server";
import { seedHomeOnce } from "~/database/seed-home.server";
import { defaultDeliverySettings } from "~/domain/delivery";
import { ApiFailure, openApi, patienceFor } from "~/shop/remote/http.server";
import { openRemoteShop, type RemoteShop, type RemoteShopOptions } from "~/shop/remote/index.server";
import { openPictures } from "~/shop/remote/pictures.server";
import { productFrom } from "~/shop/remote/read";
import { AWAY, FRESH, openSync, PRELOAD, type Sync } from "~/shop/remote/sync.server";
import type { PlaceOrder } from "~/shop/services/orders";
import { ShopUnavailable } from "~/shop/shop";
import { newAccount } from "../support/accounts";
import { id, someone } from "../support/backstage";
import { type FakeApi, fakeApi, faults, sampleCatalogue } from "../support/fake-api";

/** A shop on another shop's API, and every way in which that can fail (sections 7, 8, 9; decision 034). */

let fake: FakeApi;
let shop: RemoteShop;
let folder: string;
let clock = 1_800_000_000_000;
const waits: number[] = [];
const sleep = async (milliseconds: number) => {
  waits.push(milliseconds);
};
/** Long enough for an answer on a busy machine, short enough to wait for none. */
const SHORT = 400;

const LONG = 20_000;
let patience = LONG;

async function opened(api = fake, options: Partial<RemoteShopOptions> = {}): Promise<RemoteShop> {
  const database = await openDatabase({ url: undefined, file: join(folder, "shop.sqlite") });
  await migrate(database);
  await seedWhenEmpty(database);
  await seedHomeOnce(database);
  await fillSearchIndex(database);
  return openRemoteShop({
    database,
    now: () => new Date(clock),
    randomBytes,
    passwordCost: 10,
    api: { base: api.url, patience: () => patience, sleep },
    secret: "s".repeat(32),
    dataDir: folder,
    ...options,
  });
}

const now = () => new Date(clock);
const pictures = () => openPictures({ host: fake.url, dataDir: folder, now });

let logged: string[] = [];
beforeAll(async () => {
  fake = await fakeApi();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "remote-"));
  logged = [];
  waits.length = 0;
  patience = LONG;
  vi.spyOn(console, "error").mockImplementation((format, ...rest) => {
    logged.push(formatted(format, ...rest));
  });
});
afterEach(async () => {
  fake.heal();
  fake.restock();
  fake.calls.length = 0;
  fake.orders.clear();
  await shop?.close();
  rmSync(folder, { recursive: true, force: true });
  vi.restoreAllMocks();
});
afterAll(() => fake.stop());

const request = (changes: Partial<PlaceOrder> = {}): PlaceOrder => ({
  key: id("key"),
  lines: [{ variantId: "p1-38", quantity: 1, price: 5_000 }],
  recipient: someone,
  shownFee: 500,
  visitor: id("visitor"),
  fromCart: false,
  ...changes,
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
    await expect(api.ask("/api/categories")).rejects.toThrow("HTTP 500");
    expect([fake.calls.length, waits]).toEqual([2, [1_000]]);
    fake.fail("500", "/", 1);
    expect(await api.ask("/api/categories")).toBeTruthy();
    fake.calls.length = 0;
    await expect(api.ask("/api/products/rien")).rejects.toThrow("HTTP 404");
    expect(fake.calls.length).toBe(1);
    fake.calls.length = 0;
    fake.fail("500");
    await expect(api.ask("/api/orders", { method: "POST", body: {} })).rejects.toThrow("HTTP 500");
    expect(fake.calls.length).toBe(1);
  });

  it("when it was told to: Retry-After", async () => {
    fake.fail("429", "/", 1);
    expect(await openApi({ base: fake.url, sleep }).ask("/api/categories")).toBeTruthy();
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
  ] as const)("an API that is %s is told so, in time", async (fault, message) => {
    fake.fail(fault);
    const patience = fault === "50 MB" ? 20_000 : SHORT;
    const api = openApi({ base: fake.url, patience: () => patience });
    const begun = performance.now();
    await expect(api.ask("/api/products")).rejects.toThrow(message);
    expect(performance.now() - begun).toBeLessThan(patience + 2_000);
  });

  it("an API that refuses connections is told by its code", async () => {
    await fake.close();
    try {
      await expect(openApi({ base: fake.url, sleep }).ask("/")).rejects.toThrow("ECONNREFUSED");
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

  it("follows the API: price, stock, what is new, what is gone", async () => {
    const visitor = id("visitor");
    await shop.carts.add(visitor, "p1-38", 1);
    const before = structuredClone(fake.catalogue);
    const [first] = fake.catalogue.products as { id: string; price: number }[];
    fake.catalogue.products = [{ ...first, id: "p3", slug: "modele-p1" }].map((one) => ({
      ...one,
      variants: [{ id: "p3-40", stock: 1, options: { size: 40 } }],
    }));
    await shop.sync.refresh();
    expect((await shop.catalogue.list({ sort: "nouveautes", page: 1 })).products).toMatchObject([{ id: "p3" }]);
    expect(await shop.catalogue.product("modele-p1")).toMatchObject({ id: "p3" });
    expect(await shop.carts.read(visitor)).toMatchObject({ lines: [{ variantId: "p1-38", stock: 0 }] });
    Object.assign(fake.catalogue, before);
    fake.catalogue.products = (before.products as { price: number }[]).map((one) => ({ ...one, price: 5_500 }));
    await shop.sync.refresh();
    expect(await shop.carts.read(visitor)).toMatchObject({ lines: [{ price: 5_500, priceBefore: 5_000, stock: 7 }] });
    Object.assign(fake.catalogue, before);
  });

  it("asks anew of what an order found changed: one that is gone keeps nobody from the others", async () => {
    const [before, [, second]] = [fake.catalogue.products, fake.catalogue.products as { price: number }[]];
    fake.catalogue.products = [{ ...second, price: 6_500 }];
    await shop.sync.refreshProducts(["p1", "p2"]);
    expect(await shop.catalogue.product("p1")).toBeUndefined();
    expect(await shop.catalogue.product("p2")).toMatchObject({ price: 6_500 });
    fake.catalogue.products = before;
    await shop.sync.refreshProducts(["p1"]);
    expect(await shop.catalogue.product("p1")).toMatchObject({ price: 5_000 });
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

  it.each(faults)("is served as it was when the API is: %s", async (fault) => {
    const before = await shop.catalogue.list({ sort: "nouveautes", page: 1 });
    fake.fail(fault);
    patience = fault === "50 MB" ? LONG : SHORT;
    expect(await shop.sync.refresh()).toBe(false);
    expect(logged.join("\n")).toMatch(/Le catalogue de l'API n'est pas renouvelé\u00a0: .*(récupération|charger)/);
    expect(await shop.catalogue.list({ sort: "nouveautes", page: 1 })).toEqual(before);
    expect(await shop.content.homeSections()).toMatchObject([{ title: "De l'API" }]);
    expect(shop.ordering()).toEqual({ isOpen: false, since: new Date(clock), hasSamples: false });
    fake.heal();
    patience = LONG;
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
      clock += AWAY;
      expect(await content.homeSections()).toBeUndefined();
      expect(await content.homeSections(true)).toMatchObject([{ title: "De l'API" }]);
      expect(await content.homeSections()).toMatchObject([{ title: "De l'API" }]);
      // The next round has the last word, whatever it was told before.
      fake.catalogue.sections = sections;
      expect(await shop.sync.refresh()).toBe(true);
      expect(await content.homeSections()).toBeUndefined();
    },
  );
});

it("asks for the catalogue 1 s after the start and every 300 s; as soon as the API is away, every 5 s", async () => {
  const database = await openDatabase({ url: undefined, file: join(folder, "shop.sqlite") });
  await migrate(database);
  let isAway = true;
  let rounds = 0;
  const ask = async (path: string) => {
    if (path === "/api/categories") rounds += 1;
    if (isAway) throw new ApiFailure("HTTP 503", 503);
    return path.includes("sections")
      ? []
      : path.includes("products")
        ? fake.catalogue.products
        : [{ id: "c1", name: "C" }];
  };
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const sync = await openSync({ base: fake.url, ask }, database, pictures(), now);
  const after = async (milliseconds: number, expected: number) => {
    vi.advanceTimersByTime(milliseconds);
    for (let turn = 0; turn < 2_000; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(rounds, `${milliseconds} ms later`).toBe(expected);
  };
  try {
    sync.start();
    await after(PRELOAD - 1, 0);
    await after(1, 1);
    await after(AWAY - 1, 1);
    isAway = false;
    await after(1, 2);
    expect(sync.state).toEqual({ hasCatalogue: true, awaySince: undefined });
    await after(FRESH - 1, 2);
    await after(1, 3);
    // A shopper's order has found out.
    sync.note(new ApiFailure("HTTP 500", 500));
    await after(AWAY, 4);
    await after(AWAY, 4);
    expect([PRELOAD, FRESH]).toEqual([1_000, 300_000]);
  } finally {
    await sync.stop();
    vi.useRealTimers();
    await database.close();
  }
});

describe("a catalogue whose answers are as the test has them", () => {
  let ask: (path: string) => unknown;
  let sync: Sync;
  let priceOf: (id: string) => Promise<number | undefined>;
  let countOf: () => Promise<number>;
  let close: () => Promise<void>;
  beforeEach(async () => {
    const database = await openDatabase({ url: undefined, file: join(folder, "shop.sqlite") });
    await migrate(database);
    const api = { base: fake.url, ask: async (path: string) => ask(path) };
    sync = await openSync(api, database, pictures(), now);
    priceOf = async (id) =>
      (await database.db.selectFrom("products").select("price").where("id", "=", id).executeTakeFirst())?.price;
    countOf = async () => (await database.db.selectFrom("products").select("id").execute()).length;
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
    await next([made("p1", 1), made("p2", 1)]);
    expect(await first).toBe(true);

    // One order after the other, and those that came while the first was asked about together.
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

    // The whole catalogue was asked for before, and comes afterwards.
    const whole = sync.refresh();
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    const one = sync.refreshProducts(["p1"]);
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    asked.pop()?.answer(made("p1", 5));
    await one;
    await next([made("p1", 4), made("p2", 4)]);
    expect(await whole).toBe(true);
    expect([await priceOf("p1"), await priceOf("p2")]).toEqual([5, 4]);
    const again = sync.refresh();
    await next([made("p1", 4), made("p2", 4)]);
    await again;
    expect(await priceOf("p1")).toBe(4);

    // Both come in the same breath, and share one commit.
    const both = [sync.refresh()] as Promise<unknown>[];
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    both.push(sync.refreshProducts(["p1"]));
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    asked.pop()?.answer(made("p1", 7));
    asked.pop()?.answer([made("p1", 6), made("p2", 6)]);
    await Promise.all(both);
    expect([await priceOf("p1"), await priceOf("p2")]).toEqual([7, 6]);
  });

  it.each([
    ["a total from before the last product", 100, 100],
    ["pages that are smaller than what was asked for", 40, 101],
  ])("is whole by %s", async (_, size, total) => {
    const products = Array.from({ length: 101 }, (_, index) => made(`p${index}`, 1));
    ask = (path) => {
      if (!path.includes("products")) return rest(path);
      const offset = Number(new URL(path, fake.url).searchParams.get("offset"));
      return { products: products.slice(offset, offset + size), total };
    };
    expect(await sync.refresh()).toBe(true);
    expect(await countOf()).toBe(101);
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
      // The form can be shown, and what is typed is kept; only fees are not known.
      expect(await shop.courier.wilayas()).toHaveLength(58);
      await expect(shop.courier.quote({ wilayaId: 31, communeId: 3101 }, 1, 5_000)).rejects.toThrow("the API is away");
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

it("goods that are no shoes are called by their own words, up to the order", async () => {
  const [first] = fake.catalogue.products as object[];
  const large = { id: "p1-l", sku: "p1-l", stock: 2, options: { size: 102, sizeLabel: "Large" } };
  fake.catalogue.products = [{ ...first, variants: [large] }];
  shop = await opened();
  expect(await shop.sync.refresh()).toBe(true);
  expect((await shop.catalogue.product("p1"))?.variants).toMatchObject([{ size: 102, sizeLabel: "Large", stock: 2 }]);
  const lines = [{ variantId: "p1-l", quantity: 1, price: 5_000 }];
  expect(await shop.orders.place(request({ lines }))).toMatchObject({
    outcome: "placed",
    order: { lines: [{ size: 102, sizeLabel: "Large" }] },
  });
});

describe("the courier", () => {
  it("is the API's, asked once in 300 s; names may be old, fees not", async () => {
    shop = await opened();
    const destination = { wilayaId: 31, communeId: 3101 };
    const [one, two] = await Promise.all([
      shop.courier.quote(destination, 1, 5_000),
      shop.courier.quote({ ...destination, communeId: 3102 }, 1, 5_000),
    ]);
    expect([one?.home.totalFee, one?.pickup?.totalFee, two]).toEqual([500, 300, undefined]);
    expect(await shop.courier.wilayas()).toEqual([{ id: 31, name: "Oran", nameAr: "Oran" }]);
    expect(await shop.courier.communes(31)).toMatchObject([{ id: 3101, hasStopDesk: true }, { id: 3102 }]);
    expect(await shop.courier.pickupPoints(3101)).toMatchObject([{ id: 310101 }]);
    expect(fake.calls.filter(({ path }) => path.includes("quotes"))).toHaveLength(1);
    fake.fail("500");
    expect(await shop.courier.quote(destination, 1, 5_000)).toMatchObject({ home: { totalFee: 500 } });
    clock += 300_001;
    await expect(shop.courier.quote(destination, 1, 5_000)).rejects.toBeInstanceOf(ShopUnavailable);
    expect(logged.join("\n")).toContain("Failed to calculate fees: HTTP 500");
    // Old names are served at once, and asked for again; nobody waits for an API that does not answer.
    fake.heal();
    await shop.sync.refresh();
    fake.fail("silent");
    patience = SHORT;
    const begun = performance.now();
    expect(await shop.courier.wilayas()).toHaveLength(1);
    expect(performance.now() - begun).toBeLessThan(SHORT);
    await expect.poll(() => logged.join("\n")).toContain("Failed to fetch wilayas: pas de réponse");
    patience = LONG;
    // … and nobody asks one that is known to be away, not for fees either.
    await expect(shop.courier.quote(destination, 1, 5_000)).rejects.toThrow("the API is away");
    fake.calls.length = 0;
    expect(await shop.courier.wilayas()).toHaveLength(1);
    expect((await shop.courier.communes(16)).length).toBeGreaterThan(1);
    expect(fake.calls).toEqual([]);
  });
});

describe("the courier of an API that knows section 7 only", () => {
  it("is asked for one commune at a time, as section 7 has it", async () => {
    const other = await fakeApi({ isLikeThisShop: false });
    shop = await opened(other);
    try {
      const { courier } = shop;
      expect(await courier.quotes(31, 2, 5_000.4)).toBeUndefined();
      const asked = () => other.calls.filter(({ path }) => path.includes("fees"));
      expect(asked()).toEqual([]);
      const quote = await courier.quote({ wilayaId: 31, communeId: 3101 }, 2, 5_000.4);
      expect([quote?.home.totalFee, quote?.pickup?.totalFee]).toEqual([500, 300]);
      const body = {
        ...{ fromWilayaId: 31, toWilayaId: 31, toCommuneId: 3101, price: 5_000, declaredValue: 5_000 },
        ...{ weight: 2, length: 30, width: 20, height: 20, freeShipping: false, doInsurance: false },
      };
      expect(asked().map((call) => [call.method, call.body])).toEqual([
        ["POST", { ...body, isStopDesk: false }],
        ["POST", { ...body, isStopDesk: true }],
      ]);
      await courier.quote({ wilayaId: 31, communeId: 3101 }, 2, 5_000);
      expect(asked()).toHaveLength(2);
      expect(await courier.quote({ wilayaId: 31, communeId: 3102 }, 2, 5_000)).toBeUndefined();
      other.fail("500");
      clock += 300_001;
      await expect(courier.quote({ wilayaId: 31, communeId: 3101 }, 2, 5_000)).rejects.toBeInstanceOf(ShopUnavailable);
    } finally {
      await other.stop();
    }
  });
});

describe("the insurance (decision 040)", () => {
  it.each([true, false])("that was quoted is what the order carries: %s", async (insured) => {
    const other = await fakeApi({ isLikeThisShop: false });
    shop = await opened(other, { settings: { ...defaultDeliverySettings, insured } });
    try {
      await shop.sync.refresh();
      await shop.courier.quote({ wilayaId: 31, communeId: 3101 }, 1, 5_000);
      const result = await shop.orders.place(request());
      const asked = other.calls.filter(({ method }) => method === "POST");
      expect(asked.map(({ path }) => path.split("/").at(-1))).toEqual(["calculate-fees", "calculate-fees", "orders"]);
      for (const { body } of asked) expect(body).toMatchObject({ doInsurance: insured });
      expect(result).toMatchObject({ outcome: "placed", order: { settings: { insured } } });
      // What the API does not say is as it was agreed.
      other.silence("doInsurance");
      expect(await shop.orders.place(request())).toMatchObject({ outcome: "placed", order: { settings: { insured } } });
    } finally {
      await other.stop();
    }
  });
});

describe("an account", () => {
  it("is closed while the API is away, and its parcels are followed once it is back", async () => {
    shop = await opened();
    await shop.sync.refresh();
    const { account } = await newAccount(shop);
    const recipient = { ...someone, lastName: id("Nom") };
    const placed = await shop.orders.place(request({ visitor: account.id, recipient }));
    if (placed.outcome !== "placed") throw new Error(placed.outcome);
    const [order] = fake.orders.values();
    if (!order) throw new Error("No order.");
    order.status = "delivered";
    const { track } = shop.orders;
    const isNamed = async () => typeof (await track(placed.order.number, someone.phone, id("visitor"))) === "object";
    fake.fail("500");
    await shop.accounts.close(account.id);
    await shop.accounts.forgetRecipients();
    expect(await isNamed()).toBe(true);
    fake.heal();
    await shop.accounts.forgetRecipients();
    expect(await isNamed()).toBe(false);
  });
});

describe("an order", () => {
  beforeEach(async () => {
    shop = await opened();
    await shop.sync.refresh();
    fake.calls.length = 0;
  });
  const posts = () => fake.calls.filter(({ method, path }) => method === "POST" && path === "/api/orders");

  it("goes to the API as section 3 has it, under the form's key, and is this shop's visitor's to read", async () => {
    const asked = request();
    const result = await shop.orders.place(asked);
    if (result.outcome !== "placed") throw new Error(result.outcome);
    const [post] = posts();
    // The key's fingerprint: it fits into a header, and whoever reads it there cannot send the form.
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
    expect(result.order).toMatchObject({ status: "pending", total: 5_500 });
    expect(await shop.orders.read(result.order.number, asked.visitor)).toMatchObject({ total: 5_500 });
    expect(await shop.orders.read(result.order.number, id("visitor"))).toBeUndefined();
    expect(await shop.orders.track(result.order.number, "0550123456", id("visitor"))).toMatchObject({ total: 5_500 });
    // The same form again, and another form under its key.
    expect(await shop.orders.place(asked)).toMatchObject({ outcome: "placed", repeated: true });
    const other = { ...asked, recipient: { ...someone, phone: "0661234567" } };
    expect((await shop.orders.place(other)).outcome).toBe("key-used");
    expect([posts().length, fake.orders.size]).toEqual([1, 1]);
  });

  it("whose answer was lost is sent again under its key, and is one order", async () => {
    fake.fail("lost answer", "/api/orders", 1);
    const result = await shop.orders.place(request());
    expect(result.outcome).toBe("placed");
    expect([posts().length, fake.orders.size]).toEqual([2, 1]);
    expect(new Set(posts().map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    // All answers lost: nobody knows, and the same form finds out.
    const asked = request();
    fake.fail("lost answer", "/api/orders");
    await expect(shop.orders.place(asked)).rejects.toBeInstanceOf(ShopUnavailable);
    fake.heal();
    expect((await shop.orders.place(asked)).outcome).toBe("placed");
    expect(fake.orders.size).toBe(2);
  });

  it("whose answer was lost is told to who sends its form with another content, and is theirs to read", async () => {
    const asked = request({ recipient: { ...someone, address: "Cité 200\nBt 4", notes: "Sonnez" } });
    fake.fail("lost answer", "/api/orders");
    await expect(shop.orders.place(asked)).rejects.toBeInstanceOf(ShopUnavailable);
    fake.heal();
    const changed = { ...asked, recipient: { ...someone, phone: "0661234567" } };
    // It says that there is one, and is away before it says which.
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

  it("of whom the API has too many is told when to come again, and is closed to nobody", async () => {
    const asked = request();
    fake.fail("429", "/api/orders");
    expect(await shop.orders.place(asked)).toEqual({ outcome: "busy", seconds: 2 });
    expect(shop.ordering()).toEqual({ isOpen: true });
    fake.heal();
    expect((await shop.orders.place(asked)).outcome).toBe("placed");
    expect(fake.orders.size).toBe(1);
  });

  it.each(["silent", "drip", "500", "html", "truncated", "wrong JSON", "missing fields", "50 MB"] as const)(
    "is closed while the API is: %s; what comes of it is found by the same form",
    async (fault) => {
      const asked = request();
      fake.fail(fault, "/api/orders");
      patience = fault === "50 MB" ? LONG : SHORT;
      const begun = performance.now();
      await expect(shop.orders.place(asked)).rejects.toBeInstanceOf(ShopUnavailable);
      expect(performance.now() - begun).toBeLessThan(patience + 2_000);
      expect(shop.ordering()).toMatchObject({ isOpen: false, hasSamples: false });
      expect(logged.join("\n")).toContain("Erreur lors de la création de la commande: ");
      fake.heal();
      patience = LONG;
      expect((await shop.orders.place(asked)).outcome).toBe("placed");
      expect(shop.ordering()).toEqual({ isOpen: true });
      expect(fake.orders.size).toBe(1);
    },
  );

  it("shows what the API found changed: prices, and fees, which are not asked for again for 300 s otherwise", async () => {
    const destination = { wilayaId: 31, communeId: 3101 };
    const fee = async () => (await shop.courier.quote(destination, 1, 5_000))?.home.totalFee;
    expect(await fee()).toBe(500);
    fake.fees.totalFee = 600;
    fake.catalogue.products = (fake.catalogue.products as object[]).map((one) => ({ ...one, price: 5_500 }));
    expect(await fee()).toBe(500);
    const changes = [
      { kind: "fee", before: 500, now: 600 },
      { kind: "price", variantId: "p1-38", name: "Modèle p1", before: 5_000, now: 5_500 },
    ];
    fake.refuse(409, { message: "Rien n'a été commandé", changes });
    expect(await shop.orders.place(request())).toEqual({ outcome: "changed", changes });
    expect([await fee(), (await shop.catalogue.product("p1"))?.price]).toEqual([600, 5_500]);
  });

  it("under a key that has made another one, which was never written down here, and tells nothing of its content, says its number", async () => {
    const asked = request();
    fake.orders.set("elsewhere", { id: "ZZZZ-2222", status: "shipped", bearer: "" });
    fake.refuse(409, { message: "Cette clé a déjà servi", orderNumber: "ZZZZ-2222" });
    // Whoever has the key is who may read it.
    const mine = fake.orders.get("elsewhere") ?? {};
    Object.defineProperty(mine, "bearer", { get: () => fake.calls.at(-1)?.headers.authorization });
    expect(await shop.orders.place(asked)).toMatchObject({
      outcome: "key-used",
      order: { number: "ZZZZ-2222", status: "shipped" },
    });
    expect(await shop.orders.isKnown("ZZZZ-2222")).toBe(false);
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
    const { db, close } = await openDatabase({ url: undefined, file: join(folder, "shop.sqlite") });
    // Whoever asks for it is gone.
    await db
      .updateTable("carts")
      .set({ ordering: "another", ordering_until: clock + 60_000 })
      .execute();
    let isPlaced = false;
    const placing = shop.orders.place(request({ visitor, fromCart: true })).then((result) => {
      isPlaced = true;
      return result;
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect([isPlaced, posts().length]).toEqual([false, 0]);
    clock += 60_000;
    expect((await placing).outcome).toBe("placed");
    expect(await db.selectFrom("carts").select(["ordering", "ordering_until"]).execute()).toEqual([
      { ordering: null, ordering_until: null },
    ]);
    await close();
  });

  it("shows the status that the API gives, and the last known one while it is away; is cancelled there", async () => {
    const asked = request();
    const result = await shop.orders.place(asked);
    if (result.outcome !== "placed") throw new Error(result.outcome);
    const { number } = result.order;
    const [order] = fake.orders.values();
    if (!order) throw new Error("No order.");
    expect(await shop.orders.cancel(number, id("visitor"))).toBe("unknown");
    order.status = "confirmed";
    clock += 60_000;
    expect(await shop.orders.read(number, asked.visitor)).toMatchObject({ status: "confirmed" });
    expect(await shop.orders.cancel(number, asked.visitor)).toBe("too-late");
    order.status = "shipped";
    clock += 60_000;
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
    expect(await shop.orders.cancel(number, asked.visitor)).toBe("cancelled");
    expect(await shop.orders.read(number, asked.visitor)).toMatchObject({
      status: "cancelled",
      recipient: { phone: "0661234567" },
    });
  });
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
  afterEach(() => own?.stop());
  const openedFor = async (numbers: (index: number) => { id?: unknown; orderNumber?: unknown }) => {
    own = await fakeApi({ numbers });
    shop = await opened(own);
    await shop.sync.refresh();
    own.calls.length = 0;
  };
  const placed = async (changes: Partial<PlaceOrder> = {}) => {
    const asked = request(changes);
    const result = await shop.orders.place(asked);
    if (result.outcome !== "placed") throw new Error(result.outcome);
    return { ...asked, number: result.order.number };
  };

  it.each(called)(
    "id %j, number %j: is shown as it is, found in any spelling, and asked for by its id",
    async (id_, orderNumber, number, spelt) => {
      await openedFor(() => ({ id: id_, orderNumber }));
      const { account } = await newAccount(shop);
      const { orders } = shop;
      const { visitor, ...asked } = await placed();
      expect(asked.number).toBe(number);
      const [order] = own.orders.values();
      if (!order) throw new Error("No order.");
      const address = `/api/orders/${encodeURIComponent(String(id_ ?? orderNumber))}`;

      order.status = "confirmed";
      expect(await orders.read(number, visitor)).toMatchObject({ number, status: "confirmed" });
      expect(own.calls.at(-1)?.path).toBe(address);
      expect(await orders.read(spelt, visitor)).toMatchObject({ number });
      expect(await orders.steps(spelt, visitor)).toHaveLength(2);
      expect(await orders.isKnown(spelt)).toBe(true);

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
      clock += 60_000;
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
    await placed();
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
    const [first, second] = [await placed({ visitor }), await placed({ visitor, lines })];
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

  it("is told by its number to who sends its form with another content, after its answer was lost", async () => {
    await openedFor(() => ({ id: 77, orderNumber: "N-77" }));
    const asked = request();
    own.fail("lost answer", "/api/orders");
    await expect(shop.orders.place(asked)).rejects.toBeInstanceOf(ShopUnavailable);
    own.heal();
    const changed = { ...asked, recipient: { ...someone, phone: "0661234567" } };
    expect(await shop.orders.place(changed)).toMatchObject({ outcome: "key-used", order: { number: "N-77" } });
    expect(own.calls.some(({ path }) => path === "/api/orders/77")).toBe(true);
    expect(await shop.orders.read("N-77", asked.visitor)).toMatchObject({ number: "N-77", total: 5_500 });
  });
});

describe("what an API says of a product", () => {
  const read = (changes: object) =>
    productFrom({ id: 7, name: "Boston", price: "5000", sizes: [{ value: "38", stock: 2 }], ...changes });

  it("is understood under every name that section 3 has for it", () => {
    expect(read({})).toMatchObject({ id: "7", slug: "boston", price: 5_000, variants: [{ size: 38, stock: 2 }] });
    expect(read({ salePrice: 4_000 })).toMatchObject({ price: 4_000, oldPrice: 5_000 });
    expect(read({ comparePrice: 6_000 })).toMatchObject({ price: 5_000, oldPrice: 6_000 });
    expect(read({ sizes: [], stockBySize: { 38: 1, 39: 0 } })?.variants.map(({ stock }) => stock)).toEqual([1, 0]);
    expect(read({ sizes: [{ value: 38, available: false, stock: 9 }] })?.soldOut).toBe(true);
    expect(read({ isActive: false })?.active).toBe(false);
    expect(read({ variants: [{ id: "v", stock: 1, options: { pointure: "40" } }] })?.variants).toMatchObject([
      { id: "v", size: 40 },
    ]);
  });

  it("is written as the API writes it, without what no database takes", () => {
    const specifications = [{ name: "Semelle", value: "3,2\u00a0cm" }];
    expect(read({ name: "Bos\u0000ton \ud800", specifications, description: "a\u0000\nb" })).toMatchObject({
      name: "Boston \ufffd",
      specifications,
      description: "a\nb",
    });
    expect(read({ salePrice: 0 })?.price).toBe(5_000);
  });

  it.each([{ id: "" }, { name: null }, { price: "gratuit" }, { price: -1 }, { sizes: [] }, { sizes: "38" }])(
    "%j cannot be sold, and is left out",
    (changes) => expect(read(changes)).toBeUndefined(),
  );
});
