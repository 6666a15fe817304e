import { join } from "node:path";
import Database from "better-sqlite3";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Answer, Client } from "../support/http";
import { directOrder, orderNumberOf, someone, someoneElse } from "../support/orders";
import { type PostgresServer, startPostgres } from "../support/postgres";
import { titleOf } from "../support/reading";
import { type RunningShop, startShop } from "../support/shop-server";

/** R-1 at the front door: a crowd wants the last pairs, and every one of it gets a clear answer. */

// Two cores, and other suites on them: what is tested here is not speed.
vi.setConfig({ testTimeout: 240_000 });

const BUYERS = 200;
const PAIRS = 10;
const SLUG = "boston-santa-cruz";

type Row = Record<string, unknown>;
/** Asks the database itself, past the shop. `?` stands for the values in turn. */
type Query = (text: string, ...values: (string | number)[]) => Promise<Row[]>;

interface Place {
  /** Every process that sells from this database. */
  shops: RunningShop[];
  query: Query;
  close: () => Promise<void>;
}

async function onSqlite(): Promise<Place> {
  const shop = await startShop();
  const database = new Database(join(shop.dataDir, "shop.sqlite"), { timeout: 10_000 });
  return {
    shops: [shop],
    query: async (text, ...values) => {
      const statement = database.prepare(text);
      if (statement.reader) return statement.all(...values) as Row[];
      statement.run(...values);
      return [];
    },
    close: async () => {
      database.close();
      await shop.stop();
    },
  };
}

/** Two processes that start at the same moment on an empty database: both migrate and fill it, or wait for the other. */
async function onPostgres(): Promise<Place> {
  const server: PostgresServer = await startPostgres();
  const url = await server.createDatabase();
  // Processes of one shop share the secret: a form that one served is sent to the other.
  const env = { DATABASE_URL: url, SESSION_SECRET: "one secret for all processes of the shop" };
  const shops = await Promise.all([startShop({ env }), startShop({ env })]);
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  return {
    shops,
    query: async (text, ...values) => {
      // `$1`, `$2`, … where SQLite has `?`.
      const parts = text.split("?").map((part, index) => (index === 0 ? part : `$${index}${part}`));
      return (await pool.query<Row>(parts.join(""), values)).rows;
    },
    close: async () => {
      await pool.end();
      await Promise.all(shops.map((shop) => shop.stop()));
      await server.stop();
    },
  };
}

describe.each([
  { name: "SQLite, one process", open: onSqlite },
  { name: "PostgreSQL, two processes", open: onPostgres },
])("on $name", ({ open }) => {
  let place: Place;
  let variant: { id: string; couleur: string; pointure: string };

  beforeAll(async () => {
    place = await open();
    const [row] = await place.query(
      `select v.id, v.color_slug as couleur, v.size from variants v join products p on p.id = v.product_id
       where p.slug = ? order by v.id limit 1`,
      SLUG,
    );
    variant = { id: String(row?.id), couleur: String(row?.couleur), pointure: String(row?.size) };
  });

  afterAll(() => place?.close());

  const urlFor = (index: number) => place.shops[index % place.shops.length]?.url ?? "";
  const number = async (text: string, ...values: string[]) => Number((await place.query(text, ...values))[0]?.n);
  const stock = () => number("select stock as n from variants where id = ?", variant.id);
  const ordersCount = () => number("select count(*) as n from orders");
  const ordered = () =>
    number("select coalesce(sum(quantity), 0) as n from order_lines where variant_id = ?", variant.id);

  async function putOnTheShelf(pairs: number): Promise<void> {
    await place.query("update variants set stock = ? where id = ?", pairs, variant.id);
    await place.query(
      "update products set stock = (select sum(stock) from variants where product_id = products.id) where slug = ?",
      SLUG,
    );
  }

  /** Buyers with their forms filled in, each in front of one of the processes. */
  async function buyers(count: number): Promise<(() => Promise<Answer>)[]> {
    const ready: (() => Promise<Answer>)[] = [];
    const fill = async (first: number, step: number) => {
      for (let index = first; index < count; index += step) {
        const { send } = await directOrder(new Client(urlFor(index)), SLUG, variant, someoneElse());
        ready.push(() => send());
      }
    };
    await Promise.all(Array.from({ length: 10 }, (_, first) => fill(first, 10)));
    return ready;
  }

  it(`${BUYERS} buyers, ${PAIRS} pairs: ${PAIRS} orders, ${BUYERS - PAIRS} clear pages, nothing left`, async () => {
    await putOnTheShelf(PAIRS);
    const crowd = await buyers(BUYERS);
    const [ordersBefore, orderedBefore] = [await ordersCount(), await ordered()];
    const answers = await Promise.all(crowd.map((send) => send()));

    const placed = answers.filter((answer) => answer.status === 303);
    const refused = answers.filter((answer) => answer.status === 400);
    const others = answers.filter((answer) => answer.status !== 303 && answer.status !== 400);
    expect(others.map(({ status, text }) => `${status} ${titleOf(text)}`)).toEqual([]);
    expect([placed.length, refused.length]).toEqual([PAIRS, BUYERS - PAIRS]);
    expect(new Set(placed.map(orderNumberOf)).size).toBe(PAIRS);
    for (const { text } of refused) {
      expect(titleOf(text)).toMatch(/^Erreur : /);
      const main = text.slice(text.indexOf("<main"));
      const summary = main.slice(main.indexOf("Il y a un problème"), main.indexOf("<h1"));
      expect(summary).toContain("Rupture de stock");
      // What was typed is there for another size.
      expect(main).toContain(someone.adresse.replace("'", "&#x27;"));
    }
    expect(await stock()).toBe(0);
    expect(await ordersCount()).toBe(ordersBefore + PAIRS);
    expect(await ordered()).toBe(orderedBefore + PAIRS);
    expect(
      await number(
        "select count(*) as n from products where stock <> (select sum(stock) from variants where product_id = products.id)",
      ),
    ).toBe(0);
  });

  it("one form sent fifty times at once, to every process: one order and one page", async () => {
    await putOnTheShelf(PAIRS);
    const first = new Client(urlFor(0));
    const { form } = await directOrder(first, SLUG, variant);
    const before = await ordersCount();
    const fields = form.fields.filter(([name]) => !(name in someone) && name !== "couleur" && name !== "pointure");
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        new Client(urlFor(index)).post(form.action, [
          ...fields,
          ...Object.entries({ ...someone, couleur: variant.couleur, pointure: variant.pointure }),
          ["intent", "commander"],
        ]),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    expect(new Set(answers.map(orderNumberOf)).size).toBe(1);
    expect(await ordersCount()).toBe(before + 1);
    expect(await stock()).toBe(PAIRS - 1);
  });
});
