import { Agent } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "~/api/operation.server";
import { operations } from "~/api/operations.server";
import { addressOf, codeOf, operationOf, type Route, table } from "../support/documents/routes";
import { outboxOf, textOf } from "../support/fakes/mail-server";
import { type Contract, contractOf } from "../support/http/api";
import { Forms, jsonBodies } from "../support/http/bodies";
import { type Answer, Client } from "../support/http/client";
import {
  addToCart,
  checkout,
  choiceInStock,
  directOrder,
  fillCart,
  orderNumberOf,
  someone,
} from "../support/http/orders";
import { accountHolder, type Owner, PASSWORD, register } from "../support/http/signed-in";
import { isSweep } from "../support/setup/sweeps";
import { draw, seed, sideBySide } from "../support/shop/sample";
import { servedShop } from "../support/shop/served-shop";
import { forgetAttempts, inDatabase, valueIn } from "../support/shop/stored";
import { type Stock, stockOf, violations } from "../support/shop/stored-invariants";

/**
 * Random bodies for every action of the route table cause no failure and store nothing wrong.
 * `npm run fuzz` sends 10,000 to each; `SEED=…` repeats them.
 */

const COUNT = Number(process.env.FUZZ ?? (isSweep ? 60 : 12));
/** Actions of which some bodies have to succeed, which a few of them leave to chance. */
const SUCCEEDING = new Set(["/api/orders", "/orders", "/account", "/contact", "/newsletter"]);
const AT_ONCE = 8;
const PORTION = 500;
/** Bodies after which the first shopper's cart is filled again for the last step. */
const REFILL = 20;
/** Bodies after which the account, its session and its mailed links are restored. */
const REVIVE = 10;
// In a shop that sells, accepted passwords take a third of a second each.
const timeout = 60_000 + COUNT * 1000;

const SLUG = "boston-santa-cruz";
const shop = servedShop({ env: { SHOP_EMAIL: "bonjour@boutique.example" } });
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
const newcomer = () => new Client(shop.url, agent);

/** Words that a shopper would type, the likeliest first. */
const typed: Record<string, readonly string[]> = {
  nom: ["Benali", "O'Hara", "بن علي", "N'Guyễn", "D"],
  prenom: ["Samira", "Zoé"],
  telephone: ["0550 12 34 56", "+213 550 12 34 56", "٠٥٥٠ ١٢ ٣٤ ٥٦", "0661234567", "021 12 34 56", "0450123456"],
  email: ["samira@example.com", "autre@example.com", "Zoe+shop@Example.DZ"],
  adresse: ["12, rue Larbi Ben M'hidi", "Cité 200\nBt 4"],
  remarque: ["", "Sonnez deux fois"],
  wilaya: ["31", "16", "9", "59", "62"],
  commune: ["3101", "1601", "3102"],
  mode: ["domicile", "relais"],
  quantite: ["1", "2", "10"],
  sujet: ["Une question"],
  message: ["Bonjour, avez-vous du 38 ?\nMerci."],
  site: ["", "x"],
  motDePasse: [PASSWORD, "un autre mot de passe", "123456", "court"],
  confirmation: [PASSWORD, "un autre mot de passe"],
  actuel: [PASSWORD, "faux"],
  conditions: ["oui"],
};

const actions = table.filter(({ hasAction }) => hasAction);
const forms = new Forms(typed);
const statuses = new Map<string, Map<string, number>>();
/** Queries of mailed links. */
const queries = [""];
let shoppers: Client[];
let number: string;
/** An account holder with an order. */
let holder: Owner;
let memberNumber: string;
let revive: () => void;
let stock: Stock;
/** The contract of the API's answers. */
let contract: Contract;
/** Bodies as a program would send them, by operation. */
const examples: Partial<Record<keyof typeof operations, unknown[]>> = {};
const known = new Set<string>();

beforeAll(async () => {
  console.info(`SEED=${seed}: ${COUNT} bodies for each of ${actions.length} actions`);
  // Stock for all orders.
  inDatabase(shop, (database) => {
    database
      .prepare(
        "update variants set stock = 90000 where stock > 0 and product_id = (select id from products where slug = ?)",
      )
      .run(SLUG);
    database.exec("update products set stock = (select sum(stock) from variants where product_id = products.id)");
    stock = stockOf(database);
  });
  shoppers = await people();
  // Public pages have the same forms for everybody.
  for (const [index, client] of shoppers.entries())
    for (const route of table.filter((route) => index === 0 || route.handle.private)) {
      const { text } = await client.get(addresses(route), { "sec-fetch-dest": "empty" });
      if (text.startsWith("<!DOCTYPE")) forms.learn(text);
    }
  // Keys of orders and messages, each good for one.
  for (let index = 0; index < 20 + COUNT / 3; index += 1) {
    const { text } = await newcomer().get("/livraison?wilaya=31&commune=3101&paires=1&montant=8900");
    forms.note("cle", (JSON.parse(text) as { cle: string }).cle);
  }
  for (let index = 0; index < 10; index += 1) forms.learn((await newcomer().get("/contact")).text);
  forms.note("numero", number);
  await mailLinks();
  for (const route of actions.filter((one) => /\b(tokenOf|loadAccountLink)\b/.test(codeOf(one))))
    for (const query of queries) forms.learn((await newcomer().get(`${addresses(route)}${query}`)).text);
  revive = kept();
});

afterAll(() => agent.destroy());

/** One has a cart and an address, one an order, one nothing. */
async function people(): Promise<Client[]> {
  const [filled, buyer, alone] = [newcomer(), newcomer(), newcomer()];
  await fillCart(filled, SLUG, 2);
  await checkout(filled);
  await fillCart(buyer, SLUG);
  await checkout(buyer, { ...someone, nom: "Zerrouki" });
  const choice = choiceInStock(shop, SLUG);
  const { form, send } = await directOrder(buyer, SLUG, choice);
  number = orderNumberOf(await send()) ?? "";
  // The product's form with its communes.
  const filledIn = { ...someone, ...choice };
  const fields = form.fields.filter(([name]) => !(name in filledIn)).concat(Object.entries(filledIn));
  const buttons: [string, string][] = [...form.buttons, ["intent", "commander"], ["intent", "commander"]];
  forms.templates.set(
    form.action,
    [1, 2, 3, 4].map(() => ({ ...form, fields, buttons })),
  );
  const productId = valueIn(shop, "select id from products where slug = ?", SLUG);
  await buyer.post("/wishlist", { intent: "ajouter", produit: String(productId), retour: "/wishlist" });
  const member = newcomer();
  holder = await accountHolder(shop, { phone: "0550123456" });
  for (const [name, value] of holder.client.cookies) member.cookies.set(name, value);
  await fillCart(member, SLUG);
  const own = await directOrder(member, SLUG, choice ?? { couleur: "", pointure: "" });
  memberNumber = orderNumberOf(await own.send()) ?? "";
  forms.note("email", holder.email);
  contract = await contractOf(shop.url);
  const product = JSON.parse((await newcomer().get(`/api/products/${SLUG}`)).text);
  describeOrders(product);
  return [filled, buyer, alone, member];
}

function describeOrders(product: { id: string; price: number; variants: { id: string; options: object }[] }): void {
  const { price } = product;
  const [{ id: variantId, options } = { id: "", options: {} }] = product.variants;
  const fee = 500;
  const customer = { firstName: "Samira", lastName: "Benali", phone: "0550123456", address: "12, rue Ben M'hidi" };
  const order = {
    items: [{ productId: product.id, productVariantId: variantId, quantity: 1 }],
    toWilayaId: 31,
    toCommuneId: 3101,
    isStopDesk: false,
    shippingCost: fee,
    declaredValue: price,
    notes: "Sonnez",
    customer,
  };
  examples.placeOrder = [order, { ...order, items: [{ ...order.items[0], price, quantity: 2 }] }];
  examples.placeGenericOrder = [
    {
      userId: holder.id,
      items: [{ id: product.id, price, quantity: 1, options }],
      shipping: { ...customer, city: "Oran", state: "Oran" },
      shippingCost: fee,
    },
  ];
  examples.correctOrder = [{ phone: "0661234567", address: "13, rue Ben M'hidi", notes: "" }];
  examples.sendReview = [{ productVariantId: variantId, rating: 5, text: "Très bien" }];
  examples.logIn = [{ email: holder.email, password: PASSWORD }];
  examples.register = [
    { email: "nouveau@example.com", password: PASSWORD, firstName: "Samira", lastName: "Benali", terms: true },
  ];
  examples.calculateFees = [
    { fromWilayaId: 31, toWilayaId: 16, toCommuneId: 1601, price, weight: 1, isStopDesk: false },
  ];
}

/** Collects the query of every kind of mailed link. */
async function mailLinks(): Promise<void> {
  await newcomer().post("/newsletter", { email: "lettre@example.com", site: "" });
  await register(newcomer(), "nouvelle@example.com");
  await newcomer().post("/forgot-password", { email: holder.email });
  const change = { intent: "email", email: "change@example.com", motDePasse: PASSWORD };
  await holder.client.post("/account/security", change);
  const links = () => new Set(outboxOf(shop).flatMap((mail) => textOf(mail).match(/\?jeton=[\w-]{43}/g) ?? []));
  const end = Date.now() + 15_000;
  while (links().size < 4) {
    if (Date.now() > end) throw new Error(`Only ${links().size} links were mailed.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  queries.push(...links());
}

/** Remembers accounts, sessions and open links. @returns restores them, and forgets attempts */
function kept(): () => void {
  const cookies = new Map(shoppers.at(-1)?.cookies);
  const tables = ["accounts", "sessions", "known_browsers", "account_links", "subscribers"];
  const rows = inDatabase(shop, (database) =>
    tables.flatMap((table) =>
      database
        .prepare<[], Record<string, unknown>>(`select * from ${table}`)
        .all()
        .map((row) => ({ table, row })),
    ),
  );
  let times = 0;
  return () => {
    times += 1;
    inDatabase(shop, (database) => {
      const renew = () => {
        for (const { table, row } of rows) {
          // A new password by a mailed link is slow to hash.
          if (table === "account_links" && times % 10 > 0) continue;
          const columns = Object.keys(row);
          const places = columns.map((name) => `@${name}`);
          const changes = columns.map((name) => `${name} = @${name}`);
          // Skipped where another account has taken the address.
          database.prepare(`insert or ignore into ${table} (${columns}) values (${places})`).run(row);
          database.prepare(`update or ignore ${table} set ${changes} where ${columns[0]} = @${columns[0]}`).run(row);
        }
      };
      // The account may be closed at the same time.
      database.transaction(renew).immediate();
    });
    for (const [name, value] of cookies) shoppers.at(-1)?.cookies.set(name, value);
  };
}

async function refill(): Promise<void> {
  const [first] = shoppers;
  await first?.post("/cart/contents", { intent: "vider" });
  if (first) await addToCart(first, SLUG, { quantite: "2" });
}

function addresses(route: Route): string {
  return addressOf(route, { number: route.pattern.startsWith("/account") ? memberNumber : number });
}

function check(answer: Answer, request: string): void {
  if (answer.status >= 500) expect.fail(`${answer.status} ${request}`);
  const type = answer.headers["content-type"] ?? "";
  const isRedirect = answer.status >= 300 && answer.status < 400;
  if (isRedirect) {
    const { location = "" } = answer;
    if (!location.startsWith("/") || new URL(location, shop.url).origin !== shop.url)
      expect.fail(`${answer.status} to ${location} ${request}`);
  } else if (type.startsWith("text/html")) {
    if (!/<html lang="fr".*<h1/s.test(answer.text) || /\bat .*\.[jt]s:\d+/.test(answer.text))
      expect.fail(`no page ${request}`);
  } else if (answer.status !== 204 && !/^(application\/json|text\/x-script|text\/plain)/.test(type))
    expect.fail(`${answer.status} ${type} ${request}`);
}

describe("random bodies", { timeout }, () => {
  it("go to every action there is", () => expect(actions.length).toBeGreaterThanOrEqual(25));

  it("are JSON where an operation of the API takes JSON", () => {
    const served = new Set(actions.map((route) => operationOf(route)?.[0]));
    const taking = Object.entries<Operation>(operations).filter(([, { body }]) => body !== undefined);
    expect(taking.map(([name]) => name).filter((name) => !served.has(name as keyof typeof operations))).toEqual([]);
  });

  it.each(actions.map((route, salt) => ({ pattern: route.pattern, route, salt })))(
    "$pattern",
    async ({ route, salt }) => {
      const path = addresses(route);
      const source = codeOf(route);
      const names = [...source.matchAll(/text\(form, "([\w-]+)"|getAll\("([\w-]+)"|name="([\w-]+)"/g)].map(
        (match) => match[1] ?? match[2] ?? match[3] ?? "",
      );
      const [operation, { body } = {}] = operationOf(route) ?? [];
      const wire = body && operation ? examples[operation] : undefined;
      // Each operation with a JSON body has an example.
      expect(wire !== undefined).toBe(body !== undefined);
      const bodies = wire ? jsonBodies(wire) : forms.bodies(path, [...new Set(names)]);
      const counts = new Map<string, number>();
      statuses.set(route.pattern, counts);
      // Operations without a body refuse one unread.
      const most = SUCCEEDING.has(route.pattern) ? Math.max(COUNT, 60) : COUNT;
      const count = operation && !body ? Math.min(COUNT, 5) : most;
      for (let done = 0; done < count; done += PORTION) {
        forgetAttempts(shop);
        await sideBySide(
          draw(bodies, Math.min(PORTION, count - done), salt * 1_000_003 + done),
          AT_ONCE,
          async ({ type, bytes }, index) => {
            // Orders empty the cart.
            if (index % REFILL === 0) await refill();
            if (index % REVIVE === 0) revive();
            // The account's own pages answer only its owner.
            const isOwn = /^\/(account|orders$)/.test(route.pattern) && index % 2 === 0;
            const client = (isOwn ? shoppers.at(-1) : shoppers[index % (shoppers.length + 1)]) ?? newcomer();
            const query = queries[index % queries.length] ?? "";
            const answer = await client.ask(`${path}${query}`, {
              method: "POST",
              body: bytes,
              headers: {
                "sec-fetch-site": "same-origin",
                ...(type === undefined ? {} : { "content-type": type }),
                // Each query a few times, and sometimes an invalid one.
                ...(wire
                  ? { "idempotency-key": index % 15 === 0 ? "court" : `fuzz-${salt}-${index >> 2}-0123456789` }
                  : {}),
              },
            });
            const request = `for SEED=${seed} POST ${path}${query} ${type} ${bytes.toString("latin1").slice(0, 3000)}`;
            check(answer, request);
            if (operation) contract.check("POST", path, answer);
            const status = String(answer.status);
            counts.set(status, (counts.get(status) ?? 0) + 1);
          },
        );
      }
      // Counts only violations that are new with this action.
      const wrong = inDatabase(shop, (database) => violations(database, stock)).filter((fault) => !known.has(fault));
      for (const fault of wrong) known.add(fault);
      expect(wrong).toEqual([]);
    },
  );

  it("got somewhere, and left no trace of a failure", async () => {
    for (const [pattern, counts] of statuses)
      console.info(
        pattern.padEnd(28),
        [...counts]
          .sort()
          .map(([status, count]) => `${status}: ${count}`)
          .join(", "),
      );
    const rows = inDatabase(shop, (database) =>
      Object.fromEntries(
        ["orders", "cart_lines", "carts", "wishlist_items", "messages", "subscribers", "accounts", "mails"].map(
          (name) => [name, database.prepare<[], number>(`select count(*) from ${name}`).pluck().get() ?? 0],
        ),
      ),
    );
    console.info(JSON.stringify(rows));
    // Some bodies have to get past the first field.
    expect(rows.orders).toBeGreaterThan(2);
    expect(statuses.get("/api/orders")?.get("201")).toBeGreaterThan(2);
    expect(statuses.get("/orders")?.get("201")).toBeGreaterThan(0);
    expect(rows.messages).toBeGreaterThan(0);
    expect(rows.subscribers).toBeGreaterThan(1);
    expect(statuses.get("/account")?.get("303")).toBeGreaterThan(0);
    const strange = shop
      .log()
      .split("\n")
      .filter(
        (line) =>
          line &&
          !/^(GET|POST) \/\S* \d{3} |^\[remix-serve\]|Refused with 413|^Mail /.test(line) &&
          !/SMTP_URL is not set|Missing to sell for real|^An empty database was filled/.test(line),
      );
    expect(strange.slice(0, 10)).toEqual([]);
  });
});
