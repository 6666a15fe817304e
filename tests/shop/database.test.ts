import { setTimeout as wait } from "node:timers/promises";
import { inspect } from "node:util";
import SQLite from "better-sqlite3";
import { sql } from "kysely";
import { afterAll, describe, expect, it, vi } from "vitest";
import { type Database, openDatabase } from "~/database/connection.server";
import { migrate } from "~/database/migrations.server";
import { seedCatalogueOnce } from "~/database/seed.server";
import type { Queries } from "~/shop/local/context";
import { openLocalShop } from "~/shop/local/index.server";
import { ShopUnavailable } from "~/shop/shop";
import { newAccount } from "../support/shop/accounts";
import { describeOnEach, sqlite } from "../support/shop/databases";
import { fillOrders } from "../support/shop/many-orders";
import { lineOf, orderOf } from "../support/shop/orders";
import { openTestShop, requestFor, wrongSumsIn } from "../support/shop/test-shop";

const onSqlite = sqlite();
afterAll(() => onSqlite.stop());

const now = () => new Date();
const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));

describeOnEach("the database on %s", (engine) => {
  /** A migrated database with one product of one variant. */
  const opened = async (): Promise<{ database: Database; variant: string }> => {
    const address = await engine.seeded();
    const testShop = await openTestShop(address);
    const product = await testShop.product([3]);
    await testShop.close();
    return { database: await openDatabase(address), variant: product.variants[0] ?? "" };
  };

  it("is made once and filled once", async () => {
    const database = await openDatabase(await engine.fresh());
    const applied = async () => {
      const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(database.db);
      return rows.length;
    };
    await migrate(database);
    const once = await applied();
    expect(once).toBeGreaterThan(0);
    await migrate(database);
    expect(await applied()).toBe(once);
    expect(await seedCatalogueOnce(database)).toBe(true);
    expect(await seedCatalogueOnce(database)).toBe(false);
    expect(await wrongSumsIn(database)).toEqual([]);
    // A merchant who removed the demo catalogue does not find it again after a restart.
    for (const table of ["products", "home_sections"] as const) await database.db.deleteFrom(table).execute();
    expect(await seedCatalogueOnce(database)).toBe(false);
    expect(await database.db.selectFrom("home_sections").selectAll().execute()).toEqual([]);
    await database.close();
  });

  it("refuses rows that break the shop's rules", async () => {
    const { database, variant } = await opened();
    const { db } = database;
    const line = { visitor: "v", variant_id: variant, quantity: 1, seen_price: 1, added_at: 1 };
    await db.insertInto("carts").values({ visitor: "v", draft: null, updated_at: 1 }).execute();
    const wrong = [
      () => db.updateTable("variants").set({ stock: -1 }).where("id", "=", variant).execute(),
      () => db.updateTable("products").set({ stock: -1 }).execute(),
      () => db.updateTable("products").set({ price: -1 }).execute(),
      () => db.updateTable("products").set({ active: 2 }).execute(),
      () =>
        db
          .insertInto("cart_lines")
          .values({ ...line, quantity: 0 })
          .execute(),
      () =>
        db
          .insertInto("cart_lines")
          .values({ ...line, variant_id: "unknown" })
          .execute(),
      () =>
        db
          .insertInto("cart_lines")
          .values({ ...line, visitor: "unknown" })
          .execute(),
      () => db.insertInto("order_steps").values({ order_id: "unknown", status: "pending", at: 1 }).execute(),
    ];
    for (const write of wrong) await expect(write()).rejects.toThrow();
    await db.insertInto("cart_lines").values(line).execute();

    const shop = openLocalShop({ database, now, randomBytes });
    const { price } = await db
      .selectFrom("products")
      .select("price")
      .where("sku", "like", "P-%")
      .executeTakeFirstOrThrow();
    await orderOf(shop, [{ variantId: variant, quantity: 1, price }]);
    const order = await db.selectFrom("orders").selectAll().executeTakeFirstOrThrow();
    const copies = [
      { ...order, id: "other", number: "other" },
      { ...order, id: "other", key_hash: "other" },
      { ...order, id: "other", number: "other", key_hash: "other", total: order.total + 1 },
      { ...order, id: "other", number: "other", key_hash: "other", status: "lost" as "pending" },
      { ...order, id: "other", number: "other", key_hash: "other", mode: "relais" as const },
    ];
    for (const copy of copies) await expect(db.insertInto("orders").values(copy).execute()).rejects.toThrow();
    await shop.close();
  });

  it("names nothing that was to be stored in the errors of its queries, which the log holds (S-7)", async () => {
    const { database } = await opened();
    const cart = { visitor: "Samira 0770000000", draft: "1, rue des Oliviers", updated_at: 1 };
    const add = (values: object) =>
      database.db
        .insertInto("carts")
        .values({ ...cart, ...values })
        .execute();
    await add({});
    for (const values of [{}, { visitor: null }, { updated_at: null }]) {
      const error = await add(values).catch((error) => error);
      expect(error).toBeInstanceOf(Error);
      expect(inspect(error)).not.toMatch(/Samira|0770000000|Oliviers/);
    }
    await database.close();
  });

  it("undoes what failed and keeps what was done beside it", async () => {
    const { database, variant } = await opened();
    const take = (stock: number) =>
      database.transact(async (transaction) => {
        await transaction
          .insertInto("one_time_tasks")
          .values({ name: `took ${stock}`, made_at: stock })
          .execute();
        await transaction.updateTable("variants").set({ stock }).where("id", "=", variant).execute();
        return stock;
      });
    const results = await Promise.allSettled([take(2), take(-5), take(1), take(-6)]);
    expect(results.map((result) => (result.status === "fulfilled" ? result.value : "failed"))).toEqual([
      2,
      "failed",
      1,
      "failed",
    ]);
    const marks = await database.db
      .selectFrom("one_time_tasks")
      .select("name")
      .where("name", "like", "took %")
      .execute();
    expect(marks.map((mark) => mark.name).sort()).toEqual(["took 1", "took 2"]);
    await database.close();
  });

  it("shows nobody what is not committed", async () => {
    const { database, variant } = await opened();
    const stockOf = (queries: Queries) =>
      queries.selectFrom("variants").select("stock").where("id", "=", variant).execute();
    let seen: Promise<{ stock: number }[]> | undefined;
    const undone = database.transact(async (transaction) => {
      await transaction.updateTable("variants").set({ stock: 1 }).where("id", "=", variant).execute();
      expect(await stockOf(transaction)).toEqual([{ stock: 1 }]);
      seen = stockOf(database.db);
      // Time enough for a statement that does not wait.
      await new Promise((resolve) => setTimeout(resolve, 20));
      throw new Error("taken back");
    });
    await expect(undone).rejects.toThrow("taken back");
    expect(await seen).toEqual([{ stock: 3 }]);
    await database.close();
  });
});

describe("an SQLite file", () => {
  it("tells its planner how much there is, once that has grown tenfold", async () => {
    const prepare = vi.spyOn(SQLite.prototype, "prepare");
    const testShop = await openTestShop(await onSqlite.seeded());
    const { db, gatherStatistics } = testShop.database;
    const counted = async () => {
      await gatherStatistics();
      const { rows } = await sql<{ stat: string }>`
        select stat from sqlite_stat1 where idx = 'orders_of_status'`.execute(db);
      return rows[0]?.stat;
    };
    const line = lineOf(await testShop.product([100]));
    const order = () => orderOf(testShop.shop, [line]);
    await order();
    expect(await counted()).toBe("1 1 1 1");
    await order();
    expect(await counted()).toBe("1 1 1 1");
    for (let number = 3; number <= 11; number += 1) await order();
    // One table at a time: nothing is answered while one is read.
    expect(await counted()).toMatch(/^11 11 /);
    const texts = prepare.mock.calls.map(([text]) => text).filter((text) => /analyze/i.test(text));
    prepare.mockRestore();
    expect(texts).toContain('ANALYZE "main"."orders"');
    expect(texts.length).toBeGreaterThan(5);
    await testShop.close();
  });

  it("counts the open orders of a phone without reading those of others", async () => {
    const prepare = vi.spyOn(SQLite.prototype, "prepare");
    const address = await onSqlite.seeded();
    const testShop = await openTestShop(address);
    const { account } = await newAccount(testShop.shop);
    const line = lineOf(await testShop.product([5]));
    for (const visitor of ["guest", account.id]) await orderOf(testShop.shop, [line], { visitor });
    await testShop.close();
    const texts = prepare.mock.calls.map(([text]) => text);
    prepare.mockRestore();
    const counting = texts.filter((text) => /sum\(.* from "orders" where .*status/s.test(text));
    expect(counting).toHaveLength(2);
    const connection = new SQLite(address.file, { readonly: true });
    for (const text of counting) {
      const plan = connection
        .prepare<string[], { detail: string }>(`explain query plan ${text}`)
        .all(...(text.match(/\?/g) ?? []));
      const indexes = plan.flatMap(({ detail }) => /INDEX (orders_\w+)/.exec(detail)?.[1] ?? []);
      expect(indexes).not.toHaveLength(0);
      expect(indexes).not.toContain("orders_of_status");
    }
    connection.close();
  });

  it("deletes, invites, counts and finds a parcel without reading all orders, steps or parcel events", async () => {
    const address = await onSqlite.seeded();
    const { shop: filled, ...testShop } = await openTestShop(address);
    const product = await testShop.product([5]);
    const { id } = await orderOf(filled, [lineOf(product)]);
    await fillOrders(testShop.database, id, { count: 2_000, open: 20, from: Date.now() - 6 * 24 * 3_600_000 });
    const { db, gatherStatistics } = testShop.database;
    await newAccount(filled);
    const account = await db.selectFrom("accounts").selectAll().executeTakeFirstOrThrow();
    const copies = Array.from({ length: 500 }, (_, at) => ({
      ...account,
      id: `copy-${at}`,
      email: `${at}@example.com`,
    }));
    await db.insertInto("accounts").values(copies).execute();
    await filled.newsletter.subscribe("samira@example.com");
    const mail = await db.selectFrom("mails").selectAll().executeTakeFirstOrThrow();
    const sent = Array.from({ length: 1_000 }, (_, at) => ({ ...mail, id: `sent-${at}`, key: `${at}`, due_at: null }));
    await db.insertInto("mails").values(sent).execute();
    await sql`update orders set account_id = 'copy-' || (abs(random()) % 500)`.execute(db);
    await gatherStatistics();
    await testShop.close();
    // A statement is prepared once on a connection.
    const { shop, ...reopened } = await openTestShop(address);
    const prepare = vi.spyOn(SQLite.prototype, "prepare");
    await shop.accounts.forgetRecipients(new Date());
    await shop.oldData.parcelEvents(new Date());
    await shop.reviews.invite();
    expect(await shop.mailQueue.claim(5)).toHaveLength(1);
    await shop.parcelQueue.claim(5);
    expect((await shop.office.listOrders({ search: "YAL-copy-0000500" })).orders).toHaveLength(1);
    expect(await shop.office.stock(product.variants[0]?.toUpperCase() ?? "")).toMatchObject({ held: 1 });
    const texts = prepare.mock.calls.map(([text]) => text).filter((text) => !/^(begin|commit|pragma)/i.test(text));
    prepare.mockRestore();
    await reopened.close();
    const connection = new SQLite(address.file, { readonly: true });
    const plans = texts.flatMap((text) => {
      const values = text.match(/\?/g) ?? [];
      const plan = connection.prepare<string[], { detail: string }>(`explain query plan ${text}`).all(...values);
      return plan.map(({ detail }) => detail);
    });
    connection.close();
    const indexes = ["orders_to_forget", "parcel_events_heard", "order_steps_delivered", "orders_of_status"];
    for (const index of [...indexes, "parcels_of_tracking"])
      expect(
        plans.filter((detail) => detail.includes(index)),
        index,
      ).not.toEqual([]);
    expect(plans.filter((detail) => /^SCAN (orders|order_steps|parcel_events|mails|parcels)\b/.test(detail))).toEqual(
      [],
    );
  });

  it("survives a killed process and a power cut (R-2)", async () => {
    const { db, close } = await openDatabase(await onSqlite.fresh());
    const pragma = async (name: string) => {
      const { rows } = await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(db);
      return Object.values(rows[0] ?? {})[0];
    };
    expect(await pragma("journal_mode")).toBe("wal");
    expect(await pragma("synchronous")).toBe(2);
    expect(await pragma("foreign_keys")).toBe(1);
    expect(await pragma("busy_timeout")).toBeGreaterThanOrEqual(5_000);
    await close();
  });

  it("runs one transaction after the other, each committed when it returns", async () => {
    const { transact, close } = await openDatabase(await onSqlite.seeded());
    const happened: string[] = [];
    const write = (number: number) =>
      transact(async (transaction) => {
        happened.push(`begins ${number}`);
        await transaction
          .insertInto("one_time_tasks")
          .values({ name: `work ${number}`, made_at: number })
          .execute();
      }).then(() => happened.push(`ends ${number}`));
    await Promise.all([1, 2, 3].map(write));
    expect(happened).toEqual([1, 2, 3].flatMap((number) => [`begins ${number}`, `ends ${number}`]));
    await close();
  });

  it("is read while another process writes, and says that it is unavailable when that takes too long", async () => {
    const address = await onSqlite.seeded();
    const { shop, ...testShop } = await openTestShop(address);
    // Another test asks that it is five seconds.
    await sql`pragma busy_timeout = 500`.execute(testShop.database.db);
    const request = await requestFor(shop, [lineOf(await testShop.product([3]))]);
    const other = new SQLite(address.file);
    other.exec("begin immediate");
    expect((await shop.catalogue.list({ sort: "nouveautes", page: 1 })).products).not.toHaveLength(0);
    // Commands and workers print this line alone.
    const unavailable = new ShopUnavailable("The database does not answer: database is locked");
    await expect(shop.orders.place(request)).rejects.toThrow(unavailable);
    // Neither this thread nor who reads waits with the writers, whose patience is longer than this.
    await sql`pragma busy_timeout = 4000`.execute(testShop.database.db);
    const begun = performance.now();
    const placing = [request, request, request].map((again) => shop.orders.place(again));
    await wait(100);
    expect((await shop.catalogue.list({ sort: "nouveautes", page: 1 })).products).not.toHaveLength(0);
    expect(performance.now() - begun).toBeLessThan(2_000);
    other.exec("rollback");
    other.close();
    const placed = await Promise.all(placing);
    expect(placed.map(({ outcome }) => outcome)).toEqual(["placed", "placed", "placed"]);
    expect(placed.map((result) => "repeated" in result && result.repeated).sort()).toEqual([false, true, true]);
    await testShop.close();
  });
});
