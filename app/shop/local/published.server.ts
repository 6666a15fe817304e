import { prepared } from "~/database/prepared.server";
import { shownStock } from "~/domain/choice";
import { andThen, type MaybePromise, recallOrMake } from "~/maybe-promise";
import type { PageState } from "../services/published";
import type { Shop } from "../shop";
import { catalogueVersion } from "./catalogue-cache.server";
import type { Context } from "./context";
import { digest } from "./text.server";

interface VisitorFacts extends Pick<PageState, "email" | "pairs" | "wished"> {
  /** When the session ends, in milliseconds. */
  until: number;
}

/** What was read since anything was committed last. */
interface Facts {
  moment: string;
  /** By product; of pages that tell no product's stock by an empty name. */
  versions: Map<string, MaybePromise<string>>;
  /** By session and guest. */
  visitors: Map<string, MaybePromise<VisitorFacts>>;
}

const MOST_REMEMBERED = 20_000;
const DAY = 24 * 60 * 60 * 1000;

/**
 * What a page depends on is read anew once anything at all was committed, by whichever process. So it is remembered for no longer than
 * it holds, and nobody has to say what changed.
 */
export function publishedIn(
  { database: { db, moment }, now }: Context,
  { carts, wishlist }: Pick<Shop, "carts" | "wishlist">,
): Shop["published"] {
  let facts: Facts = { moment: "", versions: new Map(), visitors: new Map() };

  const versionOf = async (slug: string | undefined) => {
    const [version, stocks] = await Promise.all([
      catalogueVersion(db),
      slug === undefined ? [] : stocksOf(db, { slug }),
    ]);
    // Of a stock that is large pages say the same from one sale to the next.
    return [version, ...stocks.map(({ stock }) => shownStock(stock))].join(" ");
  };
  const factsOf = async (session: string | undefined, guest: string | undefined): Promise<VisitorFacts> => {
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
    andThen(moment(), (asked) => {
      const isFull = facts.visitors.size > MOST_REMEMBERED || facts.versions.size > MOST_REMEMBERED;
      if (facts.moment !== asked || isFull) facts = { moment: asked, versions: new Map(), visitors: new Map() };
      const { versions, visitors } = facts;
      const time = now().getTime();
      return andThen(
        recallOrMake(versions, product ?? "", () => versionOf(product)),
        (version) => {
          // What a page says of its day is good for that day.
          const dated = `${Math.floor(time / DAY)} ${version}`;
          if (session === undefined && guest === undefined)
            return { version: dated, email: undefined, pairs: 0, wished: [] };
          const name = `${session ?? ""} ${guest ?? ""}`;
          const known = visitors.get(name);
          if (known !== undefined && !(known instanceof Promise) && known.until <= time) visitors.delete(name);
          return andThen(
            recallOrMake(visitors, name, () => factsOf(session, guest)),
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
