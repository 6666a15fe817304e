import { fileIn, fillShelves, query, someProducts } from "./catalogue.mjs";
import { BROWSER, expectStatuses, raw, run, runOne } from "./load.mjs";
import { cpuText, ms, say, table, verdict, whole } from "./report.mjs";
import { startShop } from "./servers.mjs";

/** Orders by HTTP while others read: what the shop is for. Forms are fetched first, so that nothing but ordering is timed. */

const CONNECTIONS = 16;
const READS_A_SECOND = 50;
const TO_REACH = { rate: 200, p99: 100 };
const PRODUCTS = 20;

/** @param {{ url?: string }} engine where the shop's PostgreSQL is; without it the shop is on SQLite */
export async function ordersSection({ sources, quick, engine = {}, title }) {
  const shop = await startShop({ env: engine.url ? { DATABASE_URL: engine.url } : {} });
  try {
    const address = engine.url ? engine : { file: fileIn(shop.dataDir) };
    const slugs = await someProducts(address, PRODUCTS);
    await fillShelves(address, slugs);
    const most = quick ? 600 : 3000;
    const reads = readsOf(slugs);
    // The first orders compile the code of the others.
    await orderAll(shop, await directOrders(sources, shop, slugs, 300), reads);

    const measured = [];
    const measure = async (label, orders, rate) => {
      const before = await countOrders(address);
      const begun = shop.cpu();
      const [result, read] = await orderAll(shop, orders, reads, rate);
      const cpu = (shop.cpu() - begun) / result.requests;
      const made = (await countOrders(address)) - before;
      if (made !== orders.length) throw new Error(`${orders.length} orders were confirmed and ${made} are stored.`);
      measured.push(result);
      const times = [result.p50, result.p99, result.max, read.p50, read.p99].map(ms);
      return [label, whole(result.rate), ...times, cpuText(cpu)];
    };
    const rows = [
      await measure(`product page's form, ${CONNECTIONS} at once`, await directOrders(sources, shop, slugs, most)),
      await measure(
        `the same, at ${TO_REACH.rate} a second`,
        await directOrders(sources, shop, slugs, most / 2),
        TO_REACH.rate,
      ),
      await measure(
        `cart's last step, ${CONNECTIONS} at once`,
        await cartOrders(sources, shop, slugs, quick ? 150 : 600),
      ),
    ];
    say(`### ${title}\n`);
    table(["orders", "a second", "p50", "p99", "longest", "reads p50", "reads p99", "CPU an order"], rows);
    say(
      `Beside ${READS_A_SECOND} reads a second of home, /shop and product pages, whose processor time is in that of the orders.`,
    );
    const [fast, paced] = measured;
    say(
      `To reach: ${TO_REACH.rate} orders a second (${verdict(fast.rate >= TO_REACH.rate)}: ${whole(fast.rate)}) ` +
        `with p99 under ${TO_REACH.p99} ms at that rate (${verdict(paced.p99 < TO_REACH.p99)}: ${ms(paced.p99)}).\n`,
    );
  } finally {
    await shop.stop();
  }
}

/** @returns the results of the orders and of the reads beside them */
export async function orderAll(shop, orders, reads, rate) {
  const [ordered, read] = await run(shop.port, [
    { name: "Ordering", requests: orders, count: orders.length, ...(rate ? { rate } : { connections: CONNECTIONS }) },
    { name: "Reading", requests: reads, rate: READS_A_SECOND },
  ]);
  expectStatuses(ordered, [303]);
  expectStatuses(read, [200]);
  return [ordered, read];
}

export const readsOf = (slugs) =>
  ["/", "/shop", ...slugs.map((slug) => `/product/${slug}`)].map((path) => raw({ path, headers: BROWSER }));

async function countOrders(address) {
  const [{ n }] = await query(address, "select count(*) as n from orders");
  return Number(n);
}

/** Posts of the product pages' forms, each with a key of its own, from shoppers without a cookie. */
export async function directOrders(sources, shop, slugs, count) {
  const { directOrder, newClient, someone, someoneElse } = await sources.load("tests/support/orders.ts");
  const forms = [];
  for (const slug of slugs) forms.push((await directOrder(newClient(shop.url), slug, {})).form);
  const typed = (form, changes) => {
    const all = { ...someone, ...changes };
    return [...form.fields.filter(([name]) => !(name in all)), ...Object.entries(all)];
  };
  // The shop mints a key whenever it shows communes to a form that has none.
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

/** Posts of the checkout's last form, each from a shopper with a cart of one pair. */
export async function cartOrders(sources, shop, slugs, count) {
  const { addToCart, checkout, newClient } = await sources.load("tests/support/orders.ts");
  const orders = [];
  const prepare = async (index) => {
    const client = newClient(shop.url);
    await addToCart(client, slugs[index % slugs.length], {});
    const { form } = await checkout(client);
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    orders.push(raw({ path: form.action, method: "POST", headers: { ...BROWSER, cookie }, form: form.fields }));
  };
  for (let start = 0; start < count; start += CONNECTIONS)
    await Promise.all(
      Array.from({ length: Math.min(CONNECTIONS, count - start) }, (_, index) => prepare(start + index)),
    );
  return orders;
}
