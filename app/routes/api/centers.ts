import { operations } from "~/api/operations.server";
import { centerWire } from "~/api/wire";
import type { RouteHandle } from "~/route-handle";
import { getShop } from "~/shop/shop.server";
import { endpoint } from "./endpoint.server";

export const handle = { private: false, search: "open", api: true } satisfies RouteHandle;

/** GET /api/yalidine/centers?commune_id=3101; an empty list for an unknown commune. */
export const loader = endpoint(operations.listCenters, async ({ query }) =>
  (await (await getShop()).courier.pickupPoints(query.commune_id)).map(centerWire),
);
export const action = loader;
