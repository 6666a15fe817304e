import { type RawBuilder, sql } from "kysely";
import { NUMBER_MARK, phoneEnd } from "~/database/order-search-words.server";
import { NEVER_CALLED, type OrderListFilter, parcelFilters } from "~/domain/office/order-filter";
import { normaliseOrderNumber } from "~/domain/order/order";
import { normalisePhone } from "~/domain/values/phone";
import { foldedWords } from "~/domain/values/plain-text";
import type { Queries } from "../context";
import { countUpTo } from "./count.server";
import { type Cursor, isOlder } from "./cursor.server";
import { isToReserve, whereReported } from "./day.server";

/**
 * Where a list begins: the filter that an index follows, newest first. The others are checked on
 * what it finds, so that a page reads so many rows at most, however many orders there are.
 */

/** Different words that begin as one that was typed; of more, the beginning itself is looked up. */
const MOST_WORDS = 50;
/** Numbers that begin as what was typed. */
const MOST_NUMBERS = 20;
/** Of a beginning, read whole for each page; one that has more is found among the newest orders. */
const MOST_ROWS = 5_000;
const MOST_TERMS = 6;
/** Tokens of a phone that is typed digit by digit, after 00213. */
const LONGEST_SPELLING = 14;
const TRACKING = /^[\w-]{1,100}$/;
/** Shorter ones are no part of a number that somebody would type. */
const SHORTEST_NUMBER = 3;

/**
 * One word that was typed: a phone, the number of an order's parcel, or words that begin so; too
 * many words by their beginning.
 */
export type Term = ExactTerm | WordTerm;
type ExactTerm = { phone: string } | { id: string };

interface WordTerm {
  words: string[];
  starts: string[];
  /** No index leads to its newest orders. */
  isCommon?: boolean;
}

export const isCommonTerm = (term: Term) => "isCommon" in term && term.isCommon === true;

/** Of whom it is the phone, or which order it is. */
export const isExactly = (term: ExactTerm) =>
  "phone" in term
    ? sql<boolean>`${sql.ref("orders.phone")} = ${term.phone}`
    : sql<boolean>`${sql.ref("orders.id")} = ${term.id}`;

/** What was typed, word by word; phones, their ends and numbers may have spaces within. */
export async function termsOf(queries: Queries, search: string): Promise<Term[]> {
  const tokens = search.split(/\s+/).filter((token) => foldedWords(token).length > 0);
  const terms: Term[] = [];
  for (let from = 0; from < tokens.length && terms.length < MOST_TERMS; ) {
    let to = Math.min(from + LONGEST_SPELLING, tokens.length);
    let term = await termOf(queries, tokens.slice(from, to));
    while (!term && to > from + 1) term = await termOf(queries, tokens.slice(from, --to));
    if (term) terms.push(term);
    from = to;
  }
  return terms;
}

/** @returns undefined when together these are no phone, no end of one and no number */
async function termOf(queries: Queries, tokens: readonly string[]): Promise<Term | undefined> {
  const typed = tokens.join(" ");
  const phone = normalisePhone(typed);
  if (phone !== undefined) return { phone };
  if (TRACKING.test(typed)) {
    const parcel = queries.selectFrom("parcels").select("order_id as id");
    // In any case: the courier's agents spell it otherwise than the courier does.
    const found = await parcel.where(sql<boolean>`lower(parcels.tracking) = lower(${typed})`).executeTakeFirst();
    if (found) return found;
  }
  // Words of names can look like a number.
  const number = normaliseOrderNumber(typed)?.replace("-", "").toLowerCase();
  const named = number === undefined ? [] : await wordsFrom(queries, NUMBER_MARK + number, 1);
  if (named.length > 0) return { words: named, starts: [] };
  const word = foldedWords(typed).join("");
  return tokens.length === 1 || phoneEnd(word).length > 0 ? wordTerm(queries, word) : undefined;
}

async function wordTerm(queries: Queries, start: string): Promise<WordTerm> {
  const term: WordTerm = { words: phoneEnd(start), starts: [] };
  const looked: [string, number][] = [[start, MOST_WORDS]];
  if (start.length >= SHORTEST_NUMBER) looked.push([NUMBER_MARK + start, MOST_NUMBERS]);
  for (const [begin, most] of looked) {
    const words = await wordsFrom(queries, begin, most + 1);
    if (words.length <= most) {
      term.words.push(...words);
      continue;
    }
    term.starts.push(begin);
    const rows = queries
      .selectFrom("order_words")
      .select("order_id")
      .where(beginsSo(sql.ref("word"), begin));
    term.isCommon ||= (await countUpTo(queries, rows, MOST_ROWS + 1)) > MOST_ROWS;
  }
  return term;
}

/** Behind every letter. */
const LAST = "\u{10ffff}";

/** By bytes on both databases: the column has the collation "C" on PostgreSQL. */
export const beginsSo = (word: RawBuilder<unknown>, start: string) =>
  sql<boolean>`(${word} >= ${start} and ${word} < ${start + LAST})`;

/** Jumps from word to word in the index, instead of reading each row of each. */
async function wordsFrom(queries: Queries, start: string, most: number): Promise<string[]> {
  const end = start + LAST;
  const { rows } = await sql<{ word: string }>`
    with recursive found(word) as (
      select min(word) from order_words where word >= ${start} and word < ${end}
      union all
      select (select min(next.word) from order_words as next where next.word > found.word and next.word < ${end})
      from found where found.word is not null
    )
    select word from found where word is not null limit ${sql.lit(most)}`.execute(queries);
  return rows.map(({ word }) => word);
}

export async function candidatesFor(
  queries: Queries,
  filter: OrderListFilter,
  terms: readonly Term[],
  from: Cursor | undefined,
  most: number,
): Promise<Cursor[]> {
  const exact = terms.find((term): term is ExactTerm => !("words" in term));
  if (exact) return ofOrders(queries, filter, from, most, (query) => query.where(isExactly(exact)));
  const named = terms.flatMap((term) => ("words" in term && !term.isCommon ? [term] : []));
  // The one with the fewest spellings is most likely the rarest.
  const spellings = ({ words, starts }: WordTerm) => words.length + MOST_WORDS * starts.length;
  const rarest = named.sort((a, b) => spellings(a) - spellings(b))[0];
  if (rarest) return ofWords(queries, rarest, from, most);
  if (filter.parcel) return ofParcels(queries, filter.parcel, from, most);
  const { status, lastCall, wilayaId, toReserve } = filter;
  return ofOrders(queries, filter, from, most, (query) => {
    if (toReserve) return query.where(isToReserve);
    if (status === "pending") return query.where("status", "=", status);
    if (lastCall && lastCall !== NEVER_CALLED) return query.where("last_call", "=", lastCall);
    if (wilayaId !== undefined) return query.where("wilaya_id", "=", wilayaId);
    if (status) return query.where("status", "=", status);
    return lastCall ? query.where("last_call", "is", null) : query;
  });
}

type OrderQuery = ReturnType<typeof orderPlaces>;
const orderPlaces = (queries: Queries) => queries.selectFrom("orders").select(["orders.created_at as at", "orders.id"]);

async function ofOrders(
  queries: Queries,
  { since, until }: OrderListFilter,
  from: Cursor | undefined,
  most: number,
  narrow: (query: OrderQuery) => OrderQuery,
): Promise<Cursor[]> {
  let query = narrow(orderPlaces(queries));
  if (since) query = query.where("orders.created_at", ">=", since.getTime());
  if (until) query = query.where("orders.created_at", "<", until.getTime());
  if (from) query = query.where(isOlder("orders.created_at", "orders.id", from));
  return query.orderBy("orders.created_at", "desc").orderBy("orders.id", "desc").limit(most).execute();
}

async function ofParcels(
  queries: Queries,
  filter: NonNullable<OrderListFilter["parcel"]>,
  from: Cursor | undefined,
  most: number,
): Promise<Cursor[]> {
  const wanted = parcelFilters[filter];
  let query = queries.selectFrom("parcels").select(["parcels.created_at as at", "parcels.order_id as id"]);
  if ("state" in wanted) query = query.where("parcels.state", "=", wanted.state);
  else
    query = query
      .innerJoin("orders", "orders.id", "parcels.order_id")
      .where(whereReported[wanted.reported]) as unknown as typeof query;
  if (from) query = query.where(isOlder("parcels.created_at", "parcels.order_id", from));
  return query.orderBy("parcels.created_at", "desc").orderBy("parcels.order_id", "desc").limit(most).execute();
}

/** The newest orders of each word or beginning, and of all these the newest. */
async function ofWords(
  queries: Queries,
  { words, starts }: WordTerm,
  from: Cursor | undefined,
  most: number,
): Promise<Cursor[]> {
  const older = from ? isOlder("created_at", "order_id", from) : sql`true`;
  const newest = sql`order by created_at desc, order_id desc limit ${most}`;
  const ofEach = [
    ...words.map((word) => sql`select created_at as at, order_id as id from order_words where word = ${word}`),
    // An order may have several words that begin so.
    ...starts.map(
      (start) =>
        sql`select distinct created_at as at, order_id as id from order_words where ${beginsSo(sql.ref("word"), start)}`,
    ),
  ].map((rows, index) => sql`select * from (${rows} and ${older} ${newest}) as ${sql.ref(`word_${index}`)}`);
  if (ofEach.length === 0) return [];
  const { rows } = await sql<Cursor>`
    select distinct at, id from (${sql.join(ofEach, sql` union all `)}) as found
    order by at desc, id desc limit ${most}`.execute(queries);
  return rows;
}
