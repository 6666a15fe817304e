import { sql } from "kysely";
import { NUMBER_MARK, phoneEnd } from "~/database/order-words.server";
import { NEVER_CALLED, type OrderListFilter, parcelFilters } from "~/domain/office/order-filter";
import { normaliseOrderNumber } from "~/domain/order/order";
import { normalisePhone } from "~/domain/values/phone";
import { foldedWords } from "~/domain/values/plain-text";
import type { Queries } from "../context";
import { isToReserve, whereReported } from "./day.server";
import { isOlder, type Place } from "./place.server";

/**
 * Where a list begins: the filter that an index follows, newest first. The others are checked on
 * what it finds, so that a page reads so many rows at most, however many orders there are.
 */

/** Different words that begin as one that was typed; others with it are not looked up. */
const MOST_WORDS = 50;
/** Numbers that begin as what was typed. */
const MOST_NUMBERS = 20;
/** Shorter ones are no part of a number that somebody would type. */
const SHORTEST_NUMBER = 3;

/** One word that was typed: a phone, or words that begin so. */
export type Term = { phone: string } | { words: string[] };

/** What was typed, word by word; a phone, its end or a number may have spaces within. */
export async function termsOf(queries: Queries, search: string): Promise<Term[]> {
  const phone = normalisePhone(search);
  if (phone !== undefined) return [{ phone }];
  // So may a number; words of names can look like one.
  const number = normaliseOrderNumber(search)?.replace("-", "").toLowerCase();
  const named = number === undefined ? [] : await wordsFrom(queries, NUMBER_MARK + number, 1);
  if (named.length > 0) return [{ words: named }];
  const digits = search.replace(/[\s.-]/g, "");
  const end = phoneEnd(digits);
  if (end.length > 0) return [{ words: [...end, ...(await wordsThatBegin(queries, digits))] }];
  const terms: Term[] = [];
  for (const token of search.split(/\s+/).slice(0, 6)) {
    const phone = normalisePhone(token);
    const word = foldedWords(token).join("");
    if (phone !== undefined) terms.push({ phone });
    else if (word !== "") terms.push({ words: [...phoneEnd(word), ...(await wordsThatBegin(queries, word))] });
  }
  return terms;
}

async function wordsThatBegin(queries: Queries, start: string): Promise<string[]> {
  const words = await wordsFrom(queries, start, MOST_WORDS);
  if (start.length < SHORTEST_NUMBER) return words;
  return [...words, ...(await wordsFrom(queries, NUMBER_MARK + start, MOST_NUMBERS))];
}

/** Behind every letter. */
const LAST = "\u{10ffff}";

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
  from: Place | undefined,
  most: number,
): Promise<Place[]> {
  const phone = terms.find((term) => "phone" in term);
  if (phone) return ofOrders(queries, filter, from, most, (query) => query.where("phone", "=", phone.phone));
  const words = terms.flatMap((term) => ("words" in term ? [term.words] : []));
  // The one with the fewest spellings is most likely the rarest.
  const rarest = words.sort((a, b) => a.length - b.length)[0];
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
  from: Place | undefined,
  most: number,
  narrow: (query: OrderQuery) => OrderQuery,
): Promise<Place[]> {
  let query = narrow(orderPlaces(queries));
  if (since) query = query.where("orders.created_at", ">=", since.getTime());
  if (until) query = query.where("orders.created_at", "<", until.getTime());
  if (from) query = query.where(isOlder("orders.created_at", "orders.id", from));
  return query.orderBy("orders.created_at", "desc").orderBy("orders.id", "desc").limit(most).execute();
}

async function ofParcels(
  queries: Queries,
  filter: NonNullable<OrderListFilter["parcel"]>,
  from: Place | undefined,
  most: number,
): Promise<Place[]> {
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

/** The newest orders of each word, and of all these the newest. */
async function ofWords(
  queries: Queries,
  words: readonly string[],
  from: Place | undefined,
  most: number,
): Promise<Place[]> {
  const ofEach = words.map((word, index) => {
    const older = from ? isOlder("created_at", "order_id", from) : sql`true`;
    return sql`
      select * from (
        select created_at as at, order_id as id from order_words where word = ${word} and ${older}
        order by created_at desc, order_id desc limit ${most}
      ) as ${sql.ref(`word_${index}`)}`;
  });
  if (ofEach.length === 0) return [];
  const { rows } = await sql<Place>`
    select distinct at, id from (${sql.join(ofEach, sql` union all `)}) as found
    order by at desc, id desc limit ${most}`.execute(queries);
  return rows;
}
