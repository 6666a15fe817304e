import { fileIn, fillStock, someProducts } from "./catalogue.mjs";
import { BROWSER, raw } from "./load.mjs";
import { cpuText, median, megabytes, ms, percent, print, table, verdict, whole } from "./report.mjs";
import { startBare, startShop } from "./servers.mjs";
import { compare } from "./turns.mjs";
import { cookieOf, openVisitors } from "./visitors.mjs";
import { openWrites, WRITES_A_SECOND } from "./writes.mjs";

/**
 * Requests a second of the most read pages, beside a bare node:http server with the same bytes.
 * Both alternate within seconds, so other work meets both, and the ratio is the figure.
 */

const CONNECTIONS = 16;
/** Products that are ordered meanwhile, among them the one whose page is read. */
const SOLD = 20;
/** Shares of the bare server's rate, for each engine. */
const TO_REACH = {
  sqlite: { stranger: 0.4, known: 0.3 },
  postgres: { stranger: 0.25, known: 0.2 },
};
const NAMES = { stranger: "strangers", known: "guests and accounts" };
const ENCODINGS = { br: BROWSER["accept-encoding"], plain: "identity" };

/** @param {{ url?: string }} engine the shop's PostgreSQL; without a URL it is on SQLite */
export async function speedSection({ sources, quick, engine = {}, title }) {
  const shop = await startShop({ env: engine.url ? { DATABASE_URL: engine.url } : {} });
  let bare;
  try {
    bare = await startBare();
    const address = engine.url ? engine : { file: fileIn(shop.dataDir) };
    const slugs = await someProducts(address, SOLD);
    await fillStock(address, slugs);
    const visitors = await openVisitors(sources, shop);
    const rows = rowsOf({
      slug: slugs[0],
      stranger: visitors.newClient(),
      guest: await visitors.guest(slugs[0]),
      account: await visitors.accountHolder(slugs[0]),
    });
    const how = quick ? { turns: 3, seconds: 0.3 } : { turns: 5, seconds: 0.5 };
    const beside = { ...how, seconds: how.seconds * 1.6 };
    const seconds = rows.filter(({ isBesideWrites }) => isBesideWrites).length * beside.turns * beside.seconds;
    const writes = await openWrites({ sources, shop, visitors, address, slugs, seconds });
    const take = (row, how) => {
      const stream = { requests: [raw(row)], connections: CONNECTIONS };
      return compare({ ...row, stream }, { shop, bare }, how);
    };
    // The first row compiles the code in all three processes.
    await take(rows[0], { turns: 2, seconds: 1 });
    const figures = [];
    for (const row of rows) figures.push(await take(row, row.isBesideWrites ? { ...beside, writes } : how));
    const written = await writes.end();
    const memory = shop.memory();
    print(`### ${title}\n`);
    table(
      [
        "page",
        "a second",
        "p50",
        "p99",
        "CPU a request",
        "bytes",
        "bare a second",
        "CPU",
        "share by CPU",
        "share of bare",
      ],
      rows.map(({ label }, index) => cells(label, figures[index])),
    );
    const generator = median(figures.map(({ bare: { generator } }) => generator));
    print(
      `${CONNECTIONS} connections, one process each, medians of the turns. 'share of bare' is the median of each ` +
        "turn's ratio, which a machine with other work shakes more than that of the processor times beside it; " +
        `the load generator, a third process, took ${cpuText(generator)} for a request of the bare server. ` +
        "Guests and accounts have a pair in the cart and a heart. 'beside writes': " +
        `${WRITES_A_SECOND} orders and ${WRITES_A_SECOND} additions to carts a second, whose processor time is ` +
        `in that of the requests; all ${whole(2 * written.due)} were answered 303, within ${ms(written.slowest)}. ` +
        `Resident memory at the end: ${megabytes(memory)}.`,
    );
    print(`To reach: ${verdictsOf(rows, figures, engine.url ? TO_REACH.postgres : TO_REACH.sqlite).join(", ")}.\n`);
  } finally {
    bare?.stop();
    await shop.stop();
  }
}

/** Page, visitor and headers; `group` names the goal. */
function rowsOf({ slug, ...clients }) {
  const row = (path, encoding, who, group, isBesideWrites = false) => {
    const page = path.replace(slug, "…");
    const words = [page, encoding, ...(who === "stranger" ? [] : [who]), ...(isBesideWrites ? ["beside writes"] : [])];
    const headers = { ...BROWSER, "accept-encoding": ENCODINGS[encoding], ...cookieOf(clients[who]) };
    return { label: words.join(", "), path, headers, group, isBesideWrites };
  };
  const read = (who, group, isBesideWrites) =>
    [`/product/${slug}`, "/shop", "/"].flatMap((path) =>
      Object.keys(ENCODINGS).map((encoding) => row(path, encoding, who, group, isBesideWrites)),
    );
  const others = ["/shop?couleur=noir&pointure=40", "/femme", "/collection/premium", "/search?q=sabot"];
  return [
    ...read("stranger", "stranger"),
    ...others.map((path) => row(path, "br", "stranger")),
    ...read("guest", "known"),
    ...read("account", "known"),
    ...read("stranger", "beside writes", true),
    ...read("guest", "beside writes", true),
  ];
}

const cells = (label, { shop, bare, share }) => [
  label,
  whole(shop.rate),
  ms(shop.p50),
  ms(shop.p99),
  cpuText(shop.cpu),
  whole(shop.bytes),
  whole(bare.rate),
  cpuText(bare.cpu),
  Number.isNaN(shop.cpu) ? "–" : percent(bare.cpu / shop.cpu),
  percent(share),
];

/** The lowest share of each group counts. */
function verdictsOf(rows, figures, toReach) {
  return Object.entries(toReach).map(([group, least]) => {
    const lowest = Math.min(...figures.filter((_, index) => rows[index].group === group).map(({ share }) => share));
    return `${NAMES[group]} ${percent(least)} (${verdict(lowest >= least)}: ${percent(lowest)})`;
  });
}
