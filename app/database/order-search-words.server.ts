import type { Kysely } from "kysely";
import { foldedWords } from "~/domain/values/plain-text";
import type { Database } from "./connection.server";
import { isTaskDone, markLatestDone } from "./one-time-tasks.server";
import { insertOnce } from "./rows";
import type { Schema } from "./schema";
import type { OrderTable } from "./schema/orders";

/** The words by which staff find an order. Whole phones have an index of their own. */

/** Change it when other words are stored: every shop then fills them again. */
const FILL_TASK = "order words 3";
/** Orders in one transaction, so that others can write between two. */
const BATCH = 200;
/** A cart holds 50 variants, whose names would otherwise make hundreds of words. */
const MOST_WORDS = 60;
const LONGEST_WORD = 40;

/** Begins the word of a number, so that those of names are not lost among them. */
export const NUMBER_MARK = "#";

/**
 * Begins the word of a phone's last six digits, which are found whole only: who may not see phones
 * would otherwise find them digit by digit.
 */
const PHONE_MARK = "@";

/** @returns the word of a phone's end; none for anything but six digits */
export const phoneEnd = (digits: string): string[] => (/^\d{6}$/.test(digits) ? [PHONE_MARK + digits] : []);

const columns = ["id", "created_at", "number_key", "first_name", "last_name", "phone", "commune_name"] as const;

export interface WordSource extends Pick<OrderTable, (typeof columns)[number]> {
  /** Names of its products. */
  names: readonly string[];
  /** References of its variants. */
  skus: readonly string[];
}

/** `Ben-Ali` as `ben`, `ali` and `benali`. */
function searchedWords(text: string): string[] {
  return text.split(/\s+/).flatMap((token) => {
    const parts = foldedWords(token);
    return parts.length > 1 ? [...parts, parts.join("")] : parts;
  });
}

function wordsOf({ number_key, phone, names, skus, ...order }: WordSource): string[] {
  const own = [order.last_name, order.first_name, order.commune_name];
  const joined = own.map((name) => foldedWords(name).join(""));
  const words = [...joined, ...[...own, ...names, ...skus].flatMap(searchedWords)].filter((word) => word.length > 1);
  const number = foldedWords(number_key).join("");
  return [
    ...new Set(
      [`${NUMBER_MARK}${number}`, ...phoneEnd(phone.slice(-6)), ...words].map((word) => word.slice(0, LONGEST_WORD)),
    ),
  ].slice(0, MOST_WORDS);
}

/** In one statement; words that are there stay. */
export async function insertOrderWords(queries: Kysely<Schema>, orders: readonly WordSource[]): Promise<void> {
  const rows = orders.flatMap((order) =>
    wordsOf(order).map((word) => ({ word, created_at: order.created_at, order_id: order.id })),
  );
  await insertOnce(queries, "order_words", rows);
}

/** Of orders whose names, phones, communes or lines changed. */
export async function renewOrderWords(queries: Kysely<Schema>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await queries.deleteFrom("order_words").where("order_id", "in", ids).execute();
  await insertOrderWords(queries, await sourcesOf(queries, ids));
}

async function sourcesOf(queries: Kysely<Schema>, ids: readonly string[]): Promise<WordSource[]> {
  const orders = await queries.selectFrom("orders").select(columns).where("id", "in", ids).execute();
  const lines = await queries
    .selectFrom("order_lines")
    .leftJoin("variants", "variants.id", "order_lines.variant_id")
    .select(["order_lines.order_id", "order_lines.name", "variants.sku"])
    .where("order_lines.order_id", "in", ids)
    .execute();
  return orders.map((order) => {
    const own = lines.filter(({ order_id }) => order_id === order.id);
    return {
      ...order,
      names: own.map(({ name }) => name),
      skus: own.map(({ sku }) => sku ?? ""),
    };
  });
}

/** Finds the words of orders that are older than the table; once, in batches. */
export async function fillOrderWords({ db, transact }: Pick<Database, "db" | "transact">): Promise<void> {
  if (await isTaskDone(db, FILL_TASK)) return;
  let last = "";
  for (;;) {
    const rows = await db.selectFrom("orders").select("id").where("id", ">", last).orderBy("id").limit(BATCH).execute();
    const ids = rows.map(({ id }) => id);
    last = ids.at(-1) ?? "";
    if (last === "") break;
    // Read in the transaction that writes: who is forgotten meanwhile stays forgotten.
    await transact(async (transaction) => insertOrderWords(transaction, await sourcesOf(transaction, ids)));
  }
  await transact((transaction) => markLatestDone(transaction, FILL_TASK, new Date()));
}
