import { randomBytes } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, openDatabase } from "~/database/connection.server";
import { indexProducts } from "~/database/search-index.server";
import type { Color, Specification } from "~/domain/catalogue/catalogue";
import { isOneSlipAway, mayBeSlip, parseSearch, type SearchText, searchTextOf } from "~/domain/catalogue/search";
import { MAX_FOUND } from "~/domain/catalogue/search-texts";
import { openLocalShop } from "~/shop/local/index.server";
import type { OperatedShop } from "~/shop/shop";
import { seedSynthetic } from "../support/catalogues/synthetic";
import { covering, isSweep } from "../support/setup/sweeps";
import { describeOnEach } from "../support/shop/databases";

/** More than PostgreSQL reads by date before it uses its index of words; SQLite needs fewer. */
const SYNTHETIC = { postgres: 8_400, sqlite: 4_200 };

interface Known extends SearchText {
  id: string;
  createdAt: number;
  all: ReadonlySet<string>;
}

/** Typed text may mean these: words, or words that start with it. */
type Meaning = (word: string) => boolean;

/** The rule in its plainest form, for products in memory. */
function finding(products: readonly Known[]): (typed: string) => { ids: string[]; isCut: boolean } {
  const all = new Set(products.flatMap((product) => [...product.all]));
  const guessed = [...new Set(products.flatMap(({ known }) => known))].sort();
  const newest = [...products].sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
  const slips = (word: string) => (mayBeSlip(word) ? guessed.filter((item) => isOneSlipAway(word, item)) : []);
  /** The words that are meant, of all there are. */
  const those = (isMeant: Meaning) => new Set([...all].filter(isMeant));
  const begins =
    (word: string): Meaning =>
    (item) =>
      word.length > 1 ? item.startsWith(word) : item === word;
  const nearest = (word: string) => {
    if (all.has(word)) return new Set([word]);
    const begun = those(begins(word));
    return begun.size > 0 ? begun : new Set(slips(word));
  };
  const widest = (word: string) => new Set([...those(begins(word)), ...slips(word)]);
  return (typed) => {
    const words = parseSearch(typed);
    for (const read of [nearest, widest]) {
      const meanings = words.map(read);
      const isIn = (text: Iterable<string>) => (meant: ReadonlySet<string>) => {
        for (const word of text) if (meant.has(word)) return true;
        return false;
      };
      const found = newest.filter((product) => meanings.every(isIn(product.all)));
      if (found.length === 0 || words.length === 0) continue;
      const isCut = found.length > MAX_FOUND;
      const named = found.filter(({ name }) => meanings.every(isIn(name)));
      const ranked = isCut ? new Set([...found.slice(0, MAX_FOUND + 1), ...named.slice(0, MAX_FOUND + 1)]) : found;
      const best = [...ranked].map(({ id, createdAt, name, kind }) => ({
        ...{ id, createdAt },
        points: 8 * meanings.filter(isIn(name)).length + 3 * meanings.filter(isIn(kind)).length,
      }));
      best.sort((a, b) => b.points - a.points || b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1));
      return { ids: best.slice(0, MAX_FOUND).map(({ id }) => id), isCut };
    }
    return { ids: [], isCut: false };
  };
}

function add(lists: Map<string, string[]>, key: string, ...texts: string[]): void {
  const list = lists.get(key);
  if (list) list.push(...texts);
  else lists.set(key, texts);
}

/** @param ids of all products by default */
async function productsIn({ db }: Database, ids?: readonly string[]): Promise<Known[]> {
  const rows = await db
    .selectFrom("products")
    .selectAll()
    .where("active", "=", 1)
    .$if(ids !== undefined, (query) => query.where("id", "in", ids ?? []))
    .execute();
  const variants = await db
    .selectFrom("variants")
    .select(["product_id", "size", "size_label", "sku", "barcode"])
    .$if(ids !== undefined, (query) => query.where("product_id", "in", ids ?? []))
    .execute();
  const categories = await db.selectFrom("categories").select(["id", "name"]).execute();
  const collections = await db.selectFrom("collections").select(["id", "name"]).execute();
  const names = new Map([...categories, ...collections].map(({ id, name }) => [id, name]));
  const sizes = new Map<string, string[]>();
  const inEuSizes = new Set(
    variants.flatMap(({ product_id, size_label }) => (size_label === null ? [product_id] : [])),
  );
  const codes = new Map<string, string[]>();
  for (const { product_id, size, size_label, sku, barcode } of variants) {
    add(sizes, product_id, size_label ?? String(size));
    add(codes, product_id, sku, barcode);
  }
  return rows.map((row) => {
    const text = searchTextOf({
      ...row,
      colors: JSON.parse(row.colors) as Color[],
      sizes: sizes.get(row.id) ?? [],
      hasEuSize: inEuSizes.has(row.id),
      codes: codes.get(row.id) ?? [],
      tags: JSON.parse(row.tags) as string[],
      groups: [names.get(row.category_id) ?? "", names.get(row.collection_id ?? "") ?? ""],
      details: [
        ...(JSON.parse(row.features) as string[]),
        ...(JSON.parse(row.specifications) as Specification[]).map(({ value }) => value),
      ],
    });
    const all = new Set([...text.name, ...text.kind, ...text.rest]);
    return { id: row.id, createdAt: row.created_at, ...text, all };
  });
}

/** Common and rare ones, beginnings, slips, several words, words that no product has together. */
const all = [
  ...["sandale", "chaussure", "femme", "cuir", "santa", "boscruz530", "530", "smartphone", "sabot sandale"],
  ...["sandlaes", "bostn", "bo", "san", "bosc", "boscruz1", "12", "1", "mari", "basket mari", "homme enfant"],
  ...["sandale noire", "boston daim", "bleu nuit 38", "sandlae noirre", "chaussure femme cuir confort été 40"],
  ...["boston jaune 31", "chaussure smartphone", "tong femm ros", "sandale femme cuir noir liège plage ville 38"],
];
/** One of each kind. */
const searches = covering(all, [
  ...["sandale", "boscruz530", "smartphone", "sabot sandale", "sandlaes", "bo", "1", "basket mari", "homme enfant"],
  ...["bleu nuit 38", "sandlae noirre", "chaussure femme cuir confort été 40", "chaussure smartphone", "tong femm ros"],
]);

describeOnEach("a large search on %s", (engine) => {
  let database: Database;
  let shop: OperatedShop;
  /** Read once, and again where a test changes them. */
  const known = new Map<string, Known>();
  const learn = async (ids?: readonly string[]) => {
    for (const product of await productsIn(database, ids)) known.set(product.id, product);
  };
  beforeAll(async () => {
    database = await openDatabase(await engine.seeded());
    await seedSynthetic(database, SYNTHETIC[engine.dialect]);
    shop = openLocalShop({ database, now: () => new Date(), randomBytes });
    await learn();
  }, 240_000);
  afterAll(() => shop.close());

  const search = (words: string, page = 1, size = 20) => shop.catalogue.search(words, { page, size });

  const expectTheRule = async (asked: readonly string[]) => {
    const find = finding([...known.values()]);
    for (const words of asked) {
      await turn();
      const meant = find(words);
      const size = 20;
      // The first pages, one inside, the last and the one after it.
      const last = Math.max(1, Math.ceil(meant.ids.length / size));
      for (const page of new Set([1, 2, Math.ceil(last / 2), last, last + 1])) {
        const { total, isCut, products } = await search(words, page, size);
        expect({ total, isCut, ids: products.map(({ id }) => id) }, `"${words}", page ${page}`).toEqual({
          total: meant.ids.length,
          isCut: meant.isCut,
          ids: meant.ids.slice((page - 1) * size, page * size),
        });
      }
    }
  };

  const oldest = async (count: number) => {
    const query = database.db.selectFrom("products").select("id").where("active", "=", 1);
    const rows = await query.orderBy("created_at").orderBy("id").limit(count).execute();
    return rows.map(({ id }) => id);
  };

  const change = async (ids: readonly string[], values: { name?: string; created_at?: number }) => {
    await database.transact(async (queries) => {
      await queries.updateTable("products").set(values).where("id", "in", ids).execute();
      await indexProducts(queries, database.dialect, ids);
    });
    await learn(ids);
  };

  it("finds the same in the same order as a look at every product", () => expectTheRule(searches), 120_000);

  it("shows 1,000 of what it found, and tells from the 1,001st on that there are more", async () => {
    const ids = await oldest(MAX_FOUND + 1);
    await change(ids.slice(1), { name: "Zellige" });
    expect(await search("zellige", 50)).toMatchObject({ total: MAX_FOUND, isCut: false, pages: 50 });
    await change(ids.slice(0, 1), { name: "Zellige" });
    expect(await search("zellige")).toMatchObject({ total: MAX_FOUND, isCut: true, pages: 50 });
    expect((await search("zellige", 51)).products).toEqual([]);
    await expectTheRule(["zellige", "zelli", "zellige homme"]);
  });

  it("has what is called so before all that merely says so, however old it is", async () => {
    const [id = ""] = await oldest(1);
    await change([id], { name: "Cuir de jadis" });
    const { products, isCut } = await search("cuir");
    expect(isCut).toBe(true);
    expect(products[0]?.id).toBe(id);
  });

  // A column of numbers on both, for which PostgreSQL takes ten seconds.
  it.skipIf(!isSweep && engine.dialect !== "sqlite")(
    "takes any date, and more products of one than it shows",
    async () => {
      const count = Math.floor(SYNTHETIC[engine.dialect] / 2);
      const same = Math.floor(count * 0.75);
      const ids = await oldest(count);
      await change(ids.slice(0, same), { created_at: 1_700_000_000_000 });
      await change(ids.slice(same, same + 1), { created_at: -62_135_596_800_000, name: "Antique" });
      await change(ids.slice(same + 1, same + 2), { created_at: 7e14, name: "Futuriste" });
      await change(ids.slice(same + 2, same + 3), { created_at: 8e14, name: "Futuriste" });
      await change(ids.slice(same + 3), { created_at: 0 });
      expect((await search("antique")).products.map(({ id }) => id)).toEqual(ids.slice(same, same + 1));
      expect((await search("futuriste")).products.map(({ id }) => id)).toEqual([ids[same + 2], ids[same + 1]]);
      // So many with one date have no order, but all are found.
      expect(await search("daim")).toMatchObject({ total: MAX_FOUND, isCut: true });
      await expectTheRule(["boscruz530", "boscruz5", "bleu nuit 38"]);
    },
  );
});
