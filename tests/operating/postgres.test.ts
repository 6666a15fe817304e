import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { afterAll, describe, expect, inject, it } from "vitest";
import { openDatabase } from "~/database/connection.server";
import { migrate, migrations } from "~/database/migrations.server";
import { openPool } from "~/database/postgres-pool.server";
import { fillSearchIndex } from "~/database/search-index.server";
import type { Queries } from "~/shop/local/context";
import { openLocalShop } from "~/shop/local/index.server";
import { ShopUnavailable } from "~/shop/shop";
import { postgres } from "../support/shop/databases";
import { lineOf } from "../support/shop/orders";
import { createDatabase, dropDatabase } from "../support/shop/postgres";
import { openTestShop, requestFor } from "../support/shop/test-shop";

/** What PostgreSQL alone can do: locks between orders, lines that stall, limits at a start. */

const engine = postgres();
afterAll(() => engine.stop());

const now = () => new Date();
const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));

describe("a PostgreSQL database whose last pairs everybody wants", () => {
  it("is read while more orders wait for a lock than there are connections to write, and says without it what is sold out", async () => {
    const address = await engine.seeded();
    const { shop, ...testShop } = await openTestShop(address);
    const wanted = await testShop.product([40]);
    const line = lineOf(wanted);
    const requests = await Promise.all(Array.from({ length: 20 }, () => requestFor(shop, [line])));
    const late = await requestFor(shop, [lineOf(await testShop.product([0]))]);
    const other = new pg.Client({ connectionString: address.url });
    await other.connect();
    try {
      await other.query("begin");
      await other.query("select 1 from variants for update");
      const placing = Promise.allSettled(requests.map((request) => shop.orders.place(request)));
      const inDatabase = async () => {
        await other.query("select pg_stat_clear_snapshot()");
        const { rows } = await other.query(
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        );
        return rows.length;
      };
      await expect.poll(inDatabase).toBeGreaterThanOrEqual(6);
      const begun = performance.now();
      expect(await shop.catalogue.product(wanted.slug)).toMatchObject({ id: wanted.id });
      expect(await shop.orders.place(late)).toMatchObject({
        outcome: "changed",
        changes: [{ kind: "stock", stock: 0 }],
      });
      // Without connections of its own, reading would wait for five seconds and fail here.
      expect(performance.now() - begun).toBeLessThan(4_000);
      await other.query("rollback");
      const outcomes = (await placing).map((item) => item.status === "fulfilled" && item.value.outcome);
      expect(outcomes).toEqual(requests.map(() => "placed"));
    } finally {
      await other.end();
    }
    expect(await testShop.stockOf(line.variantId)).toBe(20);
    await testShop.close();
  });
});

describe("a line to PostgreSQL that stalls", () => {
  /** A line to a database on which tests hold what is sent. */
  async function stallingLine(url: string) {
    const { hostname, port } = new URL(url);
    let held: (() => void)[] | undefined;
    const sockets = new Set<Socket>();
    const pass = (from: Socket, to: Socket, isHeld: boolean) => {
      sockets.add(from);
      from.on("error", () => undefined).on("close", () => to.destroy());
      from.on("data", (sent) => {
        if (isHeld && held) held.push(() => to.write(sent));
        else to.write(sent);
      });
    };
    const server = createServer((socket) => {
      const onward = connect(Number(port), hostname);
      pass(socket, onward, true);
      pass(onward, socket, false);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    return {
      port: String((server.address() as AddressInfo).port),
      hold: () => {
        held = [];
      },
      release: () => {
        for (const send of held ?? []) send();
        held = undefined;
      },
      close: () => {
        for (const socket of sockets) socket.destroy();
        server.close();
      },
    };
  }

  it("undoes the transaction whose statement got no answer, and not one of it is in the next commit", async () => {
    const { url = "" } = await engine.seeded();
    const line = await stallingLine(url);
    const stalling = new URL(url);
    stalling.port = line.port;
    stalling.searchParams.set("query_timeout", "300");
    const database = await openDatabase({ url: stalling.href, file: "" });
    const mark = (queries: Queries, name: string) =>
      queries.insertInto("one_time_tasks").values({ name, made_at: 1 }).execute();
    try {
      const failed = database.transact(async (transaction) => {
        await mark(transaction, "first of the failed");
        line.hold();
        await mark(transaction, "second of the failed");
      });
      await expect(failed).rejects.toThrow("Query read timeout");
      const next = database.transact((transaction) => mark(transaction, "of the next"));
      line.release();
      await next;
      const marks = database.db.selectFrom("one_time_tasks").select("name").where("name", "like", "%of the%");
      expect(await marks.execute()).toEqual([{ name: "of the next" }]);
    } finally {
      await database.close();
      line.close();
    }
  });
});

describe("a start on PostgreSQL", () => {
  it("takes as long as its migrations and fills do, and so does one beside it that waits", async () => {
    const limited = new URL((await engine.fresh()).url ?? "");
    limited.searchParams.set("statement_timeout", "300");
    const slow = {
      async up(db: Kysely<unknown>) {
        await sql`select pg_sleep(0.6)`.execute(db);
        // While an ALTER waits for a lock, shoppers wait behind it.
        expect((await sql`show lock_timeout`.execute(db)).rows).toEqual([{ lock_timeout: "8s" }]);
      },
    };
    const start = async () => {
      const database = await openDatabase({ url: limited.href, file: "" });
      await expect(sql`select pg_sleep(0.6)`.execute(database.db)).rejects.toThrow("statement timeout");
      const work = database.patiently((patient) => migrate(patient, { ...migrations, "999_slow": slow }));
      await work.finally(() => database.close());
    };
    await Promise.all([start(), start()]);

    limited.searchParams.set("lock_timeout", "200");
    const database = await openDatabase({ url: limited.href, file: "" });
    const other = new pg.Client({ connectionString: limited.href });
    await other.connect();
    await other.query("begin; lock table product_words in exclusive mode");
    const filling = database.patiently(fillSearchIndex);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await other.end();
    await filling;
    await database.close();
    // The driver's own limit, which an address cannot lower for one of them alone.
    expect(openPool(limited.href, 1, "starting").options).toMatchObject({ query_timeout: 0 });
  });
});

it("a PostgreSQL database of another encoding is refused with what to do", async () => {
  const server = inject("postgres");
  const url = await createDatabase(server, { encoding: "LATIN1" });
  const database = await openDatabase({ url, file: "" });
  await expect(migrate(database)).rejects.toThrow(
    "its encoding is LATIN1, and the shop needs UTF8: create database … owner … encoding 'UTF8' locale 'C' " +
      "template template0. Nothing was changed.",
  );
  expect(await database.db.introspection.getTables()).toEqual([]);
  await database.close();
  await dropDatabase(server, url);
});

it("a PostgreSQL database made as docs/operating.md says is of its role, which may make the tables", async () => {
  const server = inject("postgres");
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  const [, statement = ""] = /^`(create database shop .+?)`/m.exec(readFileSync("docs/operating.md", "utf8")) ?? [];
  try {
    await client.query("create role merchant login");
    await client.query(statement.replaceAll("shop", "merchant"));
    const url = Object.assign(new URL(server), { username: "merchant", pathname: "merchant" }).href;
    const database = await openDatabase({ url, file: "" });
    await migrate(database).finally(database.close);
  } finally {
    await client.query("drop database if exists merchant with (force)");
    await client.query("drop role merchant");
    await client.end();
  }
});

describe("statements on PostgreSQL", () => {
  it("are prepared once on a connection, but for `*`, whose columns an upgrade may change meanwhile", async () => {
    const pool = openPool((await engine.fresh()).url ?? "", 1, "writing");
    const db = new Kysely<{ shoes: { id: number; size: number } }>({ dialect: new PostgresDialect({ pool }) });
    try {
      await db.schema.createTable("shoes").addColumn("id", "integer").addColumn("size", "integer").execute();
      const named = db.selectFrom("shoes").select("size").where("id", "=", 1);
      const whole = db.selectFrom("shoes").selectAll().where("id", "=", 1);
      const stored = db.insertInto("shoes").values({ id: 1, size: 38 }).returningAll();
      for (let time = 0; time < 3; time += 1) {
        await stored.execute();
        expect(await named.execute()).toContainEqual({ size: 38 });
        await whole.execute();
      }
      const { rows } = await sql<{ statement: string; times: number }>`
        select statement, generic_plans + custom_plans as times from pg_prepared_statements`.execute(db);
      expect(rows).toEqual([{ statement: named.compile().sql, times: 3 }]);
      await db.schema.alterTable("shoes").addColumn("colour", "text").execute();
      expect(await whole.execute()).toContainEqual({ id: 1, size: 38, colour: null });
      expect(await stored.execute()).toEqual([{ id: 1, size: 38, colour: null }]);
      expect(await named.execute()).toContainEqual({ size: 38 });
    } finally {
      await db.destroy();
    }
  });
});

describe("statements on PostgreSQL, where it reads no table whole that has an index", () => {
  it("find an order by the number of its parcel", async () => {
    const url = new URL((await engine.seeded()).url ?? "");
    url.searchParams.set("options", "-c enable_seqscan=off");
    const { shop, ...testShop } = await openTestShop({ url: url.href, file: "" });
    await shop.office.listOrders({ search: "YAL-1" });
    const scans = async () => {
      const { rows } = await sql<{ scans: number }>`select idx_scan::int as scans from pg_stat_user_indexes
        where indexrelname = 'parcels_of_tracking'`.execute(testShop.database.db);
      return rows[0]?.scans;
    };
    await expect.poll(scans, { timeout: 15_000 }).toBe(1);
    await testShop.close();
  });
});

describe("a PostgreSQL server that is not there", () => {
  it("makes the shop unavailable, not broken", async () => {
    const address = "postgres://shop@localhost:9/shop";
    const shop = openLocalShop({ database: await openDatabase({ url: address, file: "" }), now, randomBytes });
    await expect(shop.catalogue.product("any")).rejects.toThrow(ShopUnavailable);
    await expect(shop.carts.count("visitor")).rejects.toThrow(/^The database does not answer: .*ECONNREFUSED/);
    await expect(shop.orders.read("K7MQ-4TXP", "visitor")).rejects.toThrow(ShopUnavailable);
    // Pages that need no database still answer.
    expect(await shop.courier.wilayas()).toHaveLength(58);
    await shop.close();
  });

  it("hanging up in the middle of a query makes it unavailable as well", async () => {
    const server = createServer((socket) => socket.end()).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    const url = `postgres://shop@127.0.0.1:${port}/shop`;
    const shop = openLocalShop({ database: await openDatabase({ url, file: "" }), now, randomBytes });
    await expect(shop.catalogue.categories()).rejects.toThrow(ShopUnavailable);
    await shop.close();
    server.close();
  });
});
