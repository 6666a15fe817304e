import { operations } from "~/api/operations.server";
import { orderWire } from "~/api/wire";
import { PAGE_SIZE } from "~/domain/catalogue/listing";
import type { RouteHandle } from "~/route-handle";
import { settings } from "~/settings.server";
import { getShop } from "~/shop/shop.server";
import { endpoint, Refusal, sliceOf } from "./endpoint.server";
import { accountAsking } from "./identity.server";

export const handle = { private: true, search: "open", api: true } satisfies RouteHandle;

/** GET /api/orders/user/:userId, for that account only (decision 029). */
export const loader = endpoint(
  operations.listOrdersOfUser,
  async ({ request, params, query: { limit = PAGE_SIZE, offset = 0 } }) => {
    const account = await accountAsking(request);
    if (params.userId !== account.id) throw new Refusal(403, "Accès non autorisé à ces commandes");
    const { orders } = await getShop();
    const { items, total } = await sliceOf(limit, offset, async (page) => {
      const result = await orders.ofAccount(account.id, { page, size: limit });
      return { items: [...result.orders], total: result.total };
    });
    return { orders: items.map((order) => orderWire(settings.siteUrl, order, account.id)), total, limit, offset };
  },
);
export const action = loader;
