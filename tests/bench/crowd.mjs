import { fileIn, query } from "./catalogue.mjs";
import { BROWSER, raw, run } from "./load.mjs";
import { directOrders, SECRET } from "./orders.mjs";
import { cpuText, ms, print, table, verdict, whole } from "./report.mjs";
import { cpuOf, startShop } from "./servers.mjs";

/**
 * 2,000 guests press 'Commander maintenant' in one second, for 200 pairs, while others read.
 * Presses and the pages after them count. SQLite has one process, PostgreSQL two.
 */

const PRESSES = 2_000;
const PAIRS = 200;
/** Seconds in which all of them press. */
const WITHIN = 1;
const READS_A_SECOND = 10;
/** Seconds that a guest waits; more than the goal, so that a miss shows its size. */
const PATIENCE = 120;
const TO_REACH = { press: 20_000, read: 5_000 };
const SLUG = "boston-santa-cruz";

/** @param {{ url?: string }} engine the shop's PostgreSQL; without a URL it is on SQLite */
export async function crowdSection({ sources, quick, engine = {}, title }) {
  const share = quick ? 0.1 : 1;
  const count = PRESSES * share;
  const env = { SESSION_SECRET: SECRET, ...(engine.url ? { DATABASE_URL: engine.url } : {}) };
  const shops = [await startShop({ env })];
  try {
    if (engine.url) shops.push(await startShop({ env }));
    const [first] = shops;
    const address = engine.url ? engine : { file: fileIn(first.dataDir) };
    // The first orders compile the code.
    for (const shop of shops) await press(shops, await pressesOf(sources, shop, address, 50, 50), 50);
    const requests = await pressesOf(sources, first, address, count, PAIRS * share);
    const before = await stored(address);
    const begun = cpuOf(shops);
    const [pressed, ...reads] = await press(shops, requests, count);
    const cpu = (cpuOf(shops) - begun) / count;
    const after = await stored(address);
    const sold = after.orders - before.orders;
    const names = shops.length > 1 ? `${title}, ${shops.length} processes` : `${title}, one process`;
    print(`### ${names}\n`);
    const times = ({ p50, p99, max }) => [p50, p99, max].map(ms);
    table(
      ["crowd", "answered", "statuses", "p50", "p99", "longest"],
      [
        ["presses", whole(pressed.requests), statusesOf(pressed.statuses), ...times(pressed)],
        ["pages of the orders", whole(sum(pressed.pages)), statusesOf(pressed.pages), "", "", ms(pressed.arrived)],
        ...reads.map((read, index) => [
          `reading from process ${index + 1}`,
          whole(read.requests),
          statusesOf(read.statuses),
          ...times(read),
        ]),
      ],
    );
    const failed = [pressed.statuses, pressed.pages, ...reads.map(({ statuses }) => statuses)].reduce(
      (all, statuses) =>
        all + sum(Object.fromEntries(Object.entries(statuses).filter(([status]) => status >= 500 || status === "0"))),
      0,
    );
    const slowest = Math.max(...reads.map(({ p99 }) => p99));
    print(`Processor time of the shop for a press, with the reads beside it: ${cpuText(cpu)}.`);
    print(
      `${whole(count)} presses in ${WITHIN} s for ${PAIRS * share} pairs: ${sold} orders, ${after.stock} pairs left.`,
    );
    print(
      `To reach: no answer that failed (${verdict(failed === 0)}: ${failed}), as many orders as pairs ` +
        `(${verdict(sold === PAIRS * share && after.stock === 0)}), presses' p99 under ` +
        `${whole(TO_REACH.press)} ms (${verdict(pressed.p99 < TO_REACH.press)}: ${ms(pressed.p99)}), ` +
        `reads' p99 under ${whole(TO_REACH.read)} ms (${verdict(slowest < TO_REACH.read)}: ${ms(slowest)}).\n`,
    );
  } finally {
    await Promise.all(shops.map((shop) => shop.stop()));
  }
}

/** Filled-in forms, for this many pairs in stock. */
async function pressesOf(sources, shop, address, count, pairs) {
  const requests = await directOrders(sources, shop, [SLUG], count);
  await query(
    address,
    `update variants set stock = ${pairs} where product_id in (select id from products where slug = '${SLUG}')`,
  );
  await query(
    address,
    `update products set stock = (select sum(stock) from variants where product_id = products.id)
     where slug = '${SLUG}'`,
  );
  return requests;
}

async function press(shops, requests, count) {
  const reads = [`/product/${SLUG}`, "/product/boston-murdjajo"].map((path) => raw({ path, headers: BROWSER }));
  return run(shops[0].port, [
    { name: "Pressing", requests, count, within: WITHIN, ports: shops.map(({ port }) => port), patience: PATIENCE },
    ...shops.map(({ port }) => ({ name: "Reading", ports: [port], requests: reads, rate: READS_A_SECOND })),
  ]);
}

async function stored(address) {
  const [{ orders }] = await query(address, "select count(*) as orders from orders");
  const [{ stock }] = await query(
    address,
    `select min(stock) as stock from variants where product_id in (select id from products where slug = '${SLUG}')`,
  );
  return { orders: Number(orders), stock: Number(stock) };
}

const sum = (statuses) => Object.values(statuses).reduce((all, count) => all + count, 0);
const statusesOf = (statuses) =>
  Object.entries(statuses)
    .map(([status, count]) => `${whole(count)} × ${status}`)
    .join(", ");
