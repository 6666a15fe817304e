import { operations } from "~/api/operations.server";
import type { RouteHandle } from "~/route-handle";
import { getShop } from "~/shop/shop.server";
import { endpoint } from "./endpoint.server";
import { askerOf } from "./identity.server";
import { answerChanged } from "./own-order.server";

export const handle = { private: true, search: "open", api: true } satisfies RouteHandle;

/** POST /api/orders/:number/cancel, as on the order's page (decision 030); may be repeated. */
export const loader = endpoint(operations.cancelOrder, async ({ request, params }) => {
  const asker = await askerOf(request);
  return answerChanged(params.id, asker, await (await getShop()).orders.cancel(params.id, asker.visitor));
});
export const action = loader;
