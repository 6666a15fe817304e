import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileIn } from "./catalogue.mjs";
import { median, ms, print, table, times, verdict, whole } from "./report.mjs";
import { temporaryFolder } from "./servers.mjs";

/**
 * What more orders cost the back office: its services are called as its screens call them. Open
 * orders are as many in each shop; what a shop gathers over the years is done with.
 */

const OPEN = 300;
const BULK = 200;
const TO_REACH = { growth: 1.5, bulkMs: 5_000 };
/** A difference below it is the clock's. */
const LEAST_MS = 0.3;
const HOUR = 3_600_000;

export async function officeSection({ sources, quick, newDatabase, title }) {
  const sizes = quick ? [1_000, 10_000] : [1_000, 100_000];
  const folder = temporaryFolder();
  const shops = [];
  try {
    for (const size of sizes) shops.push(await openOffice({ sources, folder, size, newDatabase }));
    const rows = [];
    let most = 0;
    for (const [label, call] of kinds) {
      const costs = await take(shops, call, quick ? { turns: 5, calls: 4 } : { turns: 11, calls: 8 });
      const cells = costs.map((turns) => median(turns));
      const growth = median(costs[1].map((cost, turn) => (cost + LEAST_MS) / (costs[0][turn] + LEAST_MS)));
      most = Math.max(most, growth);
      rows.push([label, ...cells.map(ms), times(growth)]);
    }
    const bulks = [];
    for (const shop of shops) bulks.push(await bulk(shop));
    rows.push([`a bulk of ${BULK}`, ...bulks.map(ms), ""]);
    print(`### ${title}\n`);
    table(["office", ...sizes.map((size) => `${whole(size)} orders`), "growth"], rows);
    print(
      `One call at a time, medians of the turns; 'growth' is the median of each turn's ratio, with ${LEAST_MS} ms added ` +
        `to both. ${OPEN} orders of each shop are open.`,
    );
    print(
      `To reach: growth ${times(TO_REACH.growth)} (${verdict(most <= TO_REACH.growth)}: ${times(most)} at most), a bulk ` +
        `of ${BULK} within ${ms(TO_REACH.bulkMs)} (${verdict(Math.max(...bulks) <= TO_REACH.bulkMs)}).\n`,
    );
  } finally {
    for (const shop of shops) await shop.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const by = { kind: "staff", staff: { id: "bench", name: "Banc" } };
const list =
  (filter) =>
  ({ office }) =>
    office.listOrders(filter, {});

/** Label and one call, as a screen makes it. */
const kinds = [
  ["Aujourd'hui", ({ office }) => office.waitingToday()],
  ["À appeler", ({ office }) => office.nextToCall(by)],
  ["one call's card", ({ office, some }) => office.callCard(some())],
  ["orders, newest", list({})],
  ["orders, further on", ({ office, cursor }) => office.listOrders({}, { after: cursor })],
  ["pending", list({ status: "pending" })],
  ["delivered", list({ status: "delivered" })],
  ["of a wilaya", list({ wilayaId: 31 })],
  ["last call: no answer", list({ lastCall: "no-answer" })],
  ["never called", list({ lastCall: "jamais" })],
  ["parcel refused", list({ parcel: "refuse" })],
  ["to reserve", list({ toReserve: true })],
  ["by a person", list({ staffId: "bench" })],
  [
    "of a week",
    ({ office, from }) => office.listOrders({ since: new Date(from - 7 * 24 * HOUR), until: new Date(from) }, {}),
  ],
  ["cancelled, of a wilaya", list({ status: "cancelled", wilayaId: 31 })],
  ["search: number", ({ office, some }) => office.listOrders({ search: some() }, {})],
  ["search: phone", ({ office, phone }) => office.listOrders({ search: phone() }, {})],
  ["search: a rare name", list({ search: "Zzrare" })],
  ["search: a common name", list({ search: "Benali" })],
  ["search: product", ({ office, name }) => office.listOrders({ search: name }, {})],
  ["search: parcel", ({ office, tracking }) => office.listOrders({ search: tracking() }, {})],
  ["search: reference", ({ office, sku }) => office.listOrders({ search: sku }, {})],
  ["search: two words", list({ search: "Benali Samira" })],
  ["search among the delivered", list({ search: "Benali", status: "delivered" })],
  ["search: nothing", list({ search: "xqzkvj" })],
  ["an order", ({ office, some }) => office.orderPage(some())],
  ["a known client", ({ office, phone }) => office.knownRecipient(phone())],
  ["a bulk's plan", ({ office, open }) => office.planBulk(open.slice(0, 50), "confirmed")],
  ["journal", ({ office }) => office.journal({}, { size: 50 })],
  ["journal of a person", ({ office }) => office.journal({ staffId: "bench" }, { size: 50 })],
  ["journal of an order", ({ office, some }) => office.journal({ name: some() }, { size: 50 })],
  ["500 orders of a file", ({ office }) => office.listOrders({ status: "delivered" }, { size: 500 })],
];

/** @returns for each shop the milliseconds of a call in each turn; shops alternate */
async function take(shops, call, { turns, calls }) {
  const results = shops.map(() => []);
  for (let turn = -1; turn < turns; turn += 1)
    for (const [index, shop] of turn % 2 ? [...shops.entries()].reverse() : shops.entries()) {
      const took = [];
      for (let n = 0; n < calls; n += 1) {
        const since = performance.now();
        await call(shop);
        took.push(performance.now() - since);
      }
      // The first turn compiles the code and fills the caches.
      if (turn >= 0) results[index].push(median(took));
    }
  return results;
}

async function bulk({ office, open }) {
  const since = performance.now();
  const { results } = await office.runBulk(
    { key: `bench ${Math.random()}`, action: "cancelled", choices: open.slice(0, BULK), text: "Banc" },
    by,
  );
  const took = performance.now() - since;
  const done = results.filter(({ outcome }) => outcome === "done").length;
  if (done !== BULK) throw new Error(`Of ${BULK} orders ${done} were cancelled.`);
  return took;
}

async function openOffice({ sources, folder, size, newDatabase }) {
  const dataDir = join(folder, `office-${size}`);
  mkdirSync(dataDir);
  const url = await newDatabase?.();
  const address = url ? { url, file: "" } : { file: fileIn(dataDir) };
  const { openTestShop, requestFor } = await sources.load("tests/support/shop/test-shop.ts");
  const { analyse, fillOrders } = await sources.load("tests/support/shop/many-orders.ts");
  const testShop = await openTestShop(address);
  const { variants, price, sku, name } = await testShop
    .product(Array.from({ length: 20 }, () => 1_000_000))
    .then((made) => ({ ...made, sku: `${made.id.toUpperCase()}-3`, name: made.id }));
  const lines = [{ variantId: variants[3], quantity: 1, price }];
  const placed = await testShop.shop.orders.place(await requestFor(testShop.shop, lines));
  if (placed.outcome !== "placed") throw new Error(placed.outcome);
  const from = Date.now();
  await fillOrders(testShop.database, placed.order.id, { count: size - 1, open: OPEN, from });
  await analyse(testShop.database);
  const { office } = testShop.shop;
  const open = [];
  for (let after; open.length < BULK; ) {
    const page = await office.listOrders({ status: "pending" }, { after });
    open.push(...page.orders.map(({ order, version }) => ({ number: order.number, version })));
    after = page.next;
    if (!after) break;
  }
  const middle = await office.listOrders({ until: new Date(from - (size / 2) * 60_000) }, {});
  let n = 0;
  const numberOf = (index) =>
    String(index)
      .padStart(7, "0")
      .replace(/^(...)/, "B$1-");
  const any = () => {
    n = (n + 7_919) % (size - 1);
    return n;
  };
  return {
    office,
    open,
    from,
    sku,
    name,
    cursor: middle.next,
    some: () => numberOf(any()),
    // Of an order that is done with; one in ten was cancelled, and has none.
    tracking: () =>
      `yal-copy-${String(OPEN + any())
        .padStart(7, "0")
        .replace(/9$/, "8")}`,
    phone: () => `05${String(50_000_000 + any())}`,
    close: () => testShop.close(),
  };
}
