import { prepared } from "~/database/prepared.server";
import { shownStock } from "~/domain/choice";
import { DAY } from "~/domain/durations";
import { andThen, type MaybePromise, recallOrMake } from "~/maybe-promise";
import type { PageState } from "../services/published";
import type { Shop } from "../shop";
import { catalogueVersion } from "./catalogue-cache.server";
import type { Context } from "./context";
import { digest } from "./text.server";

interface VisitorFacts extends Pick<PageState, "email" | "pairs" | "wished"> {
  /** End of the session, in milliseconds. */
  until: number;
}

/** Values read since the last commit of any process. */
interface Facts {
  token: string;
  /** By product; under an empty key for pages without a product's stock. */
  versions: Map<string, MaybePromise<string>>;
  /** By session and guest. */
  visitors: Map<string, MaybePromise<VisitorFacts>>;
}

const MOST_REMEMBERED = 20_000;

/** Caches what pages depend on until any process commits, so that nobody has to invalidate it. */
export function publishedIn(
  { database: { db, changeToken }, now }: Context,
  { carts, wishlist }: Pick<Shop, "carts" | "wishlist">,
): Shop["published"] {
  let facts: Facts = { token: "", versions: new Map(), visitors: new Map() };

  const versionOf = async (slug: string | undefined) => {
    const [version, stocks] = await Promise.all([
      catalogueVersion(db),
      slug === undefined ? [] : stocksOf(db, { slug }),
    ]);
    // Pages show a large stock the same way from one sale to the next.
    return [version, ...stocks.map(({ stock }) => shownStock(stock))].join(" ");
  };
  const visitorFacts = async (session: string | undefined, guest: string | undefined): Promise<VisitorFacts> => {
    const account = session === undefined ? undefined : await accountOf(session);
    const visitor = account?.id ?? guest;
    const [pairs, wished] =
      visitor === undefined ? [0, []] : await Promise.all([carts.count(visitor), wishlist.ids(visitor)]);
    return { email: account?.email, pairs, wished, until: account?.expires_at ?? Number.POSITIVE_INFINITY };
  };
  const accountOf = (session: string) =>
    db
      .selectFrom("sessions")
      .innerJoin("accounts", "accounts.id", "sessions.account_id")
      .select(["accounts.id", "accounts.email", "sessions.expires_at"])
      .where("sessions.token_hash", "=", digest(session))
      .where("sessions.expires_at", ">", now().getTime())
      .executeTakeFirst();

  return ({ product, session, guest }) =>
    andThen(changeToken(), (token) => {
      const isFull = facts.visitors.size > MOST_REMEMBERED || facts.versions.size > MOST_REMEMBERED;
      if (facts.token !== token || isFull) facts = { token, versions: new Map(), visitors: new Map() };
      const { versions, visitors } = facts;
      const time = now().getTime();
      return andThen(
        recallOrMake(versions, product ?? "", () => versionOf(product)),
        (version) => {
          // Pages show dates, so a version holds for one day.
          const dated = `${Math.floor(time / DAY)} ${version}`;
          if (session === undefined && guest === undefined)
            return { version: dated, email: undefined, pairs: 0, wished: [] };
          const name = `${session ?? ""} ${guest ?? ""}`;
          const known = visitors.get(name);
          if (known !== undefined && !(known instanceof Promise) && known.until <= time) visitors.delete(name);
          return andThen(
            recallOrMake(visitors, name, () => visitorFacts(session, guest)),
            ({ email, pairs, wished }) => ({ version: dated, email, pairs, wished }),
          );
        },
      );
    });
}

const stocksOf = prepared((queries, { slug }: { slug: string }) =>
  queries
    .selectFrom("variants")
    .innerJoin("products", "products.id", "variants.product_id")
    .select("variants.stock")
    .where("products.slug", "=", slug)
    .orderBy("variants.id"),
);
