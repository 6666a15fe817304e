import { countOrders, fileIn, fillStock, someProducts } from "./catalogue.mjs";
import { BROWSER, expectStatuses, raw, run, runOne } from "./load.mjs";
import { cpuText, ms, print, table, verdict, whole } from "./report.mjs";
import { cpuOf, startShop } from "./servers.mjs";
import { cookieOf, inPortions } from "./visitors.mjs";

/** Orders over HTTP while others read. Forms are fetched first, so that only ordering is timed. */

const CONNECTIONS = 16;
const READS_A_SECOND = 50;
/** Orders a second: SQLite has one process, PostgreSQL two. */
const TO_REACH = { sqlite: 300, postgres: 150 };
/** Orders a second that come at a fixed rate. */
const PACE = { sqlite: 200, postgres: 100 };
const PRODUCTS = 20;
/** With one secret, processes accept each other's forms. */
export const SECRET = "one secret for all processes of the shop";

/** @param {{ url?: string }} engine PostgreSQL of two processes; without a URL one on SQLite */
export async function ordersSection({ sources, quick, engine = {}, title }) {
  const env = { SESSION_SECRET: SECRET, ...(engine.url ? { DATABASE_URL: engine.url } : {}) };
  const shops = [await startShop({ env })];
  try {
    if (engine.url) shops.push(await startShop({ env }));
    const [shop] = shops;
    const address = engine.url ? engine : { file: fileIn(shop.dataDir) };
    const slugs = await someProducts(address, PRODUCTS);
    await fillStock(address, slugs);
    const most = quick ? 600 : 3000;
    const reads = readsOf(slugs);
    // The first orders compile the code.
    await orderAll(shops, await directOrders(sources, shop, slugs, 300), reads);

    const measured = [];
    const measure = async (label, orders, rate) => {
      const before = await countOrders(address);
      const begun = cpuOf(shops);
      const [result, ...read] = await orderAll(shops, orders, reads, rate);
      const cpu = (cpuOf(shops) - begun) / result.requests;
      const made = (await countOrders(address)) - before;
      if (made !== orders.length) throw new Error(`${orders.length} orders were confirmed and ${made} are stored.`);
      measured.push(result);
      const slowest = (time) => Math.max(...read.map((stream) => stream[time]));
      const times = [result.p50, result.p99, result.max, slowest("p50"), slowest("p99")].map(ms);
      return [label, whole(result.rate), ...times, cpuText(cpu)];
    };
    const kind = engine.url ? "postgres" : "sqlite";
    const pace = PACE[kind];
    const rows = [
      await measure(`product page's form, ${CONNECTIONS} at once`, await directOrders(sources, shop, slugs, most)),
      await measure(`the same, at ${pace} a second`, await directOrders(sources, shop, slugs, most), pace),
      await measure(
        `cart's last step, ${CONNECTIONS} at once`,
        await cartOrders(sources, shop, slugs, quick ? 150 : 600),
      ),
    ];
    print(`### ${title}${engine.url ? `, ${shops.length} processes` : ""}\n`);
    table(["orders", "a second", "p50", "p99", "longest", "reads p50", "reads p99", "CPU an order"], rows);
    print(
      `Beside ${READS_A_SECOND} reads a second from each process, of home, /shop and product pages, whose ` +
        "processor time is in that of the orders.",
    );
    const [{ rate }] = measured;
    print(`To reach: ${TO_REACH[kind]} orders a second (${verdict(rate >= TO_REACH[kind])}: ${whole(rate)}).\n`);
  } finally {
    await Promise.all(shops.map((shop) => shop.stop()));
  }
}

/** @returns the results of the orders, and of each process's reads beside them */
export async function orderAll(shops, orders, reads, rate) {
  const ports = shops.map(({ port }) => port);
  const pace = rate ? { rate } : { connections: CONNECTIONS };
  const [ordered, ...read] = await run(ports[0], [
    { name: "Ordering", requests: orders, count: orders.length, ports, ...pace },
    ...ports.map((port) => ({ name: "Reading", ports: [port], requests: reads, rate: READS_A_SECOND })),
  ]);
  expectStatuses(ordered, [303]);
  for (const result of read) expectStatuses(result, [200]);
  return [ordered, ...read];
}

export const readsOf = (slugs) =>
  ["/", "/shop", ...slugs.map((slug) => `/product/${slug}`)].map((path) => raw({ path, headers: BROWSER }));

/** Posts of product pages' forms, each with its own key, from shoppers without a cookie. */
export async function directOrders(sources, shop, slugs, count) {
  const { directOrder, newClient, someone, someoneElse } = await sources.load("tests/support/http/orders.ts");
  const forms = [];
  for (const slug of slugs) forms.push((await directOrder(newClient(shop.url), slug, {})).form);
  const typed = (form, changes) => {
    const all = { ...someone, ...changes };
    return [...form.fields.filter(([name]) => !(name in all)), ...Object.entries(all)];
  };
  // The shop mints a key when it shows communes to a form that has none.
  const asking = forms.map((form) =>
    raw({ path: form.action, method: "POST", form: typed(form, { cle: "", intent: "communes" }) }),
  );
  const minting = { requests: asking, count, connections: CONNECTIONS, keep: 'name="cle" value="([^"]+)"' };
  const { kept } = await runOne(shop.port, minting);
  return kept.map((cle, index) => {
    const form = forms[index % forms.length];
    return raw({
      path: form.action,
      method: "POST",
      headers: BROWSER,
      form: typed(form, { ...someoneElse(), cle, intent: "commander" }),
    });
  });
}

/** Posts of the checkout's last form, each from a cart of one pair. */
async function cartOrders(sources, shop, slugs, count) {
  const { addToCart, checkout, newClient } = await sources.load("tests/support/http/orders.ts");
  return inPortions(
    count,
    async (index) => {
      const client = newClient(shop.url);
      await addToCart(client, slugs[index % slugs.length], {});
      const { form } = await checkout(client);
      return raw({
        path: form.action,
        method: "POST",
        headers: { ...BROWSER, ...cookieOf(client) },
        form: form.fields,
      });
    },
    CONNECTIONS,
  );
}
