import { fileIn, fillStock, someProducts } from "./catalogue.mjs";
import { BROWSER, raw } from "./load.mjs";
import { cpuText, megabytes, ms, print, table, verdict, whole } from "./report.mjs";
import { startShop } from "./servers.mjs";
import { measured } from "./turns.mjs";
import { cookieOf, inPortions, openVisitors } from "./visitors.mjs";

/** Guests with different carts and lists read all public pages, of which much is kept. */

const GUESTS = 300;
const PAGES = 55;
const CONNECTIONS = 16;
/** The rate applies to SQLite, the memory to both engines. */
const TO_REACH = { rate: 4_000, memory: 200_000_000 };

/** @param {{ url?: string }} engine the shop's PostgreSQL; without a URL it is on SQLite */
export async function cartsSection({ sources, quick, engine = {}, title }) {
  const shop = await startShop({ env: engine.url ? { DATABASE_URL: engine.url } : {} });
  try {
    const address = engine.url ? engine : { file: fileIn(shop.dataDir) };
    const slugs = await someProducts(address, PAGES);
    await fillStock(address, slugs);
    const visitors = await openVisitors(sources, shop);
    const begun = shop.memory();
    const guests = await inPortions(quick ? GUESTS / 5 : GUESTS, (number) => guestOf(visitors, slugs, number));
    const pages = await publicPages(visitors.newClient(), slugs);
    const views = guests.flatMap((guest) => pages.map((path) => raw({ path, headers: { ...BROWSER, ...guest } })));
    const round = (seed) => ({ requests: shuffled(views, seed), count: views.length, connections: CONNECTIONS });
    const warming = await measured(shop, round(1));
    const rounds = [];
    for (const seed of quick ? [2] : [2, 3]) rounds.push(await measured(shop, round(seed)));
    const memory = shop.memory();
    print(`### ${title}\n`);
    const row = (label, { rate, p50, p99, cpu, bytes }) => [
      label,
      whole(rate),
      ms(p50),
      ms(p99),
      cpuText(cpu),
      whole(bytes),
    ];
    table(
      ["views", "a second", "p50", "p99", "CPU a view", "bytes"],
      [row("warming round", warming), ...rounds.map((result, index) => row(`round ${index + 1}`, result))],
    );
    const rate = Math.min(...rounds.map((result) => result.rate));
    const toReach = [
      ...(engine.url
        ? []
        : [`${whole(TO_REACH.rate)} views a second (${verdict(rate >= TO_REACH.rate)}: ${whole(rate)})`]),
      `at most ${megabytes(TO_REACH.memory)} of memory (${verdict(memory <= TO_REACH.memory)}: ${megabytes(memory)})`,
    ];
    print(
      `${guests.length} guests with 0 to 3 pairs, a third of them with hearts, at ${pages.length} pages each: in ` +
        "every round each guest sees each page once, in an order without any, the same in every run. The shop's resident memory was " +
        `${megabytes(begun)} before.\nTo reach: ${toReach.join(", ")}.\n`,
    );
  } finally {
    await shop.stop();
  }
}

/** A guest with 0 to 3 pairs, every third with hearts; without pairs the cart was emptied. */
async function guestOf(visitors, slugs, number) {
  const client = visitors.newClient();
  const pairs = number % 4;
  const liked = (index) => slugs[(number * 7 + index * 11) % slugs.length];
  await visitors.fillCart(client, slugs[number % slugs.length], Math.max(1, pairs));
  if (pairs === 0) await visitors.clearCart(client);
  if (number % 3 === 0) for (let index = 0; index <= number % 5; index += 1) await visitors.wish(client, liked(index));
  return cookieOf(client);
}

/** Home, lists, texts, and products to fill up. */
async function publicPages(client, slugs) {
  const linked = async (page, to, most) => {
    const { text } = await client.get(page);
    return [...new Set([...text.matchAll(new RegExp(`href="(${to}/[\\w-]+)"`, "g"))].map(([, path]) => path))].slice(
      0,
      most,
    );
  };
  const pages = [
    ...["/", "/shop", "/shop?page=2", "/shop?tri=prix-croissant", "/shop?couleur=noir&pointure=40"],
    ...["/homme", "/femme", "/enfant", "/nouveaute", "/categories", "/collections", "/sales/summer"],
    ...["/about", "/faq", "/terms", "/privacy"],
    ...(await linked("/categories", "/category", 8)),
    ...(await linked("/collections", "/collection", 5)),
  ];
  return [...pages, ...slugs.map((slug) => `/product/${slug}`)].slice(0, PAGES);
}

/** A random order that is the same each time, by a linear congruential generator. */
function shuffled(items, seed) {
  let state = seed;
  const upTo = (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  const all = [...items];
  for (let last = all.length - 1; last > 0; last -= 1) {
    const drawn = upTo(last + 1);
    [all[last], all[drawn]] = [all[drawn], all[last]];
  }
  return all;
}
