import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileIn, fill, fillStock, someProducts } from "./catalogue.mjs";
import { BROWSER, FRESH, raw } from "./load.mjs";
import { directOrders, orderAll, readsOf } from "./orders.mjs";
import { cpuText, median, ms, print, table, times, verdict, whole } from "./report.mjs";
import { searchTable } from "./search.mjs";
import { startShop, temporaryFolder } from "./servers.mjs";
import { measured } from "./turns.mjs";

/**
 * What a larger catalogue costs, for kept pages and for pages rendered again (a number in the
 * address makes them new). Which of them a shop has depends on its shoppers.
 */

const CONNECTIONS = 16;
/** Factor beside the smallest catalogue. */
const TO_REACH = { kept: 1.05, fresh: 1.2 };
const VARIED = 2000;

export async function growthSection({ sources, quick, newDatabase, title }) {
  const sizes = quick ? [100, 1_000, 10_000] : [100, 1_000, 10_000, 100_000];
  const [turns, seconds] = quick ? [3, 0.4] : [7, 1];
  const folder = temporaryFolder();
  const shops = [];
  try {
    for (const size of sizes) shops.push(await openShop({ sources, folder, size, newDatabase }));
    const rows = [];
    const most = { kept: 0, fresh: 0 };
    for (const [label, requestsFor, group] of kindsOfReading) {
      // Kept pages cost so little that only many turns show a difference of a twentieth.
      const costs = await take({ shops, requestsFor, turns: group === "kept" ? 3 * turns : turns, seconds });
      const growth = median(costs.at(-1).map(({ cost }, turn) => cost / costs[0][turn].cost));
      rows.push([label, ...costs.map(cell), times(growth)]);
      if (group) most[group] = Math.max(most[group], growth);
    }
    rows.push(await orderRow({ sources, shops, turns: quick ? 1 : 3, count: quick ? 200 : 400 }));
    print(`### ${title}\n`);
    table(["products", ...sizes.map(whole), "growth"], rows);
    print(
      "Processor time of the server for one request, all its threads, and requests a second; medians of turns. " +
        "'growth' is the median over the turns of last by first.",
    );
    print();
    const search = await searchTable(sources, shops.at(-1), { quick });
    const growths = Object.entries(TO_REACH).map(
      ([group, limit]) => `${group} ${times(limit)} (${verdict(most[group] <= limit)}: ${times(most[group])} at most)`,
    );
    print(
      `To reach: /shop and product pages at ${whole(sizes.at(-1))} products, beside those at ${sizes[0]}, ` +
        `${growths.join(", ")}; ${search}.\n`,
    );
  } finally {
    await Promise.all(shops.map((shop) => shop.stop()));
    rmSync(folder, { recursive: true, force: true });
  }
}

async function openShop({ sources, folder, size, newDatabase }) {
  const dataDir = join(folder, String(size));
  mkdirSync(dataDir);
  const url = await newDatabase?.();
  const address = url ? { url } : { file: fileIn(dataDir) };
  await fill(sources, address, size);
  const shop = await startShop({ dataDir, env: url ? { DATABASE_URL: url } : {} });
  return { ...shop, address, size, slugs: await someProducts(address, VARIED), sent: 0 };
}

const page = (path) => raw({ path, headers: BROWSER });
const fresh = (path) => page(`${path}${path.includes("?") ? "&" : "?"}${FRESH}`);

/** Label, requests of one turn, and the group of the goal. */
const kindsOfReading = [
  ["/shop, kept", () => [page("/shop")], "kept"],
  ["/shop, rendered again", () => [fresh("/shop")], "fresh"],
  ["pages of /shop all over, rendered again", ({ size }) => listing(size).map(fresh)],
  ["a refined list, rendered again", () => [fresh("/shop?couleur=noir&pointure=40&prix-max=9000")]],
  ["refined lists all over, rendered again", () => refined().map(fresh)],
  ["one product, kept", ({ slugs }) => [page(`/product/${slugs[0]}`)], "kept"],
  ["products all over, rendered again", ({ slugs }) => slugs.map((slug) => fresh(`/product/${slug}`)), "fresh"],
];

/** All pages in every sorting, mixed. */
function listing(size) {
  const sorts = ["nouveautes", "meilleures-ventes", "mieux-notes", "prix-croissant", "prix-decroissant"];
  const pages = Math.ceil(size / 20);
  return Array.from(
    { length: VARIED },
    (_, index) => `/shop?tri=${sorts[index % sorts.length]}&page=${1 + ((index * 7_919) % pages)}`,
  );
}

/** From what a third of the products is to what hardly any is. */
function refined() {
  const colors = ["noir", "bleu", "marron", "vert", "rose", "violet"];
  const genders = ["femme", "homme", "mixte", "enfant"];
  return Array.from({ length: 240 }, (_, index) => {
    const parts = [
      `couleur=${colors[index % colors.length]}`,
      ...(index % 2 ? [`pointure=${28 + ((index * 7) % 19)}`] : []),
      ...(index % 3 ? [] : [`genre=${genders[index % genders.length]}`]),
      ...(index % 5 ? [] : [`prix-min=${3_000 + (index % 7) * 1_000}`]),
      ...(index % 7 ? [] : ["matiere=daim"]),
      ...(index % 4 ? [] : [`tri=${["prix-croissant", "meilleures-ventes", "mieux-notes"][index % 3]}`]),
    ];
    return `/shop?${parts.join("&")}`;
  });
}

/** @returns the turns of each shop; the order of shops changes with every turn */
async function take({ shops, requestsFor, turns, seconds }) {
  const results = shops.map(() => []);
  for (let turn = -1; turn < turns; turn += 1)
    for (const [index, shop] of turn % 2 ? [...shops.entries()].reverse() : shops.entries()) {
      const stream = { requests: requestsFor(shop), connections: CONNECTIONS, from: shop.sent, seconds };
      const result = await measured(shop, stream);
      shop.sent += result.requests;
      // The first turn compiles the code.
      if (turn >= 0) results[index].push({ ...result, cost: Number.isNaN(result.cpu) ? 1 / result.rate : result.cpu });
    }
  return results;
}

const cell = (turns) =>
  `${cpuText(median(turns.map(({ cpu }) => cpu)))}, ${whole(median(turns.map(({ rate }) => rate)))}/s`;

/** Orders during reads, also in alternating turns. */
async function orderRow({ sources, shops, turns, count }) {
  const results = shops.map(() => []);
  for (const shop of shops) await fillStock(shop.address, soldIn(shop));
  for (let turn = -1; turn < turns; turn += 1)
    for (const [index, shop] of shops.entries()) {
      const orders = await directOrders(sources, shop, soldIn(shop), count);
      const [ordered] = await orderAll([shop], orders, readsOf(soldIn(shop)));
      if (turn >= 0) results[index].push(ordered);
    }
  const growth = median(results[0].map(({ rate }, turn) => rate / results.at(-1)[turn].rate));
  const cells = results.map(
    (of) => `p99 ${ms(median(of.map(({ p99 }) => p99)))}, ${whole(median(of.map(({ rate }) => rate)))}/s`,
  );
  return ["orders beside 50 reads a second", ...cells, times(growth)];
}

const soldIn = ({ slugs }) => slugs.slice(0, 20);
