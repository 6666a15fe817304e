import { LRUCache } from "lru-cache";
import { shownStock } from "~/domain/catalogue/choice";
import { algerianDayNumber } from "~/domain/values/dates";
import type { PageQuestion, PageState } from "../services/page-state";
import type { Shop } from "../shop";
import { openSession } from "./account-sessions.server";
import { catalogueVersion } from "./catalogue-cache.server";
import type { Context } from "./context";

interface VisitorState extends Pick<PageState, "email" | "pairs" | "wished"> {
  /** End of the session, in milliseconds. */
  until: number;
}

const MOST_REMEMBERED = 10_000;

/** Caches what pages depend on until any process commits, so that nobody has to invalidate it. */
export function openPageState(
  context: Context,
  { carts, wishlist }: Pick<Shop, "carts" | "wishlist">,
): Shop["pageState"] {
  const { db, changeToken } = context.database;
  // Keys begin with the change token: what is under an older one is never asked for again.
  const remembered = <Value extends object | string>(answerTo: (question: PageQuestion) => Promise<Value>) =>
    new LRUCache<string, Value, PageQuestion>({
      max: MOST_REMEMBERED,
      fetchMethod: (_key, _old, { context }) => answerTo(context),
      ignoreFetchAbort: true,
    });
  const versions = remembered(versionOf);
  const visitors = remembered(visitorOf);

  async function versionOf({ product }: PageQuestion): Promise<string> {
    const stocks = product === undefined ? [] : await stocksOf(product);
    // Pages show a large stock the same way from one sale to the next.
    return [await catalogueVersion(db), ...stocks.map(({ stock }) => shownStock(stock))].join(" ");
  }

  const stocksOf = (slug: string) =>
    db
      .selectFrom("variants")
      .innerJoin("products", "products.id", "variants.product_id")
      .select("variants.stock")
      .where("products.slug", "=", slug)
      .orderBy("variants.id")
      .execute();

  async function visitorOf({ session, guest }: PageQuestion): Promise<VisitorState> {
    const columns = ["accounts.id", "accounts.email", "sessions.expires_at"] as const;
    const account =
      session === undefined ? undefined : await openSession(context, session).select(columns).executeTakeFirst();
    const visitor = account?.id ?? guest;
    const [pairs, wished] =
      visitor === undefined ? [0, []] : await Promise.all([carts.count(visitor), wishlist.ids(visitor)]);
    return { email: account?.email, pairs, wished, until: account?.expires_at ?? Number.POSITIVE_INFINITY };
  }

  return async (question) => {
    const { product = "", session, guest } = question;
    const token = await changeToken();
    const time = context.nowMs();
    const versionKey = `${token} ${product}`;
    const version = versions.get(versionKey) ?? (await versions.forceFetch(versionKey, { context: question }));
    // Pages show dates, so a version holds for one of Algeria's days.
    const dated = `${algerianDayNumber(time)} ${version}`;
    if (session === undefined && guest === undefined) return { version: dated, email: undefined, pairs: 0, wished: [] };
    const key = `${token} ${session ?? ""} ${guest ?? ""}`;
    if ((visitors.peek(key)?.until ?? time + 1) <= time) visitors.delete(key);
    const { email, pairs, wished } = visitors.get(key) ?? (await visitors.forceFetch(key, { context: question }));
    return { version: dated, email, pairs, wished };
  };
}
