import { beforeEach, describe, expect, it } from "vitest";
import { defaultDeliverySettings } from "~/domain/delivery/delivery";
import type { RemoteShop } from "~/shop/remote/index.server";
import { ShopUnavailable } from "~/shop/shop";
import { LONG, remoteShops, request, SHORT } from "../support/fakes/remote-shop";
import { placed } from "../support/shop/orders";
import { someone } from "../support/shop/test-shop";

/** Another API's courier: names, fees and insurance (sections 7, 8, 9; decision 034). */

const remote = await remoteShops();
const { fake, opened, synced, otherApi } = remote;
let shop: RemoteShop;

describe("the courier", () => {
  it("is the API's, asked once in 300 s; names may be old, fees not", async () => {
    shop = await opened();
    const destination = { wilayaId: 31, communeId: 3101 };
    const [first, second] = await Promise.all([
      shop.courier.quote(destination, 1, 5_000),
      shop.courier.quote({ ...destination, communeId: 3102 }, 1, 5_000),
    ]);
    expect([first?.home.totalFee, first?.pickup?.totalFee, second]).toEqual([500, 300, undefined]);
    expect(await shop.courier.wilayas()).toEqual([{ id: 31, name: "Oran", nameAr: "Oran" }]);
    expect(await shop.courier.communes(31)).toMatchObject([{ id: 3101, hasPickupPoint: true }, { id: 3102 }]);
    expect(await shop.courier.pickupPoints(3101)).toMatchObject([{ id: 310101 }]);
    expect(fake.calls.filter(({ path }) => path.includes("quotes"))).toHaveLength(1);
    fake.fail("500");
    expect(await shop.courier.quote(destination, 1, 5_000)).toMatchObject({ home: { totalFee: 500 } });
    remote.clock += 300_001;
    await expect(shop.courier.quote(destination, 1, 5_000)).rejects.toBeInstanceOf(ShopUnavailable);
    expect(remote.logged.join("\n")).toContain("Failed to calculate fees: HTTP 500");
    // Old names are served at once and refreshed; no request waits for a silent API.
    fake.heal();
    await shop.sync.refresh();
    fake.fail("silent");
    remote.patience = SHORT;
    expect(await shop.courier.wilayas()).toHaveLength(1);
    expect(remote.logged.join("\n")).not.toContain("pas de réponse");
    await expect.poll(() => remote.logged.join("\n")).toContain("Failed to fetch wilayas: pas de réponse");
    remote.patience = LONG;
    // An API known to be away is not asked for fees either.
    await expect(shop.courier.quote(destination, 1, 5_000)).rejects.toThrow("the API is away");
    fake.calls.length = 0;
    expect(await shop.courier.wilayas()).toHaveLength(1);
    expect((await shop.courier.communes(16)).length).toBeGreaterThan(1);
    expect(fake.calls).toEqual([]);
  });
});

describe("the courier of an API whose numbers are text", () => {
  it("reads them in its places and fees", async () => {
    const [home, stop_desk] = [{ totalFee: "500 DA" }, { totalFee: "300.00" }];
    const range = { least: "400 DA", most: "1 200 DA" };
    const other = await otherApi({
      serve: ({ path }) =>
        path.includes("quotes")
          ? [200, { success: true, data: [{ commune_id: "3101", home, stop_desk }] }]
          : path.includes("wilaya-fees")
            ? [200, { data: [{ wilaya_id: "31", home: range, stop_desk: { least: "-1", most: "-1" } }] }]
            : undefined,
    });
    shop = await opened(other);
    const quote = (await shop.courier.quotes(31, 1, 5_000))?.get(3101);
    expect([quote?.home.totalFee, quote?.pickup?.totalFee]).toEqual([500, 300]);
    expect([...((await shop.courier.wilayaFees(1, 5_000)) ?? [])]).toEqual([
      [31, { home: { least: 400, most: 1_200 } }],
    ]);
  });
});

describe("the courier of a busy API", () => {
  it("tells no fee, and closes ordering to nobody", async () => {
    shop = await synced();
    fake.fail("429", "/api/yalidine");
    const destination = { wilayaId: 31, communeId: 3101 };
    await expect(shop.courier.quote(destination, 1, 5_000)).rejects.toBeInstanceOf(ShopUnavailable);
    expect(shop.ordering()).toEqual({ isOpen: true });
    fake.heal();
    expect(await shop.courier.quote(destination, 1, 5_000)).toMatchObject({ home: { totalFee: 500 } });
  });
});

describe("one address of the API that fails", () => {
  beforeEach(async () => {
    shop = await synced();
  });

  it.each(["500", "missing fields"] as const)("for a commune (%s) closes ordering to nobody", async (fault) => {
    const [oran, alger] = [31, 16].map((wilayaId) => ({ wilayaId, communeId: wilayaId * 100 + 1 }));
    if (!oran || !alger) throw new Error("Two places are needed.");
    fake.fail(fault, "/api/yalidine/quotes?wilaya_id=16");
    await expect(shop.courier.quote(alger, 1, 5_000)).rejects.toBeInstanceOf(ShopUnavailable);
    expect(shop.ordering()).toEqual({ isOpen: true });
    expect(await shop.courier.quote(oran, 1, 5_000)).toMatchObject({ home: { totalFee: 500 } });
    expect(await shop.orders.place(request())).toMatchObject({ outcome: "placed" });
  });

  it("for an order closes ordering to nobody, and is not asked again at once", async () => {
    const asked = request();
    const { number } = placed(await shop.orders.place(asked));
    fake.fail("500", "/api/orders/");
    fake.calls.length = 0;
    for (let time = 0; time < 2; time += 1)
      expect(await shop.orders.read(number, asked.visitor)).toMatchObject({ status: "pending" });
    expect(shop.ordering()).toEqual({ isOpen: true });
    expect(fake.calls.filter(({ path }) => path.startsWith("/api/orders/"))).toHaveLength(2);
    await expect(shop.orders.cancel(number, asked.visitor)).rejects.toBeInstanceOf(ShopUnavailable);
    expect(shop.ordering()).toEqual({ isOpen: true });
  });

  it.each(["html", "truncated"] as const)("for an order (%s) closes ordering to nobody either", async (fault) => {
    const asked = request();
    const { number } = placed(await shop.orders.place(asked));
    fake.fail(fault, "/api/orders/");
    await expect(shop.orders.cancel(number, asked.visitor)).rejects.toBeInstanceOf(ShopUnavailable);
    expect(shop.ordering()).toEqual({ isOpen: true });
  });

  it.each(["lost answer", "500 afterwards"] as const)("for new orders (%s) closes ordering", async (fault) => {
    fake.fail(fault, "/api/orders");
    await expect(shop.orders.place(request())).rejects.toBeInstanceOf(ShopUnavailable);
    expect(shop.ordering()).toMatchObject({ isOpen: false });
  });
});

describe("the courier of an API that knows section 7 only", () => {
  it.each([
    [405, ""],
    [302, ""],
    [501, {}],
    [200, "<!doctype html>"],
    [204, ""],
  ])("is known by %i for what it does not know, and closes nothing", async (...unknown) => {
    const isUnknown = /quotes|wilaya-fees/;
    const other = await otherApi({ serve: ({ path }) => (isUnknown.test(path) ? unknown : undefined) });
    shop = await synced(other);
    expect(await shop.courier.wilayaFees(1, 5_000)).toBeUndefined();
    const quote = await shop.courier.quote({ wilayaId: 31, communeId: 3101 }, 1, 5_000);
    expect([quote?.home.totalFee, shop.ordering()]).toEqual([500, { isOpen: true }]);
  });

  it("is asked for one commune at a time, as section 7 has it", async () => {
    const other = await otherApi({ isLikeThisShop: false });
    shop = await opened(other);
    const { courier } = shop;
    expect(await courier.quotes(31, 2, 5_000.4)).toBeUndefined();
    const asked = () => other.calls.filter(({ path }) => path.includes("fees"));
    expect(asked()).toEqual([]);
    expect(await courier.wilayaFees(2, 5_000)).toBeUndefined();
    other.calls.length = 0;
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
    remote.clock += 300_001;
    await expect(courier.quote({ wilayaId: 31, communeId: 3101 }, 2, 5_000)).rejects.toBeInstanceOf(ShopUnavailable);
  });
});

describe("the places of an API that calls them otherwise than the table", () => {
  it("are called so in the order, with its pickup point", async () => {
    const communes = [{ id: 3101, name: "La Ville Nouvelle", has_stop_desk: true }];
    const other = await otherApi({ serve: ({ path }) => (path.includes("communes") ? [200, communes] : undefined) });
    shop = await synced(other);
    const recipient = { ...someone, mode: "pickup", pickupPointId: 310101 } as const;
    const place = () => shop.orders.place(request({ recipient, shownFee: 300 }));
    // Without the list its point goes unnamed.
    other.fail("500", "/api/yalidine/centers");
    expect(await place()).toMatchObject({ outcome: "placed" });
    other.heal();
    other.calls.length = 0;
    const result = await place();
    const names = { communeName: "La Ville Nouvelle", pickupPointName: "Relais", pickupPointAddress: "Rue" };
    expect(result).toMatchObject({ outcome: "placed", order: { recipient: names } });
    const sent = { toCommuneName: "La Ville Nouvelle", stopDeskName: "Relais", toWilayaName: "Oran" };
    expect(other.calls.find(({ method }) => method === "POST")?.body).toMatchObject(sent);
  });
});

describe("the insurance (decision 040)", () => {
  it.each([true, false])("that was quoted is what the order carries: %s", async (insured) => {
    const other = await otherApi({ isLikeThisShop: false });
    shop = await synced(other, { settings: { ...defaultDeliverySettings, insured } });
    await shop.courier.quote({ wilayaId: 31, communeId: 3101 }, 1, 5_000);
    const result = await shop.orders.place(request());
    const asked = other.calls.filter(({ method }) => method === "POST");
    expect(asked.map(({ path }) => path.split("/").at(-1))).toEqual(["calculate-fees", "calculate-fees", "orders"]);
    for (const { body } of asked) expect(body).toMatchObject({ doInsurance: insured });
    expect(result).toMatchObject({ outcome: "placed", order: { settings: { insured } } });
    // Fields that the API leaves out have the agreed values.
    other.omit("doInsurance");
    expect(await shop.orders.place(request())).toMatchObject({ outcome: "placed", order: { settings: { insured } } });
  });
});
