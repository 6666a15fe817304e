import { operations } from "~/api/operations.server";
import { wilayaWire } from "~/api/wire";
import type { RouteHandle } from "~/route-handle";
import { getShop } from "~/shop/shop.server";
import { endpoint, serve } from "./endpoint.server";

export const handle = { private: false, search: "open", api: true } satisfies RouteHandle;

/** GET /api/yalidine/wilayas */
const api = endpoint(
  serve(operations.wilayas, async () => (await (await getShop()).courier.wilayas()).map(wilayaWire)),
);
export const loader = api.loader;
export const action = api.action;
