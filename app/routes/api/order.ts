import { operations } from "~/api/operations.server";
import { orderWire } from "~/api/wire";
import type { RouteHandle } from "~/route-handle";
import { settings } from "~/settings.server";
import { endpoint } from "./endpoint.server";
import { askerOf } from "./identity.server";
import { ownOrder } from "./own-order.server";

export const handle = { private: true, search: "open", api: true } satisfies RouteHandle;

/** GET /api/orders/:number */
export const loader = endpoint(operations.getOrder, async ({ request, params }) => {
  const asker = await askerOf(request);
  return orderWire(settings.siteUrl, await ownOrder(params.id, asker), asker.account?.id ?? null);
});
export const action = loader;
