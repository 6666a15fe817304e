import type { Dialect } from "~/database/connection.server";
import type { Queries } from "./context";

interface Lockable<Query> {
  forUpdate(): Query;
  forNoKeyUpdate(): Query;
}

/**
 * Locks the selected rows until the transaction ends. SQLite has no such words and needs none: its writers come one at a
 * time. NO KEY, because carts refer to variants, and an addition to a cart need not wait for an order.
 */
export function locked<Query extends Lockable<Query>>(query: Query, dialect: Dialect): Query {
  return dialect === "postgres" ? query.forNoKeyUpdate() : query;
}

/** The account, when this visitor is one. */
export const accountIn = (queries: Queries, visitor: string) =>
  queries.selectFrom("accounts").select(["id", "email", "confirmed_at"]).where("id", "=", visitor);

/**
 * The same. Locked before anything else: two orders of it do not hand in the same loyalty card, and
 * none is placed while it is closed.
 */
export function lockAccount(queries: Queries, dialect: Dialect, visitor: string) {
  return locked(accountIn(queries, visitor), dialect).executeTakeFirst();
}
