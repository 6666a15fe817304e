import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import SQLite from "better-sqlite3";
import { type Kysely, sql } from "kysely";
import { afterAll, describe, expect, it, vi } from "vitest";
import { openDatabase } from "~/database/connection.server";
import { migrate, migrations } from "~/database/migrations.server";
import type { Schema } from "~/database/schema";
import { DAY } from "~/domain/values/durations";
import { version } from "../../package.json";
import { describeOnEach, sqlite } from "../support/shop/databases";
import { startShop } from "../support/shop/shop-server";
import { openTestShop } from "../support/shop/test-shop";

/** Databases of other versions: older ones are migrated, later and strange ones refused. */

const released = join(import.meta.dirname, "released");
const versions = readdirSync(released).map((name) => name.replace(/\.sql$/, ""));
const dumpOf = (version: string) => readFileSync(join(released, `${version}.sql`), "utf8");

it("a database of every version in the changelog is at hand", () => {
  const changelog = readFileSync(join(import.meta.dirname, "../../CHANGELOG.md"), "utf8");
  const named = [...changelog.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, version]) => version);
  expect(named).toContain(version);
  expect(versions.sort()).toEqual(named.sort());
});

describeOnEach("on %s", (engine) => {
  /** A shop with one order, as this version left it. */
  async function shopOf(version: string) {
    const address = await engine.fresh();
    if (engine.dialect === "sqlite") {
      const file = new SQLite(address.file);
      file.exec(dumpOf(version));
      file.close();
      return address;
    }
    // Migrations never change once they are released: the first ones make the tables of that day.
    const inserts = dumpOf(version).match(/^insert into "[\s\S]*?\);$/gm) ?? [];
    const ran = new Set(
      inserts.flatMap((insert) => /^insert into "kysely_migration" .*values \('(\w+)'/.exec(insert)?.[1] ?? []),
    );
    const database = await openDatabase(address);
    await migrate(database, Object.fromEntries(Object.entries(migrations).filter(([name]) => ran.has(name))));
    const tables = new Set(inserts.map((insert) => /^insert into ("\w+")/.exec(insert)?.[1] ?? ""));
    const made = [...tables].filter((table) => !table.startsWith('"kysely'));
    await sql.raw(`truncate ${made.join(", ")} cascade`).execute(database.db);
    for (const insert of inserts.filter((text) => !text.startsWith('insert into "kysely')))
      await sql.raw(insert).execute(database.db);
    await sql`drop table if exists shop_versions`.execute(database.db);
    await database.close();
    return address;
  }

  it.each(versions)("a shop of version %s is opened, with its order, its stock and its search", async (from) => {
    const { shop, ...testShop } = await openTestShop(await shopOf(from));
    const [row] = (await shop.office.orders({}, { page: 1, size: 5 })).orders;
    expect(row).toMatchObject({ status: "pending", subtotal: 10_000, lines: [{ quantity: 2, price: 5_000 }] });
    const [line] = row?.lines ?? [];
    expect(await testShop.stockOf(line?.variantId ?? "")).toBe(1);
    expect([await testShop.wrongSums(), await testShop.damagedOrders()]).toEqual([[], []]);
    const found = await shop.catalogue.search(line?.name ?? "", { page: 1 });
    expect(found.products.map(({ name }) => name)).toEqual([line?.name]);
    await testShop.setStatus(row?.number ?? "", "cancelled");
    expect(await testShop.stockOf(line?.variantId ?? "")).toBe(3);
    await testShop.close();
  });

  it("is opened, and migrated again, after an upgrade while the clock was behind", async () => {
    const database = await openDatabase(await shopOf("0.1.0"));
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2025-01-01T10:00:00Z") });
    await migrate(database).finally(() => vi.useRealTimers());
    await migrate(database, { ...migrations, "999_next": { up: async () => {} } });
    const { rows } = await sql`select name from kysely_migration where name = '999_next'`.execute(database.db);
    expect(rows).toHaveLength(1);
    await database.close();
  });

  it.each([
    ["a later version", "which does not know its migration 999_later", later],
    ["another line of development", "where its migration 023_brand ran without 022_material", incomplete],
  ])("the database of %s is refused with what to do, and stays as it is", async (_, why, change) => {
    const address = await engine.fresh();
    await (await openTestShop(address)).close();
    const database = await openDatabase(address);
    await change(database.db);
    const everything = async () => [
      (await sql`select * from kysely_migration order by name`.execute(database.db)).rows,
      (await sql`select * from shop_versions`.execute(database.db)).rows,
      (await database.db.introspection.getTables()).map(({ name }) => name),
    ];
    const before = await everything();
    await expect(migrate(database)).rejects.toThrow(
      `version 9.8.7 of the shop made this database, and this is version ${version}, ${why}. Nothing was changed.`,
    );
    expect(await everything()).toEqual(before);
    await database.close();
  });
});

type Queries = Kysely<Schema>;

async function later(db: Queries): Promise<void> {
  await sql`insert into kysely_migration values ('999_later', '2099-01-01T00:00:00.000Z')`.execute(db);
  await sql`insert into shop_versions values ('999_later', '9.8.7')`.execute(db);
}

async function incomplete(db: Queries): Promise<void> {
  await sql`delete from kysely_migration where name = '022_material'`.execute(db);
  await sql`update shop_versions set version = '9.8.7'`.execute(db);
}

describe("a database on SQLite", () => {
  const engine = sqlite();
  afterAll(() => engine.stop());

  /** As it was before the last migrations. */
  async function older() {
    const { file } = await engine.fresh();
    const database = await openDatabase({ file });
    const known = Object.entries(migrations).sort(([a], [b]) => (a < b ? -1 : 1));
    await migrate(database, Object.fromEntries(known.slice(0, 12)));
    await sql`update shop_versions set version = '0.0.9'`.execute(database.db);
    return { file, database, copy: join(dirname(file), "shop-0.0.9.sqlite") };
  }
  const ranIn = (file: string) => {
    const database = new SQLite(file, { readonly: true });
    const count = database.prepare("select count(*) from kysely_migration").pluck().get();
    database.close();
    return count;
  };

  it("is copied before a migration, once, for its own user alone", async () => {
    const { file, database, copy } = await older();
    await migrate(database);
    expect([ranIn(file), ranIn(copy)]).toEqual([Object.keys(migrations).length, 12]);
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    const { mtimeMs } = statSync(copy);
    await migrate(database);
    expect(statSync(copy).mtimeMs).toBe(mtimeMs);
    const { rows } = await sql`select version from shop_versions order by migration desc`.execute(database.db);
    expect(rows).toEqual([{ version }, { version: "0.0.9" }]);
    await database.close();
    expect(readdirSync(dirname(file)).sort()).toEqual(["shop-0.0.9.sqlite", "shop.sqlite"]);
  });

  it("that is new is not copied", async () => {
    const { file } = await engine.fresh();
    const database = await openDatabase({ file });
    await migrate(database);
    await database.close();
    expect(readdirSync(dirname(file))).toEqual(["shop.sqlite"]);
  });

  it("of a version that did not write down which, and of this version while it was made, is named as such", async () => {
    const { database } = await older();
    await sql`insert into kysely_migration values ('999_later', '2099-01-01T00:00:00.000Z')`.execute(database.db);
    await sql`update shop_versions set version = ${version}`.execute(database.db);
    await expect(migrate(database)).rejects.toThrow(
      `another state of version ${version} of the shop made this database`,
    );
    await sql`drop table shop_versions`.execute(database.db);
    await expect(migrate(database)).rejects.toThrow("a version before 0.2.0 of the shop made this database");
    await database.close();
  });

  it("stays as it is when a migration fails, or its copy cannot be made", async () => {
    const { file, database, copy } = await older();
    const failing = { "999_failing": { up: async () => Promise.reject(new Error("no such luck")) } };
    await expect(migrate(database, { ...migrations, ...failing })).rejects.toThrow("no such luck");
    expect(ranIn(file)).toBe(12);
    // The copy of another version stands where a folder is.
    await sql`update shop_versions set version = ${"none/0.0.8"}`.execute(database.db);
    await expect(migrate(database)).rejects.toThrow(
      /shop-none\/0\.0\.8\.sqlite, cannot be made: .+ Nothing was changed\./,
    );
    expect([ranIn(file), existsSync(copy)]).toEqual([12, true]);
    await database.close();
  });

  it("that is days old keeps its pending orders with UNCONFIRMED_DAYS=0 alone, as the documents advise", async () => {
    const { file } = await engine.fresh();
    const database = new SQLite(file);
    database.exec(dumpOf("0.1.0"));
    database.prepare("update orders set created_at = ?").run(Date.now() - 4 * DAY);
    database.close();
    const status = () => {
      const read = new SQLite(file, { readonly: true });
      const found = read.prepare("select status from orders").pluck().get();
      read.close();
      return found;
    };
    const kept = await startShop({ dataDir: dirname(file), env: { UNCONFIRMED_DAYS: "0" } });
    // Time enough for the other start, below, to cancel it.
    await new Promise((resolve) => setTimeout(resolve, 500));
    await kept.kill();
    expect(status()).toBe("pending");
    const shop = await startShop({ dataDir: dirname(file) });
    await expect.poll(status).toBe("cancelled");
    await shop.kill();
  });

  it("of a later version ends the start with one line", async () => {
    const { file } = await engine.fresh();
    const database = await openDatabase({ file });
    await migrate(database);
    await later(database.db);
    await database.close();
    await expect(startShop({ dataDir: dirname(file) })).rejects.toThrow(
      /The database cannot be opened: version 9\.8\.7 of the shop made this database.+docs\/upgrading\.md\.\n?$/,
    );
  });
});
