import { operations } from "~/api/operations.server";
import { communeWire } from "~/api/wire";
import type { RouteHandle } from "~/route-handle";
import { getShop } from "~/shop/shop.server";
import { endpoint } from "./endpoint.server";

export const handle = { private: false, search: "open", api: true } satisfies RouteHandle;

/** GET /api/yalidine/communes?wilaya_id=31; an empty list for an unknown wilaya. */
export const loader = endpoint(operations.listCommunes, async ({ query }) =>
  (await (await getShop()).courier.communes(query.wilaya_id)).map(communeWire),
);
export const action = loader;
