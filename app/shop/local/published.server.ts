import type SQLite from "better-sqlite3";
import { sql } from "kysely";
import type { AskedOfPage, PublishedDesk, ToldOfPage } from "../shop";
import type { Context } from "./context";
import { digest } from "./text.server";

/** Asked with every page that may be kept: one look at what is committed, as cheap as it can be. */
export function publishedDesk({ database: { db, reader }, now }: Context): PublishedDesk {
  return { ask: reader ? onSqlite(reader, now) : together((all) => onPostgres(db, all, now())) };
}

function onSqlite(reader: SQLite.Database, now: () => Date): PublishedDesk["ask"] {
  const version = reader.prepare("select version from published").pluck();
  const stock = reader
    .prepare(`select group_concat(stock, ' ') from (
      select stock from variants where product_id = (select id from products where slug = ?) order by id)`)
    .pluck();
  const account = reader.prepare<[string, number], { id: string; email: string }>(
    `select accounts.id, accounts.email from sessions join accounts on accounts.id = sessions.account_id
      where token_hash = ? and expires_at > ?`,
  );
  const pairs = reader.prepare("select coalesce(sum(quantity), 0) from cart_lines where visitor = ?").pluck();
  const wished = reader.prepare("select product_id from wishlist_items where visitor = ? order by product_id").pluck();
  return async ({ product, session, guest }) => {
    const signedIn = session === undefined ? undefined : account.get(digest(session), now().getTime());
    const visitor = signedIn?.id ?? guest;
    return {
      version: versionOf(version.get(), product === undefined ? null : stock.get(product)),
      email: signedIn?.email,
      pairs: visitor === undefined ? 0 : Number(pairs.get(visitor)),
      wished: visitor === undefined ? [] : (wished.all(visitor) as string[]),
    };
  };
}

const versionOf = (shared: unknown, stocks: unknown): string => `${shared} / ${stocks ?? ""}`;

interface Row {
  kind: "version" | "stock" | "visitor" | "pairs" | "wished";
  name: string | null;
  value: string | null;
  visitor: string | null;
}

/** One query for all who wait for it. */
async function onPostgres(
  db: Context["database"]["db"],
  all: readonly AskedOfPage[],
  now: Date,
): Promise<ToldOfPage[]> {
  const hashes = all.map(({ session }) => (session === undefined ? undefined : digest(session)));
  const distinct = (names: readonly (string | undefined)[]) => [...new Set(names.filter((name) => name !== undefined))];
  const { rows } = await sql<Row>`
    with visitors as (
      select sessions.token_hash as asked, accounts.id as visitor, accounts.email
        from sessions join accounts on accounts.id = sessions.account_id
        where sessions.token_hash = any(${distinct(hashes)}::text[]) and sessions.expires_at > ${now.getTime()}
      union all select guest, guest, null from unnest(${distinct(all.map(({ guest }) => guest))}::text[]) as guest
    ), whose as (select distinct visitor from visitors)
    select 'version' as kind, null as name, version::text as value, null as visitor from published
    union all select 'stock', products.slug, string_agg(variants.stock::text, ' ' order by variants.id), null
      from products join variants on variants.product_id = products.id
      where products.slug = any(${distinct(all.map(({ product }) => product))}::text[]) group by products.slug
    union all select 'visitor', asked, email, visitor from visitors
    union all select 'pairs', visitor, sum(quantity)::text, null from cart_lines join whose using (visitor) group by visitor
    union all select 'wished', visitor, product_id, null from wishlist_items join whose using (visitor)`.execute(db);
  const told = { version: "", stock: new Map(), visitor: new Map(), pairs: new Map(), wished: new Map() } as {
    version: string;
    stock: Map<string, string>;
    visitor: Map<string, { id: string; email: string | undefined }>;
    pairs: Map<string, number>;
    wished: Map<string, string[]>;
  };
  for (const { kind, name, value, visitor } of rows) {
    if (kind === "version") told.version = value ?? "";
    if (name === null) continue;
    if (kind === "stock") told.stock.set(name, value ?? "");
    if (kind === "visitor" && visitor !== null) told.visitor.set(name, { id: visitor, email: value ?? undefined });
    if (kind === "pairs") told.pairs.set(name, Number(value));
    if (kind === "wished" && value !== null) told.wished.set(name, [...(told.wished.get(name) ?? []), value]);
  }
  return all.map(({ product, guest }, index) => {
    const signedIn = told.visitor.get(hashes[index] ?? "");
    const visitor = signedIn?.id ?? guest ?? "";
    return {
      version: versionOf(told.version, product === undefined ? null : told.stock.get(product)),
      email: signedIn?.email,
      pairs: told.pairs.get(visitor) ?? 0,
      wished: (told.wished.get(visitor) ?? []).sort(),
    };
  });
}

/** Whoever asks while a question is on its way waits for the next one: an answer is never older than its question. */
function together<Asked, Told>(ask: (all: readonly Asked[]) => Promise<Told[]>): (asked: Asked) => Promise<Told> {
  let waiting: { asked: Asked; resolve: (told: Told) => void; reject: (error: unknown) => void }[] = [];
  let isAsking = false;
  const next = async () => {
    const all = waiting;
    waiting = [];
    isAsking = true;
    try {
      const told = await ask(all.map(({ asked }) => asked));
      for (const [index, { resolve }] of all.entries()) resolve(told[index] as Told);
    } catch (error) {
      for (const { reject } of all) reject(error);
    }
    isAsking = false;
    if (waiting.length > 0) void next();
  };
  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject });
      if (!isAsking) void next();
    });
}
