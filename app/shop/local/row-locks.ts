import type { Dialect } from "~/database/connection.server";
import { prepared } from "~/database/prepared.server";
import type { Queries } from "./context";

interface Lockable<Query> {
  forUpdate(): Query;
  forNoKeyUpdate(): Query;
}

interface Claimable<Query> {
  forUpdate(): Claimable<Query>;
  skipLocked(): Query;
}

/**
 * Locks the selected rows until the transaction ends; SQLite's writers run one at a time anyway. NO
 * KEY, because cart lines refer to variants and need not wait for an order.
 */
export function locked<Query extends Lockable<Query>>(query: Query, dialect: Dialect): Query {
  return dialect === "postgres" ? query.forNoKeyUpdate() : query;
}

/** Locks those of the selected rows that no other process holds, for workers that share a queue. */
export function unclaimed<Query extends Claimable<Query>>(query: Query, dialect: Dialect): Query {
  return dialect === "postgres" ? query.forUpdate().skipLocked() : query;
}

/** The account, if this visitor is one. */
export const accountIn = (queries: Queries, visitor: string) => first(account(queries, { visitor }));

/** Locks it before all else: orders cannot share a loyalty card, nor come while it is closed. */
export const lockAccount = (queries: Queries, visitor: string) => first(accountLocked(queries, { visitor }));

const ofVisitor = (queries: Queries, { visitor }: { visitor: string }) =>
  queries.selectFrom("accounts").select(["id", "email", "confirmed_at"]).where("id", "=", visitor);
const account = prepared(ofVisitor);
const accountLocked = prepared((queries, given: { visitor: string }, dialect) =>
  locked(ofVisitor(queries, given), dialect),
);
const first = async <Row>(rows: Promise<Row[]>): Promise<Row | undefined> => (await rows)[0];
