import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openDatabase } from "~/database/connection.server";
import { migrate } from "~/database/migrations.server";
import { AWAY, CatalogueSync, FRESH, PRELOAD } from "~/shop/remote/catalogue-sync.server";
import { ApiFailure, openApi, patienceFor } from "~/shop/remote/http.server";
import type { RemoteShop } from "~/shop/remote/index.server";
import { openPictures } from "~/shop/remote/pictures.server";
import { faults, sampleCatalogue } from "../support/fakes/fake-api";
import { LONG, patienceWith, remoteShops } from "../support/fakes/remote-shop";

/** How another API is asked, and all its failures (sections 7 and 9). */

describe("on an API of either kind", async () => {
  const remote = await remoteShops();
  const { fake, synced } = remote;
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
      const patience = patienceWith(fault);
      const api = openApi({ base: fake.url, patience: () => patience, sleep });
      const begun = performance.now();
      await expect(api.request("/api/products")).rejects.toThrow(message);
      expect(performance.now() - begun).toBeLessThan(patience + 2_000);
    });

    it("an answer may begin with a byte order mark", async () => {
      fake.refuse(201, '\ufeff{"id":"n"}');
      const api = openApi({ base: fake.url, sleep });
      expect(await api.request("/api/orders", { method: "POST", body: {} })).toEqual({ id: "n" });
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
      shop = await synced();
    });

    it.each(faults)("is served as it was when the API is: %s", async (fault) => {
      const before = await shop.catalogue.list({ sort: "nouveautes", page: 1 });
      fake.fail(fault);
      remote.patience = patienceWith(fault);
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
      // As this shop and its nginx say it of themselves.
      if (isAway) throw new ApiFailure("HTTP 503", { status: 503, retryAfter: 60_000 });
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
      isAway = true;
      await passed(AWAY, 7);
      isAway = false;
      await passed(AWAY, 8);
      await passed(AWAY, 8);
      // One place fails, however often: soon the catalogue tells whether everything does.
      sync.note(new ApiFailure("HTTP 500", { status: 500 }), true);
      await passed(AWAY - 1, 8);
      sync.note(new ApiFailure("HTTP 500", { status: 500 }), true);
      expect(sync.state.awaySince).toBeUndefined();
      await passed(1, 9);
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
