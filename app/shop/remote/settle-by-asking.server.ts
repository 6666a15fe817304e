import * as schemas from "~/api/tolerant-schemas.server";
import type { UnsettledOrderTable } from "~/database/schema/orders";
import { accountIn } from "../local/account-rows.server";
import { ApiFailure } from "./http.server";
import { isSameOrder, listedAs, type OrderNames, orderNamesIn, productIdsOf } from "./order-wire";
import type { Remote } from "./remote";
import { NumberTaken, type Placed } from "./store-order.server";
import { agreedIn } from "./unsettled.server";

/** Milliseconds in which one order is not asked for again, and that asking may take. */
const ASKED_KEPT = 30_000;
const PATIENCE = 5_000;

/** @returns the order, when the API lists one that can be no other */
export type SettleByAsking = (row: UnsettledOrderTable) => Promise<Placed | undefined>;

/** Looks for an unsettled order in the lists that the API may have: by user and by phone. */
export function settlingByAsking({ context, sync, requestAsGuest, unsettled }: Remote): SettleByAsking {
  const { db } = context.database;
  const { now } = context;
  const askedAt = new Map<string, number>();

  return async function settleByAsking(row) {
    if ((askedAt.get(row.reference) ?? 0) > now().getTime() - ASKED_KEPT) return undefined;
    if (askedAt.size > 1_000) askedAt.clear();
    askedAt.set(row.reference, now().getTime());
    const agreed = agreedIn(row);
    const matches = new Map<string, OrderNames>();
    for (const path of await listsOf(row)) {
      const answer = await listed(path, row.key_hash);
      for (const order of schemas.orderList.parse(answer)) {
        const names = isSameOrder(order, agreed) ? orderNamesIn(order) : undefined;
        if (names && !(await isStored(names))) matches.set(names.id, names);
      }
    }
    const [names, ...others] = matches.values();
    // Of two that could be it the merchant knows which.
    if (!names || others.length > 0 || (await hasTwin(row))) return undefined;
    try {
      const placed = await unsettled.take(row, names);
      void sync.refreshProducts(productIdsOf(placed.order));
      return placed;
    } catch (error) {
      if (error instanceof NumberTaken) return undefined;
      throw error;
    }
  };

  async function listsOf({ visitor, content }: UnsettledOrderTable): Promise<string[]> {
    const { phone } = agreedIn({ content }).recipient;
    const byPhone = `/api/orders?phone=${encodeURIComponent(phone)}`;
    const account = await accountIn(db, visitor);
    return account ? [`/api/orders/user/${encodeURIComponent(account.id)}`, byPhone] : [byPhone];
  }

  async function listed(path: string, keyHash: string): Promise<unknown> {
    try {
      return await requestAsGuest(path, keyHash, { patience: PATIENCE, repeatable: false });
    } catch (error) {
      // The API has no such list, or is away.
      if (error instanceof ApiFailure) return undefined;
      throw error;
    }
  }

  async function isStored({ id, number }: OrderNames): Promise<boolean> {
    const row = await db
      .selectFrom("orders")
      .select("id")
      .where((build) => build.or([build("api_id", "=", id), build("number", "=", number)]))
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Whether another order waits that would look the same in the API's list, which has no sizes. */
  async function hasTwin(row: UnsettledOrderTable): Promise<boolean> {
    const others = await db
      .selectFrom("unsettled_orders")
      .select("content")
      .where("key_hash", "!=", row.key_hash)
      .where("state", "in", ["asked", "unsettled"])
      .execute();
    const listed = listedAs(agreedIn(row));
    return others.some((other) => listedAs(agreedIn(other)) === listed);
  }
}
