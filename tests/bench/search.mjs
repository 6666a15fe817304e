import { BROWSER, FRESH, raw } from "./load.mjs";
import { cpuText, ms, print, table, verdict, whole } from "./report.mjs";
import { measured } from "./turns.mjs";

/** Searches in a large catalogue, none of them among the last 100, which the shop keeps. */

const MEMORY = 100;
const SEARCHES = 300;
/** Milliseconds. */
const TO_REACH = 50;
/** A common word is in this share of the products. */
const SHARE = 0.1;

/** Product numbers from here on are not sizes. */
const LEAST = 1_000;

/** @param shop with `shop.size` products */
export async function searchTable(sources, shop, { quick }) {
  const { demo } = await sources.load("app/database/seed.server.ts");
  const { searchWords } = await sources.load("app/domain/catalogue/search.ts");
  const results = [];
  for (const [label, words] of Object.entries(searches(demo.products, searchWords, shop.size))) {
    const paths = words.map(({ q, page = 1 }) => `/search?${new URLSearchParams({ q, page: String(page) })}&${FRESH}`);
    if (new Set(words.map(({ q }) => q)).size <= MEMORY)
      throw new Error(`${label}: ${new Set(paths).size} searches are remembered.`);
    const requests = paths.map((path) => raw({ path, headers: BROWSER }));
    const stream = { requests, connections: 1, from: shop.sent, count: quick ? SEARCHES : 2 * SEARCHES };
    const result = await measured(shop, stream);
    shop.sent += result.requests;
    results.push({ label, ...result });
  }
  table(
    [`search, ${whole(shop.size)} products`, "p50", "p99", "longest", "CPU a search"],
    results.map(({ label, p50, p99, max, cpu }) => [label, ms(p50), ms(p99), ms(max), cpuText(cpu)]),
  );
  const most = (of) => Math.max(...results.map((result) => result[of]));
  const within = (of) => `${verdict(most(of) <= TO_REACH)}: ${ms(most(of))}`;
  print("One search at a time, no two the same, each with its page rendered again.");
  return (
    `search within ${TO_REACH} ms at ${whole(shop.size)} products: p50 of every kind (${within("p50")}), ` +
    `longest (${within("max")})`
  );
}

/** Each kind of search, repeated only once it is forgotten. */
function searches(products, searchWords, size) {
  const numbers = Array.from({ length: SEARCHES }, (_, index) => index);
  const names = [...new Set(products.flatMap(({ name }) => searchWords(name)))].filter((word) =>
    /^[a-z]{5,}$/.test(word),
  );
  const common = commonWords(products, searchWords);
  const some = (n, count) => Array.from({ length: count }, (_, index) => common[(n + 7 * index) % common.length]);
  const beginnings = [...new Set([...names, ...common].flatMap((word) => [2, 3, 4].map((end) => word.slice(0, end))))];
  return {
    // Pages differ, and each is searched again.
    "a common word": numbers.map((n) => ({ q: common[n % common.length], page: 1 + ((7 * n) % 50) })),
    // One product has this number in its name.
    "a rare word": numbers.map((n) => ({
      q: String(LEAST + Math.floor((n * (size - products.length - LEAST)) / SEARCHES)),
    })),
    "the beginning of a word": numbers.map((n) => ({ q: beginnings[n % beginnings.length] })),
    "a name and a common word": numbers.map((n) => ({ q: `${names[n % names.length]} ${some(n, 1)}` })),
    "two common words": numbers.map((n) => ({ q: some(n, 2).join(" ") })),
    "eight common words": numbers.map((n) => ({ q: some(n, 8).join(" ") })),
    // One letter is replaced, behind the first.
    "a misspelled word": numbers.map((n) => {
      const word = names[n % names.length];
      const place = 1 + (Math.floor(n / names.length) % (word.length - 1));
      return { q: `${word.slice(0, place)}w${word.slice(place + 1)}` };
    }),
    "a word that is nowhere": numbers.map((n) => ({ q: `xq${letters(n)}zkvj` })),
  };
}

function commonWords(products, searchWords) {
  const counts = new Map();
  for (const { name, description, features, specifications, tags } of products) {
    const text = [name, description, ...features, ...Object.values(specifications), ...tags].join(" ");
    for (const word of searchWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts]
    .filter(([word, count]) => /^[a-z]+$/.test(word) && count >= SHARE * products.length)
    .map(([word]) => word);
}

const letters = (number) => [...String(number).padStart(3, "0")].map((digit) => "bcdfghlmnp"[Number(digit)]).join("");
