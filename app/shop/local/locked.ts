import type { Dialect } from "~/database/connection.server";

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
