import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { yalidine } from "~/courier/yalidine/client.server";
import { type Connection, CourierFailure } from "~/courier/yalidine/http.server";
import type { OutgoingParcel, QuotaReport } from "~/shop/workers/parcel-queue";
import { FakeCourier, type Fault, KEYS } from "../support/fakes/fake-courier";
import { freePort } from "../support/shop/ports";

/** All faults of a courier's API are one error with one sentence, in time, without our keys. */

const fake = new FakeCourier();
// These tests ask as often as they like.
fake.isLimited = false;
let url: string;
beforeAll(async () => {
  url = await fake.listen();
});
afterAll(() => fake.close());
afterEach(() => {
  fake.heal();
  fake.change = (_, json) => json;
  fake.refusal = () => undefined;
  fake.largestPage = 1000;
  fake.parcels.length = 0;
  fake.calls.length = 0;
});

const heard: QuotaReport[] = [];
/** A quota that always has room, and remembers its calls. */
const quota: Connection["quota"] = {
  takeCall: async () => ({ call: "1" }),
  endCall: async (_, told) => {
    heard.push(told);
  },
};
const client = (changes: Partial<Connection> = {}) => yalidine({ url, ...KEYS, quota, timeoutMs: 300, ...changes });

const parcel: OutgoingParcel = {
  orderNumber: "K7MQ-4TXP",
  firstName: "Samira",
  lastName: "Benali",
  phone: "0550123456",
  address: "12, rue Larbi Ben M'hidi",
  fromWilaya: "Oran",
  wilaya: "Oran",
  commune: "Oran",
  products: "Boston (Noir, 40) x1",
  collected: 9_400,
  declaredValue: 8_900,
  insured: false,
  parcel: { weightKg: 1, lengthCm: 30, widthCm: 20, heightCm: 10 },
};
const post = (changes: Partial<Connection> = {}) => client(changes).post(parcel, () => true);

async function failure(work: Promise<unknown>): Promise<CourierFailure> {
  const begun = Date.now();
  const error = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(CourierFailure);
  expect(Date.now() - begun).toBeLessThan(3_000);
  expect(JSON.stringify(error) + String(error) + (error as Error).stack).not.toContain("secret-");
  return error as CourierFailure;
}

describe("faults", () => {
  it.each<[string, Fault, string]>([
    ["no answer", { kind: "silence" }, " did not answer within 0.3 s"],
    ["a slow drip", { kind: "drip" }, " did not answer within 0.3 s"],
    ["a connection that breaks off", { kind: "hang-up" }, " cannot be reached: UND_ERR_SOCKET"],
    ["a page", { kind: "html" }, "'s answer is HTML"],
    ["half an answer", { kind: "truncated" }, "'s answer is no whole JSON"],
    ["another shape", { kind: "json", body: [] }, "'s answer is not as expected: all of it, invalid_type"],
    [
      "another type",
      { kind: "json", body: { "K7MQ-4TXP": { success: "perhaps" } } },
      "'s answer is not as expected: K7MQ-4TXP.success, invalid_union",
    ],
    [
      "a parcel that may have been made, and a message beside it",
      { kind: "json", body: { "K7MQ-4TXP": null, message: "Not enough balance" } },
      "'s answer is not as expected: Not enough balance",
    ],
    ["a missing field", { kind: "json", body: { "K7MQ-4TXP": { success: true } } }, " names no tracking number"],
    ["somebody else's parcel", { kind: "json", body: {} }, "'s answer does not name the parcel"],
    ["500", { kind: "status", status: 500, body: "<h1>Oops</h1>" }, " answered with 500"],
    ["503 in JSON", { kind: "status", status: 503, body: '{"message":"later"}' }, " answered with 503: later"],
    [
      "a redirect, which is not followed",
      { kind: "status", status: 302, headers: { Location: "http://127.0.0.1:1/" } },
      " answered with 302",
    ],
    ["a block at some edge", { kind: "status", status: 403, body: "<h1>Blocked</h1>" }, " answered with 403"],
    ["429", { kind: "status", status: 429, headers: { "Retry-After": "17" } }, " asks to wait 17 s"],
    ["429 without a time", { kind: "status", status: 429, headers: { "Retry-After": "soon" } }, " asks to wait 60 s"],
  ])("%s", async (_, fault, said) => {
    fake.fail(/./, fault);
    const error = await failure(post());
    expect(error.message).toBe(`The courier${said} (POST parcels/).`);
    expect(error.refusal).toBeUndefined();
  });

  it("an answer of 50 MB is given up after five", async () => {
    fake.fail(/./, { kind: "huge" });
    const error = await failure(post({ timeoutMs: 2_500 }));
    expect(error.message).toBe("The courier's answer is longer than 5242880 bytes (POST parcels/).");
  });

  it("nobody listens: then nothing was posted", async () => {
    const error = await failure(post({ url: `http://127.0.0.1:${await freePort()}/v1/` }));
    expect(error.message).toBe("The courier cannot be reached: ECONNREFUSED (POST parcels/).");
  });

  it("wrong keys are reported by their names", async () => {
    const error = await failure(post({ token: "secret-and-wrong" }));
    expect(error.message).toBe(
      "The courier refuses YALIDINE_API_ID and YALIDINE_API_TOKEN: 401: API ID and/or Token are wrong (POST parcels/).",
    );
  });

  it("a courier that repeats the keys does not bring them into the log", async () => {
    const body = JSON.stringify({ message: `Token ${KEYS.token} of ${KEYS.id} is\nodd ${"x".repeat(500)}` });
    fake.fail(/./, { kind: "status", status: 500, body });
    const { message } = await failure(post());
    expect(message).toMatch(/^The courier answered with 500: Token … of … is odd x+ \(POST parcels\/\)\.$/);
    expect(message.length).toBeLessThan(300);
  });

  it("a refusal is the parcel's own, and kept in the courier's words", async () => {
    fake.refusal = () => "The do_insurance parameter must be of type boolean";
    expect((await failure(post())).refusal).toBe("The do_insurance parameter must be of type boolean");
    fake.fail(/./, { kind: "status", status: 422, body: '{"message":"The given data was invalid."}' });
    expect(await failure(post())).toMatchObject({ refusal: "The given data was invalid." });
    // An error under status 200 that names no parcel: none was made.
    for (const body of [{ success: false, message: "No balance" }, { error: { message: "No balance", code: 422 } }]) {
      fake.fail(/./, { kind: "json", body });
      expect(await failure(post())).toMatchObject({ refusal: "No balance" });
      fake.fail(/./, { kind: "json", body });
      expect((await failure(client().parcelOf("K7MQ-4TXP"))).refusal).toBeUndefined();
    }
    const answered = async (message: unknown) => {
      fake.fail(/./, { kind: "json", body: { "K7MQ-4TXP": { success: false, message } } });
      return (await failure(post())).refusal;
    };
    expect(await answered({ contact_phone: ["It is too short.", "It is odd."], price: "It is low.", x: 1 })).toBe(
      "contact_phone: It is too short. It is odd.; price: It is low.",
    );
    expect(await answered(["It is odd."])).toBe("It is odd.");
    for (const message of [null, "", 1, [], {}, [{}]])
      expect(await answered(message)).toBe("Le livreur n'a pas dit pourquoi.");
    // The same answer to a GET request is not a refusal.
    fake.fail(/./, { kind: "status", status: 422, body: '{"message":"The given data was invalid."}' });
    expect((await failure(client().parcelOf("K7MQ-4TXP"))).refusal).toBeUndefined();
  });

  it("a list that promises more for ever is given up", async () => {
    fake.change = (_, json) => ({ ...(json as object), has_more: "1", data: [] });
    expect((await failure(client().wilayas())).message).toBe("The courier's list does not end (GET wilayas/).");
  });
});

describe("what is understood", () => {
  type Row = Record<string, unknown>;
  /** Changes the rows of each list that the courier answers with. */
  const listed = (change: (rows: Row[]) => unknown[]) => {
    fake.change = (_, json) => {
      const page = json as { data: Row[] };
      return { ...page, data: change(page.data) };
    };
  };
  const ofAnotherWilaya = (rows: Row[]) => [...rows, { ...rows[0], wilaya_id: 16 }];

  it("booleans and numbers as texts, pages, and other wilayas among the answer", async () => {
    listed((rows) =>
      rows.map((row) => ({ ...row, id: `${row.id}`, wilaya_id: `${row.wilaya_id}`, is_deliverable: "0" })),
    );
    const communes = await client().communes(31);
    expect(communes).toHaveLength(26);
    expect(communes[0]).toEqual({ id: expect.any(Number), name: expect.any(String), isDeliverable: false });
    fake.change = (_, json) => json;
    fake.largestPage = 20;
    expect(await client().wilayas()).toHaveLength(58);
    fake.largestPage = 1000;
    listed(ofAnotherWilaya);
    expect(await client().communes(31)).toHaveLength(26);
    fake.change = (_, json) => json;
    const own = await client().pickupPoints(31);
    listed(ofAnotherWilaya);
    expect(await client().pickupPoints(31)).toEqual(own);
  });

  type Rates = Record<string, object>;
  const feesWith = (change: (rates: Rates) => unknown) => {
    fake.change = (_, json) => {
      const answer = json as { per_commune: Rates };
      return { ...answer, per_commune: change(answer.per_commune) };
    };
    return client().fees(31, 16);
  };

  it("what is missing of one row, without the others' loss", async () => {
    listed(([row, ...rows]) => [{ ...row, address: null }, ...rows]);
    const [first, ...others] = await client().pickupPoints(31);
    expect([first?.address, others.length > 0 && others.every(({ address }) => address)]).toEqual(["", true]);
    const { communes } = await feesWith((rows) => ({ ...rows, 1601: { ...rows[1601], express_desk: "" } }));
    expect(communes.find(({ id }) => id === 1601)).toMatchObject({ home: expect.any(Number), pickup: null });
    expect((await feesWith(() => [])).communes).toEqual([]);
  });

  it("a parcel goes out as the courier takes it, and comes back by its order", async () => {
    const { tracking } = await post();
    expect(fake.parcels.at(-1)?.sent).toMatchObject({
      order_id: "K7MQ-4TXP",
      price: 9_400,
      freeshipping: true,
      do_insurance: false,
      is_stopdesk: false,
      stopdesk_id: null,
    });
    expect(await client().parcelOf("K7MQ-4TXP")).toMatchObject({ tracking });
    expect(await client().parcelOf("AAAA-2222")).toBeUndefined();
    // A courier that ignores the query returns another parcel.
    fake.change = () => ({ has_more: false, data: fake.parcels });
    expect(await client().parcelOf("AAAA-2222")).toBeUndefined();
    fake.change = (_, json) => json;
    expect(await client().remove(tracking)).toBe(true);
    expect(await client().remove(tracking)).toBe(false);
    // Statuses are compared without case and accents (docs/courier.md).
    for (const last_status of ["Annulé", "annulé", "ANNULE", "Annulé".normalize("NFD")]) {
      fake.change = () => ({ data: [{ order_id: "AAAA-2222", tracking: "yal-9", last_status }] });
      expect(await client().parcelOf("AAAA-2222"), last_status).toBeUndefined();
    }
    fake.change = (_, json) => json;
    // Some copies of the documentation show another shape.
    fake.fail(/DELETE/, { kind: "json", body: { "yal-1": { deleted: true } } });
    expect(await client().remove("yal-1")).toBe(true);
  });

  it("histories, as Algeria's clock has them", async () => {
    fake.histories.push({ tracking: "yal-1", date_status: "2026-11-20 09:12:00", status: "Livré", reason: "" });
    fake.histories.push({ tracking: "yal-1", date_status: "bientôt", status: "Livré", reason: "" });
    fake.histories.push({ tracking: "yal-1", date_status: "2026-11-20 10:00:00", status: null as never, reason: "" });
    const event = { kind: "status", tracking: "yal-1", status: "Livré", at: new Date("2026-11-20T08:12:00Z") };
    expect(await client().histories(["yal-1", "yal-2"])).toEqual({ events: [{ ...event, reason: "" }], unread: 2 });
    // An odd row is no loss to the others, and an odd reason none to its status.
    const [good] = fake.histories;
    const odd = [null, { ...good, date_status: null }, { ...good, tracking: "yal 1" }, { ...good, tracking: "yal-9" }];
    const long = { ...good, reason: "x".repeat(501) };
    listed(() => [...odd, long]);
    expect(await client().histories(["yal-1"])).toEqual({ events: [event], unread: 3 });
  });

  it("what is left of the quota, and how long to wait", async () => {
    heard.length = 0;
    await client().wilayas();
    expect(heard.at(-1)).toEqual({ second: 4, minute: 49, hour: 999, day: 9_999 });
    fake.fail(/./, { kind: "status", status: 429, headers: { "Retry-After": "10" } });
    await failure(client().wilayas());
    expect(heard.at(-1)).toMatchObject({ retryAfterMs: 10_000 });
  });
});

describe("the wait for the quota", () => {
  it("is a minute at most: who would wait longer comes back later", async () => {
    let turns = 0;
    const waits: number[] = [];
    const slow: Connection["quota"] = {
      ...quota,
      takeCall: async () => (++turns < 4 ? { waitMs: 3_000 } : { call: "1" }),
    };
    await client({ quota: slow, wait: async (ms) => void waits.push(ms) }).wilayas();
    expect(waits).toEqual([2_000, 2_000, 2_000]);
    const full: Connection["quota"] = { ...quota, takeCall: async () => ({ waitMs: 1_800_000 }) };
    const error = await failure(client({ quota: full }).wilayas());
    expect(error).toMatchObject({ retryAfterMs: 1_800_000 });
    expect(fake.calls).toHaveLength(1);
  });

  it("a parcel that is no longer wanted after it is not posted", async () => {
    const before = fake.parcels.length;
    // It says that it waits, by which nothing counts as posted.
    expect(await failure(client().post(parcel, () => false))).toMatchObject({ retryAfterMs: 0 });
    await wait(50);
    expect(fake.parcels).toHaveLength(before);
  });
});
