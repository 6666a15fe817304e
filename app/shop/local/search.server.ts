import { type RawBuilder, sql } from "kysely";
import { NAME_PREFIX } from "~/database/search-index.server";
import type { ProductCard } from "~/domain/catalogue/catalogue";
import { boundedPage, isRefined, noRefinement } from "~/domain/catalogue/listing";
import { preferenceOf, preferenceOfWords, type WordMatcher } from "~/domain/catalogue/matching-variant";
import { isOneSlipAway, mayBeSlip, parseSearch, tellsNothing, withoutHyphens } from "~/domain/catalogue/search";
import { MAX_FOUND } from "~/domain/catalogue/search-texts";
import type { CatalogueService, SearchQuery } from "../services/catalogue";
import { cacheOfCatalogue } from "./catalogue-cache.server";
import { listedCardOf, listedColumns } from "./catalogue-rows";
import type { Context } from "./context";
import type { Counts } from "./counts.server";
import { facetCounter, groupColumns } from "./facet-counts";
import { conditionsOf, sortingOf } from "./filter.server";
import { withMatchingVariants } from "./matching-variants.server";

/** A word to match in the index. */
interface Form {
  word: string;
  /** Whether to match as a prefix. */
  isBeginning?: boolean;
}

/** Alternatives of one typed word. */
type Term = readonly Form[];

/** Points of a word by column; those of several columns add up. */
const points = { name: 8, kind: 3 } as const;

/** The newest products with all terms: up to `MAX_FOUND + 1`, to detect whether more exist. */
type Find = (terms: readonly Term[], where: "anywhere" | "name") => Promise<Hit[]>;

interface Hit {
  id: string;
  created_at: number;
  points: number;
}

export function searchIn(context: Context): Pick<CatalogueService, "search" | "searchFacets" | "popularSearches"> {
  const { db, dialect } = context.database;
  const find = dialect === "postgres" ? findVectors(context) : findDocuments(context);
  // Ids only; products are read each time.
  const cachedRanking = cacheOfCatalogue<Ranking>(context, KEPT);
  const keptCounts = cacheOfCatalogue<Counts>(context, KEPT_COUNTS);

  return {
    async search(typed, { page: wanted, size: most, ...query }) {
      const { page, size } = boundedPage({ page: wanted, size: most });
      const ranking = await rankingOf(typed);
      const ids = isWhole(query) ? ranking.ids : await listed(ranking.ids, query);
      const cards = await cardsOf(ids.slice((page - 1) * size, page * size));
      const { colors, sizes } = query.refinement ?? noRefinement;
      const preference = preferenceOf({ colors, sizes }) ?? preferenceOfWords(ranking.terms.map(matcherOf));
      const products = await withMatchingVariants(db, cards, preference);
      // Of what was left out nobody knows what a filter would leave.
      const isCut = ranking.isCut && ids.length === ranking.ids.length;
      return { products, total: ids.length, isCut, page, pages: Math.ceil(ids.length / size) };
    },
    searchFacets: async (typed, filter) => (await countsBy(typed))(filter).facets,
    async popularSearches() {
      const rows = await db.selectFrom("popular_searches").select("term").orderBy("position").orderBy("term").execute();
      const rankings = await Promise.all(rows.map(({ term }) => rankingOf(term)));
      return rows.map(({ term }) => term).filter((_, at) => rankings[at]?.ids.length !== 0);
    },
  };

  async function rankingOf(typed: string): Promise<Ranking> {
    const words = parseSearch(typed);
    const ranking = words.length === 0 ? NOTHING : await cachedRanking(words.join(" "), () => hitsOf(words));
    const joined = parseSearch(withoutHyphens(typed));
    // The hyphens of a code are where who typed it saw them.
    if (ranking.ids.length > 0 || joined.join(" ") === words.join(" ")) return ranking;
    return cachedRanking(joined.join(" "), () => hitsOf(joined));
  }

  /** Those of a ranking that a list of these filters has, in the order that is asked for. */
  async function listed(ids: readonly string[], { sort = "pertinence", ...filter }: Omit<SearchQuery, "page">) {
    if (ids.length === 0) return [];
    const query = db.selectFrom("products").select("id").where("id", "in", ids).where(conditionsOf(filter));
    if (sort !== "pertinence") return (await query.orderBy(sortingOf(sort)).execute()).map(({ id }) => id);
    const found = new Set((await query.execute()).map(({ id }) => id));
    return ids.filter((id) => found.has(id));
  }

  function countsBy(typed: string): Promise<Counts> {
    return keptCounts(typed, async () => {
      const { ids } = await rankingOf(typed);
      if (ids.length === 0) return facetCounter([]);
      const rows = await db.selectFrom("products").select(groupColumns).where("id", "in", ids).execute();
      return facetCounter(rows.map((row) => ({ ...row, count: 1 })));
    });
  }

  async function hitsOf(words: readonly string[]): Promise<Ranking> {
    for (const interpret of words.every(tellsNothing) ? [itself] : [nearest, widest]) {
      const terms = await Promise.all(words.map(interpret));
      if (terms.some((term) => term.length === 0)) break;
      const hits = await find(terms, "anywhere");
      if (hits.length === 0) continue;
      const isCut = hits.length > MAX_FOUND;
      // Of many the newest are ranked, and the newest with the words in their name.
      if (isCut) hits.push(...(await find(terms, "name")));
      hits.sort((a, b) => b.points - a.points || b.created_at - a.created_at || (a.id < b.id ? -1 : 1));
      return { ids: [...new Set(hits.map(({ id }) => id))].slice(0, MAX_FOUND), isCut, terms };
    }
    return NOTHING;
  }

  /** "on" begins many words, and is near many. */
  async function itself(word: string): Promise<Term> {
    return [{ word }];
  }

  /** The word itself; else as a prefix, while it is being typed; else as a typing error. */
  async function nearest(word: string): Promise<Term> {
    // In this order the word itself comes first, then words that begin with it.
    const row = await db
      .selectFrom("search_words")
      .select("word")
      .where("word", ">=", word)
      .orderBy("word")
      .limit(1)
      .executeTakeFirst();
    if (row?.word === word) return [{ word }];
    if (word.length > 1 && row?.word.startsWith(word)) return beginning(word);
    return corrections(word);
  }

  /** All of these at once, when no product has all words as written. */
  async function widest(word: string): Promise<Term> {
    return [...(await beginning(word)), ...(await corrections(word))];
  }

  /** Few matching words are listed: an index finds them sooner than a prefix. */
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

  async function corrections(typed: string): Promise<Term> {
    if (!mayBeSlip(typed)) return [];
    const candidates = await db
      .selectFrom("search_words")
      .select("word")
      .where("length", ">=", typed.length - 1)
      .where("length", "<=", typed.length + 1)
      .orderBy("word")
      .execute();
    return candidates.filter(({ word }) => isOneSlipAway(typed, word)).slice(0, MAX_FORMS);
  }

  async function cardsOf(ids: readonly string[]): Promise<ProductCard[]> {
    if (ids.length === 0) return [];
    const rows = await db
      .selectFrom("products")
      .select(listedColumns)
      .where("id", "in", ids)
      .where("active", "=", 1)
      .execute();
    const cards = new Map(rows.map((row) => [row.id, listedCardOf(row)]));
    return ids.flatMap((id) => cards.get(id) ?? []);
  }
}

/** Alternatives of one typed word at most. */
const MAX_FORMS = 20;

/** Best first, then newest. */
interface Ranking {
  ids: readonly string[];
  /** Whether there are more. */
  isCut: boolean;
  /** The alternatives that found them. */
  terms: readonly Term[];
}

/** Whether the query leaves the ranking as it is. */
const isWhole = ({ sort = "pertinence", refinement = noRefinement, ...filter }: Omit<SearchQuery, "page">) =>
  sort === "pertinence" && !isRefined(refinement) && Object.keys(filter).length === 0;

const NOTHING: Ranking = { ids: [], isCut: false, terms: [] };

/** Shorter prefixes match too many words to be expanded, or to name a colour. */
const SHORTEST_BEGINNING = 3;

const matcherOf =
  (term: Term): WordMatcher =>
  (known) =>
    term.some(({ word, isBeginning }) =>
      isBeginning && word.length >= SHORTEST_BEGINNING ? known.startsWith(word) : known === word,
    );

/** Cached searches; few different ones are frequent. */
const KEPT = 100;
/** Cached searches with what their products are filtered by, up to a thousand each. */
const KEPT_COUNTS = 20;
/** PostgreSQL: the newest products, scanned by date before the index is used. */
const SCANNED = 8_000;

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

/** SQLite, FTS5. Words are letters and digits, so quotes suffice against its query syntax. */
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
    const all = terms.map((term) => anyOf(term, where === "name" ? NAME_PREFIX : "")).join(" & ");
    const newest = (within: RawBuilder<unknown>) =>
      sql<Hit>`
        select ${pointsOf(terms)}
        from (
          select product_id, created_at, name, kind from product_words where words @@ ${all}::tsquery
          ${within} limit ${MAX_FOUND + 1}
        ) as found`.execute(db);
    // A frequent term is found soon by a short walk along the dates, whatever the planner expects.
    const { rows } = await newest(sql`and (created_at, product_id) >=
      (select created_at, product_id from product_words order by 1 desc, 2 desc limit 1 offset ${sql.lit(SCANNED)})
      order by created_at desc, product_id desc`);
    if (rows.length > MAX_FOUND) return rows;
    // `created_at + 0` keeps the planner from walking by date; matches are sorted instead.
    return (await newest(sql`order by created_at + 0 desc, product_id desc`)).rows;
  };
}
