import { sql } from "kysely";
import type { AccountTable } from "~/database/schema/accounts";
import type { Account } from "~/domain/account/account";
import type { Queries } from "./context";
import { loseReviewers } from "./reviews.server";

export function accountFrom(row: AccountTable): Account {
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
    address: row.address,
    createdAt: new Date(row.created_at),
    isConfirmed: row.confirmed_at !== null,
  };
}

/**
 * They begin the visitor of an order of which the API has said nothing, once it is nobody's: its
 * account was closed, or the order left it with all that a stranger may have filled it with.
 */
export const CLOSED_ACCOUNT = "closed ";
export const LEFT_ACCOUNT = "left ";

/**
 * Deletes what belongs to a locked account. Its orders remain.
 * @param losePerson erases the orders' recipients too, as soon as no parcel is on its way
 */
export async function emptyAccount(
  queries: Queries,
  id: string,
  { losePerson }: { losePerson: boolean },
): Promise<void> {
  if (losePerson) await loseReviewers(queries, "account_id", id);
  await queries
    .updateTable("orders")
    .set({ account_id: null, ...(losePerson ? { to_be_forgotten: 1 } : {}) })
    .where("account_id", "=", id)
    .execute();
  const unsettled = queries.deleteFrom("unsettled_orders").where("visitor", "=", id);
  if (losePerson) await unsettled.where("settled_at", "is not", null).execute();
  await queries
    .updateTable("unsettled_orders")
    .set({ visitor: sql`${losePerson ? CLOSED_ACCOUNT : LEFT_ACCOUNT} || key_hash` })
    .where("visitor", "=", id)
    .execute();
  await queries.deleteFrom("order_access").where("visitor", "=", id).execute();
  await queries.deleteFrom("wishlist_items").where("visitor", "=", id).execute();
  await queries.deleteFrom("carts").where("visitor", "=", id).execute();
}

/** The account, if this visitor is one. */
export const accountIn = (queries: Queries, visitor: string) => ofVisitor(queries, visitor).executeTakeFirst();

/** Locks it before all else: orders cannot share a loyalty card, nor come while it is closed. */
export const lockAccount = (queries: Queries, visitor: string) =>
  ofVisitor(queries, visitor).forNoKeyUpdate().executeTakeFirst();

const ofVisitor = (queries: Queries, visitor: string) =>
  queries.selectFrom("accounts").select(["id", "email", "created_at", "confirmed_at"]).where("id", "=", visitor);
