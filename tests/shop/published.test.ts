import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, openDatabase } from "~/database/connection.server";
import { sizesColumn } from "~/database/stock-index";
import { colorFamilies } from "~/domain/catalogue/color-family";
import { newAccount } from "../support/shop/accounts";
import { describeOnEach } from "../support/shop/databases";
import { deliver, linesOf, orderOf } from "../support/shop/orders";
import { id, type LocalTestShop, openTestShop, someone } from "../support/shop/test-shop";

/**
 * `published` changes whenever a public page may change (app/page-cache). Each table and column of
 * the database is listed here as shown on public pages or not.
 */

/** Tables of which no public page shows anything, and why. */
const notShown: Record<string, string> = {
  one_time_tasks: "what was done to the database once",
  shop_versions: "which version of the shop made these tables",
  published: "the version itself",
  search_words: "written with product_words, in the same transaction",
  product_index: "written with product_words, in the same transaction",
  courier_wilayas: "put to use by another generation, in the same transaction",
  courier_calls: "the quota of the courier's API",
  new_guests: "guests",
  carts: "a visitor's; their pairs are filled into pages",
  cart_lines: "a visitor's; their pairs are filled into pages",
  wishlist_items: "a visitor's; hearts are filled into pages",
  orders: "shown to who ordered",
  order_lines: "shown to who ordered",
  order_steps: "shown to who ordered",
  order_access: "shown to who ordered",
  unsettled_orders: "shown to who ordered",
  parcels: "shown to who ordered",
  parcel_events: "shown to who ordered",
  accounts: "a visitor's; the e-mail is filled into pages",
  sessions: "who is signed in; asked with every page",
  known_browsers: "attempts to sign in",
  account_links: "mailed links",
  attempts: "limits on attempts",
  mails: "on their way out",
  messages: "read by the merchant",
  subscribers: "mailed to",
  stock_alerts: "mailed to, or read by the merchant",
  review_letters: "mailed to",
  staff: "who works in the shop",
  staff_sessions: "who is signed in to the office",
  staff_links: "invitations",
  staff_passkeys: "how staff sign in",
  staff_challenges: "how staff sign in",
  staff_recovery_codes: "how staff sign in",
  journal: "read by the merchant",
  order_calls: "read by the merchant",
  order_notes: "read by the merchant",
  order_presence: "read by the merchant",
  order_words: "by which the merchant finds orders",
  bulks: "what staff did to several orders at once",
  bulk_results: "what staff did to several orders at once",
};

/** Of the other tables the columns of which no public page shows anything, and why. */
const columnsNotShown: Record<string, Record<string, string>> = {
  products: {
    stock: "changes with every sale; pages show whether there is any (below)",
    source: "whose list it was imported from",
    source_id: "what it is called there",
    readable_average: "written with reviews, in the same transaction",
    readable_count: "written with reviews, in the same transaction",
    ...Object.fromEntries(
      colorFamilies.map((family) => [sizesColumn(family), "stands in `stock_index` as well, written with it"]),
    ),
  },
  variants: {
    barcode: "is written by imports, which write `product_words` in the same transaction",
    stock: "changes with every sale; the product's own page asks what it shows of it, others when it sells out (below)",
  },
  reviews: { order_id: "whose it is, which never changes", variant_id: "whose it is, which never changes" },
  courier_state: Object.fromEntries(
    ["id", "read_at", "paused_until", "due_at", "reader", "reader_until", "begun_at", "attempts", "failure"].map(
      (name) => [name, "about reading what is not in use yet"],
    ),
  ),
};

/** A value where adding one, or a letter, does not do. `other` names this test's rows. */
const other: Record<string, string> = {
  "categories.parent_id": "'other'",
  "collections.category_id": "'other'",
  "products.category_id": "'other'",
  "products.collection_id": "'other'",
  "products.is_new": "1 - is_new",
  "products.is_bestseller": "1 - is_bestseller",
  "products.active": "1 - active",
  "variants.product_id": "'other'",
  "variants.size": "size + 100",
  "home_sections.enabled": "1 - enabled",
  "reviews.state": "'refused'",
  "reviews.fit": "case fit when 'large' then 'small' else 'large' end",
  "reviews.rating": "rating % 5 + 1",
  "product_words.product_id": "'other'",
  "product_words.number": "number + 1000",
  "product_words.words": "'other'::tsvector",
};

/** The column by which a row is found. */
const keyOf = (table: string) => ({ popular_searches: "term", product_words: "product_id" })[table] ?? "id";
/** Each new row has its own. */
const OWN = ["id", "slug", "sku", "term", "color_slug"];

interface Column {
  table: string;
  name: string;
  isText: boolean;
}

describeOnEach("what public pages show, on %s", (engine) => {
  let testShop: LocalTestShop;
  let database: Database;
  let columns: Column[];
  let otherLine: string;

  beforeAll(async () => {
    const address = await engine.seeded();
    testShop = await openTestShop(address);
    database = await openDatabase(address);
    columns = await columnsOf(database);
    for (const key of ["tried", "other"])
      for (const table of ["categories", "collections", "products"]) await copy(table, key);
    await reviewed();
  });
  afterAll(async () => {
    await database?.close();
    await testShop?.close();
  });

  /** @param product slug of the one whose page it is */
  const version = async (product?: string) => {
    // As each request does: one turn of the event loop asks the database once.
    await nextTurn();
    return (await testShop.shop.pageState({ product })).version;
  };
  const query = (text: string) => database.transact((transaction) => sql.raw(text).execute(transaction));
  const shown = () => [...new Set(columns.map(({ table }) => table))].filter((table) => !(table in notShown));

  async function isRenewedBy(work: () => Promise<unknown>): Promise<boolean> {
    const before = await version();
    await work();
    return (await version()) !== before;
  }

  /** A row like the first one of its table, under another key. */
  async function copy(table: string, key: string): Promise<void> {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)} limit 1`.execute(database.db);
    const { number: _, ...first } = rows[0] ?? {};
    const own = Object.keys(first).filter((name) => OWN.includes(name) || name === keyOf(table));
    // A line has one review: the copy is of the order's other line.
    if (table === "reviews") Object.assign(first, { variant_id: otherLine });
    const row = { ...first, ...Object.fromEntries(own.map((name) => [name, table === "courier_state" ? 2 : key])) };
    await database.transact((transaction) =>
      transaction
        .insertInto(table as never)
        .values(row as never)
        .execute(),
    );
  }

  /** Publishes a review of the first of an order's two lines. */
  async function reviewed(): Promise<void> {
    const { shop } = testShop;
    const visitor = id("visitor");
    const product = await testShop.product([1, 1]);
    const { number } = await orderOf(shop, linesOf(product), { visitor });
    await deliver(testShop, number);
    const [variantId = "", other = ""] = product.variants;
    await shop.reviews.send(number, { visitor }, { variantId, rating: 4, text: "Bien" });
    await testShop.publishReviews();
    otherLine = other;
  }

  it("has no table and no column of which nobody said whether they show it", () => {
    const tables = new Set(columns.map(({ table }) => table));
    expect(Object.keys(notShown).filter((table) => !tables.has(table))).toEqual(
      engine.dialect === "sqlite" ? [] : ["product_index"],
    );
    const known = new Set(columns.map(({ table, name }) => `${table}.${name}`));
    for (const [table, names] of Object.entries(columnsNotShown))
      for (const name of Object.keys(names)) expect(known).toContain(`${table}.${name}`);
    expect(shown().sort()).toEqual([
      "categories",
      "collections",
      "courier_state",
      "home_sections",
      "popular_searches",
      "product_words",
      "products",
      "reviews",
      "variants",
    ]);
  });

  it("is another version when a column changes, each of them but those", async () => {
    const missed: string[] = [];
    // The key last: until then the row is found by it.
    const ordered = columns.filter(({ table, name }) => name !== keyOf(table));
    ordered.push(...columns.filter(({ table, name }) => name === keyOf(table)));
    const keys = new Map<string, string>();
    for (const { table, name, isText } of ordered) {
      if (table in notShown || columnsNotShown[table]?.[name] !== undefined) continue;
      const key = keyOf(table);
      if (!keys.has(table)) {
        // Nothing depends on this one.
        const own = ["categories", "collections", "products"].includes(table) ? "where id = 'tried'" : "";
        const { rows } = await sql<{
          key: string;
        }>`select ${sql.ref(key)} as key from ${sql.table(table)} ${sql.raw(own)}
          limit 1`.execute(database.db);
        keys.set(table, String(rows[0]?.key));
      }
      const next = other[`${table}.${name}`] ?? (isText ? `coalesce(${name}, '') || 'x'` : `coalesce(${name}, 0) + 1`);
      const update = `update ${table} set ${name} = ${next} where ${key} = '${keys.get(table)}'`;
      if (!(await isRenewedBy(() => query(update)))) missed.push(`${table}.${name}`);
    }
    expect(missed).toEqual([]);
  });

  it("is another version with a row more and with a row less", async () => {
    const missed: string[] = [];
    // The courier's state has one row.
    for (const table of shown().filter((name) => name !== "courier_state")) {
      // Its words are found by a product that has none yet.
      const key = table === "product_words" ? "wordless" : "more";
      if (table === "product_words") await copy("products", key);
      if (!(await isRenewedBy(() => copy(table, key)))) missed.push(`insert into ${table}`);
      if (!(await isRenewedBy(() => query(`delete from ${table} where ${keyOf(table)} = '${key}'`))))
        missed.push(`delete from ${table}`);
    }
    expect(missed).toEqual([]);
  });

  it("is the same version after what was taken back, and another one only once it is committed", async () => {
    const before = await version();
    const change = database.transact(async (transaction) => {
      await transaction.updateTable("home_sections").set({ title: "Jamais" }).execute();
      expect(await version()).toBe(before);
      throw new Error("taken back");
    });
    await expect(change).rejects.toThrow("taken back");
    expect(await version()).toBe(before);
  });

  it("is another version of the product's own page with each number that it shows, and of every page when a variant sells out", async () => {
    const [{ slug, variants }, rival] = [await testShop.product([6, 3]), await testShop.product([3])];
    const [first = "", second = ""] = variants;
    const pages = async () => [await version(slug), await version(rival.slug), await version()];
    const changed = async (work: () => Promise<unknown>) => {
      const before = await pages();
      await work();
      const after = await pages();
      return after.map((told, index) => told !== before[index]);
    };
    const set = (variant: string, stock: number) => () =>
      query(`update variants set stock = ${stock} where id = '${variant}'`);
    // "En stock" is shown for four and for more.
    expect(await changed(set(first, 5))).toEqual([false, false, false]);
    expect(await changed(set(first, 4))).toEqual([false, false, false]);
    expect(await changed(set(first, 3))).toEqual([true, false, false]);
    expect(await changed(set(first, 2))).toEqual([true, false, false]);
    expect(await changed(set(first, 1))).toEqual([true, false, false]);
    expect(await changed(set(first, 7))).toEqual([true, false, false]);
    expect(await changed(set(first, 1))).toEqual([true, false, false]);
    expect(
      await changed(() => query(`update variants set stock = 3 - stock where id in ('${first}', '${second}')`)),
    ).toEqual([true, true, true]);
    expect(await changed(set(second, 3))).toEqual([true, true, true]);
    expect(await changed(set(first, 0))).toEqual([true, true, true]);
    const sum = (stock: number) => () => query(`update products set stock = ${stock} where slug = '${slug}'`);
    expect(await changed(sum(2))).toEqual([false, false, false]);
    expect(await changed(sum(0))).toEqual([true, true, true]);
    expect(await changed(sum(1))).toEqual([true, true, true]);
  });

  it("stays while people shop, until one buys the last pair", async () => {
    const { shop } = testShop;
    const { id: productId, slug, price, variants } = await testShop.product([3]);
    const [variantId = ""] = variants;
    const [awaited = ""] = (await testShop.product([0])).variants;
    const visitor = id("visitor");
    let number = "";
    const order = async (quantity: number) => {
      ({ number } = await orderOf(shop, [{ variantId, quantity, price }]));
    };
    const others: Record<string, () => Promise<unknown>> = {
      "a guest": () => shop.guests.begin(visitor, undefined),
      "a cart": () => shop.carts.add(visitor, variantId, 1),
      "a draft": () => shop.carts.saveDraft(visitor, someone),
      "a heart": () => shop.wishlist.add(visitor, productId),
      "an account": () => newAccount(shop),
      "a message": () =>
        shop.messages.send({ key: id("key"), name: "S", email: "s@example.com", subject: "?", message: "?" }),
      "a subscription": () => shop.newsletter.subscribe("samira@example.com", undefined),
      "a stock alert": () => shop.stockAlerts.request({ variantId: awaited, contacts: ["samira@example.com"] }),
      "an order": () => order(2),
      "an order that goes on its way": () => testShop.setStatus(number, "confirmed"),
    };
    for (const [name, work] of Object.entries(others)) {
      const own = await version(slug);
      expect([name, await isRenewedBy(work)]).toEqual([name, false]);
      expect([name, (await version(slug)) !== own]).toEqual([name, name === "an order"]);
    }
    expect(await isRenewedBy(() => order(1))).toBe(true);
  });

  it("tells many who ask at once what is each one's own", async () => {
    const { shop } = testShop;
    const { id: productId, variants } = await testShop.product([50]);
    const guests = Array.from({ length: 10 }, (_one, index) => ({ guest: id("visitor"), pairs: index + 1 }));
    for (const { guest, pairs } of guests) {
      await shop.carts.add(guest, variants[0] ?? "", pairs);
      if (pairs % 2 === 0) await shop.wishlist.add(guest, productId);
    }
    const { account, session } = await newAccount(shop);
    const told = await Promise.all([
      ...guests.map(({ guest }) => shop.pageState({ guest })),
      shop.pageState({ session, guest: guests[0]?.guest }),
      shop.pageState({ session: "somebody else's" }),
    ]);
    const nobody = { email: undefined, pairs: 0, wished: [] };
    expect(told.map(({ email, pairs, wished }) => ({ email, pairs, wished }))).toEqual([
      ...guests.map(({ pairs }) => ({ ...nobody, pairs, wished: pairs % 2 === 0 ? [productId] : [] })),
      { ...nobody, email: account.email },
      nobody,
    ]);
  });
});

/** All tables, except those of the engine and of the migrations. */
async function columnsOf({ db, dialect }: Database): Promise<Column[]> {
  const { rows } = await (dialect === "sqlite"
    ? sql<{ table: string; name: string; type: string }>`select tables.name as "table", columns.name, columns.type
        from sqlite_master as tables, pragma_table_info(tables.name) as columns
        where tables.type = 'table' and tables.name not like 'sqlite_%' and tables.name not like 'product_index_%'`
    : sql<{ table: string; name: string; type: string }>`select table_name as "table", column_name as name,
        data_type as type from information_schema.columns where table_schema = 'public'`
  ).execute(db);
  return rows
    .filter(({ table }) => !table.startsWith("kysely_"))
    .map(({ table, name, type }) => ({ table, name, isText: /text|tsvector/i.test(type) }));
}
