import { randomBytes } from "node:crypto";
import { type Database, type DatabaseAddress, openDatabase } from "~/database/connection.server";
import { migrate } from "~/database/migrations.server";
import { noReadableReviews } from "~/database/readable-reviews.server";
import type { Schema } from "~/database/schema";
import type { HomeSectionTable, ProductTable } from "~/database/schema/catalogue";
import { fillSearchIndex } from "~/database/search-index.server";
import { seedCatalogueOnce } from "~/database/seed.server";
import { fillStockIndex, stockIndexColumns } from "~/database/stock-index";
import { slugOf } from "~/domain/catalogue/slug";
import { byCommand } from "~/domain/office/journal";
import type { OrderStatus, Recipient } from "~/domain/order/order";
import { defaultOrderBounds, type OrderBounds } from "~/domain/order/order-bounds";
import { type LocalShopOptions, openLocalShop } from "~/shop/local/index.server";
import type { MoveResult } from "~/shop/services/order-detail-office";
import type { PlaceOrder } from "~/shop/services/orders";
import type { OperatedShop, Shop, ShopWithWorkers } from "~/shop/shop";

/** The shop with the demo catalogue, and direct access to its data for tests. */
export interface TestShop {
  shop: ShopWithWorkers;
  /** Another shop on the same data, with its own clock. */
  reopened(options: Partial<Pick<LocalShopOptions, "now">>): ShopWithWorkers | Promise<ShopWithWorkers>;
  /** A new product with one variant for each stock, and these columns beside its own. */
  product(stocks: number[], price?: number, columns?: Partial<ProductTable>): Promise<Made>;
  setPrice(productId: string, price: number): Promise<void>;
  setStock(variantId: string, stock: number): Promise<void>;
  /** Takes the product out of the shop; its rows stay. */
  retire(productId: string): Promise<void>;
  /** Changes a section of the home page. */
  setSection(type: string, changes: Partial<HomeSectionTable>): Promise<void>;
  /** Makes new products findable by the search. */
  indexProducts(): Promise<void>;
  /** Removes the product's rows. */
  remove(productId: string): Promise<void>;
  /** Moves an order on, as the merchant does. */
  setStatus(number: string, status: OrderStatus): Promise<MoveResult>;
  /** Publishes all reviews that wait, as the merchant does. */
  publishReviews(): Promise<void>;
  stockOf(variantId: string): Promise<number>;
  /** Pairs in orders that took them from stock and are neither cancelled nor returned. */
  orderedOf(variantId: string): Promise<number>;
  orderCount(): Promise<number>;
  /** All rows of these tables, as text. */
  everything(tables: (keyof Schema)[]): Promise<string>;
  /** Products whose stock is not their variants' sum, or whose stars are not their reviews'. */
  wrongSums(): Promise<string[]>;
  /** Orders whose lines, fees and history disagree. */
  damagedOrders(): Promise<string[]>;
  close(): Promise<void>;
}

/** On its own database a shop's inner parts can also be replaced. */
export interface LocalTestShop extends TestShop {
  shop: OperatedShop;
  database: Database;
  /** Another shop on the same data, with other hooks, settings or courier. */
  reopened(options: Partial<LocalShopOptions>): OperatedShop;
  /** Makes the order wait since before shops ended unconfirmed orders (migration 011). */
  waitsSince(orderNumber: string, at: Date): Promise<void>;
}

export interface Made {
  id: string;
  slug: string;
  price: number;
  variants: string[];
}

/** Sizes from 36 on. */
const SIZES = 11;

export const ORAN = { wilayaId: 31, communeId: 3101 };

export const someone: Recipient = {
  lastName: "Benali",
  firstName: "Samira",
  phone: "0550123456",
  ...ORAN,
  mode: "home",
  address: "12, rue Larbi Ben M'hidi",
  notes: "",
};

export const id = (prefix: string) => `${prefix}-${randomBytes(8).toString("hex")}`;

/** As the product page's form makes it: one line, the quoted fee, a new visitor. */
export async function requestFor(
  shop: Shop,
  lines: PlaceOrder["lines"],
  changes: Partial<PlaceOrder> = {},
): Promise<PlaceOrder> {
  const pairs = lines.reduce((sum, line) => sum + line.quantity, 0);
  const value = lines.reduce((sum, line) => sum + line.quantity * line.price, 0);
  const recipient = changes.recipient ?? someone;
  const quote = await shop.courier.quote(recipient, pairs, value);
  return {
    key: id("key"),
    lines,
    recipient,
    shownFee: quote?.[recipient.mode]?.totalFee ?? 0,
    visitor: id("visitor"),
    fromCart: false,
    ...changes,
  };
}

/** Moves an order on, as a command does. */
export const setStatus = (shop: Pick<OperatedShop, "office">, number: string, status: OrderStatus, by = byCommand) =>
  shop.office.moveOrder(number, status, {}, by);

/** Bounds that tests do not reach; open-orders.test.ts tests the usual ones. */
export const AMPLE: OrderBounds = {
  ...defaultOrderBounds,
  pairs: 1_000_000,
  orders: 1_000_000,
  ordersFromAddress: 1_000_000,
  pairsFromAddress: 1_000_000,
};

/** The same database; `rival` runs once, just before the next transaction. */
export function withRival(database: Database, rival: () => Promise<unknown>): Database {
  let isOver = false;
  const transact: Database["transact"] = async (work) => {
    const isFirst = !isOver;
    isOver = true;
    if (isFirst) await rival();
    return database.transact(work);
  };
  return { ...database, transact };
}

/** A password takes a millisecond instead of a third of a second. */
export const CHEAP_PASSWORDS = 10;

/** Opens the database; makes its tables and its demo catalogue when they are missing. */
export async function openTestShop(address: DatabaseAddress): Promise<LocalTestShop> {
  const database = await openDatabase(address);
  await migrate(database);
  await seedCatalogueOnce(database);
  await fillSearchIndex(database);
  const { db } = database;
  const defaults: LocalShopOptions = {
    ...{ database, now: () => new Date(), randomBytes },
    ...{ bounds: AMPLE, passwordCost: CHEAP_PASSWORDS },
  };

  const shop = openLocalShop(defaults);
  return {
    shop,
    database,
    reopened: (options) => openLocalShop({ ...defaults, ...options }),

    async product(stocks, price = 5_000, columns = {}) {
      const name = id("p");
      // All black, for as many sizes as shoes have.
      const shades = ["Noir", "Noir mat", "Noir verni", "Noir irisé", "Noir ciré"];
      const variants = stocks.map((count, position) => {
        const shade = shades[Math.floor(position / SIZES)] ?? "";
        return {
          id: `${name}-${position}`,
          product_id: name,
          sku: `${name.toUpperCase()}-${position}`,
          color_slug: slugOf(shade),
          color_name: shade,
          color_hex: "#000000",
          size: 36 + (position % SIZES),
          barcode: "",
          stock: count,
          position,
        };
      });
      const colors = new Map(
        variants.map(({ color_slug: slug, color_name: name, color_hex: hex }) => [slug, { slug, name, hex }]),
      );
      const product: ProductTable = {
        ...(await db.selectFrom("products").selectAll().limit(1).executeTakeFirstOrThrow()),
        ...stockIndexColumns(variants),
        ...noReadableReviews,
        id: name,
        slug: `slug-${name}`,
        sku: name.toUpperCase(),
        name: `Modèle ${name}`,
        price,
        old_price: null,
        colors: JSON.stringify([...colors.values()]),
        created_at: Date.now(),
        ...columns,
      };
      await database.transact(async (transaction) => {
        await transaction.insertInto("products").values(product).execute();
        await transaction.insertInto("variants").values(variants).execute();
      });
      return { id: name, slug: product.slug, price, variants: variants.map((variant) => variant.id) };
    },

    async setPrice(productId, price) {
      await db.updateTable("products").set({ price }).where("id", "=", productId).execute();
    },

    async setStock(variantId, stock) {
      const variant = await db
        .updateTable("variants")
        .set({ stock })
        .where("id", "=", variantId)
        .returning("product_id")
        .executeTakeFirstOrThrow();
      await fillStockIndex(db, [variant.product_id]);
    },

    async waitsSince(orderNumber, at) {
      await db.updateTable("orders").set({ open_since: at.getTime() }).where("number", "=", orderNumber).execute();
    },

    async retire(productId) {
      await db.updateTable("products").set({ active: 0 }).where("id", "=", productId).execute();
    },

    async setSection(type, changes) {
      await db.updateTable("home_sections").set(changes).where("type", "=", type).execute();
    },

    indexProducts: () => fillSearchIndex(database),

    async remove(productId) {
      await db.deleteFrom("products").where("id", "=", productId).execute();
    },

    setStatus: (number, status) => setStatus(shop, number, status),

    async publishReviews() {
      for (const { id } of await shop.office.waitingReviews()) await shop.office.decideReview(id, "published");
    },

    async stockOf(variantId) {
      const row = await db.selectFrom("variants").select("stock").where("id", "=", variantId).executeTakeFirstOrThrow();
      return row.stock;
    },

    async orderedOf(variantId) {
      const { sum } = await db
        .selectFrom("order_lines")
        .innerJoin("orders", "orders.id", "order_lines.order_id")
        .select((build) => build.fn.sum<number | null>("order_lines.quantity").as("sum"))
        .where("order_lines.variant_id", "=", variantId)
        .where("orders.status", "not in", ["cancelled", "returned"])
        .where("orders.reserved", "=", 1)
        .executeTakeFirstOrThrow();
      return sum ?? 0;
    },

    async orderCount() {
      const { count } = await db
        .selectFrom("orders")
        .select((build) => build.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return count;
    },

    everything: (tables) => everythingIn(database, tables),
    wrongSums: () => wrongSumsIn(database),
    damagedOrders: () => damagedOrdersIn(database),
    close: () => database.close(),
  };
}

const byText = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1);

export async function everythingIn({ db }: Database, tables: readonly (keyof Schema)[]): Promise<string> {
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
  // PostgreSQL gives rows in no certain order once one was updated.
  const sorted = rows.map((found) => found.map((row) => [JSON.stringify(row), row] as const).sort(byText));
  return JSON.stringify(sorted.map((found) => found.map(([, row]) => row)));
}

export async function wrongSumsIn({ db }: Database): Promise<string[]> {
  const rows = await db
    .selectFrom("products")
    .innerJoin("variants", "variants.product_id", "products.id")
    .select(["products.id", "products.stock"])
    .select((build) => build.fn.sum<number>("variants.stock").as("sum"))
    .groupBy(["products.id", "products.stock"])
    .execute();
  return [...rows.filter((row) => row.stock !== row.sum).map((row) => row.id), ...(await wrongStarsIn(db))];
}

async function wrongStarsIn(db: Database["db"]): Promise<string[]> {
  const reviews = await db.selectFrom("reviews").selectAll().where("state", "=", "published").execute();
  const products = await db.selectFrom("products").select(["id", "readable_average", "readable_count"]).execute();
  return products.flatMap(({ id, readable_average, readable_count }) => {
    const all = reviews.filter(({ product_id }) => product_id === id);
    const customers = all.filter(({ order_id }) => order_id !== null);
    const readable = customers.length > 0 ? customers : all;
    const sum = readable.reduce((sum, { rating }) => sum + rating, 0);
    const average = readable.length === 0 ? 0 : Math.round((10 * sum) / readable.length) / 10;
    return readable_count === readable.length && readable_average === average ? [] : [`stars of ${id}`];
  });
}

export async function damagedOrdersIn({ db }: Database): Promise<string[]> {
  const rows = await db
    .selectFrom("orders")
    .selectAll("orders")
    .select((build) => [
      build
        .selectFrom("order_lines")
        .whereRef("order_id", "=", "orders.id")
        .select((line) => line.fn.sum<number>(line("quantity", "*", line.ref("price"))).as("value"))
        .as("value"),
      build
        .selectFrom("order_steps")
        .whereRef("order_id", "=", "orders.id")
        .whereRef("order_steps.status", "=", "orders.status")
        .select((step) => step.fn.countAll<number>().as("steps"))
        .as("steps"),
      build
        .selectFrom("order_access")
        .whereRef("order_id", "=", "orders.id")
        .select((access) => access.fn.countAll<number>().as("readers"))
        .as("readers"),
    ])
    .execute();
  // An account that is deleted reads its orders no longer; those that staff took down are theirs.
  const isNobodys = (row: (typeof rows)[number]) =>
    row.to_be_forgotten === 1 || row.phone === "" || row.channel !== null;
  return rows
    .filter((row) => row.value !== row.subtotal + row.reward || row.steps !== 1 || !(row.readers || isNobodys(row)))
    .map((row) => row.number);
}
