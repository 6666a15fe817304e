import { createHash } from "node:crypto";
import { Agent } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, it } from "vitest";
import { AWAY } from "~/shop/remote/catalogue-sync.server";
import { type Answer, Client } from "../support/http/client";
import { type Form, formWith, submit } from "../support/http/forms";
import { addToCart, followed, orderNumberOf, someone } from "../support/http/orders";
import { decoded, titleOf, wordsIn } from "../support/http/reading";
import { isSweep } from "../support/setup/sweeps";
import { freePort } from "../support/shop/ports";
import { type RunningShop, startShop, untilOpen } from "../support/shop/shop-server";
import { inDatabase, rowsIn } from "../support/shop/stored";
import { type Stock, stockOf, violations } from "../support/shop/stored-invariants";

/**
 * Kills and restarts the API of a shop every few seconds while people browse and order. Pages are
 * served, and orders taken or refused until they are repeated; none is lost or doubled.
 * In a sweep; `npm run storm` runs for two minutes.
 */

const SECONDS = Number(process.env.STORM ?? 12);
const READERS = 3;
const BUYERS = 4;
/** Milliseconds; longer than this shop waits before it asks again (AWAY), twice. */
const LONG = AWAY + 2_500;
/** Milliseconds after the storm in which all orders succeed. */
const CALM = 30_000;
const timeout = 90_000 + SECONDS * 1000;

/** In every name of the API's catalogue, so that samples are recognised. */
const SIGN = "Tempête";
const PRODUCTS = ["boston-santa-cruz", "ballerine-front-de-mer", "boston-murdjajo", "boston-tlemcen"];

let api: RunningShop;
let shop: RunningShop;
let port: number;
let stock: Stock;
const agent = new Agent({ keepAlive: true, maxSockets: READERS + BUYERS });
const newcomer = () => new Client(shop.url, agent);

/** A wanted order, and what became of it. */
interface Wish {
  phone: string;
  key: string;
  number?: string;
  refusals: number;
  lastRefusal: number;
}

const wishes: Wish[] = [];
const failures: string[] = [];
const strange: string[] = [];
const times: number[] = [];
const counts = { pages: 0, closed: 0, refused: 0, waited: 0, deaths: 0, away: 0 };
let onOrder = () => {};

beforeAll(async () => {
  port = await freePort();
  api = await startShop({ port });
  inDatabase(api, (database) => {
    for (const [table, column] of [
      ["products", "name"],
      ["collections", "name"],
      ["categories", "name"],
      ["home_sections", "title"],
    ])
      database.exec(`update ${table} set ${column} = ${column} || ' ${SIGN}'`);
    database.exec("update variants set stock = 5000 where stock > 0");
    database.exec("update products set stock = (select sum(stock) from variants where product_id = products.id)");
    stock = stockOf(database);
  });
  shop = await startShop({ env: { SHOP_API_URL: `http://127.0.0.1:${port}` } });
  await untilOpen(shop);
});

afterAll(async () => {
  agent.destroy();
  await shop?.stop();
  await api?.stop();
});

/* Disturbances */

const between = (least: number, most: number) => wait(least + Math.random() * (most - least));

/** Kills the API at the worst moments: during an order, or once it is stored and unanswered. */
async function disturb(until: number): Promise<void> {
  const disk = new Database(join(api.dataDir, "shop.sqlite"), { readonly: true });
  const commits = () => disk.pragma("data_version", { simple: true });
  while (Date.now() < until) {
    await between(1_000, 2_500);
    const sent = new Promise<void>((resolve) => {
      onOrder = resolve;
    });
    await Promise.race([sent, wait(1_000)]);
    const [before, end] = [commits(), Date.now() + 200];
    if (counts.deaths % 2 === 0) await between(0, 60);
    else while (commits() === before && Date.now() < end) await wait(0);
    await api.kill();
    const died = Date.now();
    counts.deaths += 1;
    strange.push(...strangeLines(api));
    // Every third time for long enough that this shop asks for the catalogue in vain.
    await (counts.deaths % 3 === 2 ? wait(LONG) : between(0, 1_500));
    api = await startShop({ port, dataDir: api.dataDir });
    counts.away += Date.now() - died;
  }
  disk.close();
}

/** Log lines about anything but the disturbances. */
const strangeLines = ({ log }: RunningShop) =>
  log()
    .split("\n")
    .filter(
      (line) =>
        line &&
        !/^(GET|POST) \/\S* \d{3} |^\[remix-serve\]|SMTP_URL is not set|Missing to sell for real/.test(line) &&
        !/: (the API is away|ECONNREFUSED|ECONNRESET|UND_ERR_SOCKET|EPIPE|terminated|fetch failed)/.test(line),
    );

/* Browsing */

const everybodys = [
  "/",
  "/shop",
  "/shop?couleur=noir&pointure=40",
  "/shop?tri=prix-croissant&page=2",
  "/femme",
  "/nouveaute",
  "/sales/summer",
  "/categories",
  "/collections",
  "/collection/premium",
  "/search?q=sabot",
  ...PRODUCTS.map((slug) => `/product/${slug}`),
];
const ones = ["/cart", "/wishlist"];

async function timed(what: string, ask: () => Promise<Answer>): Promise<Answer | undefined> {
  const begun = performance.now();
  try {
    return await ask();
  } catch (error) {
    failures.push(`${what}: ${error}`);
    return undefined;
  } finally {
    times.push(performance.now() - begun);
  }
}

/** @returns the page; undefined unless it was served correctly */
async function look(client: Client, path: string, sign = SIGN): Promise<Answer | undefined> {
  const answer = await timed(path, () => client.get(path));
  if (!answer) return undefined;
  const { status, text } = answer;
  if (status === 200 && text.includes(sign) && !text.includes("utilisation des données par défaut")) {
    counts.pages += 1;
    if (text.includes("Les commandes sont fermées depuis")) counts.closed += 1;
    return answer;
  }
  failures.push(`${path}: ${status} ${titleOf(text)}`);
  return undefined;
}

async function read(index: number, until: number): Promise<void> {
  const visitor = newcomer();
  await addToCart(visitor, PRODUCTS[0] ?? "", { quantite: "1" });
  const heart = formWith((await visitor.get(`/product/${PRODUCTS[0]}`)).text, "produit");
  followed(await submit(visitor, heart, {}, "ajouter"));
  for (let turn = index; Date.now() < until; turn += 1) {
    const path = everybodys[turn % everybodys.length] ?? "/";
    await look(turn % 3 === 0 ? visitor : newcomer(), path);
    if (turn % 3 === 0) await look(visitor, ones[turn % ones.length] ?? "");
    const placed = wishes.filter(({ number }) => number !== undefined)[turn % Math.max(1, wishes.length)];
    if (turn % 5 === 0 && placed) await follow(placed);
    await wait(20);
  }
}

/** Finds an order again by number and phone. */
async function follow({ number = "", phone }: Wish): Promise<void> {
  const client = newcomer();
  const page = await look(client, "/suivi", "Suivre ma commande");
  if (!page) return;
  const form = formWith(page.text, "numero");
  const answer = await timed("/suivi", () => submit(client, form, { numero: number, telephone: phone }));
  if (answer && orderNumberOf(answer) === number) await look(client, `/commande/${number}`);
  else failures.push(`/suivi: ${answer?.status} for an order that was told`);
}

/* Ordering */

const places = [
  { wilaya: "31", commune: "3101" },
  { wilaya: "16", commune: "1601" },
  { wilaya: "25", commune: "2501" },
];

async function buy(index: number, until: number): Promise<void> {
  for (let turn = index; Date.now() < until; turn += BUYERS) {
    const wish: Wish = { phone: `0550${String(turn).padStart(6, "0")}`, key: "", refusals: 0, lastRefusal: 0 };
    const recipient = { ...someone, ...places[turn % places.length], telephone: wish.phone, prenom: `Samira ${turn}` };
    wishes.push(wish);
    try {
      if (turn % 3 === 0) await throughTheCart(wish, recipient, turn);
      else await fromTheProduct(wish, recipient, turn);
    } catch (error) {
      failures.push(`buyer ${turn}: ${error instanceof Error ? error.message : error}`);
    }
    await wait(20);
  }
}

type Typed = Record<string, string>;

async function fromTheProduct(wish: Wish, recipient: Typed, turn: number): Promise<void> {
  const client = newcomer();
  const path = `/product/${PRODUCTS[turn % PRODUCTS.length]}`;
  const page = await look(client, path);
  if (!page) return;
  const quantite = String(1 + (turn % 3));
  const first = { ...recipient, quantite, commune: "" };
  const withCommunes = await patiently(wish, recipient, formWith(page.text, "couleur"), (form) =>
    submit(client, form, first, "communes"),
  );
  // Some look for a pickup point.
  const withPoints = await patiently(wish, recipient, formWith(withCommunes.text, "couleur"), (form) =>
    submit(client, form, { ...recipient, quantite }, "communes"),
  );
  const [, pickupPoint] = /value="(relais-\d+)"/.exec(withPoints.text) ?? [];
  const typed = { ...recipient, quantite, ...(pickupPoint && turn % 2 === 0 ? { mode: pickupPoint } : {}) };
  // Some change what they typed.
  const corrected: Typed = turn % 4 === 1 ? { remarque: "Sonnez deux fois" } : {};
  await order(wish, recipient, formWith(withPoints.text, "couleur"), (form) =>
    submit(client, form, { ...typed, ...(wish.refusals > 0 ? corrected : {}) }, "commander"),
  );
}

async function throughTheCart(wish: Wish, recipient: Typed, turn: number): Promise<void> {
  const client = newcomer();
  for (const slug of [PRODUCTS[turn % PRODUCTS.length], PRODUCTS[(turn + 1) % PRODUCTS.length]])
    followed(await addToCart(client, slug ?? "", { quantite: String(1 + (turn % 2)) }));
  const page = await look(client, "/checkout");
  if (!page) return;
  const withCommunes = await patiently(wish, recipient, formWith(page.text, "nom"), (form) =>
    submit(client, form, { ...recipient, commune: "" }, "communes"),
  );
  const goneOn = await patiently(wish, recipient, formWith(withCommunes.text, "nom"), (form) =>
    submit(client, form, recipient, "continuer"),
  );
  await look(client, followed(goneOn), "Paiement");
  const review = await look(client, "/checkout/verification");
  if (review) await order(wish, recipient, formWith(review.text, "cle"), (form) => submit(client, form, {}));
}

/**
 * Repeats the same form, or the one of the refusing page.
 * @returns the first answer that does not refuse
 */
async function patiently(
  wish: Wish,
  recipient: Typed,
  form: Form,
  press: (form: Form) => Promise<Answer>,
): Promise<Answer> {
  let current = form;
  const end = Date.now() + SECONDS * 1000 + CALM;
  for (;;) {
    const answer = await timed(form.action, () => press(current));
    if (!answer) throw new Error("no answer");
    if (answer.status !== 503) return answer;
    const words = wordsIn(answer.text);
    const isSaid = /Les commandes sont fermées depuis .* ce que vous avez saisi est gardé/.test(words);
    const isKept = [recipient.prenom, recipient.adresse].every((text) => text && decoded(answer.text).includes(text));
    if (!isSaid || !isKept || !titleOf(answer.text).startsWith("Erreur : "))
      throw new Error(`${form.action} was refused with ${titleOf(answer.text)}: ${isSaid} ${isKept}`);
    counts.refused += 1;
    wish.refusals += 1;
    wish.lastRefusal = Date.now();
    if (Date.now() > end) throw new Error(`${form.action} was refused for good`);
    await between(50, 500);
    if (wish.refusals % 2 === 0) current = formWith(answer.text, "cle");
  }
}

async function order(wish: Wish, recipient: Typed, form: Form, press: (form: Form) => Promise<Answer>): Promise<void> {
  const keyOf = ({ fields }: Form) => fields.find(([name]) => name === "cle")?.[1] ?? "";
  wish.key = keyOf(form);
  const sending = async (current: Form) => {
    if (keyOf(current) !== wish.key) throw new Error("another key");
    onOrder();
    return press(current);
  };
  let confirmed = form;
  let answer = await patiently(wish, recipient, form, sending);
  // What was unknown when the form was shown, or is another's, is shown before it is charged.
  if (answer.status === 200 && wordsIn(answer.text).includes("Confirmez votre commande")) {
    confirmed = formWith(answer.text, "cle");
    answer = await patiently(wish, recipient, confirmed, sending);
  }
  const [, existing] = /votre commande n° (\S+) est enregistrée/.exec(wordsIn(answer.text)) ?? [];
  const number = orderNumberOf(answer) ?? existing;
  if (number === undefined) throw new Error(`${form.action}: ${answer.status} ${wordsIn(answer.text).slice(0, 400)}`);
  wish.number = number;
  // Some press twice.
  if (Math.random() < 0.3 && existing === undefined) {
    const again = await timed(form.action, () => press(confirmed));
    if (!again || orderNumberOf(again) !== number) failures.push(`${number} pressed twice: ${again?.status}`);
  }
}

/* Results */

interface Taken {
  number: string;
  phone: string;
  key: string;
  at: number;
  total: number;
  status: string;
}

const ordersOf = (of: RunningShop) =>
  rowsIn<Taken>(
    of,
    "select number, phone, key_hash as key, created_at as at, total, status from orders order by number",
  );

const hash = (text: string) => createHash("sha256").update(text).digest("base64url");
/** The form's key as the API stores it. */
const keyThere = (key: string) => hash(`api guest ${hash(key)}`);

// It takes both cores, so that nothing can run beside it.
const storm = it.skipIf(!isSweep && !process.env.STORM);

storm(`${SECONDS} seconds: every page is served, no order is lost or doubled`, { timeout }, async () => {
  const begun = Date.now();
  const until = begun + SECONDS * 1000;
  await Promise.all([
    disturb(until),
    ...Array.from({ length: READERS }, (_, index) => read(index * 5, until)),
    ...Array.from({ length: BUYERS }, (_, index) => buy(index, until)),
  ]);
  const seconds = (Date.now() - begun) / 1000;
  strange.push(...strangeLines(api), ...strangeLines(shop));

  const there = ordersOf(api);
  const byKey = new Map(there.map((order) => [order.key, order]));
  const placed = wishes.filter(({ number }) => number !== undefined);
  const lost = placed.filter(({ key, number }) => byKey.get(keyThere(key))?.number !== number);
  const unknown = there.filter(({ number }) => !placed.some((wish) => wish.number === number));
  const doubled = there.length - new Set(there.map(({ phone }) => phone)).size;
  const late = placed.filter(({ refusals }) => refusals > 0);
  // Orders that the API took before it was killed unanswered.
  const unanswered = late.filter(({ key, lastRefusal }) => (byKey.get(keyThere(key))?.at ?? Infinity) < lastRefusal);
  const sorted = times.sort((a, b) => a - b);
  const [median, most, longest] = [0.5, 0.99, 1].map((part) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0),
  );
  console.info(
    [
      `${Math.round(seconds)} s: the API died ${counts.deaths} times and was away for ` +
        `${Math.round(counts.away / 1000)} s`,
      `pages: ${counts.pages} served, ${counts.closed} of them saying that orders are closed; ${failures.length} ` +
        "failed",
      `orders: ${placed.length} taken, ${late.length} of them after ${counts.refused} refusals, ` +
        `${unanswered.length} of these had been taken unheard; ${lost.length} lost, ${doubled} doubled`,
      `answers: median ${median} ms, 99 of 100 within ${most} ms, the longest ${longest} ms`,
    ].join("\n"),
  );

  expect(failures.slice(0, 20)).toEqual([]);
  expect(lost).toEqual([]);
  expect(unknown).toEqual([]);
  expect(doubled).toBe(0);
  expect(placed.length).toBe(wishes.length);
  // Both shops have the same orders, with their shopper.
  const summary = ({ number, phone, total, status }: Taken) => `${number} ${phone} ${total} ${status}`;
  expect(ordersOf(shop).map(summary)).toEqual(there.map(summary));
  expect(inDatabase(api, (database) => violations(database, stock))).toEqual([]);
  expect([...new Set(strange)].slice(0, 20)).toEqual([]);
  // There were disturbances.
  expect(counts.deaths).toBeGreaterThanOrEqual(2);
  expect(counts.pages).toBeGreaterThan(20);
  expect(counts.closed).toBeGreaterThan(0);
  expect(late.length).toBeGreaterThan(0);
});
