import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { type Answer, Client } from "../support/http/client";
import { addToCart, checkout, directOrder, orderNumberOf, someone, someoneElse } from "../support/http/orders";
import { titleOf } from "../support/http/reading";
import { isSweep } from "../support/setup/sweeps";
import { freePort } from "../support/shop/ports";
import { type RunningShop, startForTest, startShop } from "../support/shop/shop-server";

/**
 * R-2 over HTTP: the server is killed at random moments while shoppers order, and restarted. In the
 * end the database must agree with what shoppers were answered.
 */

const KILLS = isSweep ? 100 : 8;
/** Shops with a database each; while one restarts, the other sells. */
const SHOPS = 2;
const DIRECT_SHOPPERS = 5;
const CART_SHOPPERS = 2;
/** Milliseconds from a start's first answer to the next kill, at most, as long as orders come. */
const LONGEST_LIFE_MS = 450;
const PLENTY = 100_000;
const PRODUCTS = 5;
/** Forms that are filled in before the first kill, so that orders begin at once after a start. */
const READY_FORMS = KILLS * 5;

/** The answers to shoppers, by the note in the form. */
interface Answers {
  /** Confirmed orders, with a client that may open them. */
  confirmed: Map<string, { number: string; client: Client }>;
  /** Forms that were sent, with any answer or none. */
  sent: Set<string>;
  /** Posts without an answer, and those that were repeated. */
  lost: number;
  retried: number;
  /** Unexpected answers. */
  wrong: string[];
}

/** A shop that is killed and restarted; `up` resolves whenever it runs. */
class MortalShop {
  /** Resolves once the shop runs. */
  up: Promise<RunningShop>;

  private constructor(
    readonly port: number,
    first: RunningShop,
  ) {
    this.up = Promise.resolve(first);
  }

  static async open(): Promise<MortalShop> {
    const port = await freePort();
    return new MortalShop(port, await startShop({ port }));
  }

  async dieAndReturn(): Promise<void> {
    const { kill, dataDir } = await this.up;
    this.up = kill().then(() => startShop({ port: this.port, dataDir }));
    await this.up;
  }
}

describe("killed at any moment (R-2)", () => {
  it(`${KILLS} times under load: what was confirmed is there once, and no pair is lost or made`, async () => {
    await Promise.all(Array.from({ length: SHOPS }, () => surviveKills(KILLS / SHOPS)));
  }, 420_000);

  it("while it starts for the first time: the next start ends the work", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "shop-"));
    const port = await freePort();
    // From before its first line of code to about its first answer.
    for (let delay = 0; delay <= 900; delay += 90) {
      if (delay % 270 === 0) rmSync(join(dataDir, "shop.sqlite"), { force: true });
      await startAndKill(port, dataDir, delay);
    }
    const shop = await startForTest({ port, dataDir });
    const database = new Database(join(dataDir, "shop.sqlite"));
    const complete = `select count(*) as n from products
       where stock = (select sum(stock) from variants where product_id = products.id)`;
    expect(countOf(database, complete)).toBe(countOf(database, "select count(*) as n from products"));
    expect(countOf(database, complete)).toBeGreaterThanOrEqual(60);
    expect(database.pragma("integrity_check", { simple: true })).toBe("ok");
    database.close();
    expect((await new Client(shop.url).get("/shop")).status).toBe(200);
  });
});

async function surviveKills(kills: number): Promise<void> {
  const shop = await MortalShop.open();
  try {
    const { dataDir } = await shop.up;
    const choices = fillStock(dataDir);
    const before = stockIn(dataDir);
    const answers: Answers = { confirmed: new Map(), sent: new Set(), lost: 0, retried: 0, wrong: [] };
    let isOver = false;
    const day = { shop, choices, ready: await fillForms(shop, choices), answers, isOver: () => isOver };
    const shoppers = [
      ...Array.from({ length: DIRECT_SHOPPERS }, (_, index) => shopAllDay(day, `direct ${index}`, fillDirectForm)),
      ...Array.from({ length: CART_SHOPPERS }, (_, index) => shopAllDay(day, `cart ${index}`, fillCart)),
    ];
    let longestLife = LONGEST_LIFE_MS;
    for (let kill = 0; kill < kills; kill += 1) {
      const { size } = answers.confirmed;
      await wait(Math.random() * longestLife);
      // On a busy machine orders take longer, so a start lives longer there.
      if (answers.confirmed.size === size) longestLife *= 1.5;
      await shop.dieAndReturn();
    }
    isOver = true;
    await Promise.all(shoppers);

    expect(answers.wrong).toEqual([]);
    // Orders came between the kills.
    expect(answers.confirmed.size).toBeGreaterThan(kills);
    expect(answers.lost).toBeGreaterThan(kills / 10);
    expect(answers.retried).toBeGreaterThan(0);
    console.info(
      `${kills} kills, ${answers.sent.size} forms sent, ${answers.confirmed.size} orders confirmed, ` +
        `${answers.lost} answers lost, ${answers.retried} of them asked for again`,
    );
    check(dataDir, answers, before);
    for (const { number, client } of [...answers.confirmed.values()].slice(-20))
      expect((await client.get(`/commande/${number}`)).status).toBe(200);
  } finally {
    await (await shop.up).stop();
  }
}

interface Choice {
  slug: string;
  couleur: string;
  pointure: string;
}

interface Day {
  shop: MortalShop;
  choices: Choice[];
  ready: FilledForm[];
  answers: Answers;
  isOver: () => boolean;
}

/** A filled-in form, ready for its last button. */
interface FilledForm {
  note: string;
  client: Client;
  send: () => Promise<Answer>;
}

type Fill = (client: Client, note: string, choice: () => Choice) => Promise<FilledForm>;

/** Sends forms one after the other: ready ones, and newly filled-in ones. */
async function shopAllDay({ shop, choices, ready, answers, isOver }: Day, who: string, fill: Fill): Promise<void> {
  for (let turn = 0; !isOver(); turn += 1) {
    const { url } = await shop.up;
    const isInAHurry = turn % 3 > 0 && ready.length > 0;
    const form = isInAHurry
      ? ready.pop()
      : await answered(fill(new Client(url), `${who}, form ${turn}`, () => oneOf(choices)));
    if (form) await order(shop, answers, form);
  }
}

async function fillForms(shop: MortalShop, choices: Choice[]): Promise<FilledForm[]> {
  const { url } = await shop.up;
  const forms: FilledForm[] = [];
  const fill = async (first: number) => {
    for (let index = first; index < READY_FORMS; index += DIRECT_SHOPPERS)
      forms.push(await fillDirectForm(new Client(url), `ready form ${index}`, () => oneOf(choices)));
  };
  await Promise.all(Array.from({ length: DIRECT_SHOPPERS }, (_, index) => fill(index)));
  return forms;
}

function oneOf(choices: Choice[]): Choice {
  const choice = choices[Math.floor(Math.random() * choices.length)];
  if (!choice) throw new Error("There is nothing to choose from.");
  return choice;
}

/** Sends the form. Without an answer, half of the shoppers repeat it; else its order may exist. */
async function order(shop: MortalShop, answers: Answers, { note, client, send }: FilledForm): Promise<void> {
  answers.sent.add(note);
  let answer = await answered(send());
  if (!answer) {
    answers.lost += 1;
    if (Math.random() < 0.5) return;
    answers.retried += 1;
    // The next processes may be killed too, so the shopper repeats until the last one answers.
    while (!answer) {
      await shop.up;
      answer = await answered(send());
    }
  }
  const number = answer && orderNumberOf(answer);
  if (number) answers.confirmed.set(note, { number, client });
  else answers.wrong.push(`${note}: ${answer?.status} ${titleOf(answer?.text ?? "")}`);
}

/** The product page's own form. */
const fillDirectForm: Fill = async (client, note, choice) => {
  const { slug, ...chosen } = choice();
  const { send } = await directOrder(client, slug, chosen, { ...someoneElse(), remarque: note });
  return { note, client, send: () => send() };
};

/** A cart of one to three pairs, up to the last step. */
const fillCart: Fill = async (client, note, choice) => {
  const pairs = 1 + Math.floor(Math.random() * 3);
  for (let pair = 0; pair < pairs; pair += 1) {
    const { slug, ...chosen } = choice();
    await addToCart(client, slug, chosen);
  }
  const { send } = await checkout(client, { ...someone, remarque: note });
  return { note, client, send: () => send() };
};

/** @returns undefined when the server was killed; all other failures are thrown */
async function answered<Result>(response: Promise<Result>): Promise<Result | undefined> {
  try {
    return await response;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ECONNRESET" || code === "ECONNREFUSED" || code === "EPIPE") return undefined;
    throw error;
  }
}

/** Fills up the stock of a few products. */
function fillStock(dataDir: string): Choice[] {
  const database = new Database(join(dataDir, "shop.sqlite"), { timeout: 10_000 });
  const some = `select id from products where active = 1 and stock > 0 order by id limit ${PRODUCTS}`;
  database.prepare(`update variants set stock = ${PLENTY} where product_id in (${some})`).run();
  database
    .prepare(
      `update products set stock = (select sum(stock) from variants where product_id = products.id)
       where id in (${some})`,
    )
    .run();
  const choices = database
    .prepare(
      `select p.slug, v.color_slug as couleur, cast(v.size as text) as pointure
       from variants v join products p on p.id = v.product_id where p.id in (${some})`,
    )
    .all() as Choice[];
  database.close();
  return choices;
}

/** Pairs in stock, by variant. */
function stockIn(dataDir: string): Map<string, number> {
  const database = new Database(join(dataDir, "shop.sqlite"), { readonly: true });
  const rows = database.prepare("select id, stock from variants").all() as { id: string; stock: number }[];
  database.close();
  return new Map(rows.map(({ id, stock }) => [id, stock]));
}

/** Compares the database with what shoppers were answered. */
function check(dataDir: string, { confirmed, sent }: Answers, before: ReadonlyMap<string, number>): void {
  const database = new Database(join(dataDir, "shop.sqlite"), { readonly: true });
  expect(database.pragma("integrity_check", { simple: true })).toBe("ok");
  expect(database.pragma("foreign_key_check")).toEqual([]);

  const orders = database.prepare("select number, notes from orders").all() as { number: string; notes: string }[];
  const numbers = new Map<string, string[]>();
  for (const { number, notes } of orders) numbers.set(notes, [...(numbers.get(notes) ?? []), number]);
  const forgotten = [...confirmed].filter(([note, { number }]) => !numbers.get(note)?.includes(number));
  expect(forgotten, "confirmed, and not there").toEqual([]);
  expect(
    [...numbers].filter(([, all]) => all.length > 1),
    "more than one order of a form",
  ).toEqual([]);
  expect(
    orders.filter(({ notes }) => !sent.has(notes)),
    "orders of nobody",
  ).toEqual([]);

  const rows = database
    .prepare(
      `select v.id, v.stock, coalesce((select sum(l.quantity) from order_lines l join orders o on o.id = l.order_id
         where l.variant_id = v.id and o.status not in ('cancelled', 'returned') and o.reserved = 1), 0) as ordered
       from variants v`,
    )
    .all() as { id: string; stock: number; ordered: number }[];
  const unbalanced = rows.filter(({ id, stock, ordered }) => stock + ordered !== before.get(id));
  expect(unbalanced, "pairs lost or made").toEqual([]);

  const none = (what: string, query: string) =>
    expect(countOf(database, `select count(*) as n from ${query}`), what).toBe(0);
  none("orders without lines", "orders where id not in (select order_id from order_lines)");
  none("orders that nobody may open", "orders where id not in (select order_id from order_access)");
  none(
    "carts that were ordered and not emptied",
    `orders o join order_access a on a.order_id = o.id join cart_lines c on c.visitor = a.visitor
     where o.notes like 'cart %'`,
  );
  none(
    "products that say another stock than their variants",
    "products where stock <> (select sum(stock) from variants where product_id = products.id)",
  );
  database.close();
}

function countOf(database: Database.Database, query: string): number {
  return (database.prepare(query).get() as { n: number }).n;
}

/** Starts the server as `startShop` does, and kills it after `delay` milliseconds. */
async function startAndKill(port: number, dataDir: string, delay: number): Promise<void> {
  const server = "node_modules/@remix-run/serve/dist/cli.js";
  const child = spawn(process.execPath, [server, "build/server/index.js"], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", PORT: String(port), DATA_DIR: dataDir },
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  await wait(delay);
  child.kill("SIGKILL");
  await ended;
}
