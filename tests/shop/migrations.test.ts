import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { openDatabase } from "~/database/connection.server";
import { up as shop } from "~/database/migrations/001-shop";
import { up as refine } from "~/database/migrations/002-refine";
import { up as mail } from "~/database/migrations/005-mail";
import { up as accounts } from "~/database/migrations/006-accounts";
import { up as courier } from "~/database/migrations/007-courier";
import { up as openOrders } from "~/database/migrations/011-open-orders";
import { up as confirmation } from "~/database/migrations/012-accounts";
import { up as numbers } from "~/database/migrations/015-numbers-of-an-api";
import { up as fieldWords } from "~/database/migrations/018-field-words";
import { productColumn } from "~/database/migrations/columns";
import { migrate, migrations } from "~/database/migrations.server";
import { seedCatalogueOnce } from "~/database/seed.server";
import { orderNumberKey } from "~/domain/order/order";
import { engines } from "../support/shop/databases";
import { wrongSumsIn } from "../support/shop/test-shop";

describe.each(engines().map((engine) => [engine.name, engine] as const))("old shops on %s", (_, engine) => {
  afterAll(() => engine.stop());

  it("get the columns by which lists are narrowed, filled from what they sell", async () => {
    const database = await openDatabase(await engine.fresh());
    // As a shop of the first migration was: nothing here is written by the code of today.
    const db = database.db;
    await shop(database.db as never);
    await sql`insert into categories (id, slug, name, description, position) values ('c', 'c', 'C', '', 0)`.execute(db);
    for (const id of ["p1", "p2"])
      await sql`insert into products (id, slug, sku, name, kind, gender, category_id, price, stock, created_at, colors,
        rating, review_count, description, care, features, specifications, tags, pictures)
        values (${id}, ${id}, ${id}, '', 'sabots', 'femme', 'c', 1, 1, 1, '[]', 0, 0, '', '', '[]', '[]', '[]', '[]')`.execute(
        db,
      );
    const variants: [color: string, hex: string, size: number, stock: number][] = [
      ["Noir", "#000000", 36, 1],
      ["Noir", "#000000", 46, 2],
      ["Noir", "#000000", 47, 2],
      ["Sel et marine", "#ffffff", 28, 1],
      ["Sans nom", "#c03030", 40, 0],
    ];
    for (const [index, [color, hex, size, stock]] of variants.entries())
      await sql`insert into variants (id, product_id, sku, color_slug, color_name, color_hex, size, stock, position)
        values (${`v${index}`}, 'p1', ${`v${index}`}, ${color}, ${color}, ${hex}, ${size}, ${stock}, ${index})`.execute(
        db,
      );
    await refine(database.db as never);
    const { rows } = await sql`select shelf, families, sizes, sizes_noir, sizes_beige, sizes_bleu, sizes_rouge
      from products order by id`.execute(db);
    expect(rows).toEqual([
      {
        shelf: "1.40100+40.0+810.1",
        families: 0b1000_0101_0001,
        sizes: 0x40101,
        sizes_noir: 0x40100,
        sizes_beige: 1,
        sizes_bleu: 1,
        sizes_rouge: 0,
      },
      { shelf: "", families: 0, sizes: 0, sizes_noir: 0, sizes_beige: 0, sizes_bleu: 0, sizes_rouge: 0 },
    ]);
    await database.close();
  });

  it("give orders that wait already their time from now on, and have taken the pairs of all", async () => {
    const database = await openDatabase(await engine.fresh());
    const db = database.db;
    await sql`create table orders (id text primary key, phone text, status text, created_at bigint)`.execute(db);
    await sql`insert into orders values ('a', '0550', 'pending', 1), ('b', '0550', 'confirmed', 1)`.execute(db);
    const before = Date.now();
    await openOrders(db as never);
    const { rows } = await sql<{
      open_since: unknown;
      reserved: unknown;
    }>`select open_since, reserved from orders order by id`.execute(db);
    expect(rows.map(({ reserved }) => Number(reserved))).toEqual([1, 1]);
    expect(Number(rows[0]?.open_since)).toBeGreaterThanOrEqual(before);
    expect(rows[1]?.open_since).toBeNull();
    await database.close();
  });

  it("find their orders by number, those as well that an API gave a number of its own", async () => {
    const database = await openDatabase(await engine.fresh());
    const db = database.db;
    await sql`create table orders (id text primary key, number text unique)`.execute(db);
    const given = ["K7MQ-4TXP", "N-77", "2026/0077 é", "★"];
    for (const number of given) await sql`insert into orders values (${number}, ${number})`.execute(db);
    await numbers(db as never);
    const { rows } = await sql<{ number: string; number_key: string; api_id: unknown }>`
      select number, number_key, api_id from orders`.execute(db);
    expect(rows).toHaveLength(given.length);
    for (const { number, number_key, api_id } of rows)
      expect([number_key, api_id]).toEqual([orderNumberKey(number), null]);
    expect(rows.map(({ number_key }) => number_key)).toContain("K7MQ4TXP");
    await database.close();
  });

  it("keep the accounts that they have, confirmed, and no registration that waits for its letter", async () => {
    const database = await openDatabase(await engine.fresh());
    const db = database.db;
    for (const up of [shop, mail, accounts]) await up(db as never);
    await sql`insert into accounts values ('a', 'samira@example.com', 'scrypt', 'Samira', 'Benali', '', '', 1000)`.execute(
      db,
    );
    for (const [token, kind, account, email] of [
      ["t1", "registration", null, "karim@example.com"],
      ["t2", "reset", "a", "samira@example.com"],
    ]) {
      await sql`insert into account_links (token_hash, kind, account_id, email, registration, expires_at)
        values (${token}, ${kind}, ${account}, ${email}, null, 5000)`.execute(db);
      await sql`insert into mails (id, key, kind, recipient, subject, text, html, headers, created_at, due_at, attempts)
        values (${token}, ${token}, ${kind}, ${email}, '', '', '', '{}', 1, 1, 0)`.execute(db);
    }
    await confirmation(db as never);
    const confirmed = await sql<{ confirmed_at: unknown }>`select confirmed_at from accounts`.execute(db);
    expect(confirmed.rows.map(({ confirmed_at }) => Number(confirmed_at))).toEqual([1000]);
    const links = await sql`select token_hash, kind, account_id, email, session_hash from account_links`.execute(db);
    expect(links.rows).toEqual([
      { token_hash: "t2", kind: "reset", account_id: "a", email: "samira@example.com", session_hash: null },
    ]);
    expect((await sql`select kind from mails`.execute(db)).rows).toEqual([{ kind: "reset" }]);
    await database.close();
  });

  it("keep what was typed in the checkout, and the courier's places and fees, under their names of today", async () => {
    const database = await openDatabase(await engine.fresh());
    const db = database.db;
    for (const up of [shop, refine, courier]) await up(db as never);
    const drafts = [
      { mode: "relais", stopDeskId: 310101, notes: 'il dit "mode":"relais"' },
      { mode: "domicile", address: "Rue 1" },
    ];
    for (const [index, draft] of drafts.entries())
      await sql`insert into carts (visitor, draft, updated_at)
        values (${`v${index}`}, ${JSON.stringify(draft)}, 1)`.execute(db);
    const point = { id: 310101, name: "Oran", address: "Rue 2", communeId: 3101 };
    const rate = { home: 500, desk: 300, oversizePerKg: 50, codPercentage: 1, insurancePercentage: 1 };
    const wilaya = { id: 31, name: "Oran", communes: [{ id: 3101, name: "Oran", rate }], desks: [point] };
    await sql`insert into courier_wilayas (generation, id, name, is_deliverable, content)
      values (1, 31, 'Oran', 1, ${JSON.stringify(wilaya)})`.execute(db);
    await fieldWords(db as never);
    const carts = await sql<{ draft: string }>`select draft from carts order by visitor`.execute(db);
    expect(carts.rows.map(({ draft }) => JSON.parse(draft))).toEqual([
      { mode: "pickup", pickupPointId: 310101, notes: 'il dit "mode":"relais"' },
      { mode: "home", address: "Rue 1" },
    ]);
    const wilayas = await sql<{ content: string }>`select content from courier_wilayas`.execute(db);
    const { desk: pickup, ...others } = rate;
    expect(wilayas.rows.map(({ content }) => JSON.parse(content))).toEqual([
      {
        id: 31,
        name: "Oran",
        communes: [{ id: 3101, name: "Oran", rate: { ...others, pickup } }],
        pickupPoints: [point],
      },
    ]);
    expect((await sql`select name from one_time_tasks`.execute(db)).rows).toEqual([]);
    await database.close();
  });

  it("give their products the stars of the reviews that can be read, rounded as they are shown", async () => {
    const database = await openDatabase(await engine.fresh());
    const { db } = database;
    const older = Object.entries(migrations).filter(([name]) => name < "033");
    await migrate(database, Object.fromEntries(older));
    await sql`insert into categories (id, slug, name, description, position) values ('c', 'c', 'C', '', 0)`.execute(db);
    // The orders of these reviews are left out.
    const withoutOrders =
      engine.dialect === "sqlite" ? "pragma foreign_keys = off" : "alter table reviews drop constraint reviews_of_line";
    await sql.raw(withoutOrders).execute(db);
    // 4.45 is shown as 4.5, 13/3 as 4.3. Those that wait or were refused cannot be read, nor the
    // demonstration's beside a customer's.
    const given: Record<string, [rating: number, count: number, state: string, isDemo?: true][]> = {
      half: [
        [5, 9, "published"],
        [4, 11, "published"],
      ],
      third: [
        [5, 1, "published"],
        [4, 2, "published"],
        [1, 3, "waiting"],
        [1, 3, "refused"],
        [1, 3, "published", true],
      ],
      demo: [
        [2, 2, "published", true],
        [5, 1, "waiting"],
      ],
      waiting: [[5, 1, "waiting"]],
      none: [],
    };
    for (const [product, reviews] of Object.entries(given)) {
      await sql`insert into products (id, slug, sku, name, kind, gender, category_id, price, stock, created_at, colors,
        rating, review_count, description, care, features, specifications, tags, pictures)
        values (${product}, ${product}, ${product}, '', 'sabots', 'femme', 'c', 1, 1, 1, '[]', 5, 900, '', '', '[]',
        '[]', '[]', '[]')`.execute(db);
      for (const [index, [rating, count, state, isDemo]] of reviews.entries())
        for (let number = 0; number < count; number += 1) {
          const id = `${product}-${index}-${number}`;
          const line = isDemo ? null : id;
          await sql`insert into reviews (id, order_id, variant_id, product_id, rating, text, author, wilaya, state,
            created_at) values (${id}, ${line}, ${line}, ${product}, ${rating}, '', '', '', ${state}, 1)`.execute(db);
        }
    }
    await migrate(database);
    const { rows } = await sql`select id, readable_average, readable_count from products
      order by readable_average desc, readable_count desc, id`.execute(db);
    expect(rows).toEqual([
      { id: "half", readable_average: 4.5, readable_count: 20 },
      { id: "third", readable_average: 4.3, readable_count: 3 },
      { id: "demo", readable_average: 2, readable_count: 2 },
      { id: "none", readable_average: 0, readable_count: 0 },
      { id: "waiting", readable_average: 0, readable_count: 0 },
    ]);
    expect(await wrongSumsIn(database)).toEqual([]);
    await database.close();
  });

  it("get another column of the products by a line, with which the pages that are kept are another version", async () => {
    const database = await openDatabase(await engine.fresh());
    const { db, transact } = database;
    await migrate(database);
    await seedCatalogueOnce(database);
    for (const [name, type, usual] of [
      ["tried_text", "text", ""],
      ["tried_list", "text", "[]"],
      ["tried_number", "integer", 0],
    ] as const) {
      await productColumn(name, type, usual).up(db as never);
      const { rows } = await sql`select distinct ${sql.ref(name)} as value from products`.execute(db);
      expect(rows).toEqual([{ value: usual }]);
      const version = async () => (await sql<{ version: unknown }>`select version from published`.execute(db)).rows[0];
      const set = (value: unknown) =>
        transact((queries) => sql`update products set ${sql.ref(name)} = ${value}`.execute(queries));
      const before = await version();
      await set(usual);
      expect(await version()).toEqual(before);
      await set(type === "text" ? "Portugal" : 4);
      expect(await version()).not.toEqual(before);
    }
    await database.close();
  });
});
