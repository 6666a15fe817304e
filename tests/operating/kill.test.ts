import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { type Answer, Client } from "../support/http";
import { addToCart, checkout, directOrder, orderNumberOf, someone, someoneElse } from "../support/orders";
import { freePort } from "../support/ports";
import { titleOf } from "../support/reading";
import { type RunningShop, startShop } from "../support/shop-server";

/**
 * R-2 over HTTP: the production server is killed at random moments while shoppers order, and started again on what it
 * left behind. Shoppers know only what was answered; in the end the database is held against that.
 */

const KILLS = 100;
/** Shops that are killed side by side, each with a database of its own: while one starts the other one sells. */
const SHOPS = 2;
const DIRECT_SHOPPERS = 5;
const CART_SHOPPERS = 2;
/** From the first answer after a start to the next kill, at most. */
const LONGEST_LIFE_MS = 900;
const PLENTY = 100_000;
const PRODUCTS = 5;
/** Forms of each shop that are filled in before the first kill: they outlive servers, and make a life one of orders. */
const READY_FORMS = 200;

/** What shoppers were told, by the note that stands on the form and on nothing else. */
interface Told {
  /** Forms whose order was confirmed, with its number and who may open it. */
  confirmed: Map<string, { number: string; client: Client }>;
  /** Forms that were sent, whatever came back. */
  sent: Set<string>;
  /** Sends that were never answered, and those of them that were sent again. */
  lost: number;
  retried: number;
  /** Answers that should not be. */
  wrong: string[];
}

/** A shop that dies and comes back; `open` is there whenever it is up. */
class MortalShop {
  /** Resolves when requests make sense again. */
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
    // From before the first line of code to about when it would have answered.
    for (let delay = 0; delay <= 900; delay += 90) {
      if (delay % 270 === 0) rmSync(join(dataDir, "shop.sqlite"), { force: true });
      await startAndKill(port, dataDir, delay);
    }
    const shop = await startShop({ port, dataDir });
    try {
      const database = new Database(join(dataDir, "shop.sqlite"));
      const complete =
        "select count(*) as n from products where stock = (select sum(stock) from variants where product_id = products.id)";
      expect(countOf(database, complete)).toBe(countOf(database, "select count(*) as n from products"));
      expect(countOf(database, complete)).toBeGreaterThanOrEqual(60);
      expect(database.pragma("integrity_check", { simple: true })).toBe("ok");
      database.close();
      expect((await new Client(shop.url).get("/shop")).status).toBe(200);
    } finally {
      await shop.stop();
    }
  });
});

async function surviveKills(kills: number): Promise<void> {
  const shop = await MortalShop.open();
  try {
    const { dataDir } = await shop.up;
    const choices = fillStock(dataDir);
    const before = stockIn(dataDir);
    const told: Told = { confirmed: new Map(), sent: new Set(), lost: 0, retried: 0, wrong: [] };
    let isOver = false;
    const day = { shop, choices, ready: await fillForms(shop, choices), told, isOver: () => isOver };
    const shoppers = [
      ...Array.from({ length: DIRECT_SHOPPERS }, (_, index) => shopAllDay(day, `direct ${index}`, fillDirectForm)),
      ...Array.from({ length: CART_SHOPPERS }, (_, index) => shopAllDay(day, `cart ${index}`, fillCart)),
    ];
    for (let kill = 0; kill < kills; kill += 1) {
      await wait(Math.random() * LONGEST_LIFE_MS);
      await shop.dieAndReturn();
    }
    isOver = true;
    await Promise.all(shoppers);

    expect(told.wrong).toEqual([]);
    // Otherwise the kills fell into pauses, and nothing was tried.
    expect(told.confirmed.size).toBeGreaterThan(kills);
    expect(told.lost).toBeGreaterThan(kills / 10);
    expect(told.retried).toBeGreaterThan(0);
    console.info(
      `${kills} kills, ${told.sent.size} forms sent, ${told.confirmed.size} orders confirmed, ` +
        `${told.lost} answers lost, ${told.retried} of them asked for again`,
    );
    check(dataDir, told, before);
    for (const { number, client } of [...told.confirmed.values()].slice(-20))
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
  told: Told;
  isOver: () => boolean;
}

/** A form that is filled in, up to the press of its last button. */
interface FilledForm {
  note: string;
  client: Client;
  send: () => Promise<Answer>;
}

type Fill = (client: Client, note: string, choice: () => Choice) => Promise<FilledForm>;

/** Sends forms, one after the other: such as are ready, and such as the shopper fills in now. */
async function shopAllDay({ shop, choices, ready, told, isOver }: Day, who: string, fill: Fill): Promise<void> {
  for (let turn = 0; !isOver(); turn += 1) {
    const { url } = await shop.up;
    const isInAHurry = turn % 3 > 0 && ready.length > 0;
    const form = isInAHurry
      ? ready.pop()
      : await answered(fill(new Client(url), `${who}, form ${turn}`, () => oneOf(choices)));
    if (form) await order(shop, told, form);
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

/** Sends the form. When no answer comes, half of the shoppers send it again; for the others the order may exist or not. */
async function order(shop: MortalShop, told: Told, { note, client, send }: FilledForm): Promise<void> {
  told.sent.add(note);
  let answer = await answered(send());
  if (!answer) {
    told.lost += 1;
    if (Math.random() < 0.5) return;
    told.retried += 1;
    // The next server may die as well: whoever wants the shoes goes on.
    for (let attempt = 0; !answer && attempt < 20; attempt += 1) {
      await shop.up;
      answer = await answered(send());
    }
  }
  const number = answer && orderNumberOf(answer);
  if (number) told.confirmed.set(note, { number, client });
  else told.wrong.push(`${note}: ${answer?.status} ${titleOf(answer?.text ?? "")}`);
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

/** @returns undefined when the server died before it answered; every other failure is one of the shop */
async function answered<Result>(asked: Promise<Result>): Promise<Result | undefined> {
  try {
    return await asked;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ECONNRESET" || code === "ECONNREFUSED" || code === "EPIPE") return undefined;
    throw error;
  }
}

/** Enough of a few products that nothing sells out. */
function fillStock(dataDir: string): Choice[] {
  const database = new Database(join(dataDir, "shop.sqlite"), { timeout: 10_000 });
  const some = `select id from products where active = 1 and stock > 0 order by id limit ${PRODUCTS}`;
  database.prepare(`update variants set stock = ${PLENTY} where product_id in (${some})`).run();
  database
    .prepare(
      `update products set stock = (select sum(stock) from variants where product_id = products.id) where id in (${some})`,
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

/** Holds the database against what shoppers were told. */
function check(dataDir: string, { confirmed, sent }: Told, before: ReadonlyMap<string, number>): void {
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
         where l.variant_id = v.id and o.status not in ('cancelled', 'returned') and o.reserved = 1), 0) as ordered from variants v`,
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

/** Starts the server as `startShop` does, and kills it so many milliseconds later, whether it answers by then or not. */
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
