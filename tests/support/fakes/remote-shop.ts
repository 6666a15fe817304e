import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { format as formatted } from "node:util";
import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";
import { type Database, type DatabaseAddress, openDatabase } from "~/database/connection.server";
import { openLocalShop } from "~/shop/local/index.server";
import {
  openRemoteShop,
  openUnsettledOfficeOn,
  type RemoteShop,
  type RemoteShopOptions,
} from "~/shop/remote/index.server";
import type { OfficeService } from "~/shop/services/office";
import type { PlaceOrder } from "~/shop/services/orders";
import type { UnsettledOffice } from "~/shop/services/unsettled-office";
import { type Engine, seededIn } from "../shop/databases";
import { CHEAP_PASSWORDS, id, someone } from "../shop/test-shop";
import { type FakeApi, type Fault, fakeApi } from "./fake-api";

/** Milliseconds; short to wait for. */
export const SHORT = 200;
/** Milliseconds; longer than any test waits. */
export const LONG = 20_000;
/** How long a shop waits for an API with this fault: not long where no answer comes. */
export const patienceWith = (fault: Fault) => (["silent", "drip", "late answer"].includes(fault) ? SHORT : LONG);

/** With what the merchant's commands open beside it. */
export type RemoteTestShop = RemoteShop & { unsettledOffice: UnsettledOffice; copyOffice: OfficeService };

/**
 * A fake API, and shops on it that are closed after each test. Each test has its own folder, and
 * the API as it was at first.
 */
export async function remoteShops(fakeOf: () => Promise<FakeApi> = fakeApi, engine?: Engine) {
  const fake = await fakeOf();
  /** Of each test; undefined until its first shop opens. */
  let address: DatabaseAddress | undefined;
  let opened: RemoteShop[] = [];
  let others: FakeApi[] = [];
  const remote = {
    fake,
    /** Milliseconds; only tests move it. */
    clock: 1_800_000_000_000,
    /** Milliseconds that a shop waits for its API. */
    patience: LONG,
    /** The folder of each test's databases. */
    folder: "",
    /** Lines of console.error. */
    logged: [] as string[],
    /** What a shop gets in place of the database that is opened for it. */
    inPlaceOf: (database: Database): Database => database,
    /** Another API, until the end of the test. */
    async otherApi(options: Parameters<typeof fakeApi>[0]): Promise<FakeApi> {
      const other = await fakeApi(options);
      others.push(other);
      return other;
    },
    async opened(api = fake, options: Partial<RemoteShopOptions> = {}): Promise<RemoteTestShop> {
      address ??= await (engine?.seeded() ?? seededIn(remote.folder));
      const database = remote.inPlaceOf(await openDatabase(address));
      const own = { database, now: () => new Date(remote.clock), randomBytes };
      const shop = await openRemoteShop({
        ...own,
        passwordCost: CHEAP_PASSWORDS,
        api: { base: api.url, patience: () => remote.patience, sleep: async () => undefined },
        secret: "s".repeat(32),
        dataDir: remote.folder,
        ...options,
      });
      opened.push(shop);
      return { ...shop, unsettledOffice: openUnsettledOfficeOn(own), copyOffice: openLocalShop(own).office };
    },
    /** One that has read the catalogue; the API forgets these calls. */
    async synced(api = fake, options: Partial<RemoteShopOptions> = {}): Promise<RemoteTestShop> {
      const shop = await remote.opened(api, options);
      expect(await shop.sync.refresh()).toBe(true);
      api.calls.length = 0;
      return shop;
    },
  };

  beforeEach(() => {
    remote.folder = mkdtempSync(join(tmpdir(), "remote-"));
    remote.logged = [];
    remote.patience = LONG;
    vi.spyOn(console, "error").mockImplementation((format, ...rest) => {
      remote.logged.push(formatted(format, ...rest));
    });
  });
  afterEach(async () => {
    fake.heal();
    fake.restock();
    fake.pictures.clear();
    fake.calls.length = 0;
    fake.orders.clear();
    for (const shop of opened) await shop.close();
    for (const other of others) await other.stop();
    opened = [];
    others = [];
    address = undefined;
    rmSync(remote.folder, { recursive: true, force: true });
    vi.restoreAllMocks();
  });
  afterAll(() => fake.stop());
  return remote;
}

/** An order of one pair from the fake API. */
export const request = (changes: Partial<PlaceOrder> = {}): PlaceOrder => ({
  key: id("key"),
  lines: [{ variantId: "p1-38", quantity: 1, price: 5_000 }],
  recipient: someone,
  shownFee: 500,
  visitor: id("visitor"),
  fromCart: false,
  ...changes,
});
