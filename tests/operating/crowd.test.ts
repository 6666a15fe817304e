import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import Database from "better-sqlite3";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Answer, Client } from "../support/http/client";
import { filled, formWith, submit } from "../support/http/forms";
import { directOrder, landed, orderNumberOf, SLUG, someone, someoneElse } from "../support/http/orders";
import { summaryIn, titleOf } from "../support/http/reading";
import { isSweep } from "../support/setup/sweeps";
import { postgres } from "../support/shop/databases";
import { type RunningShop, startShop } from "../support/shop/shop-server";

/** R-1 over HTTP: a crowd wants the last pairs, and everybody gets a clear answer. */

// Speed is not tested here, and other suites use the two cores.
const timeout = 240_000;

const BUYERS = 200;
const PAIRS = 10;
/** Orders left while the line was down, and how many of them saw another price. */
const LEFT = 300;
const ASKED = 30;
/** Answers that nobody reads, of some 100 kB each. */
const UNREAD = 150;

type Row = Record<string, unknown>;
/** Queries the database itself. Each `?` is a value. */
type Query = (text: string, ...values: (string | number)[]) => Promise<Row[]>;

interface Place {
  /** All processes on this database. */
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

/** Processes that start together on an empty database: each migrates and fills it, or waits. */
async function onPostgres(processes = 2, settings: Record<string, string> = {}): Promise<Place & { url: string }> {
  const engine = postgres();
  const { url = "" } = await engine.fresh();
  // With one secret, processes accept each other's forms.
  const env = { DATABASE_URL: url, SESSION_SECRET: "one secret for all processes of the shop", ...settings };
  const shops = await Promise.all(Array.from({ length: processes }, () => startShop({ env })));
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  return {
    shops,
    url,
    query: async (text, ...values) => {
      // `$1`, `$2`, … where SQLite has `?`.
      const parts = text.split("?").map((part, index) => (index === 0 ? part : `$${index}${part}`));
      return (await pool.query<Row>(parts.join(""), values)).rows;
    },
    close: async () => {
      await pool.end();
      await Promise.all(shops.map((shop) => shop.stop()));
      await engine.stop();
    },
  };
}

/** What everybody orders. */
async function wantedIn({ query }: Place) {
  const [row] = await query(
    `select v.id, v.color_slug as couleur, v.size as pointure, v.product_id as product, p.price
     from variants v join products p on p.id = v.product_id where p.slug = ? order by v.id limit 1`,
    SLUG,
  );
  const choice = { couleur: String(row?.couleur), pointure: String(row?.pointure) };
  return { id: String(row?.id), product: String(row?.product), price: Number(row?.price), choice };
}

describe.each([
  { name: "SQLite, one process", open: onSqlite },
  { name: "PostgreSQL, two processes", open: () => onPostgres() },
])("on $name", { timeout }, ({ open }) => {
  let place: Place;
  let variant: Awaited<ReturnType<typeof wantedIn>>;

  beforeAll(async () => {
    place = await open();
    variant = await wantedIn(place);
  });

  afterAll(() => place?.close());

  const urlFor = (index: number) => place.shops[index % place.shops.length]?.url ?? "";
  const number = async (text: string, ...values: string[]) => Number((await place.query(text, ...values))[0]?.n);
  const stock = () => number("select stock as n from variants where id = ?", variant.id);
  const ordersCount = () => number("select count(*) as n from orders");
  const ordered = () =>
    number("select coalesce(sum(quantity), 0) as n from order_lines where variant_id = ?", variant.id);

  async function putInStock(pairs: number): Promise<void> {
    await place.query("update variants set stock = ? where id = ?", pairs, variant.id);
    await place.query(
      "update products set stock = (select sum(stock) from variants where product_id = products.id) where slug = ?",
      SLUG,
    );
  }

  /** Buyers with filled-in forms, each at one of the processes. */
  async function buyers(count: number): Promise<(() => Promise<Answer>)[]> {
    const ready: (() => Promise<Answer>)[] = [];
    const fill = async (first: number, step: number) => {
      for (let index = first; index < count; index += step) {
        const { send } = await directOrder(new Client(urlFor(index)), SLUG, variant.choice, someoneElse());
        ready.push(() => send());
      }
    };
    await Promise.all(Array.from({ length: 10 }, (_, first) => fill(first, 10)));
    return ready;
  }

  it(`${BUYERS} buyers, ${PAIRS} pairs: ${PAIRS} orders, ${BUYERS - PAIRS} clear pages, nothing left`, async () => {
    await putInStock(PAIRS);
    const crowd = await buyers(BUYERS);
    const [ordersBefore, orderedBefore] = [await ordersCount(), await ordered()];
    const answers = await Promise.all(crowd.map((send) => send()));

    const placed = answers.filter((answer) => answer.status === 303);
    const refused = answers.filter((answer) => answer.status === 400);
    const others = answers.filter((answer) => answer.status !== 303 && answer.status !== 400);
    expect(others.map(({ status, text }) => `${status} ${titleOf(text)}`)).toEqual([]);
    expect([placed.length, refused.length]).toEqual([PAIRS, BUYERS - PAIRS]);
    expect(new Set(placed.map(orderNumberOf)).size).toBe(PAIRS);
    for (const answer of refused) {
      expect(titleOf(answer.text)).toMatch(/^Erreur : /);
      expect(summaryIn(answer)).toEqual({ place: "order", text: expect.stringContaining("Rupture de stock") });
      // What was typed stays, for another size.
      expect(formWith(answer.text, "couleur").fields).toContainEqual(["adresse", someone.adresse]);
    }
    expect(await stock()).toBe(0);
    expect(await ordersCount()).toBe(ordersBefore + PAIRS);
    expect(await ordered()).toBe(orderedBefore + PAIRS);
    expect(
      await number(
        `select count(*) as n from products
         where stock <> (select sum(stock) from variants where product_id = products.id)`,
      ),
    ).toBe(0);
  });

  it("who sends and reads no answer keeps nobody from a turn", async () => {
    await putInStock(PAIRS);
    const { send } = await directOrder(new Client(urlFor(0)), SLUG, variant.choice, someoneElse());
    const { hostname, port } = new URL(urlFor(0));
    // A socket without a listener reads little, and the system keeps a few megabytes.
    const silent = connect(Number(port), hostname);
    const body = "intent=commander&couleur=x";
    const head = `Host: ${hostname}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}`;
    silent.write(`POST /product/${SLUG} HTTP/1.1\r\n${head}\r\n\r\n${body}`.repeat(UNREAD));
    // Its orders come first.
    await wait(500);
    const answer = await Promise.race([send(), wait(15_000)]);
    silent.destroy();
    expect(answer?.status).toBe(303);
  });

  const alsoInASweep = it.runIf(isSweep || open === onSqlite);
  alsoInASweep(
    `${LEFT} orders that waited for the line come in within a minute, each once, what changed is asked`,
    async () => {
      await putInStock(LEFT);
      const outdated = await buyers(ASKED);
      await place.query("update products set price = price + 100 where slug = ?", SLUG);
      const price = await number("select price as n from products where slug = ?", SLUG);
      for (const { url } of place.shops) {
        const shown = async () => (await new Client(url).get(`/product/${SLUG}`)).text;
        await expect.poll(shown).toContain(`name="prix" value="${price}"`);
      }
      const left = [...outdated, ...(await buyers(LEFT - ASKED))];
      const before = await ordersCount();
      const start = performance.now();
      // As outbox.ts does: busy or away, the shop is asked again after 20 s.
      const untilAnswered = async (send: () => Promise<Answer>): Promise<Answer> => {
        const answer = await send();
        if (answer.status !== 429 && answer.status < 500) return answer;
        await wait(20_000);
        return untilAnswered(send);
      };
      // A page and the worker may send it at the same moment.
      const answers = await Promise.all(left.map((send) => Promise.all([untilAnswered(send), untilAnswered(send)])));
      expect(performance.now() - start).toBeLessThan(60_000);
      expect(answers.slice(0, ASKED).flatMap((both) => both.map(({ status }) => status === 303))).not.toContain(true);
      const numbers = answers.slice(ASKED).map((both) => {
        const [one, other] = both.map(orderNumberOf);
        expect(one).toBe(other);
        return one;
      });
      expect(new Set(numbers).size).toBe(LEFT - ASKED);
      expect(await ordersCount()).toBe(before + LEFT - ASKED);
      expect(await stock()).toBe(ASKED);
    },
  );
});

/** Makes time pass for the shop by a header of a request. */
const loaded = pathToFileURL(join(import.meta.dirname, "../support/shop/passing-time.mjs")).href;

describe("more who order than can wait", { timeout }, () => {
  const AT_ONCE = 4;
  const WAITING = 6;
  const INSIDE = AT_ONCE + WAITING;
  const OUTSIDE = 5;
  let place: Awaited<ReturnType<typeof onPostgres>>;
  beforeAll(async () => {
    place = await onPostgres(1, { ORDERS_WAITING: String(WAITING), NODE_OPTIONS: `--import=${loaded}` });
    await place.query("update variants set stock = 100");
  });
  afterAll(() => place?.close());
  /** No order of it ends until it is released. */
  const locked = async ({ id }: { id: string }) => {
    const lock = new pg.Client({ connectionString: place.url });
    await lock.connect();
    await lock.query("begin");
    await lock.query("select 1 from variants where id = $1 for update", [id]);
    return () => lock.end();
  };

  it("read when to come again, keep the form, and find the order by sending it once more", async () => {
    const url = place.shops[0]?.url ?? "";
    const wanted = await wantedIn(place);
    const { choice } = wanted;
    const shopper = async () => {
      const [client, recipient] = [new Client(url), someoneElse()];
      const { form } = await directOrder(client, SLUG, choice, recipient);
      const press = (current = form) => submit(client, current, { ...choice, ...recipient }, "commander");
      return { client, press, answer: undefined as Answer | undefined };
    };
    const earlier = await shopper();
    const placed = await earlier.press();
    const crowd = await Promise.all(Array.from({ length: INSIDE + OUTSIDE }, shopper));
    const answered = () => crowd.filter(({ answer }) => answer);

    const release = await locked(wanted);
    const pressing = crowd.map(async (buyer) => {
      buyer.answer = await buyer.press();
    });
    await vi.waitFor(() => expect(answered()).toHaveLength(OUTSIDE), { timeout: 7_000, interval: 20 });
    const refused = answered();
    const inside = crowd.filter(({ answer }) => !answer);
    const [twice, inJson, own, read] = await Promise.all([
      inside[0]?.press(),
      new Client(url).ask("/api/orders", {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": "the-key-of-a-program" },
        body: JSON.stringify(asProgram(wanted)),
      }),
      landed(earlier.client, placed),
      new Client(url).get(`/product/${SLUG}`),
    ]);
    await release();

    expect([own.status, read.status]).toEqual([200, 200]);
    expect(titleOf(own.text)).toContain(`Commande n°\u00a0${orderNumberOf(placed)} bien reçue`);
    for (const answer of [twice, ...refused.map((buyer) => buyer.answer)]) {
      expect([answer?.status, answer?.headers["retry-after"]]).toEqual([429, "10"]);
      const text = answer?.text ?? "";
      expect(titleOf(text)).toMatch(/^Erreur : /);
      expect(text).toContain("Beaucoup de personnes commandent en ce moment\u00a0: attendez 10 secondes");
      expect(text).toContain(someone.adresse.replace("'", "&#x27;"));
    }
    expect([inJson.status, inJson.headers["retry-after"]]).toEqual([429, "10"]);
    expect(JSON.parse(inJson.text)).toEqual({ message: expect.stringContaining("attendez 10 secondes") });

    await Promise.all(pressing);
    expect(inside.map(({ answer }) => answer?.status)).toEqual(inside.map(() => 303));
    const again = await inside[0]?.press(formWith(twice?.text ?? "", "couleur"));
    expect(again && orderNumberOf(again)).toBe(inside[0]?.answer && orderNumberOf(inside[0].answer));
    const later = await refused[0]?.press(formWith(refused[0].answer?.text ?? "", "couleur"));
    expect(later?.status).toBe(303);
    expect(await place.query("select count(*)::int as n from orders")).toEqual([{ n: 1 + INSIDE + 1 }]);
  });

  it("get an answer in time, counted from when their request came", async () => {
    const url = place.shops[0]?.url ?? "";
    const wanted = await wantedIn(place);
    const { choice } = wanted;
    const forms = await Promise.all(
      Array.from({ length: AT_ONCE + 2 }, async () => {
        const recipient = someoneElse();
        const { form } = await directOrder(new Client(url), SLUG, choice, recipient);
        const fields = filled(form, { ...choice, ...recipient, intent: "commander" });
        return { action: form.action, body: new URLSearchParams(fields).toString() };
      }),
    );
    const press = async ({ action, body }: (typeof forms)[number], passing = 0) => {
      const headers = { "content-type": "application/x-www-form-urlencoded", "x-time-passes": String(passing) };
      return (await new Client(url).ask(action, { method: "POST", headers, body })).status;
    };

    const release = await locked(wanted);
    const turns = forms.slice(0, AT_ONCE).map((form) => press(form));
    await vi.waitFor(
      async () =>
        expect(
          await place.query(
            "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
          ),
        ).toEqual([{ n: AT_ONCE }]),
      { timeout: 6_000, interval: 20 },
    );
    // This one waited for a quiet moment for longer than anybody waits for a turn.
    const [late = forms[0], other = forms[0]] = forms.slice(AT_ONCE);
    const refused = await Promise.race([late && press(late, 25_000), wait(4_000, "nothing")]);
    const waits = other && press(other);
    const answered = await Promise.race([waits, wait(500, "nothing")]);
    await release();

    expect([refused, answered]).toEqual([429, "nothing"]);
    expect(await Promise.all([...turns, waits])).toEqual(Array(AT_ONCE + 1).fill(303));
  });
});

function asProgram({ product, id, price }: { product: string; id: string; price: number }) {
  return {
    items: [{ productId: product, productVariantId: id, quantity: 1, price }],
    toWilayaId: 31,
    toCommuneId: 3101,
    shippingCost: 500,
    customer: { firstName: "Samira", lastName: "Benali", phone: "0770000000", address: "1, rue des Oliviers" },
  };
}
