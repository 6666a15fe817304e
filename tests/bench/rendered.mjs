import { fileIn, fillStock, someProducts } from "./catalogue.mjs";
import { BROWSER, FRESH, raw } from "./load.mjs";
import { cpuText, median, ms, print, table, verdict, whole } from "./report.mjs";
import { startShop } from "./servers.mjs";
import { measured } from "./turns.mjs";
import { cookieOf, openVisitors } from "./visitors.mjs";

/** Pages rendered for each request: one visitor's own, and those with a new address. */

const CONNECTIONS = 16;
/** Milliseconds of processor time. */
const TO_REACH = { own: 7, fresh: 7 };

/** @param {{ url?: string }} engine the shop's PostgreSQL; without a URL it is on SQLite */
export async function renderedSection({ sources, quick, engine = {}, title }) {
  const shop = await startShop({ env: engine.url ? { DATABASE_URL: engine.url } : {} });
  try {
    const address = engine.url ? engine : { file: fileIn(shop.dataDir) };
    const [first, second] = await someProducts(address, 2);
    await fillStock(address, [first, second]);
    const visitors = await openVisitors(sources, shop);
    const guest = await visitors.guest(first);
    await visitors.fillCart(guest, second);
    const buyer = await buyerOf(sources, visitors, first);
    const pages = [
      ["/cart, two lines", "/cart", cookieOf(guest), "own"],
      ["/checkout", "/checkout", cookieOf(guest), "own"],
      ["the page of an order just placed", buyer.page, cookieOf(buyer.client), "own"],
      ["/product/…, rendered again", `/product/${first}?${FRESH}`, {}, "fresh"],
    ];
    const [turns, seconds] = quick ? [3, 0.7] : [7, 1.5];
    const rows = [];
    const most = { own: 0, fresh: 0 };
    for (const [label, path, cookie, group] of pages) {
      const request = {
        requests: [raw({ path, headers: { ...BROWSER, ...cookie } })],
        connections: CONNECTIONS,
        seconds,
      };
      const results = [];
      let from = 0;
      for (let turn = -1; turn < turns; turn += 1) {
        const result = await measured(shop, { ...request, from });
        from += result.requests;
        // The first turn compiles the code.
        if (turn >= 0) results.push(result);
      }
      const of = (name) => median(results.map((result) => result[name]));
      most[group] = Math.max(most[group], of("cpu"));
      rows.push([label, whole(of("rate")), ms(of("p50")), ms(of("p99")), cpuText(of("cpu")), whole(of("bytes"))]);
    }
    print(`### ${title}\n`);
    table(["page", "a second", "p50", "p99", "CPU a request", "bytes"], rows);
    const toReach = (group) =>
      `${TO_REACH[group]} ms (${verdict(most[group] <= TO_REACH[group])}: ${cpuText(most[group])} at most)`;
    print(
      `To reach, of processor time: a page of one's own ${toReach("own")}, a fresh product page ${toReach("fresh")}.\n`,
    );
  } finally {
    await shop.stop();
  }
}

/** A guest who has placed an order, and the order's path. */
async function buyerOf(sources, visitors, slug) {
  const { directOrder, landed, followed } = await sources.load("tests/support/http/orders.ts");
  const client = visitors.newClient();
  const answer = await (await directOrder(client, slug, {})).send();
  const page = await landed(client, answer);
  if (page.status !== 200) throw new Error(`The page of the order was answered ${page.status}.`);
  return { client, page: followed(answer).split("?")[0] };
}
