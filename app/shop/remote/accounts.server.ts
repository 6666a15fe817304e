import { openStatuses } from "~/domain/order/order";
import { DAY } from "~/domain/values/durations";
import { forgetAllRecipients, isToBeForgotten } from "../local/accounts.server";
import { digest } from "../local/context";
import type { AccountService } from "../services/accounts";
import type { RemoteOrders } from "./orders.server";
import type { Remote } from "./remote";

/** Milliseconds after which a settled order, with what was sent, is forgotten. */
const SETTLED_KEPT = 30 * DAY;

/**
 * Milliseconds after which an order that the API does not have is never heard of again. Younger
 * ones may be under way: the API's address may be wrong.
 */
const LOST = 30 * DAY;

/**
 * Accounts are this shop's own, but the API knows whether a parcel is on its way: nobody else
 * requests the status of a closed account's orders.
 */
export function remoteAccounts(
  { context, unsettled }: Remote,
  local: AccountService,
  { follow }: RemoteOrders,
): AccountService {
  const { database, now } = context;
  const { db } = database;
  const onTheWay = db
    .selectFrom("orders")
    .select(["id", "number", "api_id", "status", "key_hash", "created_at"])
    .where("status", "in", openStatuses);
  return {
    ...local,
    async close(id) {
      await follow(await onTheWay.where("account_id", "=", id).execute());
      await local.close(id);
    },
    async disown(token) {
      const link = await db
        .selectFrom("account_links")
        .select("account_id")
        .where("token_hash", "=", digest(token))
        .executeTakeFirst();
      if (link?.account_id) await follow(await onTheWay.where("account_id", "=", link.account_id).execute());
      return local.disown(token);
    },
    async forgetRecipients(placedBefore) {
      const at = now().getTime();
      const waiting = await onTheWay.where(isToBeForgotten).execute();
      const unknown = await follow(waiting);
      const old = waiting.filter((order) => unknown.includes(order.id) && order.created_at < at - LOST);
      const lost = old.map(({ id }) => id);
      await forgetAllRecipients(database, { lost, placedBefore });
      await unsettled.forget(new Date(at - SETTLED_KEPT));
    },
  };
}
