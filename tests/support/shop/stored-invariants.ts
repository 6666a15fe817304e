import type { Database } from "better-sqlite3";
import { MAX_COLLECTED } from "~/domain/delivery/delivery";
import { MAX_LINES, MAX_QUANTITY } from "~/domain/order/cart";
import { normaliseOrderNumber } from "~/domain/order/order";
import { normaliseEmail } from "~/domain/values/email";
import { normalisePhone } from "~/domain/values/phone";

/** Invariants of a shop's database, whatever was posted to it. */

type Row = Record<string, unknown>;

/** Pairs in stock, by variant. */
export type Stock = Map<string, number>;

export function stockOf(database: Database): Stock {
  const rows = database.prepare<[], { id: string; stock: number }>("select id, stock from variants").all();
  return new Map(rows.map(({ id, stock }) => [id, stock]));
}

/** @returns a sentence for each violation, fifty at most */
export function violations(database: Database, before: Stock): string[] {
  return [
    ...texts(database),
    ...orders(database),
    ...stock(database, before),
    ...carts(database, before),
    ...(database.pragma("foreign_key_check") as Row[]).map((row) => `without its parent: ${JSON.stringify(row)}`),
    ...(database.pragma("integrity_check", { simple: true }) === "ok" ? [] : ["the file is damaged"]),
  ].slice(0, 50);
}

/** Longest texts that shoppers may type, in characters. */
const LONGEST: Record<string, number> = {
  "orders.last_name": 60,
  "orders.first_name": 60,
  "orders.address": 200,
  "orders.notes": 500,
  "reviews.text": 1000,
  "reviews.author": 60,
  "messages.name": 60,
  "messages.subject": 120,
  "messages.message": 5000,
  "messages.email": 254,
  "subscribers.email": 254,
  "accounts.first_name": 60,
  "accounts.last_name": 60,
  "accounts.address": 200,
  "accounts.email": 254,
};

/** Control characters, lone surrogates, marks of reading direction, replacement characters. */
const FOREIGN = /(?![\n\t])\p{Cc}|\p{Cs}|[\u202a-\u202e\u2066-\u2069\ufffd\ufffe\uffff]/u;

function* texts(database: Database): Generator<string> {
  const tables = database.prepare<[], string>("select name from sqlite_master where type = 'table'").pluck().all();
  // The search index has tables of its own, with numbers that stay inside the database.
  for (const table of tables.filter((name) => !/^(sqlite_|kysely_|products|product_index|.*words?(_|$))/.test(name)))
    for (const row of database.prepare<[], Row>(`select * from ${table}`).iterate())
      for (const [column, value] of Object.entries(row)) {
        const place = `${table}.${column}`;
        if (typeof value === "number" && !Number.isSafeInteger(value)) yield `${place} is ${value}`;
        if (typeof value !== "string") continue;
        const longest = LONGEST[place];
        if (longest !== undefined && value.length > longest) yield `${place} has ${value.length} characters`;
        for (const text of [value, ...(/^[[{]/.test(value) ? leaves(value) : [])]) {
          if (FOREIGN.test(text)) yield `${place} holds ${JSON.stringify(text.slice(0, 80))}`;
          if (text !== text.normalize("NFC")) yield `${place} is not composed: ${JSON.stringify(text.slice(0, 80))}`;
        }
        if (/phone/.test(column) && value !== "" && normalisePhone(value) !== value) yield `${place} is ${value}`;
        // A link that nobody was mailed names nobody.
        if (place === "account_links.email" && value === "" && row.account_id === null) continue;
        if (/^(email|recipient)$/.test(column) && normaliseEmail(value) !== value) yield `${place} is ${value}`;
        if (column === "draft") yield* draft(value);
      }
}

function* draft(json: string): Generator<string> {
  const { phone, lastName, firstName, address, notes } = JSON.parse(json) as Record<string, string>;
  if (normalisePhone(phone ?? "") !== phone) yield `a draft has the phone ${phone}`;
  const lengths = [lastName, firstName, address, notes].map((text) => text?.length ?? 0);
  if (lengths.some((length, index) => length > ([60, 60, 200, 500][index] ?? 0)))
    yield `a draft is too long: ${lengths}`;
}

/** Every text within JSON. */
function leaves(json: string): string[] {
  const found: string[] = [];
  try {
    JSON.parse(json, (_, value) => {
      if (typeof value === "string") found.push(value);
      return value;
    });
  } catch {
    // No JSON: a text that only begins with a bracket.
  }
  return found;
}

type Amount =
  | "value"
  | "subtotal"
  | "reward"
  | "total"
  | "total_fee"
  | "delivery_fee"
  | "bad"
  | "mispriced"
  | "unknown"
  | "strays"
  | "commune_id"
  | "wilaya_id"
  | "steps";

function* orders(database: Database): Generator<string> {
  const all = database
    .prepare<
      [],
      {
        number: string;
        status: string;
        phone: string;
        last_name: string;
        mode: string;
        stop_desk_id: number | null;
      } & Record<Amount, number | null>
    >(
      `select orders.*,
         (select sum(quantity * price) from order_lines where order_id = orders.id) as value,
         (select count(*) from order_lines
            where order_id = orders.id and (quantity < 1 or quantity > ${MAX_QUANTITY})) as bad,
         (select count(*) from order_lines join products on products.id = product_id
            where order_id = orders.id and products.price <> order_lines.price) as mispriced,
         (select count(*) from order_lines left join variants on variants.id = variant_id
            where order_id = orders.id and variants.product_id is not order_lines.product_id) as unknown,
         account_id is not null and not exists (select 1 from accounts where accounts.id = account_id) as strays,
         (select count(*) from order_steps where order_id = orders.id and status = orders.status) as steps
       from orders`,
    )
    .all();
  for (const order of all) {
    const wrong = (what: string) => `order ${order.number}: ${what}`;
    const { value, subtotal, total, total_fee, delivery_fee } = order;
    const reward = order.reward ?? 0;
    if (value === null) yield wrong("no lines");
    else if (value !== (subtotal ?? 0) + reward)
      yield wrong(`lines of ${value}, subtotal ${subtotal}, reward ${reward}`);
    if (total !== (subtotal ?? 0) + (total_fee ?? 0)) yield wrong(`total ${total} of ${subtotal} and ${total_fee}`);
    if (!delivery_fee || delivery_fee < 100 || (total_fee ?? 0) < delivery_fee) yield wrong(`a fee of ${delivery_fee}`);
    if ((total ?? 0) > MAX_COLLECTED) yield wrong(`more than is collected: ${total}`);
    if (order.bad) yield wrong("a quantity out of bounds");
    if (order.mispriced) yield wrong("a price that is not the product's");
    if (order.unknown) yield wrong("a variant of another product");
    // A deleted account's orders lose their person once no parcel is on its way.
    if (order.phone === "" && (order.status !== "cancelled" || order.last_name !== "")) yield wrong("no phone");
    if (order.status !== "pending" && order.status !== "cancelled")
      yield wrong(`is ${order.status}, which is for the shop to say`);
    if (order.strays) yield wrong("an account that there is not");
    if (order.steps !== 1) yield wrong(`${order.steps} steps into ${order.status}`);
    if (normaliseOrderNumber(String(order.number)) !== order.number) yield wrong("a number that is none");
    if (Math.floor((order.commune_id ?? 0) / 100) !== order.wilaya_id) yield wrong("a commune of another wilaya");
    if ((order.mode === "relais") !== (order.stop_desk_id !== null)) yield wrong("mode and pickup point do not fit");
  }
}

function* stock(database: Database, before: Stock): Generator<string> {
  const sold = database
    .prepare<[], { id: string; pairs: number }>(
      `select variant_id as id, sum(quantity) as pairs from order_lines join orders on orders.id = order_id
       where status not in ('cancelled', 'returned') and reserved = 1 group by variant_id`,
    )
    .all();
  const pairs = new Map(sold.map(({ id, pairs }) => [id, pairs]));
  for (const [id, now] of stockOf(database)) {
    const total = now + (pairs.get(id) ?? 0);
    if (now < 0 || total !== before.get(id))
      yield `variant ${id}: ${before.get(id)} before, ${now} and ${pairs.get(id)} sold`;
  }
  const sums = database
    .prepare<[], string>(
      "select id from products where stock <> (select sum(stock) from variants where product_id = products.id)",
    )
    .pluck();
  for (const id of sums.all()) yield `product ${id}: its stock is not that of its variants`;
}

function* carts(database: Database, before: Stock): Generator<string> {
  const lines = database
    .prepare<[], { visitor: string; variant_id: string; quantity: number }>("select * from cart_lines")
    .all();
  const counts = new Map<string, number>();
  for (const { visitor, variant_id, quantity } of lines) {
    counts.set(visitor, (counts.get(visitor) ?? 0) + 1);
    // A pair in a cart was in stock then; another visitor may have bought it since.
    const most = Math.min(MAX_QUANTITY, before.get(variant_id) ?? 0);
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > most) yield `a cart has ${quantity} of ${variant_id}`;
  }
  for (const [visitor, count] of counts) if (count > MAX_LINES) yield `the cart of ${visitor} has ${count} lines`;
}
