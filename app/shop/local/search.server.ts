import { sql } from "kysely";
import type { ProductCard } from "~/domain/catalogue";
import { MAX_PAGE_SIZE, PAGE_SIZE } from "~/domain/listing";
import { isOneSlipAway, mayBeSlip, parseSearch } from "~/domain/search";
import { type Meant, wishOfWords } from "~/domain/shown-variant";
import type { CatalogueDesk, ProductPage } from "../shop";
import { cardColumns, cardOf } from "./cards";
import type { Context } from "./context";
import { keeperOf } from "./kept.server";
import { showWished } from "./shown.server";

/** A word as the index is asked for it. */
interface Form {
  word: string;
  /** Whether words that begin so are meant as well. */
  isBeginning?: boolean;
}

/** What one typed word may stand for: any of these. */
type Term = readonly Form[];

/** What a word found in a column counts; found in several, it counts as often. */
const points = { name: 8, kind: 3 } as const;

/** Products that have all terms, the best first, then the newest. The total is 0 only when there is none on any page. */
type Find = (terms: readonly Term[], limit: number, offset: number) => Promise<Hits>;

export function searchIn(context: Context): CatalogueDesk["search"] {
  const { db, dialect } = context.database;
  const find = dialect === "postgres" ? findVectors(context) : findDocuments(context);
  // A search ranks all that it finds; the products themselves are read anew.
  const kept = keeperOf<Understood>(context, KEPT);

  return async (typed, asked) => {
    const page = Math.max(1, Math.trunc(asked.page) || 1);
    const size = Math.min(MAX_PAGE_SIZE, Math.max(1, Math.trunc(asked.size ?? PAGE_SIZE) || PAGE_SIZE));
    const none: ProductPage = { products: [], total: 0, page, pages: 0 };
    const words = parseSearch(typed);
    if (words.length === 0) return none;

    const { ids, total, terms } = await kept(JSON.stringify([words, size, page]), () => hitsOf(words, size, page));
    const products = await showWished(db, await cardsOf(ids), wishOfWords(terms.map(meantBy)));
    return { products, total, page, pages: Math.ceil(total / size) };
  };

  async function hitsOf(words: readonly string[], size: number, page: number): Promise<Understood> {
    const offset = Math.min((page - 1) * size, Number.MAX_SAFE_INTEGER);
    for (const read of [nearest, widest]) {
      const terms = await Promise.all(words.map(read));
      if (terms.some((term) => term.length === 0)) break;
      const hits = await find(terms, size, offset);
      if (hits.total > 0) return { ...hits, terms };
    }
    return { ids: [], total: 0, terms: [] };
  }

  /** As it is written; else as the beginning of a word that is still being typed; else as a slip. */
  async function nearest(word: string): Promise<Term> {
    // The first word from there on is the word itself, or one that begins so, if there is any.
    const row = await db
      .selectFrom("search_words")
      .select("word")
      .where("word", ">=", word)
      .orderBy("word")
      .limit(1)
      .executeTakeFirst();
    if (row?.word === word) return [{ word }];
    if (word.length > 1 && row?.word.startsWith(word)) return [{ word, isBeginning: true }];
    return slips(word);
  }

  /** All of that at once, for words that no product has together when they are taken as they are written. */
  async function widest(word: string): Promise<Term> {
    return [{ word, isBeginning: word.length > 1 }, ...(await slips(word))];
  }

  async function slips(typed: string): Promise<Term> {
    if (!mayBeSlip(typed)) return [];
    const known = await db
      .selectFrom("search_words")
      .select("word")
      .where("length", ">=", typed.length - 1)
      .where("length", "<=", typed.length + 1)
      .orderBy("word")
      .execute();
    return known.filter(({ word }) => isOneSlipAway(typed, word)).slice(0, MAX_SLIPS);
  }

  async function cardsOf(ids: readonly string[]): Promise<ProductCard[]> {
    if (ids.length === 0) return [];
    const rows = await db
      .selectFrom("products")
      .select(cardColumns)
      .where("id", "in", ids)
      .where("active", "=", 1)
      .execute();
    const cards = new Map(rows.map((row) => [row.id, cardOf(row)]));
    return ids.flatMap((id) => cards.get(id) ?? []);
  }
}

const MAX_SLIPS = 20;

interface Hits {
  ids: string[];
  total: number;
}

/** What was found, and as what the words were read to find it. */
interface Understood extends Hits {
  terms: readonly Term[];
}

/** The beginning of a word names a colour once it is longer than that of most other words. */
const SHORTEST_BEGINNING = 3;

const meantBy =
  (term: Term): Meant =>
  (known) =>
    term.some(({ word, isBeginning }) =>
      isBeginning && word.length >= SHORTEST_BEGINNING ? known.startsWith(word) : known === word,
    );

/** Searches that are remembered; a few words make most of them. */
const KEPT = 200;

/** SQLite, FTS5. Words are letters and digits, so quotes are enough to keep them from being read as its language. */
function findDocuments({ database: { db } }: Context): Find {
  const written = ({ word, isBeginning }: Form) => (isBeginning ? `"${word}" *` : `"${word}"`);
  const anyOf = (term: Term) => `(${term.map(written).join(" OR ")})`;
  const matching = (what: string, match: string) =>
    sql`select ${sql.raw(what)} from product_index where product_index match ${match}`;

  return async (terms, limit, offset) => {
    const all = terms.map(anyOf).join(" AND ");
    // The index knows how many there are without looking at any.
    const { rows: counted } = await sql<{ total: number }>`${matching("count(*) as total", all)}`.execute(db);
    const total = counted[0]?.total ?? 0;
    if (offset >= total) return { ids: [], total };
    const scores = terms.flatMap((term) =>
      Object.entries(points).map(
        ([column, count]) =>
          sql`(number in (${matching("rowid", `${all} AND ${column} : ${anyOf(term)}`)})) * ${sql.lit(count)}`,
      ),
    );
    const { rows } = await sql<{ product_id: string }>`
      select product_id
      from product_words
      where number in (${matching("rowid", all)})
      order by ${sql.join(scores, sql` + `)} desc, created_at desc, product_id
      limit ${limit} offset ${offset}`.execute(db);
    return { ids: rows.map((row) => row.product_id), total };
  };
}

/** PostgreSQL, tsvector: weight A is the name, B the kind. */
function findVectors({ database: { db } }: Context): Find {
  const written = ({ word, isBeginning }: Form, weight: string) => {
    const flags = `${isBeginning ? "*" : ""}${weight}`;
    return flags ? `'${word}':${flags}` : `'${word}'`;
  };
  const anyOf = (term: Term, weight = "") => `(${term.map((form) => written(form, weight)).join(" | ")})`;

  return async (terms, limit, offset) => {
    const scores = terms.flatMap((term) => [
      sql`case when heads @@ ${anyOf(term, "A")}::tsquery then ${sql.lit(points.name)} else 0 end`,
      sql`case when heads @@ ${anyOf(term, "B")}::tsquery then ${sql.lit(points.kind)} else 0 end`,
    ]);
    const all = terms.map((term) => anyOf(term)).join(" & ");
    const found = sql`from product_words where words @@ ${all}::tsquery`;
    const { rows } = await sql<{ product_id: string; total: number }>`
      select product_id, count(*) over () as total ${found}
      order by ${sql.join(scores, sql` + `)} desc, created_at desc, product_id
      limit ${limit} offset ${offset}`.execute(db);
    if (rows[0] || offset === 0) return { ids: rows.map((row) => row.product_id), total: rows[0]?.total ?? 0 };
    // Behind the last page there is no row to bring the total.
    const { rows: counted } = await sql<{ total: number }>`select count(*) as total ${found}`.execute(db);
    return { ids: [], total: counted[0]?.total ?? 0 };
  };
}

/** What is offered to who does not know what to look for. */
export function popularSearchesIn({ database: { db } }: Context): CatalogueDesk["popularSearches"] {
  return async () => {
    const rows = await db.selectFrom("popular_searches").select("term").orderBy("position").orderBy("term").execute();
    return rows.map(({ term }) => term);
  };
}
