import type { Dialect } from "~/database/connection.server";
import { prepared } from "~/database/prepared.server";
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
export const accountIn = (queries: Queries, visitor: string) => first(account(queries, { visitor }));

/**
 * The same. Locked before anything else: two orders of it do not hand in the same loyalty card, and
 * none is placed while it is closed.
 */
export const lockAccount = (queries: Queries, visitor: string) => first(accountLocked(queries, { visitor }));

const ofVisitor = (queries: Queries, { visitor }: { visitor: string }) =>
  queries.selectFrom("accounts").select(["id", "email", "confirmed_at"]).where("id", "=", visitor);
const account = prepared(ofVisitor);
const accountLocked = prepared((queries, given: { visitor: string }, dialect) =>
  locked(ofVisitor(queries, given), dialect),
);
const first = async <Row>(rows: Promise<Row[]>): Promise<Row | undefined> => (await rows)[0];
