import { fileIn, someProducts } from "./catalogue.mjs";
import { BROWSER, raw, runOne } from "./load.mjs";
import { cpuText, median, ms, say, table, whole } from "./report.mjs";
import { recordAnswer, startBare, startShop } from "./servers.mjs";

/**
 * Requests a second of the pages that are read most, beside a bare node:http server that sends the same bytes. They take turns
 * within seconds, so what else the machine does meets both: the ratio is the figure.
 */

const CONNECTIONS = 16;

/** @param {{ url?: string }} engine where the shop's PostgreSQL is; without it the shop is on SQLite */
export async function speedSection({ quick, engine = {}, title }) {
  const shop = await startShop({ env: engine.url ? { DATABASE_URL: engine.url } : {} });
  let bare;
  try {
    const [slug] = await someProducts(engine.url ? engine : { file: fileIn(shop.dataDir) }, 1);
    const same = ["/", "/shop", "/shop?couleur=noir&pointure=40", "/femme", "/collection/premium", "/search?q=sabot"];
    const pages = { ...Object.fromEntries(same.map((path) => [path, path])), "/product/…": `/product/${slug}` };
    const answers = {};
    for (const path of Object.values(pages)) answers[path] = await recordAnswer(shop.port, path, BROWSER);
    bare = await startBare(answers);
    const rows = [];
    for (const [label, path] of Object.entries(pages))
      rows.push(...(await compare(label, path, { shop, bare }, quick ? [3, 0.6] : [7, 1.5])));
    say(`### ${title}\n`);
    table(["page", "requests a second", "p50", "p99", "CPU a request", "bytes", "share of bare"], rows);
    say(
      `${CONNECTIONS} connections, one process each, medians of the turns; compressed as served to browsers. 'share of bare' is ` +
        "the median of each turn's ratio.\n",
    );
  } finally {
    bare?.stop();
    await shop.stop();
  }
}

async function compare(label, path, { shop, bare }, [turns, seconds]) {
  const stream = { requests: [raw({ path, headers: BROWSER })], connections: CONNECTIONS };
  for (const server of [shop, bare]) await runOne(server.port, { ...stream, seconds: seconds * 2 });
  const results = { shop: [], bare: [] };
  for (let turn = 0; turn < turns; turn += 1)
    for (const [name, server] of Object.entries({ shop, bare }))
      results[name].push(await measured(server, { ...stream, seconds }));
  const ratio = median(results.shop.map(({ rate }, turn) => rate / results.bare[turn].rate));
  const row = (name, of, share) => [
    name,
    whole(median(of.map(({ rate }) => rate))),
    ms(median(of.map(({ p50 }) => p50))),
    ms(median(of.map(({ p99 }) => p99))),
    cpuText(median(of.map(({ cpu }) => cpu))),
    whole(of[0].bytes),
    share,
  ];
  return [row(label, results.shop, `${(ratio * 100).toFixed(0)} %`), row(`${label} bare`, results.bare, "")];
}

/** One turn, with the milliseconds of processor time that a request took. */
export async function measured(server, stream) {
  const before = server.cpu();
  const result = await runOne(server.port, stream);
  const after = server.cpu();
  return { ...result, cpu: before === undefined ? Number.NaN : (after - before) / result.requests };
}
