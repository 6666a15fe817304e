import { operations } from "~/api/operations.server";
import { wilayaWire } from "~/api/wire";
import type { RouteHandle } from "~/route-handle";
import { getShop } from "~/shop/shop.server";
import { endpoint } from "./endpoint.server";

export const handle = { private: false, search: "open", api: true } satisfies RouteHandle;

/** GET /api/yalidine/wilayas */
export const loader = endpoint(operations.listWilayas, async () =>
  (await (await getShop()).courier.wilayas()).map(wilayaWire),
);
export const action = loader;
