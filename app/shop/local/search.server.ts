import { type RawBuilder, sql } from "kysely";
import { IN_NAME } from "~/database/search-index.server";
import type { ProductCard } from "~/domain/catalogue";
import { MAX_PAGE_SIZE, PAGE_SIZE } from "~/domain/listing";
import { type Meant, preferenceOfWords } from "~/domain/matching-variant";
import { isOneSlipAway, mayBeSlip, parseSearch } from "~/domain/search";
import { MAX_FOUND } from "~/domain/search-texts";
import type { CatalogueService } from "../services/catalogue";
import { cacheOfCatalogue } from "./catalogue-cache.server";
import { cardColumns, cardOf } from "./catalogue-rows";
import type { Context } from "./context";
import { withMatchingVariants } from "./matching-variants.server";

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

/** The newest products that have all terms, or have all of them in their name: `MAX_FOUND` and one more, which tells that there are more. */
type Find = (terms: readonly Term[], where: "anywhere" | "name") => Promise<Hit[]>;

interface Hit {
  id: string;
  created_at: number;
  points: number;
}

export function searchIn(context: Context): CatalogueService["search"] {
  const { db, dialect } = context.database;
  const find = dialect === "postgres" ? findVectors(context) : findDocuments(context);
  // The products themselves are read anew.
  const kept = cacheOfCatalogue<Understood>(context, KEPT);

  return async (typed, asked) => {
    const page = Math.max(1, Math.trunc(asked.page) || 1);
    const size = Math.min(MAX_PAGE_SIZE, Math.max(1, Math.trunc(asked.size ?? PAGE_SIZE) || PAGE_SIZE));
    const words = parseSearch(typed);
    const { ids, isCut, terms } = words.length === 0 ? NOTHING : await kept(words.join(" "), () => hitsOf(words));
    const cards = await cardsOf(ids.slice((page - 1) * size, page * size));
    const products = await withMatchingVariants(db, cards, preferenceOfWords(terms.map(meantBy)));
    return { products, total: ids.length, isCut, page, pages: Math.ceil(ids.length / size) };
  };

  async function hitsOf(words: readonly string[]): Promise<Understood> {
    for (const read of [nearest, widest]) {
      const terms = await Promise.all(words.map(read));
      if (terms.some((term) => term.length === 0)) break;
      const hits = await find(terms, "anywhere");
      if (hits.length === 0) continue;
      const isCut = hits.length > MAX_FOUND;
      // Of many the newest are ranked, and first of all what is called so.
      if (isCut) hits.push(...(await find(terms, "name")));
      hits.sort((a, b) => b.points - a.points || b.created_at - a.created_at || (a.id < b.id ? -1 : 1));
      return { ids: [...new Set(hits.map(({ id }) => id))].slice(0, MAX_FOUND), isCut, terms };
    }
    return NOTHING;
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
    if (word.length > 1 && row?.word.startsWith(word)) return beginning(word);
    return slips(word);
  }

  /** All of that at once, for words that no product has together when they are taken as they are written. */
  async function widest(word: string): Promise<Term> {
    return [...(await beginning(word)), ...(await slips(word))];
  }

  /** The words that begin so, where they are few: an index has them sooner than all that begins so. */
  async function beginning(word: string): Promise<Term> {
    if (word.length < SHORTEST_BEGINNING) return [{ word, isBeginning: word.length > 1 }];
    const few = await db
      .selectFrom("search_words")
      .select("word")
      .where("word", ">=", word)
      .where("word", "<", `${word}\u{10ffff}`)
      .limit(MAX_FORMS + 1)
      .execute();
    return few.length > 0 && few.length <= MAX_FORMS ? few : [{ word, isBeginning: true }];
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
    return known.filter(({ word }) => isOneSlipAway(typed, word)).slice(0, MAX_FORMS);
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

/** What one word may stand for, word by word. */
const MAX_FORMS = 20;

/** The best first, then the newest. */
interface Understood {
  ids: readonly string[];
  /** Whether more were found. */
  isCut: boolean;
  /** As what the words were read to find them. */
  terms: readonly Term[];
}

const NOTHING: Understood = { ids: [], isCut: false, terms: [] };

/** The beginning of a word names a colour once it is longer than that of most other words. */
const SHORTEST_BEGINNING = 3;

const meantBy =
  (term: Term): Meant =>
  (known) =>
    term.some(({ word, isBeginning }) =>
      isBeginning && word.length >= SHORTEST_BEGINNING ? known.startsWith(word) : known === word,
    );

/** Searches that are remembered; a few words make most of them. */
const KEPT = 100;
/** PostgreSQL: the newest products, that are looked through before the index of words is asked for all. */
const NEAR = 8_000;

function pointsOf(terms: readonly Term[]) {
  const has = (column: string, { word, isBeginning }: Form) =>
    sql`${sql.ref(column)} like ${`% ${word}${isBeginning ? "" : " "}%`}`;
  const all = terms.flatMap((term) =>
    Object.entries(points).map(([column, count]) => {
      const forms = term.map((form) => has(column, form));
      return sql`case when ${sql.join(forms, sql` or `)} then ${sql.lit(count)} else 0 end`;
    }),
  );
  return sql`product_id as id, created_at, ${sql.join(all, sql` + `)} as points`;
}

/** SQLite, FTS5. Words are letters and digits, so quotes are enough to keep them from being read as its language. */
function findDocuments({ database: { db } }: Context): Find {
  const written = ({ word, isBeginning }: Form) => (isBeginning ? `"${word}" *` : `"${word}"`);
  const anyOf = (term: Term) => `(${term.map(written).join(" OR ")})`;

  return async (terms, where) => {
    const all = terms.map(anyOf).join(" AND ");
    const { rows } = await sql<Hit>`
      select ${pointsOf(terms)}
      from (
        select rowid from product_index where product_index match ${where === "name" ? `name:(${all})` : all}
        order by rowid desc limit ${MAX_FOUND + 1}
      ) as found
      join product_words on number = found.rowid`.execute(db);
    return rows;
  };
}

/** PostgreSQL, tsvector. */
function findVectors({ database: { db } }: Context): Find {
  const written = ({ word, isBeginning }: Form, mark: string) => `'${mark}${word}'${isBeginning ? ":*" : ""}`;
  const anyOf = (term: Term, mark: string) => `(${term.map((form) => written(form, mark)).join(" | ")})`;

  return async (terms, where) => {
    const all = terms.map((term) => anyOf(term, where === "name" ? IN_NAME : "")).join(" & ");
    const newest = (within: RawBuilder<unknown>) =>
      sql<Hit>`
        select ${pointsOf(terms)}
        from (
          select product_id, created_at, name, kind from product_words where words @@ ${all}::tsquery
          ${within} limit ${MAX_FOUND + 1}
        ) as found`.execute(db);
    // What is common is soon found along the dates, by a walk that ends soon, whatever PostgreSQL expects of the words.
    const { rows } = await newest(sql`and (created_at, product_id) >=
      (select created_at, product_id from product_words order by 1 desc, 2 desc limit 1 offset ${sql.lit(NEAR)})
      order by created_at desc, product_id desc`);
    if (rows.length > MAX_FOUND) return rows;
    // The rest is sorted; in this form no index has the order.
    return (await newest(sql`order by created_at + 0 desc, product_id desc`)).rows;
  };
}

/** What is offered to who does not know what to look for. */
export function popularSearchesIn({ database: { db } }: Context): CatalogueService["popularSearches"] {
  return async () => {
    const rows = await db.selectFrom("popular_searches").select("term").orderBy("position").orderBy("term").execute();
    return rows.map(({ term }) => term);
  };
}
