import { beforeEach, describe, expect, it, vi } from "vitest";
import { checkRates } from "~/courier/check-rates.server";
import { openFeeSync } from "~/courier/fee-sync.server";
import { courierOf } from "~/courier/served-wilayas.server";
import { tableCourier } from "~/courier/table.server";
import { startCourierWorkers } from "~/courier/workers.server";
import { type Yalidine, yalidine } from "~/courier/yalidine/client.server";
import type { Connection, CourierFailure } from "~/courier/yalidine/http.server";
import type { OperatedShop } from "~/shop/shop";
import type { ParcelQueue, ReadWilaya } from "~/shop/workers/parcel-queue";
import { FakeCourier, KEYS } from "../support/fakes/fake-courier";
import { SimulatedClock } from "../support/fakes/simulated-clock";
import { lineOf } from "../support/shop/orders";
import { requestFor, someone } from "../support/shop/test-shop";
import { describeShopHere } from "./describe-shop";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describeShopHere("backOffice", "places and fees of the courier's API", (fixture) => {
  /** Later than all earlier tests of this file. */
  let today = Date.UTC(2026, 10, 20, 8);
  let clock: SimulatedClock;
  let fake: FakeCourier;
  let lines: string[];
  beforeEach(() => {
    today += 100 * DAY;
    clock = new SimulatedClock(today);
    fake = new FakeCourier(() => clock.now);
    lines = [];
  });

  const opened = () => fixture().testShop.reopened({ now: clock.date, connection: {} });
  const log = (line: string) => void lines.push(line);
  /** An unlimited quota, so that tests of other subjects skip its transactions. */
  const free: Connection["quota"] = { takeCall: async () => ({ call: "" }), endCall: async () => {} };
  const client = (shop: OperatedShop, latency = 40, quota: Connection["quota"] = shop.parcelQueue): Yalidine =>
    yalidine({
      url: "https://courier.invalid/v1/",
      ...KEYS,
      quota,
      wait: clock.wait,
      fetch: async (...request) => {
        const answer = await fake.fetch(...request);
        await clock.wait(latency);
        return answer;
      },
    });
  /** One for each process. */
  const syncs = new WeakMap<OperatedShop, () => Promise<void>>();
  const read = (shop: OperatedShop) => {
    const courier = fake.isLimited ? client(shop) : client(shop, 40, free);
    const sync = syncs.get(shop) ?? openFeeSync(shop.parcelQueue, courier, log);
    syncs.set(shop, sync);
    return sync();
  };
  /** Reads until nothing is due, as the process that lives does. */
  const readWhole = async (shop: OperatedShop, hours = 1) => {
    const end = clock.now + hours * HOUR;
    while (clock.now < end) {
      await read(shop);
      await clock.wait(5 * MINUTE);
    }
  };
  const feeOf = async (shop: OperatedShop, wilayaId: number, communeId: number) => {
    // Pages look once a second.
    await clock.wait(1_001);
    return (await shop.courier.quote({ wilayaId, communeId }, 1, 5_000))?.home.totalFee;
  };

  it("the built-in table answers until all 58 wilayas are read, within the courier's limits", async () => {
    const shop = opened();
    expect(await feeOf(shop, 31, 3101)).toBe(500);
    expect(await shop.parcelQueue.feeState()).toEqual({});
    await readWhole(shop, 0.5);
    expect(fake.exceeded).toEqual([]);
    // The list, and of each wilaya communes, pickupPoints and fees.
    expect(fake.calls).toHaveLength(1 + 3 * 58);
    expect(await feeOf(shop, 31, 3101)).toBe(600);
    expect(await feeOf(shop, 1, 102)).toBe(1_800);
    expect(await shop.courier.wilayas()).toHaveLength(58);
    expect((await shop.courier.wilayas())[30]).toMatchObject({ name: "Oran", nameAr: "وهران" });
    expect(await shop.courier.pickupPoints(3101)).toHaveLength(tableCourier().pickupPoints(3101).length);
    const { readAt, failure } = await shop.parcelQueue.feeState();
    expect(readAt?.getTime()).toBeGreaterThan(today);
    expect(failure).toBeUndefined();
    expect(lines).toEqual(["The courier's places and fees were read, and hold from now on."]);
    // The other processes see it, and none reads again within a day.
    expect(await feeOf(opened(), 31, 3101)).toBe(600);
    await readWhole(shop, 23);
    expect(fake.calls).toHaveLength(175);
    await readWhole(shop, 1);
    expect(fake.calls.length).toBeGreaterThan(175);
    expect(fake.exceeded).toEqual([]);
    // Without the keys it is the built-in table's again.
    const without = fixture().testShop.reopened({ now: clock.date });
    expect(await feeOf(without, 31, 3101)).toBe(500);
  });

  it("a reading postponed by a clock that was months ahead is made once the clock is right", async () => {
    const shop = opened();
    const now = clock.now;
    clock.now += 200 * 24 * HOUR;
    const lease = await shop.parcelQueue.beginFeeSync();
    await shop.parcelQueue.postponeFeeSync(lease?.reader ?? "", "The certificate is not valid.", {});
    clock.now = now;
    expect(await shop.parcelQueue.beginFeeSync()).toBeDefined();
  });

  it("a reading that ended with its process while the clock was months ahead is made once the clock is right", async () => {
    const shop = opened();
    clock.now += 200 * DAY;
    await shop.parcelQueue.beginFeeSync();
    clock.now -= 200 * DAY;
    expect(await shop.parcelQueue.beginFeeSync()).toBeDefined();
  });

  it("two processes never pass the limits together, however they hurry", async () => {
    const shops = [opened(), opened()];
    const hurry = async (shop: OperatedShop, purpose: "parcel" | "background") => {
      const courier = client(shop, 7);
      while (fake.calls.length < 150)
        await (purpose === "parcel" ? courier.parcelOf("AAAA-2222") : courier.communes(31)).catch(
          // A call that would wait too long is made later.
          ({ retryAfterMs }: CourierFailure) => clock.wait(retryAfterMs ?? 0),
        );
    };
    await Promise.all(
      shops.flatMap((shop) => [hurry(shop, "parcel"), hurry(shop, "parcel"), hurry(shop, "background")]),
    );
    expect(fake.exceeded).toEqual([]);
  });

  // One at a time: the simulated clock runs on while another's transaction is at work.
  it("one after the other they are not much slower than they may be: fifty a minute", async () => {
    const courier = client(opened(), 7);
    while (fake.calls.length < 150)
      await courier.parcelOf("AAAA-2222").catch(({ retryAfterMs }: CourierFailure) => clock.wait(retryAfterMs ?? 0));
    expect(fake.exceeded).toEqual([]);
    expect(clock.now - today).toBeGreaterThan(2 * MINUTE);
    expect(clock.now - today).toBeLessThan(4 * MINUTE);
  });

  it("what can wait leaves room for parcels", async () => {
    const { parcelQueue: dispatch } = opened();
    const taken = { background: 0, parcel: 0 };
    for (const purpose of ["background", "parcel"] as const)
      for (let turn = 0; turn < 5; turn += 1) if ("call" in (await dispatch.takeCall(purpose))) taken[purpose] += 1;
    expect(taken).toEqual({ background: 3, parcel: 2 });
  });

  it("a call counts from its answer, or for as long as it may take when its process died", async () => {
    const { parcelQueue: dispatch } = opened();
    const calls: string[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      const taken = await dispatch.takeCall("parcel");
      if ("call" in taken) calls.push(taken.call);
    }
    expect(calls).toHaveLength(5);
    clock.now += 2_000;
    expect(await dispatch.takeCall("parcel")).toEqual({ waitMs: expect.any(Number) });
    await dispatch.endCall(calls[0] ?? "", {});
    expect(await dispatch.takeCall("parcel")).toEqual({ waitMs: 1_100 });
    clock.now += 1_101;
    expect(await dispatch.takeCall("parcel")).toHaveProperty("call");
    // The four others never answered.
    expect(await dispatch.takeCall("parcel")).toHaveProperty("waitMs");
    clock.now += 16_101;
    expect(await dispatch.takeCall("parcel")).toHaveProperty("call");
  });

  it("waits as long as the courier asks, and when it says that nothing is left", async () => {
    const { parcelQueue: dispatch } = opened();
    const heard = async (told: object) => {
      const taken = await dispatch.takeCall("parcel");
      await dispatch.endCall("call" in taken ? taken.call : "", told);
    };
    await heard({ retryAfterMs: 10_000 });
    clock.now += 9_999;
    expect(await dispatch.takeCall("parcel")).toEqual({ waitMs: 1 });
    clock.now += 1_200;
    await heard({ second: 3, minute: 0, hour: 900 });
    expect(await dispatch.takeCall("parcel")).toEqual({ waitMs: 60_100 });
  });

  // The courier's clock may be up to a minute behind the shop's, or ahead.
  it.each([
    ["hour", "10:59:50", "11:01:00"],
    ["hour", "10:00:30", "10:01:00"],
    ["hour", "10:01:00", "11:01:00"],
    ["day", "22:30:00", "23:01:00"],
    ["day", "23:00:30", "23:01:00"],
    ["day", "23:30:00", "47:01:00"],
  ])("nothing left of the %s at %s UTC: it is renewed at %s, as Algeria's clocks have it", async (name, at, end) => {
    const { parcelQueue: dispatch } = opened();
    const midnight = Math.ceil(clock.now / DAY) * DAY;
    const moment = (text: string) => {
      const [hours = 0, minutes = 0, seconds = 0] = text.split(":").map(Number);
      return midnight + hours * HOUR + minutes * MINUTE + seconds * 1000;
    };
    clock.now = moment(at);
    const taken = await dispatch.takeCall("parcel");
    await dispatch.endCall("call" in taken ? taken.call : "", { [name]: 0 });
    expect(await dispatch.takeCall("parcel")).toEqual({ waitMs: moment(end) - clock.now });
  });

  it("calls of a clock that was ahead do not count once it is right", async () => {
    const { parcelQueue: dispatch } = opened();
    const call = async () => {
      const taken = await dispatch.takeCall("parcel");
      if ("call" in taken) await dispatch.endCall(taken.call, {});
      return taken;
    };
    clock.now += 2 * DAY;
    for (let turn = 0; turn < 5; turn += 1) await call();
    clock.now -= 2 * DAY;
    for (let turn = 0; turn < 5; turn += 1) expect(await call()).toHaveProperty("call");
    expect(await call()).toEqual({ waitMs: 1_100 });
    // One under way counts, also of a process whose clock is a little ahead.
    clock.now += 1_200;
    for (let turn = 0; turn < 5; turn += 1) await dispatch.takeCall("parcel");
    clock.now -= 90;
    expect(await dispatch.takeCall("parcel")).toHaveProperty("waitMs");
  });

  it("a pause that a clock which was months ahead began is over once it is right, and later ones hold", async () => {
    const { parcelQueue: dispatch } = opened();
    const call = async (left: Parameters<typeof dispatch.endCall>[1]) => {
      const taken = await dispatch.takeCall("parcel");
      await dispatch.endCall("call" in taken ? taken.call : "", left);
      return taken;
    };
    clock.now += 200 * DAY;
    await call({ day: 0 });
    clock.now -= 200 * DAY;
    expect(await call({ retryAfterMs: HOUR })).toHaveProperty("call");
    expect(await dispatch.takeCall("parcel")).toEqual({ waitMs: HOUR });
  });

  it("one process reads at a time; where it dies the next one begins again", async () => {
    const shop = opened();
    // It dies after the tenth wilaya.
    let count = 0;
    const dying = { ...client(shop) };
    const { fees } = dying;
    dying.fees = async (from, to) => {
      count += 1;
      if (count > 10) throw new Error("killed");
      return fees(from, to);
    };
    await expect(openFeeSync(shop.parcelQueue, dying, log)()).rejects.toThrow("killed");
    const before = fake.calls.length;
    // The lease holds others off …
    clock.now += 4 * MINUTE;
    await read(shop);
    expect(fake.calls).toHaveLength(before);
    // … and then one of them reads all.
    clock.now += MINUTE + 1;
    await Promise.all([read(opened()), read(opened())]);
    expect(fake.calls).toHaveLength(before + 1 + 3 * 58);
    expect(fake.exceeded).toEqual([]);
    expect(lines).toEqual(["The courier's places and fees were read, and hold from now on."]);
  });

  it("a process that another one has overtaken puts nothing to use, and keeps nothing for the next day", async () => {
    fake.isLimited = false;
    const [slow, other] = [opened(), opened()];
    const stuck = client(slow, 40, free);
    const { fees } = stuck;
    stuck.fees = async (from, to) => {
      if (to === 20 && fake.calls.length < 100) {
        clock.now += 6 * MINUTE;
        await read(other);
      }
      return fees(from, to);
    };
    const sync = openFeeSync(slow.parcelQueue, stuck, log);
    await sync();
    expect(lines).toEqual(["The courier's places and fees were read, and hold from now on."]);
    const before = fake.calls.length;
    clock.now += DAY;
    await sync();
    expect(fake.calls).toHaveLength(before + 1 + 3 * 58);
  });

  it("goes on after a failure: later each time, and not before the courier allows", async () => {
    fake.isLimited = false;
    const shop = opened();
    fake.fail(/fees/, { kind: "html" }, 3);
    await read(shop);
    const next = async () => {
      const begun = clock.now;
      const calls = fake.calls.length;
      while (fake.calls.length === calls) {
        clock.now += MINUTE / 2;
        await read(shop);
      }
      return Math.round((clock.now - begun) / MINUTE);
    };
    expect(lines[0]).toMatch(
      /^The courier's places and fees were not read: The courier's answer is HTML \(GET fees\/\)\. Next try 2\d{3}-.*Z\.$/,
    );
    expect((await shop.parcelQueue.feeState()).failure).toBe("The courier's answer is HTML (GET fees/).");
    expect([await next(), await next()]).toEqual([1, 2]);
    // Nor is asked again what this process has read.
    expect(fake.calls.filter(({ what }) => what === "GET wilayas/")).toHaveLength(1);
    fake.fail(/communes/, { kind: "status", status: 429, headers: { "Retry-After": "1800" } });
    expect(await next()).toBeGreaterThanOrEqual(4);
    expect(await next()).toBeGreaterThanOrEqual(30);
    await readWhole(shop);
    expect(lines.at(-1)).toBe("The courier's places and fees were read, and hold from now on.");
    expect((await shop.parcelQueue.feeState()).failure).toBeUndefined();
  });

  it("goes on once the shop's own quota allows, which is no failed attempt", async () => {
    const shop = opened();
    for (let count = 0; count < 4; count += 1) {
      const turn = await shop.parcelQueue.takeCall("background");
      if (!("call" in turn)) throw new Error("The quota is used up.");
      await shop.parcelQueue.endCall(turn.call, { minute: 0 });
      await read(shop);
      expect(lines.at(-1)).toContain("The courier's quota is used up for another 61 s (GET wilayas/).");
      clock.now += MINUTE + 200;
    }
    fake.fail(/wilayas/, { kind: "html" });
    await read(shop);
    clock.now += MINUTE;
    await readWhole(shop);
    expect(lines).toHaveLength(6);
    expect(lines.at(-1)).toBe("The courier's places and fees were read, and hold from now on.");
  });

  it("a wilaya that the courier lists twice is used once", async () => {
    fake.isLimited = false;
    const shop = opened();
    fake.change = (path, json) => {
      if (path !== "wilayas/") return json;
      const { data, ...page } = json as { data: object[] };
      return { ...page, data: [...data, ...data.slice(-1)] };
    };
    await readWhole(shop, 0.5);
    expect(lines).toEqual(["The courier's places and fees were read, and hold from now on."]);
    expect(await shop.courier.wilayas()).toHaveLength(58);
  });

  it("what cannot be true never replaces what is good, and the log says why", async () => {
    fake.isLimited = false;
    const shop = opened();
    await readWhole(shop, 0.5);
    expect(await feeOf(shop, 31, 3101)).toBe(600);
    const rows = (json: unknown) => (json as { data: object[] }).data;
    const wrong: [string, typeof fake.change][] = [
      ["the courier names no wilaya", (path, json) => (path === "wilayas/" ? { has_more: false, data: [] } : json)],
      [
        "Erreur de configuration Yalidine: the courier names no wilaya called Oran",
        (path, json) =>
          path === "wilayas/"
            ? { has_more: false, data: rows(json).map((row) => ({ ...row, name: "Wahrane" })) }
            : json,
      ],
      [
        "fees that cannot be true: Adrar (0 DA), ",
        (path, json) =>
          path === "fees/" ? JSON.parse(JSON.stringify(json).replace(/"express_home":\d+/g, '"express_home":0')) : json,
      ],
    ];
    for (const [reason, change] of wrong) {
      lines.length = 0;
      fake.change = change;
      clock.now += DAY;
      await readWhole(shop, 0.5);
      expect(lines.join("\n")).toContain(reason.slice(0, 40));
      expect((await shop.parcelQueue.feeState()).failure).toContain(reason.slice(0, 40));
      expect(await feeOf(shop, 31, 3101)).toBe(600);
    }
  });

  it("says what the courier does not serve, and an order to it stores nothing", async () => {
    fake.isLimited = false;
    const shop = opened();
    fake.change = (path, json, query) => {
      const page = json as { data: { id: number }[]; per_commune: Record<string, object> };
      // Tamanrasset is not delivered to, Arzew neither; Es Senia has no fee.
      if (path === "wilayas/")
        return { ...page, data: page.data.map((row) => (row.id === 11 ? { ...row, is_deliverable: 0 } : row)) };
      if (path === "communes/" && query.get("wilaya_id") === "31")
        return { ...page, data: page.data.map((row) => (row.id === 3107 ? { ...row, is_deliverable: "0" } : row)) };
      if (path === "fees/" && query.get("to_wilaya_id") === "31")
        return { ...page, per_commune: { ...page.per_commune, "3103": undefined } };
      return json;
    };
    clock.now += 2 * DAY;
    await readWhole(shop, 0.5);
    await clock.wait(1_001);
    const wilayas = await shop.courier.wilayas();
    expect(wilayas.filter(({ unserved }) => unserved).map(({ id }) => id)).toEqual([11]);
    const communes = await shop.courier.communes(31);
    expect(
      communes
        .filter(({ unserved }) => unserved)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([3103, 3107]);
    const name = communes.find(({ id }) => id === 3103)?.name;
    expect(lines).toContain(`The courier's places and fees, without a fee, and so without delivery: ${name}.`);
    for (const [wilayaId, communeId] of [
      [31, 3103],
      [31, 3107],
      [11, 1101],
    ] as const) {
      expect(await shop.courier.quote({ wilayaId, communeId }, 1, 5_000)).toBeUndefined();
      const product = await fixture().testShop.product([3]);
      const recipient = { ...someone, wilayaId, communeId };
      const request = await requestFor(shop, [lineOf(product)], { recipient, shownFee: 600 });
      expect(await shop.orders.place(request)).toEqual({ outcome: "changed", changes: [{ kind: "destination" }] });
      expect(await fixture().testShop.stockOf(product.variants[0] ?? "")).toBe(3);
    }
  });

  it("an order sees new fees the moment they hold, whatever a page still shows", async () => {
    fake.isLimited = false;
    const shop = opened();
    const page = await shop.courier.quote({ wilayaId: 31, communeId: 3101 }, 1, 5_000);
    fake.change = (path, json) =>
      path === "fees/" ? JSON.parse(JSON.stringify(json).replaceAll('"express_home":600', '"express_home":750')) : json;
    clock.now += 2 * DAY;
    const other = opened();
    await readWhole(other, 0.5);
    const product = await fixture().testShop.product([3]);
    const before = page?.home.totalFee ?? 0;
    // Made here: another quote would read the new fees first.
    const whom = { recipient: someone, visitor: "visitor", fromCart: false };
    const request = { key: `key-${product.id}`, lines: [lineOf(product)], shownFee: before, ...whom };
    expect(await shop.orders.place(request)).toEqual({
      outcome: "changed",
      changes: [{ kind: "fee", before, now: 750 }],
    });
  });
});

describe("what was read is checked", () => {
  const table = tableCourier();
  /** The built-in table as the courier's answer. */
  const told = (change: (wilaya: ReadWilaya) => Partial<ReadWilaya> = () => ({})): ReadWilaya[] =>
    table.wilayas().map(({ id, name }) => {
      const communes = table.communes(id);
      const wilaya: ReadWilaya = {
        id,
        name,
        isDeliverable: true,
        communes: communes.map(({ id, name }) => ({ id, name, isDeliverable: true })),
        pickupPoints: communes.flatMap(({ id }) => table.pickupPoints(id)),
        fees: {
          oversizePerKg: 50,
          codPercentage: 0.75,
          insurancePercentage: 0.75,
          communes: communes.map(({ id: commune }) => ({ id: commune, home: 900, pickup: 500 })),
        },
      };
      return { ...wilaya, ...change(wilaya) };
    });
  const withFee = (communeId: number, fee: object) =>
    told(({ fees }) =>
      fees
        ? {
            fees: {
              ...fees,
              communes: fees.communes.map((item) => (item.id === communeId ? { ...item, ...fee } : item)),
            },
          }
        : {},
    );
  const good = (read: ReadWilaya[], before = table, isEstimate = true) => {
    const verdict = checkRates(read, before, isEstimate);
    if (!verdict.isGood) throw new Error(verdict.reason);
    return { courier: courierOf(verdict.served), remarks: verdict.remarks };
  };
  const reason = (read: ReadWilaya[]) => {
    const verdict = checkRates(read, table, true);
    return verdict.isGood ? undefined : verdict.reason;
  };

  it("what is as it should be is used, with pickupPoints only where there are some", () => {
    const { courier, remarks } = good(told());
    expect(remarks).toEqual([]);
    expect(courier.rate(31, 3101)).toMatchObject({ home: 900, pickup: 500 });
    expect(courier.pickupPoints(3101).length).toBeGreaterThan(0);
    expect(courier.rate(1, 102)).not.toHaveProperty("pickup");
    expect(courier.pickupPoints(102)).toEqual([]);
  });

  it.each([0, -1, 99, 10_001, 650.5, Number.NaN])(
    "a single fee of %s is not believed: what was known before holds",
    (fee) => {
      const before = good(told()).courier;
      expect(good(withFee(3101, { home: fee }), before, false)).toMatchObject({
        remarks: [expect.stringContaining("Oran (")],
      });
      expect(good(withFee(3101, { home: fee }), before, false).courier.rate(31, 3101)).toMatchObject({ home: 900 });
      expect(good(withFee(3101, { pickup: fee }), before, false).courier.rate(31, 3101)).toMatchObject({
        home: 900,
        pickup: 500,
      });
      // An estimate confirms nothing: invented prices are not promised.
      expect(good(withFee(3101, { home: fee })).courier.rate(31, 3101)).toBeUndefined();
    },
  );

  it("a commune without a fee is not served, and one without a pickupPoint's fee has no pickupPoint", () => {
    const { courier, remarks } = good(withFee(3101, { home: null }));
    expect(courier.rate(31, 3101)).toBeUndefined();
    expect(courier.communes(31).find(({ id }) => id === 3101)).toMatchObject({ unserved: true, hasPickupPoint: false });
    expect(remarks).toEqual(["without a fee, and so without delivery: Oran"]);
    expect(good(withFee(3101, { pickup: null })).courier.pickupPoints(3101)).toEqual([]);
  });

  it("what is missing in part is not used at all", () => {
    expect(reason([])).toBe("the courier names no wilaya");
    expect(reason(told(({ fees }) => (fees ? { fees: { ...fees, communes: [] } } : {})))).toBe("no commune has a fee");
    expect(reason(told().slice(0, 52))).toBe("52 wilayas, where 58 were known");
    expect(reason(told(({ communes }) => ({ communes: communes.slice(3) })))).toBe(
      "1371 communes, where 1541 were known",
    );
    expect(reason(told(({ id }) => (id === 16 ? { fees: undefined } : {}) as Partial<ReadWilaya>))).toBe(
      "the fees of Alger were not read",
    );
    expect(reason(told(({ id }) => ({ isDeliverable: id < 20 || id === 31 })))).toMatch(
      /^\d+ communes are served, where 1541 were before$/,
    );
    expect(reason(told(({ fees }) => (fees ? { fees: { ...fees, codPercentage: 75 } } : {})))).toContain(
      "fees that cannot be true",
    );
  });

  it("a new wilaya of the courier's is taken in", () => {
    const [first] = told();
    const more = [...told(), { ...first, id: 59, name: "Aflou", communes: [], pickupPoints: [] } as ReadWilaya];
    expect(good(more).courier.wilayas()).toHaveLength(59);
  });
});

describe("workers that call the courier in the background", () => {
  /** Runs until the log has this line. */
  const said = async (wanted: RegExp, own: Partial<ParcelQueue> = {}) => {
    const lines: string[] = [];
    const nothing = { claim: async () => [], duePolls: async () => [], beginFeeSync: async () => undefined };
    const noNews = { feeState: async () => ({}), refused: async () => [] };
    const parcelQueue = { ...nothing, ...noNews, ...own } as unknown as ParcelQueue;
    const stop = startCourierWorkers(parcelQueue, {} as Yalidine, {
      restMs: 2,
      log: (line) => void lines.push(line),
    });
    await vi.waitFor(() => expect(lines.join("\n")).toMatch(wanted), 2_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await stop();
    return lines;
  };
  const ago = (days: number) => new Date(Date.now() - days * DAY - 1_000);

  it("says once how old the data are, when they are old, and which parcels were refused", async () => {
    expect(await said(/being read/)).toEqual([
      "The courier's places and fees are being read; until then the built-in table holds.",
    ]);
    const refused = async () => ["K7MQ-4TXP"];
    const feeState = async () => ({ readAt: ago(4), failure: "It is away." });
    expect(await said(/days/, { feeState, refused })).toEqual([
      "The courier's places and fees are 4 days old: It is away.",
      "Orders whose parcel was refused: K7MQ-4TXP.",
    ]);
    expect(await said(/K7MQ/, { feeState: async () => ({ readAt: ago(2) }), refused })).toHaveLength(1);
  });

  it("waits for a database that is away, says so once, and goes on", async () => {
    let tries = 0;
    const claim = async () => {
      tries += 1;
      if (tries < 4) throw new Error("The database does not answer.");
      return [];
    };
    expect(await said(/being read/, { claim })).toEqual([
      "The parcel worker waits: The database does not answer.",
      "The courier's places and fees are being read; until then the built-in table holds.",
    ]);
  });
});
