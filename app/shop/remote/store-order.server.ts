import { insertOnce } from "~/database/rows";
import type { Order, WantedLine } from "~/domain/order/order";
import { accountIn, CLOSED_ACCOUNT, LEFT_ACCOUNT, lockAccount } from "../local/account-rows.server";
import type { Context, Queries } from "../local/context";
import { grantAccess, orderUnderKey } from "../local/order-queries.server";
import { orderLineRows, orderRow } from "../local/order-rows";
import { afterPlacing } from "../local/place-order.server";
import type { PlaceResult } from "../services/orders";

export type Placed = Extract<PlaceResult, { outcome: "placed" }>;

/** Who asked for an order, under which key, and what for. */
export interface AskedOrder {
  visitor: string;
  fromCart: boolean;
  lines: readonly WantedLine[];
  keyHash: string;
  contentHash: string;
}

/** Thrown when another order here has the API's number: it cannot be this one. */
export class NumberTaken extends Error {
  override name = "NumberTaken";
}

/** Thrown where the visitor signed in since it was read, so that the account is locked first. */
class VisitorChanged extends Error {
  /** Of a serialisation failure, which is tried again. */
  code = "40001";
}

/** Stores an order that the API has taken, once, so that its shopper finds it. */
export async function storeOrder(
  context: Context,
  { visitor: asker, fromCart, lines, keyHash, contentHash }: AskedOrder,
  order: Order,
  apiId: string,
): Promise<Placed> {
  const { database, now } = context;
  return database.transact(async (queries): Promise<Placed> => {
    // While the API was asked, its visitor may have signed in, or have left the account.
    const ofForm = queries.selectFrom("unsettled_orders").where("key_hash", "=", keyHash);
    const read = await ofForm.select("visitor").executeTakeFirst();
    const locked = await lockAccount(queries, read?.visitor ?? asker);
    // Whatever was unsettled under this key is no longer.
    const row = await queries
      .updateTable("unsettled_orders")
      .set({ state: "taken", content: "", settled_at: now().getTime() })
      .where("key_hash", "=", keyHash)
      .returning("visitor")
      .executeTakeFirst();
    if (row && row.visitor !== read?.visitor) throw new VisitorChanged();
    const holder = row?.visitor ?? asker;
    const account = locked?.id === holder ? locked : undefined;
    const isNew = await insertOnce(queries, "orders", {
      ...orderRow(order),
      api_id: apiId === order.number ? null : apiId,
      key_hash: keyHash,
      content_hash: contentHash,
      account_id: account?.id ?? null,
      to_be_forgotten: holder.startsWith(CLOSED_ACCOUNT) ? 1 : 0,
    });
    const visitors = await whoMayOpen(queries, { holder, isAccount: account !== undefined, asker });
    if (!isNew) {
      const first = await orderUnderKey(queries, keyHash);
      if (!first) throw new NumberTaken("The API gave an order's number twice.");
      for (const visitor of visitors) await grantAccess(queries, visitor, first.order.id, now());
      return { outcome: "placed", order: first.order, repeated: true };
    }
    await queries.insertInto("order_lines").values(orderLineRows(order)).execute();
    const step = { order_id: order.id, status: order.status, at: order.createdAt.getTime() };
    await queries.insertInto("order_steps").values(step).execute();
    // An order that is known late may be sent or cancelled by now: its mail would be wrong.
    const toMail = order.status === "pending" ? account : undefined;
    for (const visitor of visitors) {
      const mailed = visitor === holder ? toMail : undefined;
      await afterPlacing(context, queries, { visitor, fromCart, lines: [...lines] }, order, mailed);
    }
    return { outcome: "placed", order, repeated: false };
  });
}

/**
 * Who sent the form again opens the order as well, but neither an account that it has left nor a
 * guest who has become its account.
 */
async function whoMayOpen(
  queries: Queries,
  { holder, isAccount, asker }: { holder: string; isAccount: boolean; asker: string },
): Promise<string[]> {
  if (holder === asker) return [holder];
  const isNobodys = holder.startsWith(CLOSED_ACCOUNT) || holder.startsWith(LEFT_ACCOUNT);
  const hasGone = (await accountIn(queries, asker)) ? isNobodys : isAccount;
  return hasGone ? [holder] : [holder, asker];
}
